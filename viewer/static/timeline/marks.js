// @ts-check
/** The marks of one decision lane in view: every decision, and every miss at its gold time. */

import { stackMarks, visibleIntervals, visiblePoints } from "./cull.js";
import { FATE_RANK } from "./scene.js";

/**
 * Marks of a unit between two times, ascending in time: `{kind: "d"|"p", index, time, fate}`.
 *
 * A miss has no decision, so it stands at the gold time; a hit stands where its decision was committed.
 */
export function marksOf(unit, low, high) {
  const marks = [];
  const { decisions, positives } = unit;
  const [first, last] = visiblePoints(decisions.time, low, high);
  for (let i = first; i < last; i += 1) marks.push({ kind: "d", index: i, time: decisions.time[i], fate: decisions.fate[i] });
  const [from, to] = visiblePoints(positives.time, low, high);
  for (let i = from; i < to; i += 1) {
    if (positives.decision[i] === null) marks.push({ kind: "p", index: i, time: positives.time[i], fate: "miss" });
  }
  return marks.sort((a, b) => a.time - b.time || FATE_RANK[a.fate] - FATE_RANK[b.fate]);
}

/** The same marks with those in the same 4 pixels stacked: each gets `x` and `count`. */
export function placeMarks(marks, px, isStacked) {
  if (!isStacked) return marks.map((mark) => ({ ...mark, x: px(mark.time), count: 1 }));
  const xs = marks.map((mark) => px(mark.time));
  const ranks = marks.map((mark) => FATE_RANK[mark.fate]);
  return stackMarks(xs, ranks).map((stack) => ({ ...marks[stack.index], x: stack.x, count: stack.count }));
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
