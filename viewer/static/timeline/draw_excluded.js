// @ts-check
/** Excluded intervals of the active task: a wash below what a lane shows, a hatch above it. */

import { drawnWidth, newPixels, visibleIntervals } from "./cull.js";

const ALPHA = { annotator: 0.45, gold: 0.7 };

/** The wash, drawn first so that it hides nothing. */
export function washExcluded(ctx, frame, lane) {
  ctx.fillStyle = frame.theme["mask-wash"];
  eachExcluded(frame, lane, (x, w) => ctx.fillRect(x, lane.y, w, lane.height));
}

/** The 45° hatch, thin over annotators; gold says "excluded" where there is room and nothing else. */
export function hatchExcluded(ctx, frame, lane) {
  ctx.fillStyle = frame.hatch;
  ctx.globalAlpha = ALPHA[lane.kind] ?? 1;
  eachExcluded(frame, lane, (x, w) => ctx.fillRect(x, lane.y, w, lane.height));
  ctx.globalAlpha = 1;
  if (lane.kind !== "gold") return;
  eachExcluded(frame, lane, (x, w, start, end) => {
    if (!isOccupied(frame.gold.events[lane.speaker], start, end)) label(ctx, frame, lane, x, x + w);
  });
}

function eachExcluded(frame, lane, visit) {
  const list = frame.gold?.excluded[frame.task][lane.speaker];
  if (!list) return;
  const [first, last] = visibleIntervals(list, frame.view.start, frame.view.end);
  const isNew = newPixels();
  for (let i = first; i < last; i += 1) {
    const x0 = frame.px(list.start[i]);
    const left = Math.max(x0, -4);
    const right = Math.min(x0 + drawnWidth(x0, frame.px(list.end[i])), frame.width + 4);
    if (isNew(left, right)) visit(left, right - left, list.start[i], list.end[i]);
  }
}

function isOccupied(list, start, end) {
  const [first, last] = visibleIntervals(list, start, end);
  for (let i = first; i < last; i += 1) if (list.start[i] < end && list.end[i] > start) return true;
  return false;
}

function label(ctx, frame, lane, x0, x1) {
  const font = `500 10px ${frame.theme.font}`;
  const left = Math.max(x0, 0);
  const right = Math.min(x1, frame.width);
  const wide = frame.ruler.width(font, "excluded");
  if (right - left < wide + 12) return;
  const x = (left + right - wide) / 2;
  ctx.fillStyle = frame.theme["mask-wash"];
  ctx.fillRect(x - 4, lane.y + 4, wide + 8, lane.height - 8);
  ctx.font = font;
  ctx.fillStyle = frame.theme["ink-2"];
  ctx.fillText("excluded", x, lane.y + lane.height / 2 + 3.6);
  ctx.fillStyle = frame.hatch;
}
