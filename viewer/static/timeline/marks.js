// @ts-check
/** The marks of one decision lane in view: every decision, and every miss at its gold time. */

import { stackMarks, visibleIntervals, visiblePoints } from "./cull.js";
import { FATES } from "./scene.js";

/**
 * Marks of a unit between two times, ascending in time: `{kind: "d"|"p", index, time, fate}`.
 *
 * A miss has no decision, so it stands at the gold time; a hit stands where its decision was committed.
 */
export function marksOf({ marks }, low, high) {
  const [first, last] = visiblePoints(marks.time, low, high);
  const out = [];
  for (let i = first; i < last; i += 1) out.push(markAt(marks, i));
  return out;
}

function markAt(marks, i) {
  return { kind: marks.isMiss[i] ? "p" : "d", index: marks.index[i], time: marks.time[i], fate: FATES[marks.rank[i]] };
}

/** Marks with their pixel `x` and `count`; those in the same 4 pixels stacked where `isStacked`. */
export function placeMarks(unit, low, high, px, isStacked) {
  if (!isStacked) return marksOf(unit, low, high).map((mark) => ({ ...mark, x: px(mark.time), count: 1 }));
  const { marks } = unit;
  const [first, last] = visiblePoints(marks.time, low, high);
  return stackMarks(marks.time, marks.rank, first, last, px).map(({ index, x, count }) => ({ ...markAt(marks, index), x, count }));
}

/** Hits whose connector touches the view: `{index, time, decision}`. */
export function connectorsOf(unit, low, high) {
  const { positives } = unit;
  const [first, last] = visibleIntervals(positives, low, high);
  const lines = [];
  for (let i = first; i < last; i += 1) {
    const decision = positives.decision[i];
    if (decision !== null) lines.push({ index: i, time: positives.time[i], decision });
  }
  return lines;
}

/**
 * Where a mark's text may stand, or null when it would touch a neighbour.
 *
 * Only a range centred on the mark itself may be touched. Right of the mark; left of it when `isLeft` (an early decision), as its gold time stands to the right.
 */
export function labelPlace(occupied, x, textWidth, isLeft, gap) {
  const left = isLeft ? x - gap - textWidth : x + gap;
  const right = left + textWidth;
  for (const [from, to] of occupied) {
    if (from < right + 2 && to > left - 2 && Math.abs((from + to) / 2 - x) > 0.01) return null;
  }
  return left;
}
