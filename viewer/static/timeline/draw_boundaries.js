// @ts-check
/** The boundary line: a bracket and a dot for every boundary, its name above, distances below, dashes up to the tracks. */

import { BETWEEN, boundaryPlan } from "./desk_boundaries.js";

const DOT_PX = 4;
const BRACKET_PX = 9;
const FOOT_PX = 4;

/** Draw the line of one speaker's boundaries. */
export function drawBoundaries(ctx, frame, lane) {
  const { theme, desk, px, width, ruler } = frame;
  const middle = lane.y + lane.height / 2;
  const names = `500 11px ${theme.font}`;
  const plan = boundaryPlan({ boundaries: desk.boundaries, px, width, widthOf: (text) => ruler.width(names, text), isChosen: (one) => desk.isChosen(one) });
  ctx.fillStyle = theme["line-strong"];
  ctx.fillRect(0, middle - 0.5, width, 1);
  // What is chosen comes last, so that it stays on top.
  const dots = [...plan.dots].sort((a, b) => Number(a.isChosen) - Number(b.isChosen));
  for (const dot of dots) drawDot(ctx, theme, dot, middle);
  ctx.font = names;
  for (const { x, isAbove, parts } of plan.names) {
    let from = x;
    parts.forEach(({ text, isChosen }, at) => {
      const shown = at < parts.length - 1 ? text + BETWEEN : text;
      ctx.fillStyle = theme[isChosen ? "accent" : "ink-2"];
      ctx.fillText(shown, from, isAbove ? middle - 13 : middle + 26);
      from += ruler.width(names, shown);
    });
  }
  for (const { x0, x1, x, text } of plan.gaps) {
    ctx.fillStyle = theme["ink-3"];
    ctx.fillRect(x0, middle + 12, Math.max(x1 - x0, 1), 1);
    for (const end of [x0, x1]) ctx.fillRect(end - 0.5, middle + 9, 1, 7);
    ctx.fillText(text, x, middle + 26);
  }
}

/** The bracket opens to where the segment lies. */
function drawDot(ctx, theme, { x, kind, isChosen }, middle) {
  const colour = theme[isChosen ? "accent" : "ink-2"];
  const foot = kind === "start" ? FOOT_PX : -FOOT_PX;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.25;
  ctx.beginPath();
  ctx.moveTo(x + foot, middle - BRACKET_PX);
  ctx.lineTo(x, middle - BRACKET_PX);
  ctx.lineTo(x, middle + BRACKET_PX);
  ctx.lineTo(x + foot, middle + BRACKET_PX);
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(x, middle, DOT_PX, 0, 2 * Math.PI);
  ctx.fillStyle = isChosen ? colour : theme.surface;
  ctx.fill();
  ctx.lineWidth = 1.75;
  ctx.stroke();
}

/** Dashed lines from the boundaries in the span up through the tracks that they belong to. */
export function drawBoundaryDashes(ctx, frame, layout) {
  const { desk, theme, px, width } = frame;
  if (!desk) return;
  const own = layout.lanes.filter(({ speaker }) => speaker === desk.speaker);
  const top = own.find(({ kind }) => kind === "annotator");
  const line = own.find(({ kind }) => kind === "boundaries");
  if (!top || !line) return;
  const { draft } = desk.drafting;
  const isInSpan = (time) => time >= desk.span.start - 1e-6 && time <= desk.span.end + 1e-6;
  const dashes = (times, colour, from, to) => {
    ctx.strokeStyle = colour;
    ctx.beginPath();
    for (const time of times) {
      const x = Math.round(px(time)) + 0.5;
      if (x < 0 || x > width) continue;
      ctx.moveTo(x, from);
      ctx.lineTo(x, to);
    }
    ctx.stroke();
  };
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 3]);
  dashes(desk.boundaries.map(({ time }) => time).filter(isInSpan), theme["ink-2"], top.y, line.y + line.height / 2 - BRACKET_PX);
  // The own verdict's edges reach up to the sound that they are drawn by.
  if (draft) dashes([draft.start, draft.end], theme.accent, own[0].y, line.y);
  ctx.setLineDash([]);
}
