// @ts-check
/** What of a sorted list is in view, how wide it is drawn, and which marks stand on each other. */

export const MIN_WIDTH_PX = 3;
const STACK_PX = 4;
/** Gaps that no screen shows. */
const TOUCH_PX = 0.25;

/** First index whose value is >= `value` in an ascending array. */
export function lowerBound(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First index whose value is > `value` in an ascending array. */
export function upperBound(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Running maximum: ascending even where ends are not, so that it can be searched. */
export function runningMax(values) {
  const out = new Float64Array(values.length);
  let best = -Infinity;
  for (let i = 0; i < values.length; i += 1) {
    if (values[i] > best) best = values[i];
    out[i] = best;
  }
  return out;
}

/** Half-open index range [first, last) that holds every interval touching [low, high]. */
export function visibleIntervals(list, low, high) {
  const first = lowerBound(list.reach, low);
  const last = upperBound(list.start, high);
  return first < last ? [first, last] : [0, 0];
}

/** Half-open index range of the points inside [low, high]. */
export function visiblePoints(times, low, high) {
  return [lowerBound(times, low), upperBound(times, high)];
}

/** Width of an interval in pixels, never below the minimum at which it can still be seen. */
export function drawnWidth(x0, x1) {
  return Math.max(x1 - x0, MIN_WIDTH_PX);
}

/**
 * Stack the marks [first, last) that fall into the same 4 pixels: `[{x, rank, count, index}]`, ascending in x,
 * each stack standing where its highest-ranked mark stands, so that errors stay on top.
 */
export function stackMarks(times, ranks, first, last, px, width = STACK_PX) {
  const stacks = [];
  let slot = NaN;
  let top = null;
  for (let index = first; index < last; index += 1) {
    const x = px(times[index]);
    const own = Math.floor(x / width);
    if (own !== slot) {
      top = { x, rank: ranks[index], count: 1, index };
      stacks.push(top);
      slot = own;
      continue;
    }
    top.count += 1;
    if (ranks[index] > top.rank) {
      top.rank = ranks[index];
      top.index = index;
      top.x = x;
    }
  }
  return stacks;
}

/**
 * Bars of one colour that come from left to right, joined where they touch: `draw(x0, x1)` once for each run.
 * Zoomed out to hours, thousands of bars are a few hundred runs, and look the same.
 */
export class Runs {
  constructor(draw) {
    this.draw = draw;
    this.left = NaN;
    this.right = NaN;
  }

  add(x0, x1) {
    if (x0 <= this.right + TOUCH_PX) {
      if (x1 > this.right) this.right = x1;
      return;
    }
    this.end();
    this.left = x0;
    this.right = x1;
  }

  /** Draw the run that is still open. */
  end() {
    if (this.left < this.right) this.draw(this.left, this.right);
    this.left = NaN;
    this.right = NaN;
  }
}

const byClass = new WeakMap();

/** Rows of a list of segments by class code, ascending; made once for each list. */
export function rowsByClass(list) {
  let rows = byClass.get(list);
  if (!rows) {
    rows = new Map();
    list.class.forEach((code, row) => (rows.has(code) ? rows.get(code).push(row) : rows.set(code, [row])));
    byClass.set(list, rows);
  }
  return rows;
}
