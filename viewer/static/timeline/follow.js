// @ts-check
/** How the view follows the playhead: it stays at a fixed place, or the view turns pages, or stands still. */

import { clamp } from "./axis.js";

export const FOLLOW_MODES = ["centred", "page", "off"];
export const FOLLOW_AT = 0.3;
const PAGE_AT = 0.05;
const EASE = 0.2;

/** Where the view starts so that `time` stands at `share` of it, within the dialogue. */
function startFor(time, span, share, duration) {
  return clamp(time - span * share, 0, Math.max(0, duration - span));
}

/** Where the next frame's view starts in a mode; null where it stays. `isStill`: nothing glides, a jump is one step. */
export function followStep(mode, view, time, duration, isStill = false) {
  const span = view.end - view.start;
  const isOutside = time < view.start || time > view.end;
  if (mode === "page") return isOutside ? startFor(time, span, PAGE_AT, duration) : null;
  if (mode !== "centred") return null;
  const gap = startFor(time, span, FOLLOW_AT, duration) - view.start;
  if (Math.abs(gap) < 1e-9) return null;
  // Small gaps are the playhead's own motion and are taken whole; a jump glides, unless it is out of sight.
  const isNear = Math.abs(gap) < span * 0.01;
  return view.start + (isStill || isNear || isOutside ? gap : gap * EASE);
}

/** The mode in use, and the one to come back to after a pan by hand. */
export class Follow {
  constructor() {
    this.mode = FOLLOW_MODES[0];
    this.left = null;
  }

  set(mode) {
    this.mode = mode;
    this.left = null;
  }

  /** Whoever drags the view away does not want it dragged back. */
  leave() {
    if (this.mode === "off") return;
    this.left = this.mode;
    this.mode = "off";
  }

  /** The next mode; after a pan by hand, the one that was left. */
  cycle() {
    this.set(this.left ?? FOLLOW_MODES[(FOLLOW_MODES.indexOf(this.mode) + 1) % FOLLOW_MODES.length]);
  }
}
