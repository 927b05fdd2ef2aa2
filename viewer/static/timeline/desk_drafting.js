// @ts-check
/** The own verdict while it is drawn: which edge is held, what it snaps to, what is heard, and when the server is told. */

import { roundMs, isSameSpan, withEdge } from "./desk_draft.js";
import { energyMinima, snapOf, trackBoundaries } from "./desk_snap.js";

const SNAP_PX = 8;
const REST_MS = 250;
const ECHO_MS = 2000;

/** The draft of one desk. */
export class DeskDrafting {
  constructor(desk) {
    this.desk = desk;
    this.draft = null;
    this.edge = "end";
    this.isHeld = false;
    this.snapped = null;
    /** Where the draft stood when the texts that are shown were made. */
    this.told = null;
    this.sent = [];
    this.targets = { dialogue: null, list: [] };
    this.timer = 0;
  }

  /** Whether an edge can be moved. */
  get isOpen() {
    return this.draft !== null && this.desk.now.isEditable;
  }

  /** Where the draft is, and where it was for whoever made the proposal. */
  get places() {
    return [this.draft, this.told].filter((one) => one !== null);
  }

  /**
   * The draft of a new text. An own move is newer than what the text knew: times that were told or sent before are no
   * news, and while a grip is held nothing else moves it.
   */
  take(now, { isOther }) {
    const next = now?.draft ?? null;
    const since = performance.now() - ECHO_MS;
    this.sent = this.sent.filter(({ at }) => at > since);
    const isKnown = this.draft && next && !isOther && (this.isHeld || isSameSpan(next, this.told) || this.sent.some((one) => isSameSpan(one, next)));
    if (isOther || !next) this.forget();
    this.draft = isKnown ? { ...next, start: this.draft.start, end: this.draft.end } : next;
    this.told = next;
  }

  forget() {
    if (this.timer || this.isHeld) this.desk.timeline.transport.endScrub();
    clearTimeout(this.timer);
    this.timer = 0;
    this.snapped = null;
    this.edge = "end";
    this.sent = [];
    this.isHeld = false;
  }

  /** Hold one edge; null: the other one. */
  hold(edge) {
    this.edge = edge ?? (this.edge === "start" ? "end" : "start");
    this.desk.timeline.painter.request();
  }

  /** The pointer takes a grip. */
  grab(edge) {
    clearTimeout(this.timer);
    this.isHeld = true;
    this.before = this.draft;
    this.hold(edge);
  }

  /** The pointer is at a time; it snaps unless `isFree`. */
  drag(time, { isFree }) {
    this.snapped = isFree ? null : this.snap(time);
    this.move(this.snapped?.time ?? time);
  }

  /** The pointer lets go: where it is, or (cancelled) where it was. */
  letGo({ isCancelled = false } = {}) {
    this.isHeld = false;
    this.snapped = null;
    if (isCancelled) this.move(this.before[this.edge]);
    this.rest();
  }

  /** Move the held edge by seconds; it rests when no other nudge comes. */
  nudge(seconds) {
    this.snapped = null;
    this.move(roundMs(this.draft[this.edge] + seconds));
    this.desk.timeline.navigator.reveal(this.draft[this.edge]);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rest(), REST_MS);
  }

  /** Put the held edge as near to a time as it may be; its sound is heard. */
  move(time) {
    const { timeline } = this.desk;
    const moved = withEdge(this.draft, this.edge, time, timeline.dialogue.duration);
    if (isSameSpan(moved, this.draft)) return;
    this.draft = moved;
    timeline.scrub(moved[this.edge]);
    this.announce(false);
    timeline.painter.request();
  }

  /** The edge has come to rest: the page and the server hear of it. */
  rest() {
    clearTimeout(this.timer);
    this.timer = 0;
    const { timeline } = this.desk;
    timeline.transport.endScrub();
    timeline.painter.request();
    if (isSameSpan(this.draft, this.sent[this.sent.length - 1] ?? this.told)) return;
    const { start, end } = this.draft;
    this.sent.push({ start, end, at: performance.now() });
    this.announce(true);
    timeline.send({ type: "draft", start_s: start, end_s: end });
  }

  announce(isDone) {
    const { start, end } = this.draft;
    this.desk.timeline.announce("turnbench:desk-draft", { start_s: start, end_s: end, edge: this.edge, is_done: isDone });
  }

  /** What a time snaps to: another track's boundary, else a quiet moment. */
  snap(time) {
    const { timeline, speaker } = this.desk;
    const { navigator, painter, waveform } = timeline;
    const [level] = waveform.levels ?? [];
    const dips = (from, to) => (level && waveform.isFine ? energyMinima(level, speaker, waveform.media.sample_rate, from, to) : []);
    return snapOf(time, { boundaries: this.boundaries(), dips, reach: (SNAP_PX / painter.width) * navigator.span });
  }

  /** The boundaries of all tracks of the speaker, found once for each dialogue. */
  boundaries() {
    const { timeline, speaker } = this.desk;
    const { dialogue } = timeline;
    if (this.targets.dialogue !== dialogue || this.targets.speaker !== speaker) {
      this.targets = { dialogue, speaker, list: trackBoundaries(dialogue.tracks[speaker], dialogue.annotators) };
    }
    return this.targets.list;
  }

  dispose() {
    clearTimeout(this.timer);
  }
}
