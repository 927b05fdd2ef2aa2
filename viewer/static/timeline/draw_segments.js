// @ts-check
/** Annotator and gold lanes: class fill, 3-px edge at the onset, label where the whole label fits. */

import { MIN_WIDTH_PX, Runs, drawnWidth, lowerBound, rowsByClass, visibleIntervals } from "./cull.js";
import { hatchExcluded, washExcluded } from "./draw_excluded.js";
import { fillPixels } from "./pixel_row.js";
import { CLASSES, classOf } from "./scene.js";

const DENSE_OUTLINE_PX = 8;
const ORDER = [-1, ...CLASSES.keys()];

/** Draw one annotator's track. */
export function drawAnnotator(ctx, frame, lane) {
  const list = frame.dialogue.tracks[lane.speaker][lane.annotator];
  if (list) drawBars(ctx, frame, lane, list);
  hatchExcluded(ctx, frame, lane);
  if (list && frame.detail.codes) drawNames(ctx, frame, lane, list);
}

/** Draw the consensus: words where they fit. */
export function drawGold(ctx, frame, lane) {
  const list = frame.gold?.events[lane.speaker];
  if (!list) return;
  washExcluded(ctx, frame, lane);
  drawBars(ctx, frame, lane, list);
  hatchExcluded(ctx, frame, lane);
  if (frame.detail.codes) drawWords(ctx, frame, lane, list);
}

function drawBars(ctx, frame, lane, list) {
  const isDense = !frame.detail.codes;
  if (isDense) drawPixels(ctx, frame, lane, list);
  eachClass(frame, list, (code, rows, span) => {
    const { key } = classOf(code);
    if (!isDense) {
      fills(ctx, frame, lane, list, rows, span, frame.theme[`fill-${key}`]);
      edges(ctx, frame, lane, list, rows, span, frame.theme[`cls-${key}`]);
    }
    // NonContent is pale on purpose, so it is outlined.
    if (code === 4 || code === -1) outlines(ctx, frame, lane, list, rows, span, isDense ? DENSE_OUTLINE_PX : 4);
  });
}

/** Class by class: one colour at a time, and short events land on top of the turns that surround them. */
function eachClass(frame, list, visit) {
  const [first, last] = visibleIntervals(list, frame.view.start, frame.view.end);
  const rows = rowsByClass(list);
  for (const code of ORDER) {
    const own = rows.get(code);
    if (!own) continue;
    const span = [lowerBound(own, first), lowerBound(own, last)];
    if (span[0] < span[1]) visit(code, own, span);
  }
}

/** The same bars where they are too narrow for labels, and too many to be drawn one by one. */
function drawPixels(ctx, frame, lane, list) {
  const { pixels, ratio, px, theme, width } = frame;
  const row = pixels.begin(Math.round(width * ratio));
  eachClass(frame, list, (code, rows, [from, to]) => {
    const { key } = classOf(code);
    const [fill, edge] = [pixels.pixel(theme[`fill-${key}`]), pixels.pixel(theme[`cls-${key}`])];
    for (let k = from; k < to; k += 1) {
      const x0 = px(list.start[rows[k]]);
      const bar = drawnWidth(x0, px(list.end[rows[k]]));
      if (x0 + bar < 0) continue;
      if (bar > MIN_WIDTH_PX) fillPixels(row, x0 * ratio, (x0 + bar) * ratio, fill);
      if (x0 > -MIN_WIDTH_PX) fillPixels(row, x0 * ratio, (x0 + edgeWidth(bar)) * ratio, edge);
    }
  });
  pixels.draw(ctx, width, lane.y, lane.height);
}

function fills(ctx, { px, width }, lane, list, rows, [from, to], colour) {
  ctx.fillStyle = colour;
  const runs = new Runs((x0, x1) => ctx.fillRect(x0, lane.y, x1 - x0, lane.height));
  for (let k = from; k < to; k += 1) {
    const x0 = px(list.start[rows[k]]);
    const x1 = Math.min(x0 + drawnWidth(x0, px(list.end[rows[k]])), width + 4);
    if (x1 > -4) runs.add(Math.max(x0, -4), x1);
  }
  runs.end();
}

/** The onset's edge, thinner on short bars so that the fill still shows; the shortest are all edge. */
function edgeWidth(bar) {
  if (bar <= 4) return MIN_WIDTH_PX;
  return Math.min(3, bar / 3);
}

function edges(ctx, { px }, lane, list, rows, [from, to], colour) {
  ctx.fillStyle = colour;
  const runs = new Runs((x0, x1) => ctx.fillRect(x0, lane.y, x1 - x0, lane.height));
  for (let k = from; k < to; k += 1) {
    const x = px(list.start[rows[k]]);
    if (x > -3) runs.add(x, x + edgeWidth(px(list.end[rows[k]]) - x));
  }
  runs.end();
}

function outlines(ctx, { px, width, theme }, lane, list, rows, [from, to], least) {
  ctx.strokeStyle = theme[`cls-${classOf(list.class[rows[from]]).key}`];
  ctx.lineWidth = 1;
  for (let k = from; k < to; k += 1) {
    const start = px(list.start[rows[k]]);
    const x0 = Math.max(start, -4);
    const w = Math.min(start + drawnWidth(start, px(list.end[rows[k]])) - x0, width + 8 - x0);
    if (w > least) ctx.strokeRect(x0 + 0.5, lane.y + 0.5, w - 1, lane.height - 1);
  }
}

/** Visible bars with room for text: `visit(index, x, room)`; what a neighbour is drawn over is no room. */
function eachRoom(frame, list, visit) {
  const [first, last] = visibleIntervals(list, frame.view.start, frame.view.end);
  const { px, width } = frame;
  for (let i = first; i < last; i += 1) {
    const { start, end } = freeOf(list, i);
    const left = Math.max(px(start), 0);
    const right = Math.min(px(end), width);
    if (right - left > 14) visit(i, left, right - left);
  }
}

/** The part of a bar that its neighbours, drawn later, leave free. */
function freeOf(list, i) {
  let start = list.start[i];
  let end = list.end[i];
  const isOver = (other) => list.class[other] > list.class[i] || (list.class[other] === list.class[i] && other > i);
  if (i > 0 && list.end[i - 1] > start && isOver(i - 1)) start = Math.min(list.end[i - 1], end);
  if (i + 1 < list.start.length && list.start[i + 1] < end && isOver(i + 1)) end = Math.max(list.start[i + 1], start);
  return { start, end };
}

function drawNames(ctx, frame, lane, list) {
  const font = `400 10px ${frame.theme.font}`;
  ctx.font = font;
  ctx.fillStyle = frame.theme.ink;
  const y = lane.y + lane.height / 2 + 3.6;
  eachRoom(frame, list, (i, x, room) => {
    const { name, short, code } = classOf(list.class[i]);
    const full = name || list.label?.[i] || "";
    const text = frame.ruler.firstFitting(font, [full, short], room - 11) || frame.ruler.firstFitting(font, [code], room - 7);
    if (text) ctx.fillText(text, x + (text === code && room < 30 ? 5 : 7), y);
  });
}

function drawWords(ctx, frame, lane, list) {
  const words = `400 12px ${frame.theme.font}`;
  const small = `400 10px ${frame.theme.font}`;
  ctx.fillStyle = frame.theme.ink;
  eachRoom(frame, list, (i, x, room) => {
    const text = list.text[i] ? frame.ruler.cut(words, list.text[i], room - 11) : "";
    if (text) {
      ctx.font = words;
      ctx.fillText(text, x + 7, lane.y + lane.height / 2 + 4.3);
      return;
    }
    const { name, short, code } = classOf(list.class[i]);
    const label = frame.ruler.firstFitting(small, list.text[i] ? [code] : [name, short, code], room - 8);
    if (!label) return;
    ctx.font = small;
    ctx.fillText(label, x + 5, lane.y + lane.height / 2 + 3.6);
  });
}
