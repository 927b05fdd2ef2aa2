// @ts-check
/** The sound's shape over HTTP: coarse peaks first, then fine ones, samples when zoomed in far. */

import { BASE_BIN, COARSE_BIN, buildPyramid } from "./peaks.js";

const CHUNK_SAMPLES = 65536;
const MAX_CHUNKS = 32;
const MAX_KEPT = 8;

/** Waveforms of one timeline: one dialogue open at a time, the last few kept. */
export class WaveformSource {
  /** `resolve` turns a URL of the texts into one of the page; `onChange` is called when more has arrived. */
  constructor(resolve, onChange) {
    this.resolve = resolve;
    this.onChange = onChange;
    this.kept = new Map();
    this.close();
  }

  /** Forget the open dialogue and stop its requests. */
  close() {
    this.abort?.abort();
    this.abort = null;
    this.media = null;
    this.state = "none";
    this.levels = null;
    this.isFine = false;
    this.gain = 1;
    this.chunks = new Map();
    this.pending = new Set();
  }

  /** Open the sound of a dialogue (null: it has none). */
  open(media) {
    this.close();
    if (!media) return;
    this.media = media;
    const kept = this.kept.get(media.peaks);
    if (kept) {
      this.adopt(kept, true);
      this.kept.delete(media.peaks);
      this.kept.set(media.peaks, kept);
      return;
    }
    this.load();
  }

  /** Ask again after a failure. */
  retry() {
    const media = this.media;
    this.close();
    this.media = media;
    if (media) this.load();
    this.onChange();
  }

  async load() {
    const abort = new AbortController();
    this.abort = abort;
    this.state = "loading";
    try {
      const coarse = await this.peaks(COARSE_BIN, abort.signal);
      this.adopt(buildPyramid(coarse.data, coarse.bin), false);
      this.onChange();
      const fine = await this.peaks(BASE_BIN, abort.signal);
      const levels = buildPyramid(fine.data, fine.bin);
      this.adopt(levels, true);
      this.keep(levels);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.state = "failed";
      this.problem = String(error?.message ?? error);
    }
    this.onChange();
  }

  async peaks(bin, signal) {
    const response = await fetch(`${this.resolve(this.media.peaks)}?bin=${bin}`, { signal });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const data = new Int8Array(await response.arrayBuffer());
    return { data, bin: Number(response.headers.get("X-Samples-Per-Bin")) || bin };
  }

  adopt(levels, isFine) {
    this.levels = levels;
    this.isFine = isFine;
    this.state = "ready";
    this.gain = gainOf(levels[levels.length - 1].data);
  }

  keep(levels) {
    this.kept.set(this.media.peaks, levels);
    if (this.kept.size > MAX_KEPT) this.kept.delete(this.kept.keys().next().value);
  }

  /** Ask for the samples of a range that are not here yet. */
  want(first, last) {
    if (!this.media?.pcm || this.state !== "ready") return;
    const low = Math.max(0, Math.floor(first / CHUNK_SAMPLES));
    const high = Math.min(Math.floor(last / CHUNK_SAMPLES), Math.floor((this.media.samples - 1) / CHUNK_SAMPLES));
    for (let chunk = low; chunk <= high; chunk += 1) {
      const here = this.chunks.get(chunk);
      if (here) {
        this.chunks.delete(chunk);
        this.chunks.set(chunk, here);
      } else if (!this.pending.has(chunk)) this.fetchChunk(chunk);
    }
  }

  async fetchChunk(chunk) {
    const { media, chunks, pending } = this;
    this.abort ??= new AbortController();
    pending.add(chunk);
    const start = chunk * CHUNK_SAMPLES;
    const stop = Math.min(start + CHUNK_SAMPLES, media.samples);
    try {
      const url = `${this.resolve(media.pcm)}?start=${start}&stop=${stop}`;
      const response = await fetch(url, { signal: this.abort.signal });
      if (!response.ok) return;
      chunks.set(chunk, new Int16Array(await response.arrayBuffer()));
      if (chunks.size > MAX_CHUNKS) chunks.delete(chunks.keys().next().value);
      if (media === this.media) this.onChange();
    } catch {
      return; // The coarse columns stay; the next view asks again.
    } finally {
      pending.delete(chunk);
    }
  }

  /** Whether every sample of a range is here. */
  hasSamples(first, last) {
    if (!this.media) return false;
    const low = Math.max(0, Math.floor(first / CHUNK_SAMPLES));
    const high = Math.min(Math.floor(last / CHUNK_SAMPLES), Math.floor((this.media.samples - 1) / CHUNK_SAMPLES));
    for (let chunk = low; chunk <= high; chunk += 1) if (!this.chunks.has(chunk)) return false;
    return true;
  }

  /** A reader of one channel's samples, −1 … 1, NaN outside the sound. */
  reader(channel) {
    let number = -1;
    let data = null;
    return (index) => {
      const chunk = Math.floor(index / CHUNK_SAMPLES);
      if (chunk !== number) {
        number = chunk;
        data = this.chunks.get(chunk) ?? null;
      }
      const at = (index - chunk * CHUNK_SAMPLES) * 2 + channel;
      return data && at < data.length ? data[at] / 32768 : NaN;
    };
  }
}

/** One gain for both channels, so that a quiet speaker still looks quieter than a loud one. */
function gainOf(data) {
  let peak = 1;
  for (const value of data) peak = Math.max(peak, Math.abs(value));
  return Math.min(8, (128 / peak) * 0.95);
}
