// @ts-check
/** The ruler above the lanes and the grid behind them. */

import { tickDecimals, tickStep, ticks, timeToPx } from "./axis.js";
import { clock } from "./format.js";

export const RULER_PX = 28;
const LABEL_GAP_PX = 80;

/** How many parts a labelled step has, so that the small ticks are whole numbers too. */
function subdivisions(step) {
  const known = { 15: 3, 30: 6, 60: 6, 120: 4, 300: 5, 600: 10, 900: 3, 1800: 6 };
  if (known[step]) return known[step];
  return Number((step / 10 ** Math.floor(Math.log10(step))).toFixed(3)) === 5 ? 5 : 10;
}

/** Steps of a view: labelled ticks, middle ones, small ones (null where they would stand too close). */
function rulerSteps(view, width) {
  const span = view.end - view.start;
  const major = tickStep(span, width, LABEL_GAP_PX);
  const minor = major / subdivisions(major);
  return { major, minor: (minor / span) * width >= 5 ? minor : null };
}

/** Labels of the ruler: `{time, x, text, width}`. */
export function rulerLabels({ view, width, dialogue, theme, ruler }) {
  const { major } = rulerSteps(view, width);
  const decimals = tickDecimals(major);
  return ticks(view, major, 0, dialogue.duration).map((time) => {
    const text = clock(time, decimals);
    return { time, x: timeToPx(view, width, time), text, width: ruler.width(fontOf(theme), text) };
  });
}

/** What the labels are written in: "mm:ss.s". */
export function rulerUnit({ view, width, dialogue }) {
  const decimals = tickDecimals(rulerSteps(view, width).major);
  const head = dialogue.duration >= 3600 ? "h:mm:ss" : "mm:ss";
  return decimals > 0 ? `${head}.${"s".repeat(decimals)}` : head;
}

function fontOf(theme) {
  return `400 10px ${theme.font}`;
}

/** Draw the ruler; `hidden` is a pixel range whose labels the playhead's tag covers. */
export function drawRuler(ctx, frame, labels, hidden) {
  const { view, width, theme, dialogue, loop } = frame;
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, width, RULER_PX);
  const { major, minor } = rulerSteps(view, width);
  if (minor) drawTicks(ctx, frame, ticks(view, minor, 0, dialogue.duration), RULER_PX - 3, theme["line-strong"]);
  drawTicks(ctx, frame, ticks(view, major / 2, 0, dialogue.duration), RULER_PX - 6, theme["line-strong"]);
  drawTicks(ctx, frame, ticks(view, major, 0, dialogue.duration), RULER_PX - 8, theme["ink-3"]);
  ctx.font = fontOf(theme);
  ctx.fillStyle = theme["ink-2"];
  for (const { x, text, width: wide } of labels) {
    const right = x + 4 + wide;
    const isCovered = hidden && x + 2 < hidden[1] && right + 2 > hidden[0];
    if (right <= width && !isCovered) ctx.fillText(text, x + 4, 17);
  }
  for (const range of [loop, frame.desk?.span]) if (range) drawBar(ctx, frame, range);
}

/** What is looped, or in dispute. */
function drawBar(ctx, { px, width, theme }, range) {
  const x0 = Math.max(px(range.start), 0);
  const x1 = Math.min(px(range.end), width);
  ctx.fillStyle = theme.accent;
  if (x1 > x0) ctx.fillRect(x0, RULER_PX - 3, x1 - x0, 3);
}

function drawTicks(ctx, frame, times, top, colour) {
  ctx.fillStyle = colour;
  for (const time of times) ctx.fillRect(Math.round(frame.px(time)), top, 1, RULER_PX - top);
}

/** Vertical grid lines through all lanes. */
export function drawGrid(ctx, frame, height) {
  const { major } = rulerSteps(frame.view, frame.width);
  const limit = frame.dialogue.duration;
  ctx.fillStyle = frame.theme.line;
  ctx.globalAlpha = 0.4;
  for (const time of ticks(frame.view, major / 2, 0, limit)) ctx.fillRect(Math.round(frame.px(time)), 0, 1, height);
  ctx.globalAlpha = 0.6;
  for (const time of ticks(frame.view, major, 0, limit)) ctx.fillRect(Math.round(frame.px(time)), 0, 1, height);
  ctx.globalAlpha = 1;
}
