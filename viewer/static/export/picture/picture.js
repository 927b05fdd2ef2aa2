// @ts-check
/**
 * The timeline as one picture: overview, ruler, all lanes with their labels, legend, and what it shows. Drawn by the
 * page's own draw functions onto any context, so that PNG, SVG and screen cannot differ.
 */

import { timeToPx } from "../../timeline/axis.js";
import { drawLanes } from "../../timeline/draw_lanes.js";
import { OVERVIEW_PAD_PX, OVERVIEW_PX, drawOverview } from "../../timeline/draw_overview.js";
import { RULER_PX, drawRuler, rulerLabels, rulerUnit } from "../../timeline/draw_ruler.js";
import { GUTTER_PX } from "../../timeline/lanes.js";
import { drawGutter, drawOverviewHead, drawUnit } from "./gutter_text.js";
import { drawLegend, layOutLegend } from "./legend_text.js";
import { wrap } from "./lines.js";

const LINE_PX = 16;
const PAD_PX = 12;
const RULE_PX = 1;
const LANES_TOP_PX = OVERVIEW_PX + RULE_PX + RULER_PX;

/** Where everything stands: `{width, height, lanes, legend, key, footer, lines}`; `key` is the legend laid out. */
export function pictureSize(frame, layout, texts) {
  const width = GUTTER_PX + frame.width;
  const font = footerFont(frame);
  const lines = texts.flatMap((text) => wrap(frame.ruler, font, text, width - 2 * PAD_PX));
  const legend = LANES_TOP_PX + layout.height;
  const key = layOutLegend(frame, width);
  const footer = legend + key.height;
  return { width, height: footer + PAD_PX + lines.length * LINE_PX, lanes: LANES_TOP_PX, legend, key, footer, lines };
}

/** Draw the whole picture. */
export function drawPicture(ctx, frame, layout, size) {
  const { theme } = frame;
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, size.width, size.height);
  at(ctx, GUTTER_PX, 0, frame.width, OVERVIEW_PX, () => {
    drawOverview(ctx, frame);
    drawViewport(ctx, frame);
  });
  at(ctx, GUTTER_PX, OVERVIEW_PX + RULE_PX, frame.width, RULER_PX, () => drawRuler(ctx, frame, rulerLabels(frame), null));
  at(ctx, GUTTER_PX, size.lanes, frame.width, layout.height, () => drawLanes(ctx, frame, layout));
  drawOverviewHead(ctx, frame);
  at(ctx, 0, OVERVIEW_PX + RULE_PX, GUTTER_PX, RULER_PX, () => drawUnit(ctx, frame, rulerUnit(frame)));
  at(ctx, 0, size.lanes, GUTTER_PX, layout.height, () => drawGutter(ctx, frame, layout));
  drawNotes(ctx, frame, layout, size);
  at(ctx, 0, size.legend, size.width, size.key.height, () => drawLegend(ctx, frame, size.key));
  rules(ctx, frame, size);
  ctx.font = footerFont(frame);
  ctx.fillStyle = theme["ink-2"];
  size.lines.forEach((line, index) => ctx.fillText(line, PAD_PX, size.footer + PAD_PX + index * LINE_PX + 4));
}

/** Draw with the origin moved, and nothing beyond the box. */
function at(ctx, x, y, width, height, draw) {
  ctx.save();
  ctx.translate(x, y);
  ctx.beginPath();
  ctx.rect(0, 0, width, height);
  ctx.clip();
  draw();
  ctx.restore();
}

/** What the picture shows of the whole, as on the page. */
function drawViewport(ctx, { theme, view, dialogue, width }) {
  const whole = { start: 0, end: dialogue.duration };
  const wide = width - OVERVIEW_PAD_PX;
  const x0 = Math.max(timeToPx(whole, wide, view.start), 0);
  const x1 = Math.max(Math.min(timeToPx(whole, wide, view.end), wide), x0 + 4);
  ctx.fillStyle = theme.accent;
  ctx.globalAlpha = 0.1;
  ctx.fillRect(x0, 4, x1 - x0, 74);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 1.5;
  ctx.strokeRect(x0 + 0.75, 4.75, Math.max(x1 - x0 - 1.5, 0.5), 72.5);
}

/** What a lane without marks says, over the lanes as on the page. */
function drawNotes(ctx, { theme }, layout, size) {
  ctx.font = `400 12px ${theme.font}`;
  ctx.fillStyle = theme["ink-2"];
  for (const lane of layout.lanes) {
    if (lane.kind === "note") ctx.fillText(lane.name, GUTTER_PX + PAD_PX, size.lanes + lane.y + lane.height / 2 + 4);
  }
}

function rules(ctx, { theme }, size) {
  ctx.fillStyle = theme["line-strong"];
  ctx.fillRect(0, OVERVIEW_PX, size.width, RULE_PX);
  ctx.fillStyle = theme.line;
  ctx.fillRect(GUTTER_PX - 1, OVERVIEW_PX + RULE_PX, 1, size.legend - OVERVIEW_PX - RULE_PX);
  ctx.fillRect(0, size.legend, size.width, 1);
  ctx.fillRect(0, size.footer, size.width, 1);
}

function footerFont({ theme }) {
  return `400 11px ${theme.font}`;
}
