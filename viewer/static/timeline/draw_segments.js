// @ts-check
/** Annotator and gold lanes: class fill, 3-px edge at the onset, label where the whole label fits. */

import { MIN_WIDTH_PX, drawnWidth, newPixels, visibleIntervals } from "./cull.js";
import { hatchExcluded, washExcluded } from "./draw_excluded.js";
import { CLASSES, classOf } from "./scene.js";

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
  const [first, last] = visibleIntervals(list, frame.view.start, frame.view.end);
  const { theme, px, width } = frame;
  const classes = list.class;
  const present = new Set();
  for (let i = first; i < last; i += 1) present.add(classes[i]);
  // Class by class: one colour at a time, and short events land on top of the turns that surround them.
  for (const code of ORDER) {
    if (!present.has(code)) continue;
    const { key } = classOf(code);
    ctx.fillStyle = theme[`fill-${key}`];
    const isNew = newPixels();
    for (let i = first; i < last; i += 1) {
      if (classes[i] !== code) continue;
      const x0 = px(list.start[i]);
      const x1 = x0 + drawnWidth(x0, px(list.end[i]));
      const left = Math.max(x0, -4);
      if (isNew(x0, x1)) ctx.fillRect(left, lane.y, Math.min(x1, width + 4) - left, lane.height);
    }
    edges(ctx, frame, lane, list, first, last, code, theme[`cls-${key}`]);
  }
}

/** The onset's edge, thinner on short bars so that the fill still shows; the shortest are all edge. */
function edgeWidth(bar) {
  if (bar <= 4) return MIN_WIDTH_PX;
  return Math.min(3, bar / 3);
}

function edges(ctx, frame, lane, list, first, last, code, colour) {
  const { px, width } = frame;
  ctx.fillStyle = colour;
  const isNew = newPixels();
  for (let i = first; i < last; i += 1) {
    if (list.class[i] !== code) continue;
    const x = px(list.start[i]);
    if (x > -3 && isNew(x, x)) ctx.fillRect(x, lane.y, edgeWidth(px(list.end[i]) - x), lane.height);
  }
  if (code !== 4 && code !== -1) return;
  // NonContent is pale on purpose, so it is outlined.
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  for (let i = first; i < last; i += 1) {
    if (list.class[i] !== code) continue;
    const x0 = Math.max(px(list.start[i]), -4);
    const w = Math.min(drawnWidth(px(list.start[i]), px(list.end[i])), width + 8 - x0);
    if (w > 4) ctx.strokeRect(x0 + 0.5, lane.y + 0.5, w - 1, lane.height - 1);
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
