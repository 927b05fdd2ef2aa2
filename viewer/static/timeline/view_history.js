// @ts-check
/** Where the view has rested: back and forward through ranges of one dialogue. Not the browser's history. */

const LONGEST = 100;
const SAME_S = 0.0005;

const isSame = (one, other) => Math.abs(one.start - other.start) < SAME_S && Math.abs(one.end - other.end) < SAME_S;

/** A list of views and the place in it. */
export class ViewHistory {
  constructor() {
    this.clear();
  }

  /** Another dialogue: its own history. */
  clear() {
    this.views = [];
    this.at = -1;
  }

  get canGoBack() {
    return this.at > 0;
  }

  get canGoForward() {
    return this.at < this.views.length - 1;
  }

  /** The view came to rest here; what was ahead is given up. */
  visit({ start, end }) {
    if (this.at >= 0 && isSame(this.views[this.at], { start, end })) return;
    this.views = [...this.views.slice(0, this.at + 1), { start, end }].slice(-LONGEST);
    this.at = this.views.length - 1;
  }

  /** The view before (-1) or after (1) `now`, or null; a view that has not rested yet can be returned to. */
  step(direction, now) {
    this.visit(now);
    const view = this.views[this.at + direction];
    if (!view) return null;
    this.at += direction;
    return view;
  }
}
