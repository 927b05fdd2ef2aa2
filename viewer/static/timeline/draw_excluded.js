// @ts-check
/** Excluded intervals of the active task: a wash below what a lane shows, a hatch above it. */

import { Runs, drawnWidth, visibleIntervals } from "./cull.js";

const ALPHA = { annotator: 0.45, gold: 0.7 };
const LABEL_FROM_PX = 40;

/** The wash, drawn first so that it hides nothing. */
export function washExcluded(ctx, frame, lane) {
  ctx.fillStyle = frame.theme["mask-wash"];
  for (const [x0, x1] of excludedRuns(frame, lane.speaker)) ctx.fillRect(x0, lane.y, x1 - x0, lane.height);
}

/** The 45° hatch, thin over annotators; gold says "excluded" where there is room and nothing else. */
export function hatchExcluded(ctx, frame, lane) {
  ctx.fillStyle = frame.hatch;
  ctx.globalAlpha = ALPHA[lane.kind] ?? 1;
  for (const [x0, x1] of excludedRuns(frame, lane.speaker)) ctx.fillRect(x0, lane.y, x1 - x0, lane.height);
  ctx.globalAlpha = 1;
  if (lane.kind !== "gold") return;
  eachExcluded(frame, lane.speaker, (x0, x1, start, end) => {
    const isRoomy = x1 - x0 > LABEL_FROM_PX;
    if (isRoomy && !isOccupied(frame.gold.events[lane.speaker], start, end)) label(ctx, frame, lane, x0, x1);
  });
}

/** Pixel ranges of one speaker's excluded intervals; every lane of a frame shows the same. */
function excludedRuns(frame, speaker) {
  frame.excluded ??= [null, null];
  if (!frame.excluded[speaker]) {
    const ranges = [];
    const runs = new Runs((x0, x1) => ranges.push([x0, x1]));
    eachExcluded(frame, speaker, (x0, x1) => runs.add(x0, x1));
    runs.end();
    frame.excluded[speaker] = ranges;
  }
  return frame.excluded[speaker];
}

function eachExcluded(frame, speaker, visit) {
  const own = frame.gold?.excluded[frame.task][speaker];
  const list = frame.desk?.speaker === speaker ? frame.desk.excludedWith(own) : own;
  if (!list) return;
  const [first, last] = visibleIntervals(list, frame.view.start, frame.view.end);
  for (let i = first; i < last; i += 1) {
    const x0 = frame.px(list.start[i]);
    const x1 = Math.min(x0 + drawnWidth(x0, frame.px(list.end[i])), frame.width + 4);
    visit(Math.max(x0, -4), x1, list.start[i], list.end[i]);
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
