// @ts-check
/** What is selected: the event's window through the speaker's block, a ring on its mark, a dragged range. */

import { markGeometry } from "./lanes.js";

const RING_PX = 10;

/** The wash, below everything that may stand on it. */
export function drawSelectionWash(ctx, frame, layout) {
  ctx.fillStyle = frame.theme.accent;
  ctx.globalAlpha = 0.07;
  const { event, range } = frame.selected;
  if (event) {
    const block = layout.blocks[event.speaker];
    const [x0, x1] = edgesOf(frame, event);
    ctx.fillRect(x0, block.y, x1 - x0, block.height);
  }
  if (range) ctx.fillRect(frame.px(range.start), 0, frame.px(range.end) - frame.px(range.start), frame.height);
  ctx.globalAlpha = 1;
}

/** Edges and ring, above everything. */
export function drawSelectionMarks(ctx, frame, layout) {
  const { event, range } = frame.selected;
  ctx.fillStyle = frame.theme.accent;
  ctx.globalAlpha = 0.55;
  if (event) {
    const block = layout.blocks[event.speaker];
    for (const x of edgesOf(frame, event)) ctx.fillRect(x - 0.5, block.y, 1, block.height);
  }
  if (range) for (const time of [range.start, range.end]) ctx.fillRect(frame.px(time) - 0.5, 0, 1, frame.height);
  ctx.globalAlpha = 1;
  if (event) drawRing(ctx, frame, layout, event);
}

function drawRing(ctx, frame, layout, event) {
  if (event.task !== frame.task) return;
  const lane = layout.lanes.find((one) => one.speaker === event.speaker && one.models?.some((model) => model.model === event.model));
  if (!lane) return;
  const { middle, spanHeight } = markGeometry(lane);
  ctx.strokeStyle = frame.theme.accent;
  ctx.lineWidth = 2;
  ctx.beginPath();
  if (event.kind === "n") {
    const [x0, x1] = edgesOf(frame, event);
    ctx.roundRect(x0 - 2, middle - spanHeight / 2 - 2, x1 - x0 + 4, spanHeight + 4, 4);
  } else {
    ctx.arc(frame.px(event.mark), middle, Math.min(RING_PX, lane.height / 2 - 1), 0, 2 * Math.PI);
  }
  ctx.stroke();
}

function edgesOf(frame, event) {
  const x0 = frame.px(event.start);
  return [x0, Math.max(frame.px(event.end), x0 + 3)];
}
