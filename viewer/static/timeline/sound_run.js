// @ts-check
/**
 * One uninterrupted course of sound: pieces of the recording, each scheduled on the audio clock to the sample right
 * behind the one before. Times are frames of the recording, on the clock too.
 */

import { Stretcher } from "./sound_stretch.js";

const AHEAD_S = 2.5;
const PIECES_AT_A_TIME = 4;
const PREFETCH_S = 8;
const PIECE_S = 0.24;
const START_IN_S = 0.02;
const STOP_IN_S = 0.01;
const FADE_S = 0.004;
const KEPT_S = 2;

/** The loop in frames, or null: at least one frame long. */
export function loopFrames(loop, rate, frames) {
  if (!loop) return null;
  const start = Math.min(Math.max(Math.round(loop.start * rate), 0), frames - 1);
  return { start, end: Math.min(Math.max(Math.round(loop.end * rate), start + 1), frames) };
}

/** Sound from `frame` on, at `speed`; a loop sends it back to its start whenever its end is reached. */
export class Run {
  /** `onEnd()` when the last sample has been played, `onFail(error)` when samples cannot be had. */
  constructor({ graph, samples, frame, speed, loop, at = null, previous = null }, { onEnd, onFail }) {
    Object.assign(this, { graph, samples, frame, speed, loop, previous, onEnd, onFail });
    this.from = frame;
    this.clock = at;
    this.segments = [];
    this.sources = new Set();
    this.isStopped = false;
    this.isFeeding = false;
    this.gain = graph.context.createGain();
    this.gain.connect(graph.input);
  }

  get now() {
    return this.graph.context.currentTime * this.graph.rate;
  }

  /** Whether the end of the loop still lies ahead. */
  get isLooping() {
    return this.loop !== null && this.frame < this.loop.end;
  }

  /** Where this course has to turn back or ends. */
  get limit() {
    return this.isLooping ? this.loop.end : this.samples.frames;
  }

  /** Whether more has to be scheduled. */
  get isHungry() {
    return !this.isStopped && this.frame < this.samples.frames && (this.clock ?? 0) < this.now + AHEAD_S * this.graph.rate;
  }

  /** Schedule a few pieces if there are not enough; each piece that ends calls again. */
  async feed() {
    if (this.isFeeding) return;
    this.isFeeding = true;
    const { rate } = this.graph;
    try {
      for (let count = 0; count < PIECES_AT_A_TIME && this.isHungry; count += 1) {
        const piece = this.plan();
        for (const [first, last] of piece.needs) {
          if (!this.samples.has(first, last)) await this.samples.load(first, last);
        }
        if (!this.isStopped) this.schedule(piece);
      }
      if (!this.isStopped) this.samples.prefetch(this.frame, Math.min(this.frame + PREFETCH_S * rate * this.speed, this.limit));
    } catch (error) {
      if (!this.isStopped) this.onFail(error);
    } finally {
      this.isFeeding = false;
    }
  }

  /** The next piece: how many frames, what it needs, how it is made. */
  plan() {
    const { rate } = this.graph;
    if (this.speed === 1) {
      const last = Math.min(this.frame + Math.round(PIECE_S * rate), this.limit);
      const { frame } = this;
      return { frames: last - frame, next: last, needs: [[frame, last]], make: () => this.samples.read(frame, last) };
    }
    this.pass ??= this.newPass();
    const { stretcher, limit } = this.pass;
    const left = Math.max(1, Math.round((limit - this.frame) / this.speed));
    const hops = Math.ceil(Math.min(PIECE_S * rate, left) / stretcher.hop);
    const frames = Math.min(hops * stretcher.hop, left);
    return {
      frames, next: frames === left ? limit : this.frame + frames * this.speed, needs: this.wrapped(...stretcher.needs(hops)),
      make: () => stretcher.next(hops).map((channel) => channel.subarray(0, frames)),
    };
  }

  /** From here to the limit with one stretcher: every pass of a loop begins exactly at its start. */
  newPass() {
    const frame = Math.round(this.frame);
    const read = (first, last) => this.readWrapped(first, last);
    return { limit: this.limit, stretcher: new Stretcher({ sampleRate: this.graph.rate, rate: this.speed, frame, read }) };
  }

  /** Parts of the recording that a stretch reaches: in a loop, what is beyond its end is its start again. */
  wrapped(first, last) {
    if (!this.isLooping || last <= this.loop.end) return [[first, last]];
    const { start, end } = this.loop;
    return [[Math.min(first, end), end], [start, Math.min(start + last - end, end)]];
  }

  readWrapped(first, last) {
    if (!this.isLooping || last <= this.loop.end) return this.samples.read(first, last);
    const { start, end } = this.loop;
    const head = this.samples.read(start, Math.min(start + last - end, end));
    const sound = this.samples.read(first, last);
    for (let frame = Math.max(end, first); frame < last; frame += 1) {
      for (const channel of [0, 1]) sound[channel][frame - first] = head[channel][(frame - end) % (end - start)];
    }
    return sound;
  }

  schedule({ frames, next, make }) {
    const { context, rate } = this.graph;
    const channels = make();
    // At the start, and where samples came too late: as soon as it can surely be done.
    if (this.clock === null || this.clock < this.now + rate * 0.003) this.clock = Math.ceil(this.now + START_IN_S * rate);
    if (this.segments.length === 0) this.fade(0, 1, this.clock / rate);
    const source = context.createBufferSource();
    source.buffer = this.graph.buffer(channels);
    source.connect(this.gain);
    source.start(this.clock / rate);
    this.sources.add(source);
    this.segments.push({ clock: this.clock, frames, frame: this.frame });
    this.forget(this.now - KEPT_S * rate);
    this.clock += frames;
    const isPassDone = next === this.limit;
    if (isPassDone) this.pass = null;
    this.frame = isPassDone && this.isLooping ? this.loop.start : next;
    const isLast = this.frame >= this.samples.frames;
    source.onended = () => {
      this.sources.delete(source);
      if (this.isStopped) return;
      if (isLast) this.onEnd();
      else this.feed();
    };
  }

  /** Let go of what can no longer be heard. */
  forget(clock) {
    if (this.segments[0].clock < clock) this.previous = null;
    while (this.segments.length > 1 && this.segments[1].clock < clock) this.segments.shift();
  }

  fade(from, to, start) {
    const { gain } = this.gain;
    gain.setValueAtTime(from, start);
    gain.linearRampToValueAtTime(to, start + FADE_S);
  }

  /** The recording's frame that is heard at a moment of the audio clock (seconds); null before any sound. */
  position(seconds) {
    const clock = seconds * this.graph.rate;
    for (let index = this.segments.length - 1; index >= 0; index -= 1) {
      const { clock: start, frames, frame } = this.segments[index];
      if (clock >= start) return frame + Math.min(clock - start, frames) * this.speed;
    }
    return this.previous?.position(seconds) ?? null;
  }

  /** Stop, fading out from `at` (seconds of the audio clock) on. */
  stop(at = this.graph.context.currentTime + STOP_IN_S) {
    this.isStopped = true;
    if (this.segments.length > 0) this.fade(1, 0, at);
    for (const source of this.sources) source.stop(at + FADE_S);
    const { gain } = this;
    const last = [...this.sources].pop();
    if (last) last.onended = () => gain.disconnect();
    else gain.disconnect();
  }
}
