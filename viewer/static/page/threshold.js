// @ts-check
/**
 * The threshold that is shown, for all components of the page: curves, card, list and timeline follow one number.
 * Every threshold that can be shown has a row in the sweep, and with it all its numbers.
 */

/** The sweep that is open and where in it the hand is. */
export class Threshold {
  constructor() {
    /** @type {any} */
    this.content = null;
    this.row = -1;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** The sweep's columns, null where there is nothing to sweep. */
  get sweep() {
    return this.content?.sweep ?? null;
  }

  /** The threshold itself, null where there is none. */
  get theta() {
    return this.sweep && this.row >= 0 ? this.sweep.theta[this.row] : null;
  }

  /** How it is written. */
  get text() {
    return this.sweep && this.row >= 0 ? this.sweep.texts[this.row][0] : "";
  }

  /** The saved threshold, null where there is none. */
  get saved() {
    const { sweep } = this;
    return sweep && sweep.saved !== null ? sweep.theta[sweep.saved] : null;
  }

  /** Another sweep: the hand stays at its threshold if that has a row in it too. */
  show(content) {
    const { theta } = this;
    this.content = content;
    this.row = this.sweep ? rowOf(this.sweep.theta, theta) : -1;
    this.tell();
  }

  /** Show a row; false if that is shown already. */
  move(row) {
    if (row === this.row || !this.sweep || row < 0 || row >= this.sweep.theta.length) return false;
    this.row = row;
    this.tell();
    return true;
  }

  tell() {
    for (const use of [...this.listeners]) use();
  }

  /** Call `use()` at every change until `signal` aborts; not now. */
  watch(use, signal) {
    this.listeners.add(use);
    signal.addEventListener("abort", () => this.listeners.delete(use));
  }
}

/** The row of a threshold in ascending ones, -1 if it is none of them. */
export function rowOf(thetas, theta) {
  if (theta === null || thetas.length === 0) return -1;
  const row = nearestRow(thetas, theta);
  return thetas[row] === theta ? row : -1;
}

/** The row of the threshold that is nearest. */
export function nearestRow(thetas, theta) {
  let low = 0;
  let high = thetas.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (thetas[middle] < theta) low = middle + 1;
    else high = middle;
  }
  return low > 0 && theta - thetas[low - 1] <= thetas[low] - theta ? low - 1 : low;
}

/**
 * The row that a step leads to: the next candidate, or the next of so many hundredths. Thresholds beyond the last
 * hundredth are reached candidate by candidate.
 */
export function stepRow(thetas, row, { direction, hundredths = 0 }) {
  const end = direction > 0 ? thetas.length - 1 : 0;
  if (row === end) return row;
  if (hundredths === 0) return row + direction;
  const at = thetas[row] * 100;
  const near = Math.abs(at - Math.round(at)) < 1e-9 ? Math.round(at) : direction > 0 ? Math.floor(at) : Math.ceil(at);
  const wanted = (near + direction * hundredths) / 100;
  if (direction > 0 && wanted > thetas[end]) return end;
  if (direction < 0 && wanted < thetas[end]) return end;
  const found = nearestRow(thetas, wanted);
  return found === row ? row + direction : found;
}

/** What is shown on this page. */
export const threshold = new Threshold();
