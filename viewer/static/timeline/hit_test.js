// @ts-check
/** What stands under the pointer. */

import { visibleIntervals } from "./cull.js";
import { laneAt, markGeometry } from "./lanes.js";
import { marksOf } from "./marks.js";
import { FATE_RANK, describe } from "./scene.js";

const REACH_PX = 8;

/**
 * The thing under (x, y) of the lane canvas: `{type: "event", event, x, y, half}` or
 * `{type: "segment", …}`, or null. `half` is half the mark's size, which a card must not cover.
 *
 * `frame` needs `dialogue`, `gold`, `task`, `view`, `width`, `px`.
 */
export function hitTest(frame, layout, x, y) {
  const lane = laneAt(layout, y);
  if (!lane) return null;
  if (lane.models) return hitModels(frame, lane, x, y);
  if (lane.kind === "annotator") {
    return hitSegment(frame, lane, frame.dialogue.tracks[lane.speaker][lane.annotator], x);
  }
  if (lane.draw === "desk-gold") return hitItem(frame, lane, x);
  if (lane.kind === "gold" && frame.gold) return hitSegment(frame, lane, frame.gold.events[lane.speaker], x);
  return null;
}

function hitModels(frame, lane, x, y) {
  const row = Math.min(lane.models.length - 1, Math.floor(((y - lane.y) / lane.height) * lane.models.length));
  const model = lane.models[row];
  const unit = model.tasks[frame.task][lane.speaker];
  const found = nearestMark(frame, unit, x) ?? spanAt(frame, unit.negatives, x);
  if (!found) return null;
  const event = describe({ model, task: frame.task, speaker: lane.speaker, kind: found.kind, index: found.index });
  const centre = lane.models.length > 1 ? lane.y + ((row + 0.5) * lane.height) / lane.models.length : markGeometry(lane).middle;
  return { type: "event", event, lane, x: found.x, y: centre, half: 10 };
}

/** The nearest mark within reach; of two that lie equally near, the one drawn on top. */
function nearestMark(frame, unit, x) {
  const perPx = (frame.view.end - frame.view.start) / frame.width;
  const time = frame.view.start + x * perPx;
  let best = null;
  for (const mark of marksOf(unit, time - REACH_PX * perPx, time + REACH_PX * perPx)) {
    const at = frame.px(mark.time);
    const distance = Math.abs(at - x);
    const isCloser = !best || distance < best.distance - 1;
    const isOnTop = best && distance < best.distance + 1 && FATE_RANK[mark.fate] > FATE_RANK[best.fate];
    if (isCloser || isOnTop) best = { ...mark, x: at, distance };
  }
  return best;
}

function spanAt(frame, negatives, x) {
  const perPx = (frame.view.end - frame.view.start) / frame.width;
  const time = frame.view.start + x * perPx;
  const [first, last] = visibleIntervals(negatives, time - 3 * perPx, time + 3 * perPx);
  for (let i = first; i < last; i += 1) {
    const x0 = frame.px(negatives.start[i]);
    const x1 = Math.max(frame.px(negatives.end[i]), x0 + 3);
    if (x >= x0 - 1 && x <= x1 + 1) return { kind: "n", index: i, x };
  }
  return null;
}

function hitSegment(frame, lane, list, x) {
  const perPx = (frame.view.end - frame.view.start) / frame.width;
  const time = frame.view.start + x * perPx;
  const [first, last] = visibleIntervals(list, time - 3 * perPx, time + perPx);
  let best = null;
  for (let i = first; i < last; i += 1) {
    const x0 = frame.px(list.start[i]);
    const x1 = Math.max(frame.px(list.end[i]), x0 + 3);
    const isShorter = best === null || list.end[i] - list.start[i] < list.end[best] - list.start[best];
    if (x >= x0 && x <= x1 && isShorter) best = i;
  }
  if (best === null) return null;
  const [code, label, text] = [list.class[best], list.label?.[best] ?? "", list.text?.[best] ?? ""];
  return segmentHit(lane, x, { start: list.start[best], end: list.end[best], code, label, text });
}

/** The gold at the desk, the proposal before what stays. */
function hitItem(frame, lane, x) {
  const { rest, proposed } = frame.desk.goldItems(frame.gold?.events[lane.speaker]);
  const found = [...proposed, ...rest].find(({ start, end }) => x >= frame.px(start) && x <= Math.max(frame.px(end), frame.px(start) + 3));
  return found ? segmentHit(lane, x, found) : null;
}

function segmentHit(lane, x, { start, end, code, label, text }) {
  return { type: "segment", lane, x, y: lane.y + lane.height / 2, half: lane.height / 2 + 2, start, end, code, label, text };
}
