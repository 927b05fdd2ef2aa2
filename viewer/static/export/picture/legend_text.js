// @ts-check
/** The legend in a picture: classes, fates and areas, as below the lanes of the page. */

import { CLASSES } from "../../timeline/scene.js";
import { AREAS, FATES } from "../../timeline/legend.js";

const FIRST_PX = 72;
const GAP_PX = 14;
const PAD_PX = 8;
const ROW_PX = 22;

/** Every entry with its place, and the height of all: `{entries: [{title?, name, draw, x, y, mark}], height}`. */
export function layOutLegend(frame, width) {
  const classes = CLASSES.map(({ key, name }) => ({ name, draw: (ctx, x, y) => drawClass(ctx, frame, key, x, y), mark: 18 }));
  const fates = FATES.map(([fate, name]) => ({ name, draw: (ctx, x, y) => frame.sprites.stamp(ctx, fate, 1, x + 7, y), mark: 14 }));
  const areas = AREAS.map(([area, name]) => ({ name, draw: (ctx, x, y) => drawArea(ctx, frame, area, x, y), mark: 18 }));
  const rows = [...flow(frame, width, "Classes", classes), ...flow(frame, width, "Fates", [...fates, ...areas])];
  const entries = rows.flatMap((row, index) => row.map((entry) => ({ ...entry, y: PAD_PX + (index + 0.5) * ROW_PX })));
  return { entries, height: 2 * PAD_PX + rows.length * ROW_PX };
}

/** The entries of one group in as many rows as they need. */
function flow({ ruler, theme }, width, title, entries) {
  const rows = [[]];
  let x = FIRST_PX;
  for (const entry of entries) {
    const wide = entry.mark + 6 + ruler.width(nameFont(theme), entry.name);
    if (x + wide > width - PAD_PX && x > FIRST_PX) {
      rows.push([]);
      x = FIRST_PX;
    }
    rows[rows.length - 1].push({ ...entry, x });
    x += wide + GAP_PX;
  }
  rows[0][0].title = title;
  return rows;
}

function nameFont({ font }) {
  return `400 11px ${font}`;
}

/** Draw a legend that was laid out. */
export function drawLegend(ctx, { theme }, { entries }) {
  for (const { title, name, draw, x, y, mark } of entries) {
    if (title) {
      ctx.font = `500 10px ${theme.font}`;
      ctx.fillStyle = theme["ink-3"];
      ctx.fillText(title, 16, y + 3.6);
    }
    draw(ctx, x, y);
    ctx.font = nameFont(theme);
    ctx.fillStyle = theme["ink-2"];
    ctx.fillText(name, x + mark + 6, y + 3.9);
  }
}

function drawClass(ctx, { theme }, key, x, y) {
  ctx.fillStyle = theme[`fill-${key}`];
  ctx.fillRect(x, y - 7, 18, 14);
  ctx.fillStyle = theme[`cls-${key}`];
  ctx.fillRect(x, y - 7, 3, 14);
  if (key !== "nc") return;
  ctx.strokeStyle = theme[`cls-${key}`];
  ctx.lineWidth = 1;
  ctx.strokeRect(x + 0.5, y - 6.5, 17, 13);
}

function drawArea(ctx, { theme, hatch }, area, x, y) {
  if (area === "negative") {
    ctx.strokeStyle = theme.quiet;
    ctx.lineWidth = 1;
    ctx.strokeRect(x + 0.5, y - 6.5, 17, 13);
    return;
  }
  ctx.fillStyle = theme[area === "window" ? "win" : "mask-wash"];
  ctx.fillRect(x, y - 7, 18, 14);
  ctx.fillStyle = area === "window" ? theme["win-edge"] : hatch;
  if (area === "window") ctx.fillRect(x + 4, y - 7, 1.5, 14);
  else ctx.fillRect(x, y - 7, 18, 14);
}
