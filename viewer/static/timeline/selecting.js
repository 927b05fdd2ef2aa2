// @ts-check
/** Selecting, playing, looping and clearing: what the selection does to view, sound and the rest of the page. */

import { opened } from "../page/opened.js";
import { MIN_SPAN_S, clamp } from "./axis.js";
import { setText } from "./dom.js";
import { clock } from "./format.js";
import { goTo } from "./going.js";
import { leadIn } from "./lead.js";
import { sentenceOf, taskOf } from "./scene.js";

export const ECHO_MS = 2000;
/** How long the live region waits for the sentence, so that it is said once and whole. */
const SPEAK_AFTER_MS = 500;

/** Acts on one timeline's selection. */
export class Selecting {
  constructor(timeline) {
    this.timeline = timeline;
    this.echo = { event: null, at: -Infinity };
    this.isOwnEvent = false;
  }

  /** The selection text: a command to select, unless it only repeats what was just done here. */
  take({ event, at_s: at, play }, { isCentred }) {
    const isEcho = event === this.echo.event && !play && performance.now() - this.echo.at < ECHO_MS;
    if (isEcho) return;
    if (event === null || event === undefined) {
      this.deselect();
      if (typeof at === "number") goTo(this.timeline, { at, play: Boolean(play) });
    } else this.select(event, { play: Boolean(play), isCentred, isPlaced: !this.timeline.soundLook?.isRestored });
    this.isOwnEvent = true;
    this.timeline.announce("turnbench:select", { event: event ?? null, play: false });
    this.isOwnEvent = false;
  }

  /**
   * Centre, highlight, announce, and play if asked; an event of the other task brings its task along.
   * A resting playhead goes to the lead-in too, so that Space plays what is seen.
   */
  select(id, { play = false, model = null, isCentred = true, isPlaced = true } = {}) {
    const { selection, models, navigator, transport, painter, roll } = this.timeline;
    const event = selection.choose(models, id, { play, model, isPlaced });
    if (!event) return;
    if (event.task !== this.timeline.task) this.timeline.setTask(event.task);
    selection.range = null;
    if (isCentred) {
      navigator.centre(event);
      this.timeline.scrollTo(event.speaker);
    }
    if (isPlaced && !play && !transport.playing) transport.seek(leadIn(models, event, roll));
    if (transport.loop) transport.setLoop(this.loopRange());
    this.speak();
    if (play) this.play(event);
    painter.request();
  }

  deselect() {
    this.timeline.selection.clear();
    this.timeline.selection.pending = null;
    this.speak();
    this.timeline.painter.request();
  }

  /** Let the live region say what is selected as it is judged now; the same sentence is not said again. */
  speak() {
    const { selection, parts, reasons, models } = this.timeline;
    const { event } = selection;
    opened.select(selection.id);
    clearTimeout(this.speaking);
    const reason = event ? reasons.of(models, event) : "";
    const say = () => setText(parts.live, event ? sentenceOf(event, clock(event.told, 2), reason) : "");
    if (!event || reason) say();
    else this.spoken = new Promise((done) => (this.speaking = setTimeout(() => done(say()), SPEAK_AFTER_MS)));
  }

  /** The task changed: an event of another one is selected no longer, and Python hears of it. */
  leaveOtherTask(task) {
    const { id } = this.timeline.selection;
    if (id === null || taskOf(id) === task) return;
    this.deselect();
    this.tell(null);
  }

  /** Play an event from its pre-roll on, keeping it in view until it has passed. */
  play(event) {
    const { card, selection, models, navigator, transport, roll } = this.timeline;
    const from = leadIn(models, event, roll);
    card.close();
    if (![event.id, event.owner].includes(selection.event?.id)) this.choose(event);
    navigator.stayOn(event, from);
    transport.play(from);
  }

  /** Play the event whose card is open, else the selected one. */
  playSelected() {
    const event = this.timeline.card.event ?? this.timeline.selection.event;
    if (event) this.play(event);
  }

  /** Select by hand what a mark belongs to: the view stays, the rest of the page and Python hear of it. */
  choose(event) {
    const { selection, models } = this.timeline;
    const id = selection.find(models, event.owner, event.model) ? event.owner : event.id;
    this.select(id, { model: event.model, isCentred: false, isPlaced: false });
    this.tell(id);
  }

  tell(id) {
    this.echo = { event: id, at: performance.now() };
    this.isOwnEvent = true;
    this.timeline.announce("turnbench:select", { event: id, play: false });
    this.isOwnEvent = false;
    this.timeline.send({ type: "select", event: id });
  }

  /** A `turnbench:select` from elsewhere on the page. */
  hear({ event, play }) {
    if (this.isOwnEvent) return;
    this.echo = { event: event ?? null, at: performance.now() };
    if (event) this.select(event, { play: Boolean(play) });
    else this.deselect();
  }

  /** Close the card; without one, clear event and range. */
  clear() {
    const { card, selection, transport } = this.timeline;
    if (card.isOpen) {
      card.close();
      return;
    }
    const wasSelected = selection.id !== null;
    if (selection.range) transport.setLoop(null);
    this.deselect();
    if (wasSelected) this.tell(null);
    this.timeline.onTransport();
  }

  /** The range dragged with Shift. */
  setRange(start, end) {
    const { dialogue, selection, transport, painter } = this.timeline;
    if (!dialogue) return;
    const range = { start: clamp(start, 0, dialogue.duration), end: clamp(end, 0, dialogue.duration) };
    selection.range = range.end - range.start >= MIN_SPAN_S ? range : null;
    if (transport.loop && selection.range) transport.setLoop({ ...range });
    painter.request();
  }

  loopRange() {
    const { selection, models, navigator, dialogue, roll } = this.timeline;
    return selection.loopRange(models, navigator.view, dialogue.duration, roll);
  }

  /** Loop the selection, or stop looping. */
  toggleLoop() {
    const { transport } = this.timeline;
    transport.setLoop(transport.loop ? null : this.loopRange());
    const time = transport.time();
    const isOutside = transport.loop && (time < transport.loop.start || time >= transport.loop.end);
    if (isOutside) transport.seek(transport.loop.start);
  }

  /** Select a range and loop it, from its start. */
  loop(start, end) {
    this.setRange(start, end);
    this.timeline.transport.setLoop(this.loopRange());
    this.timeline.transport.seek(this.loopRange().start);
  }

  /** Pre-roll or post-roll changed: a loop of an event takes it over. */
  refreshLoop() {
    const { transport, selection } = this.timeline;
    if (transport.loop && selection.event && !selection.range) transport.setLoop(this.loopRange());
  }

  /** Zoom to the range or the event. */
  zoom() {
    const range = this.timeline.selection.zoomRange();
    if (range) this.timeline.navigator.fit(range.start, range.end);
  }
}
