// @ts-check
/** The visible range: gestures, follow, centring; says where it came to rest, 300 ms after the last change. */

import { DEFAULT_SPAN_S, centredOn, clampView, fitted, pan, zoomAround } from "./axis.js";
import { FOLLOW_AT, Follow, followStep } from "./follow.js";

const KEEP_AFTER_MS = 300;
const STAY_AFTER_EVENT_S = 3;
/** Whether the system asks for no motion that is not needed. */
const stillness = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)") ?? { matches: false };

/** Owns the view of one timeline. */
export class Navigator {
  /** `onChange()` repaints, `keep(view)` is told where the view came to rest. */
  constructor(onChange, keep) {
    this.onChange = onChange;
    this.keep = keep;
    this.duration = 0;
    this.view = { start: 0, end: DEFAULT_SPAN_S };
    this.following = new Follow();
    this.hold = null;
    this.timer = 0;
    this.isGripped = false;
    this.isMovedInGrip = false;
  }

  get isFollowing() {
    return this.following.mode !== "off";
  }

  get span() {
    return this.view.end - this.view.start;
  }

  /** A new dialogue: its start, at the zoom in use. */
  open(duration) {
    this.duration = duration;
    this.hold = null;
    this.view = { start: 0, end: Math.min(Math.max(this.span, 1), duration || DEFAULT_SPAN_S) };
    this.onChange();
    this.keepSoon();
  }

  /** Show exactly this range, as a link names it: a view to come back to, however soon a hand moves on. */
  show(start, end) {
    if (!(end > start)) return;
    this.view = { start, end };
    this.onChange();
    this.settle();
  }

  /** A change made by hand. */
  change(view) {
    this.view = view;
    this.hold = null;
    this.onChange();
    this.keepSoon();
  }

  /** A view seen before, exactly as it was. */
  recall({ start, end }) {
    this.following.leave();
    this.hold = null;
    this.show(start, end);
  }

  /** A hand takes hold: however long it pauses, the view rests only when it lets go. */
  grip() {
    this.isGripped = true;
  }

  /** The hand lets go. */
  letGo() {
    this.isGripped = false;
    if (this.isMovedInGrip) this.keepSoon();
    this.isMovedInGrip = false;
  }

  /** Say where the view has come to rest. */
  keepSoon() {
    clearTimeout(this.timer);
    this.isMovedInGrip = this.isGripped;
    if (this.isGripped) return;
    this.timer = setTimeout(() => this.settle(), KEEP_AFTER_MS);
  }

  /** Say now where the view is. */
  settle() {
    clearTimeout(this.timer);
    this.keep(this.view);
  }

  /** Zoom keeping `time` where it is; without a time, the middle. */
  zoom(factor, time = (this.view.start + this.view.end) / 2) {
    this.change(zoomAround(this.view, time, factor, this.duration));
  }

  /** A pan by hand. */
  pan(seconds) {
    this.following.leave();
    this.change(pan(this.view, seconds, this.duration));
  }

  /** The overview's viewport, moved or resized by hand. */
  place(start, end) {
    this.following.leave();
    this.change(clampView({ start, end }, this.duration));
  }

  fit(start, end) {
    this.change(fitted(start, end, this.duration));
  }

  /** Put an event into the exact middle; the zoom stays unless the event does not fit. */
  centre(event) {
    const reach = 2 * Math.max(event.end - event.time, event.time - event.start, Math.abs(event.mark - event.time));
    this.view = centredOn(event.time, Math.max(this.span, Math.min(reach * 1.1, 4 * this.duration)));
    this.onChange();
    this.keepSoon();
  }

  /** Keep the view on an event while its lead-in plays. */
  stayOn(event, from) {
    this.hold = { from, until: Math.max(event.time, event.mark) + STAY_AFTER_EVENT_S };
  }

  /** The next way to follow the playhead. */
  cycleFollow() {
    this.following.cycle();
    this.hold = null;
    this.onChange();
  }

  setFollow(mode) {
    this.following.set(mode);
    this.onChange();
  }

  /** Bring a time into view if it is outside, as after a seek. */
  reveal(time) {
    if (time >= this.view.start && time <= this.view.end) return;
    const start = time - this.span * FOLLOW_AT;
    this.view = clampView({ start, end: start + this.span }, this.duration);
    this.onChange();
  }

  /** One step of following the playhead; true when the view moved. */
  follow(time) {
    if (!this.isFollowing) return false;
    if (this.hold && time >= this.hold.from - 0.25 && time < this.hold.until) return false;
    this.hold = null;
    const start = followStep(this.following.mode, this.view, time, this.duration, stillness.matches);
    if (start === null) return false;
    this.view = { start, end: start + this.span };
    this.onChange();
    this.keepSoon();
    return true;
  }

  dispose() {
    clearTimeout(this.timer);
  }
}
