// @ts-check
/**
 * Sound of one dialogue: play, pause, seek, loop, speed, who is heard. Left is speaker 1, right is speaker 2.
 *
 * Samples come over HTTP and are scheduled on the audio clock by a `Run`; the playhead is read from that clock, so
 * the two cannot drift apart, at any speed, in any loop.
 */

import { heardClock } from "./playhead_clock.js";
import { SoundGraph } from "./sound_graph.js";
import { Run, loopFrames } from "./sound_run.js";
import { Samples } from "./sound_samples.js";
import { Scrubber } from "./sound_scrub.js";

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];
const SPLICE_IN_S = 0.03;
const FIRST_S = 0.5;

export class Transport {
  /** `onChange` is called when what the bar shows has changed. */
  constructor(onChange) {
    this.onChange = onChange;
    this.state = "none";
    this.rate = 1;
    this.solo = null;
    this.mutes = [false, false];
    this.ears = "apart";
    this.loop = null;
    this.graph = null;
    this.media = null;
    this.samples = null;
    this.run = null;
    this.rest = 0;
    this.scrubber = new Scrubber();
    this.scrubbed = null;
    this.wake = () => this.graph?.wake();
    // Where sound began without a gesture of the user, the first one that comes starts it.
    for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, this.wake, { capture: true });
  }

  /** Open a recording `{url, sample_rate, samples}`, to start at `seconds`; null means that there is none. Playing stops. */
  open(media, seconds = 0) {
    this.halt();
    this.scrubber.stop();
    this.scrubbed = null;
    this.samples?.close();
    this.loop = null;
    this.media = media;
    this.rest = seconds;
    this.samples = media && media.samples > 0 ? new Samples(media.url, media.samples) : null;
    this.state = this.samples ? "loading" : "none";
    if (this.samples) this.prepare();
    this.onChange();
  }

  /** Fetch what would be heard first; says whether there is any sound. */
  async prepare() {
    const { samples, media } = this;
    const first = this.rest * media.sample_rate;
    try {
      await samples.load(Math.min(first, media.samples - 1), first + FIRST_S * media.sample_rate);
    } catch (error) {
      if (samples === this.samples) this.fail(error);
      return;
    }
    if (samples !== this.samples || this.state !== "loading") return;
    this.state = "ready";
    this.onChange();
  }

  fail(error) {
    this.problem = String(error?.message ?? error);
    this.halt();
    this.state = "failed";
    this.onChange();
  }

  /** Ask for the sound again after a failure, at the same place. */
  retry() {
    if (this.state === "failed") this.open(this.media, this.rest);
  }

  get duration() {
    return this.media ? this.media.samples / this.media.sample_rate : 0;
  }

  get playing() {
    return this.run !== null;
  }

  get canPlay() {
    return this.state === "ready" || this.state === "loading";
  }

  /** The position that is heard at `now`, seconds. */
  time(now = performance.now()) {
    if (!this.run) return this.rest;
    const heard = heardClock(this.graph.context, now);
    const frame = this.run.position(heard) ?? this.run.from;
    return frame / this.media.sample_rate;
  }

  /** Move to a time; where sound plays it goes on from there. */
  seek(seconds) {
    this.rest = Math.max(0, seconds);
    if (this.run) this.start();
    else if (this.samples) this.samples.prefetch(this.rest * this.media.sample_rate, (this.rest + FIRST_S) * this.media.sample_rate);
    this.onChange();
  }

  /** Play from here, or from `start`. */
  play(start = null) {
    if (!this.canPlay) return;
    if (start !== null) this.rest = Math.max(0, start);
    else if (this.run) return;
    this.scrubbed = null;
    if (this.frame >= this.media.samples) this.rest = 0;
    this.connect();
    this.graph.wake();
    this.start();
    this.onChange();
  }

  get frame() {
    return Math.round(this.rest * this.media.sample_rate);
  }

  /** Begin a new course at `rest`, in place of the one that goes on. */
  start() {
    this.halt();
    // Past the end there is nothing to play: the playhead rests there.
    if (this.frame < this.media.samples) this.begin(this.frame);
  }

  begin(frame, more = {}) {
    const { graph, samples, rate } = this;
    const loop = loopFrames(this.loop, this.media.sample_rate, this.media.samples);
    const run = new Run({ graph, samples, frame, speed: rate, loop, ...more }, {
      onEnd: () => {
        this.rest = this.duration;
        this.run = null;
        this.onChange();
      },
      onFail: (error) => this.fail(error),
    });
    this.run = run;
    run.feed();
  }

  /** Speed or loop changed: go on from what is about to be heard, without a gap. */
  splice() {
    if (!this.run) return;
    const { context, rate } = this.graph;
    const at = Math.ceil((context.currentTime + SPLICE_IN_S) * rate);
    const frame = this.run.position(at / rate);
    if (frame === null) {
      this.rest = this.time();
      this.start();
      return;
    }
    const old = this.run;
    old.stop(at / rate);
    this.begin(Math.min(Math.round(frame), this.media.samples - 1), { at, previous: old });
  }

  /** Stop the sound; the playhead stays where `rest` says. */
  halt() {
    this.run?.stop();
    this.run = null;
  }

  pause() {
    if (!this.run) return;
    this.rest = this.time();
    this.halt();
    this.onChange();
  }

  toggle() {
    if (this.run) this.pause();
    else this.play();
  }

  /** The audio graph, made at the first sound because browsers want a user's gesture for it. */
  connect() {
    const rate = this.media?.sample_rate ?? this.graph?.rate ?? 48000;
    if (this.graph?.rate === rate) return;
    this.graph?.close();
    this.graph = new SoundGraph(rate);
    this.applyGains();
  }

  // --- scrubbing ---------------------------------------------------------------------------------------

  /** The pointer drags the playhead: what plays waits, and grains of the place are heard. */
  scrub(seconds) {
    if (this.samples && this.canPlay) {
      this.scrubbed ??= { wasPlaying: this.playing };
      this.halt();
      this.connect();
      this.graph.wake();
      this.scrubber.move(this.graph, this.samples, seconds * this.media.sample_rate);
    }
    this.rest = seconds;
    this.onChange();
  }

  /** The pointer has let go: what played before goes on from there. */
  endScrub() {
    const { scrubbed } = this;
    this.scrubbed = null;
    this.scrubber.stop();
    if (scrubbed?.wasPlaying) this.play();
    else this.onChange();
  }

  // --- who is heard, and how ---------------------------------------------------------------------------

  isMuted(speaker) {
    return this.mutes[speaker] || (this.solo !== null && this.solo !== speaker);
  }

  /** Hear one speaker only (null: both again, mutes lifted). */
  setSolo(speaker) {
    this.solo = speaker;
    if (speaker === null) this.mutes = [false, false];
    else this.mutes = this.mutes.map((isMuted, one) => isMuted && one !== speaker);
    this.applyGains();
  }

  toggleMute(speaker) {
    this.mutes = this.mutes.map((isMuted, one) => (one === speaker ? !isMuted : isMuted));
    if (this.solo !== null && this.mutes[this.solo]) this.solo = null;
    this.applyGains();
  }

  /** Solo and mutes exactly as given. */
  hear({ solo = this.solo, mutes = this.mutes }) {
    this.solo = solo;
    this.mutes = mutes;
    this.applyGains();
  }

  /** Each speaker in an ear of its own (`apart`), or both speakers in both ears (`both`). */
  setEars(ears) {
    this.ears = ears;
    this.applyGains();
  }

  applyGains() {
    this.graph?.apply({ muted: [this.isMuted(0), this.isMuted(1)], ears: this.ears });
    this.onChange();
  }

  /** Next slower or faster speed. */
  stepSpeed(direction) {
    const faster = SPEEDS.find((speed) => speed > this.rate) ?? this.rate;
    const slower = SPEEDS.findLast((speed) => speed < this.rate) ?? this.rate;
    this.setRate(direction > 0 ? faster : slower);
  }

  setRate(rate) {
    if (rate === this.rate) return;
    this.rate = rate;
    this.splice();
    this.onChange();
  }

  /** Repeat a range (seconds), or null. The sound goes on where it is. */
  setLoop(loop) {
    this.loop = loop;
    this.splice();
    this.onChange();
  }

  /** Let go of the sound and the graph. */
  dispose() {
    this.halt();
    this.scrubber.stop();
    this.samples?.close();
    for (const name of ["pointerdown", "keydown"]) document.removeEventListener(name, this.wake, { capture: true });
    this.graph?.close();
  }
}
