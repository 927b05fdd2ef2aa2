// @ts-check
/** One timeline: its state, and everything a key, a gesture, a button or a text can do to it. */

import { look } from "../page/look.js";
import { opened } from "../page/opened.js";
import { ACTIONS, ELSEWHERE } from "./actions.js";
import { clamp, pxToTime } from "./axis.js";
import { Desk } from "./desk.js";
import { EventList } from "./event_list.js";
import { retry, showFailure } from "./failure.js";
import { clock } from "./format.js";
import { buildGutter, showMutes, showTheta } from "./gutter.js";
import { HoverCard } from "./hover_card.js";
import { LaneGrips } from "./lane_grips.js";
import { LaneKeeper } from "./lane_keeper.js";
import { layOut } from "./lanes.js";
import { Models } from "./models.js";
import { Navigator } from "./navigator.js";
import { OneSpeaker, isNarrow } from "./one_speaker.js";
import { Painter } from "./painter.js";
import { listenToPointer } from "./pointer.js";
import { Reasons } from "./reasons.js";
import { activeModel, parseDialogue, parseGold } from "./scene.js";
import { ECHO_MS, Selecting } from "./selecting.js";
import { Selection } from "./selection.js";
import { Busy, showProgress } from "./progress.js";
import { buildShell, fillSubBar } from "./shell.js";
import { SignalNotes } from "./signals_notes.js";
import { SignalsSource } from "./signals_source.js";
import { Thresholds } from "./thresholds.js";
import { Transport } from "./transport.js";
import { buildTransportBar, showClock, showTransport } from "./transport_bar.js";
import { ViewHistory } from "./view_history.js";
import { ViewTools } from "./view_tools.js";
import { WaveformSource } from "./waveform_source.js";

const COMPACT_HEIGHT_PX = 850;

/** The timeline of one page. */
export class Timeline {
  /** `send(message)` goes to Python, `resolve(url)` makes the texts' URLs the page's. */
  constructor(root, { send, resolve }) {
    Object.assign(this, { root, send, resolve, dialogue: null, gold: null, models: [], task: "eot", buttons: [], taskSetAt: -Infinity });
    this.life = new AbortController();
    const { signal } = this.life;
    const perform = (action, value) => this.perform(action, value);
    this.layout = layOut({ hasLabels: true, annotators: [], models: [], isCompact: false });
    this.lanes = new LaneKeeper(() => this.relayout(), signal);
    this.history = new ViewHistory();
    this.tools = new ViewTools(this.lanes, perform, signal);
    this.selection = new Selection();
    this.known = new Models();
    this.thresholds = new Thresholds(this, signal);
    this.reasons = new Reasons(send);
    this.painted = { id: null, at: 0 };
    this.parts = buildShell(root, { onTask: (task) => this.setTask(task), onRetry: () => retry(this), tools: this.tools });
    this.grips = new LaneGrips(this.parts.grips, this.lanes, { layout: () => this.layout, say: this.tools.say });
    this.busy = new Busy(() => this.onWaveform());
    this.waveform = new WaveformSource(resolve, () => this.onWaveform());
    this.signals = new SignalsSource(resolve, () => this.onSignals());
    this.signalNotes = new SignalNotes(this.parts.lanes.parentElement, this.signals);
    this.transport = new Transport(() => this.onTransport());
    this.navigator = new Navigator(() => this.onView(), (view) => this.keepView(view));
    look.onSettle(() => this.navigator.settle(), signal);
    this.bar = buildTransportBar(this.parts.bar, perform);
    this.desk = new Desk(this);
    this.card = new HoverCard(root, (event) => this.selecting.play(event), (event) => this.reasons.of(this.models, event));
    this.painter = new Painter(this.parts, () => this.drawnState(), (frame) => this.onPainted(frame));
    this.selecting = new Selecting(this);
    this.events = new EventList(this.parts, { drawn: () => this.drawnState(), choose: (event) => this.selecting.choose(event), signal });
    this.oneSpeaker = new OneSpeaker(this.parts, { layout: () => this.layout, onChange: () => this.rebuild(), signal });
    listenToPointer(this);
    this.resizer = new ResizeObserver(() => this.onResize());
    this.resizer.observe(this.parts.scroller);
  }

  // --- texts from Python -------------------------------------------------------------------------------

  /** Take the texts that changed together, in the order in which they build on each other. */
  apply(texts) {
    if (texts.reasons) this.takeReasons(JSON.parse(texts.reasons));
    if (Object.keys(texts).every((name) => name === "reasons")) return;
    const isOtherTask = "task" in texts && texts.task !== this.task;
    if (isOtherTask) this.task = texts.task;
    if ("dialogue" in texts) this.openDialogue(parseDialogue(texts.dialogue));
    if ("gold" in texts) this.gold = parseGold(texts.gold);
    this.models = this.known.take(texts, this.gold);
    if ("desk" in texts) this.desk.take(texts.desk);
    this.thresholds.take(texts);
    this.selection.refresh(this.models);
    // An answer to a change made here may be older than the selection; what came with it is newer.
    if (isOtherTask && !texts.selection && performance.now() - this.taskSetAt > ECHO_MS) this.selecting.leaveOtherTask(this.task);
    this.rebuild();
    if (texts.view) this.showView(texts.view);
    if (texts.selection) this.selecting.take(texts.selection, { isCentred: !texts.view });
    this.desk.arrive();
    const pending = this.selection.takePending(this.models);
    if (pending) this.selecting.select(pending.id, pending);
    this.selecting.speak();
    opened.show(this);
  }

  /** Show the range of a link; at the start the look has it, and may know better than the server what was left. */
  showView({ start_s: start, end_s: end }) {
    const asked = this.hasView ? { start, end } : look.get("t") ?? { start, end };
    this.hasView = true;
    this.navigator.show(asked.start, asked.end);
  }

  /** Sentences that were asked for: the card and the live region say them. */
  takeReasons(answer) {
    if (!this.reasons.take(answer, this.models)) return;
    this.selection.refresh(this.models);
    this.card.refresh();
    this.selecting.speak();
  }

  openDialogue(dialogue) {
    const isSame = dialogue && this.dialogue?.id === dialogue.id && this.dialogue.media?.peaks === dialogue.media?.peaks;
    this.dialogue = dialogue;
    if (isSame) return;
    this.gold = null;
    this.models = [];
    this.known.clear();
    this.selection.clear();
    this.card.close();
    this.painted = { id: null, at: 0 };
    this.openSound(dialogue?.media ?? null);
    this.waveform.open(dialogue?.media ?? null);
    this.signals.open(dialogue?.media ?? null);
    this.navigator.open(dialogue?.duration ?? 0);
    this.history.clear();
    this.tools.showHistory(this.history);
    this.parts.scroller.scrollTop = 0;
    this.busy.watch();
  }

  openSound(media) {
    const sound = media && { url: this.resolve(media.pcm), sample_rate: media.sample_rate, samples: media.samples };
    this.transport.open(sound, this.soundLook?.startOf(this.dialogue) ?? 0);
  }

  /** Lay out again and write everything that is text of the page. */
  rebuild() {
    this.root.classList.toggle("is-compact", window.innerHeight < COMPACT_HEIGHT_PX);
    this.root.classList.toggle("is-empty", !this.dialogue);
    fillSubBar(this.parts, this);
    this.relayout();
    this.onWaveform();
    this.onTransport();
    this.onSignals();
    this.events.showSoon();
    this.painter.requestAll();
  }

  /** Lay out the lanes that are on, with their labels and edges. */
  relayout() {
    const { dialogue, models, parts } = this;
    this.tools.menu.show();
    if (!dialogue) return;
    const annotators = dialogue.annotators.length > 0 ? dialogue.annotators : ["a", "b", "c"];
    const isCompact = this.root.classList.contains("is-compact");
    this.room = parts.scroller.clientHeight;
    const hasProbabilities = this.thresholds.shown !== null;
    this.layout = this.desk.shown
      ? this.desk.layOut({ isCompact, hasProbabilities })
      : layOut({ hasLabels: dialogue.hasLabels, annotators, models, isCompact, room: this.room, choice: this.lanes.choice, hasProbabilities });
    this.fillGutter();
    showTheta(parts.gutter, this.thresholds.shown);
    if (!this.desk.shown) this.grips.show();
    this.oneSpeaker.show(dialogue);
    const { y, height } = this.layout.lanes.find((lane) => lane.kind === "waveform") ?? this.layout.lanes[0];
    parts.failure.box.style.top = `${y}px`;
    parts.failure.box.style.height = `${height}px`;
    this.card.close();
    this.painter.request();
  }

  /** Write the lane labels, unless they would be the same: a focused button keeps its focus. */
  fillGutter() {
    const names = this.layout.lanes.map(({ kind, name, note, y, height, models = [] }) => [kind, name, note, y, height, ...models.map((one) => [one.model, one.title])]);
    const key = JSON.stringify([names, this.dialogue.speakers]);
    if (key === this.gutterKey) return;
    this.gutterKey = key;
    this.buttons = buildGutter(this.parts.gutter, this.layout, this.dialogue, {
      onSolo: (speaker) => this.perform("solo", this.transport.solo === speaker ? null : speaker),
      onMute: (speaker) => this.transport.toggleMute(speaker),
      onModel: (model) => this.setModel(model),
    });
  }

  // --- what is drawn -----------------------------------------------------------------------------------

  drawnState() {
    return {
      dialogue: this.dialogue, gold: this.gold, active: activeModel(this.models), task: this.task, layout: this.layout,
      view: this.navigator.view, waveform: this.waveform, signals: this.signals, probability: this.thresholds.shown, selected: this.selection, desk: this.desk.shown, loop: this.transport.loop,
      muted: [this.transport.isMuted(0), this.transport.isMuted(1)],
    };
  }

  /** Another threshold: marks, the lane's line and its label; nothing is laid out anew. */
  showThreshold() {
    this.selection.refresh(this.models);
    showTheta(this.parts.gutter, this.thresholds.shown);
    this.painter.request();
  }

  /** The part of the place that can be changed here. */
  shown() {
    return { dialogue: this.dialogue?.id ?? null, task: this.task, model: activeModel(this.models)?.model ?? null, event: this.selection.id };
  }

  timeAt(x) {
    return pxToTime(this.navigator.view, this.painter.width, x);
  }

  /** How much is played before and after an event, seconds. */
  get roll() {
    return { before: look.get("before"), after: look.get("after") };
  }

  onView() {
    this.soundLook?.keep();
    this.card?.close();
    this.painter?.request();
    if (this.bar) showTransport(this.bar, this);
    this.showPlayhead();
  }

  onWaveform() {
    showFailure(this.parts.failure, this.waveform, this.transport?.state === "failed");
    showProgress(this.parts.busy, this.waveform.share, this.busy.isShown && this.waveform.state === "loading");
    if (this.painter) this.painter.requestAll();
  }

  onSignals() {
    this.signalNotes?.showFailures(this.layout);
    this.painter?.request();
  }

  onTransport() {
    if (!this.bar) return;
    this.soundLook?.keep();
    showTransport(this.bar, this);
    this.desk.head.show();
    showMutes(this.buttons, this.transport);
    const muted = [0, 1].map((speaker) => this.transport.isMuted(speaker)).join();
    if (muted !== this.shownMutes || this.transport.loop !== this.shownLoop) this.painter.request();
    this.shownMutes = muted;
    this.shownLoop = this.transport.loop;
    if (this.transport.state !== this.shownState) {
      this.shownState = this.transport.state;
      this.onWaveform();
    }
    this.showPlayhead();
    this.onRest();
    if (this.transport.playing && !this.ticking) this.tick();
  }

  /** Playhead and view stand where they are when the sound stops. */
  onRest() {
    const { playing } = this.transport;
    if (this.wasPlaying && !playing) this.navigator.keepSoon();
    this.wasPlaying = playing;
  }

  /** One step of playback, once a frame while sound runs. */
  tick() {
    this.ticking = requestAnimationFrame(() => {
      this.ticking = 0;
      if (!this.desk.isWatched) this.navigator.follow(this.transport.time());
      this.showPlayhead();
      this.soundLook?.keep();
      if (this.transport.playing) this.tick();
    });
  }

  showPlayhead() {
    if (!this.transport || !this.painter) return;
    const time = this.transport.time();
    this.painter.placePlayhead(time, clock(time, 1));
    showClock(this.bar, time);
    opened.move(time, this.transport.playing);
  }

  onResize() {
    const isCompact = window.innerHeight < COMPACT_HEIGHT_PX;
    const isOther = isCompact !== this.root.classList.contains("is-compact");
    if (isOther || this.room !== this.parts.scroller.clientHeight) this.rebuild();
    if (this.dialogue && this.painter.fit(this.layout)) {
      this.painter.draw();
      this.showPlayhead();
    }
  }

  onPainted(frame) {
    const { dialogue, waveform } = frame;
    this.showPlayhead();
    this.desk.grips.place(frame);
    const isWhole = waveform.state !== "loading" && (waveform.isFine || !waveform.levels);
    if (isWhole && this.painted.id !== dialogue.id) this.painted = { id: dialogue.id, at: performance.now() };
  }

  // --- actions -----------------------------------------------------------------------------------------

  /** Do what a key or a button means. */
  perform(action, value) {
    if (!this.dialogue && !ELSEWHERE.has(action)) return;
    if (Object.hasOwn(ACTIONS, action)) ACTIONS[action](this, value);
    else console.warn(`turnbench:perform: expected one of ${Object.keys(ACTIONS).join(", ")}, found ${action}`);
  }

  announce(name, detail) {
    document.dispatchEvent(new CustomEvent(name, { detail }));
  }

  seek(seconds) {
    if (!this.dialogue) return;
    const time = clamp(seconds, 0, this.dialogue.duration);
    this.navigator.hold = null;
    this.transport.seek(time);
    this.navigator.reveal(time);
  }

  /** The pointer drags the playhead along the ruler. */
  scrub(seconds) {
    if (!this.dialogue) return;
    this.navigator.hold = null;
    this.transport.scrub(clamp(seconds, 0, this.dialogue.duration));
  }

  /** Scroll the lanes so that the speaker's block can be seen. */
  scrollTo(speaker) {
    if (isNarrow()) this.oneSpeaker.choose(speaker);
    const block = this.layout.blocks[speaker];
    const { scrollTop, clientHeight } = this.parts.scroller;
    if (block.y < scrollTop || block.y + block.height > scrollTop + clientHeight) this.parts.scroller.scrollTop = block.y - 8;
  }

  setTask(task) {
    if (task === this.task) return;
    this.task = task;
    this.taskSetAt = performance.now();
    this.selecting.leaveOtherTask(task);
    this.rebuild();
    this.send({ type: "task", task });
  }

  setModel(name) {
    if (!this.models.some((model) => model.model === name)) return;
    this.models = this.known.activate(name);
    this.selection.refresh(this.models);
    this.selecting.speak();
    this.rebuild();
    this.send({ type: "model", model: name });
  }

  nextModel() {
    if (this.models.length < 2) return;
    const at = this.models.indexOf(activeModel(this.models));
    this.setModel(this.models[(at + 1) % this.models.length].model);
  }

  /** Where the view came to rest stands in the address; nobody on the server needs to know. */
  keepView({ start, end }) {
    if (!this.dialogue) return;
    look.set("t", { start, end });
    this.history.visit({ start, end });
    this.tools.showHistory(this.history);
  }

  dispose() {
    this.life.abort();
    this.resizer.disconnect();
    this.busy.stop();
    this.desk.dispose();
    cancelAnimationFrame(this.ticking);
    this.card.close();
    this.navigator.dispose();
    this.painter.dispose();
    this.waveform.close();
    this.signals.close();
    this.transport.dispose();
  }
}

