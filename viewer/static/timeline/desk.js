// @ts-check
/** The audit desk in a timeline: the dispute that is shown, the own verdict that is drawn, and who hears of it. */

import { DeskDrafting } from "./desk_drafting.js";
import { DeskGrips } from "./desk_grips.js";
import { DeskHead } from "./desk_head.js";
import { layOutDesk } from "./desk_lanes.js";
import { holdingOf, parseDesk, restOfGold, unionOf } from "./desk_text.js";
import { TASK_NAMES, activeModel, classOf } from "./scene.js";

const SAME_S = 0.0005;
/** Around a span at least so much is shown, and at least a span's length on each side. */
const LEAST_SHOWN_S = 4;
const SHOWN_SPANS = 3;

/** The page that has a desk. */
const PAGE = "audit";

/** The desk of one timeline; without a text, or on another page, it changes nothing. */
export class Desk {
  constructor(timeline) {
    this.timeline = timeline;
    this.now = null;
    this.isLate = false;
    this.isLooped = true;
    this.drafting = new DeskDrafting(this);
    this.grips = new DeskGrips(this);
    this.head = new DeskHead(this);
    document.addEventListener("turnbench:page", () => this.onPage(), { signal: timeline.life.signal });
  }

  /** Whether there is a dispute and its page is open. */
  get isOn() {
    return this.now !== null && document.documentElement.dataset.page === PAGE;
  }

  /** What the draw functions get: the desk, or null where there is none. */
  get shown() {
    return this.isOn && this.timeline.dialogue ? this : null;
  }

  /** A new text of the desk; an empty one ends it. */
  take(text) {
    const before = this.now;
    this.now = parseDesk(text);
    const isOther = this.now?.nonce !== before?.nonce;
    this.drafting.take(this.now, { isOther });
    this.isLate ||= isOther;
    if (before && isOther) this.leave();
    this.show();
  }

  /** Another page is open: the dispute waits, and is shown anew when its own page is. */
  onPage() {
    if (!this.now) return;
    this.isLate = true;
    this.leave();
    this.show();
    this.timeline.rebuild();
    this.arrive();
  }

  show() {
    this.timeline.root.classList.toggle("is-desk", this.isOn);
    this.head.show();
  }

  /** What went on about the dispute before stops with it. */
  leave() {
    const { transport } = this.timeline;
    transport.pause();
    transport.setLoop(null);
    this.isLooped = true;
  }

  /** A dispute that is new is shown once, as soon as its dialogue is here; the playhead rests at its start. */
  arrive() {
    if (!this.isLate || !this.shown) return;
    this.isLate = false;
    this.zoom();
    this.timeline.scrollTo(this.speaker);
    this.timeline.transport.seek(this.span.start);
  }

  /** Show the whole span with what lies around it. */
  zoom() {
    const { start, end } = this.span;
    const half = Math.max((end - start) * SHOWN_SPANS, LEAST_SHOWN_S) / 2;
    const middle = (start + end) / 2;
    this.timeline.navigator.change({ start: middle - half, end: middle + half });
  }

  layOut({ isCompact, hasProbabilities }) {
    const { dialogue, models, room } = this.timeline;
    const tracks = dialogue.tracks[this.speaker];
    const nameOf = (code, label) => (code === 0 ? "turn" : classOf(code).code || label);
    const annotators = dialogue.annotators.map((name, at) => ({ name, note: holdingOf(tracks[at], this.span, nameOf) }));
    const task = `${TASK_NAMES[this.timeline.task]} decisions`;
    return layOutDesk({ speaker: this.speaker, annotators, model: activeModel(models), task, hasProbabilities, isCompact, room });
  }

  // --- what is drawn -----------------------------------------------------------------------------------

  get speaker() {
    return this.now.speaker;
  }

  get span() {
    return this.now.span;
  }

  get boundaries() {
    return this.now.boundaries;
  }

  get excluded() {
    return this.now.excluded;
  }

  /** A speaker's excluded intervals together with those of the desk. */
  excludedWith(list) {
    if (this.merged?.list !== list || this.merged.now !== this.now) {
      this.merged = { list, now: this.now, union: list ? unionOf(list, this.excluded) : this.excluded };
    }
    return this.merged.union;
  }

  /** The gold lane: what stays of the gold, and the proposal; where a draft is drawn, it stands in for what it overlaps. */
  goldItems(gold) {
    const { draft } = this.drafting;
    const { proposed: told, span } = this.now;
    const own = (one) => ({ ...one, hasStart: true, hasEnd: true });
    const isReplaced = (one) => this.drafting.places.some(({ start, end }) => one.start < end && one.end > start);
    const words = draft && told.filter(isReplaced).map(({ text }) => text).join(" ");
    const proposed = draft ? [...told.filter((one) => !isReplaced(one)), { ...draft, text: draft.text || words }] : told;
    const taken = [span, ...proposed].map(({ start, end }) => [start, end]);
    return { rest: gold ? restOfGold(gold, taken) : [], proposed: proposed.map(own) };
  }

  /** Whether a track's boundary is one of the proposal's. */
  isChosen({ time, kind }) {
    const { draft } = this.drafting;
    return (draft ? [draft] : this.now.proposed).some((one) => Math.abs(one[kind] - time) < SAME_S);
  }

  // --- what is done ------------------------------------------------------------------------------------

  /** Play the dispute from its start, or pause. */
  play() {
    const { transport } = this.timeline;
    if (transport.playing) {
      transport.pause();
      return;
    }
    transport.setLoop(this.isLooped ? { ...this.span } : null);
    transport.play(this.span.start);
  }

  /** Whether the loop that sounds is in view as a whole: then nothing needs to be followed. */
  get isWatched() {
    const { transport, navigator } = this.timeline;
    const { loop } = transport;
    return Boolean(this.shown && loop && loop.start >= navigator.view.start && loop.end <= navigator.view.end);
  }

  toggleLoop() {
    const { transport } = this.timeline;
    this.isLooped = !this.isLooped;
    transport.setLoop(this.isLooped ? { ...this.span } : null);
    this.head.show();
  }

  /** Move the held edge by seconds; without a draft the playhead, as everywhere. */
  nudge(seconds) {
    if (this.shown && this.drafting.isOpen) this.drafting.nudge(seconds);
    else this.timeline.seek(this.timeline.transport.time() + Math.sign(seconds) * (Math.abs(seconds) < 0.05 ? 1 : 5));
  }

  /** Hold one edge; null: the other one. */
  hold(edge) {
    if (!this.shown || !this.drafting.isOpen) return;
    this.drafting.hold(edge);
    this.timeline.navigator.reveal(this.drafting.draft[this.drafting.edge]);
    this.grips.focusHeld();
  }

  /** A key's meaning goes to the page where a verdict can be given. */
  tell(name, detail = {}) {
    if (this.shown && this.now.isEditable) this.timeline.announce(`turnbench:desk-${name}`, detail);
  }

  /** What is in dispute, in words. */
  get facts() {
    return { title: this.now.title || "Disputed span", length: `${(this.span.end - this.span.start).toFixed(2)} s in dispute`, speaker: `Speaker ${this.speaker + 1}` };
  }

  dispose() {
    this.drafting.dispose();
  }
}
