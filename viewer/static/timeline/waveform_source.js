// @ts-check
/** The sound's shape over HTTP: a sketch while peaks are built, coarse peaks, then fine ones; samples when zoomed in far. */

import { GrowingPeaks } from "./growing.js";
import { BASE_BIN, COARSE_BIN, buildPyramid } from "./peaks.js";
import { SampleChunks } from "./sample_chunks.js";

/** Base levels kept: five of two hours at 48 kHz, or fifty of twelve minutes. */
const MAX_KEPT_BYTES = 28e6;
const GONE = [404, 410];

/** The server says that a recording's file is another by now. */
class ChangedError extends Error {}

/** Waveforms of one timeline: one dialogue open at a time, the last few kept. */
export class WaveformSource {
  /** `resolve` turns a URL of the texts into one of the page; `onChange` is called when more has arrived. */
  constructor(resolve, onChange) {
    this.resolve = resolve;
    this.onChange = onChange;
    this.kept = new Map();
    this.close();
  }

  /** Forget the open dialogue and stop its requests; the server goes on building for whoever asks next. */
  close() {
    this.abort?.abort();
    this.abort = null;
    this.media = null;
    this.state = "none";
    this.levels = null;
    this.isFine = false;
    this.isChanged = false;
    /** Samples whose peaks are true, from the first one on; the rest is a sketch, or nothing. */
    this.built = Infinity;
    this.hasSketch = false;
    /** The share of the samples that the build has read; null where nothing is being built. */
    this.share = null;
    this.gain = 1;
    this.chunks = null;
  }

  /** Open the sound of a dialogue (null: it has none). */
  open(media) {
    this.close();
    if (!media) return;
    this.begin(media);
    const kept = this.kept.get(media.peaks);
    if (!kept) {
      this.load();
      return;
    }
    this.adopt(kept, true);
    this.kept.delete(media.peaks);
    this.kept.set(media.peaks, kept);
  }

  begin(media) {
    const abort = new AbortController();
    this.abort = abort;
    this.media = media;
    const fetchRange = (start, stop) => this.fetchSamples(start, stop, abort.signal);
    this.chunks = new SampleChunks(media.samples, fetchRange, () => abort.signal.aborted || this.onChange());
  }

  /** Ask again after a failure. */
  retry() {
    const { media } = this;
    this.close();
    if (media) {
      this.begin(media);
      this.load();
    }
    this.onChange();
  }

  async load() {
    const { signal } = this.abort;
    this.state = "loading";
    try {
      await this.loadCoarse(signal);
      this.onChange();
      const fine = await this.fetchBins(`?bin=${BASE_BIN}`, signal);
      const levels = buildPyramid(fine.data, BASE_BIN);
      this.adopt(levels, true);
      this.keep(levels);
    } catch (error) {
      if (signal.aborted) return;
      this.fail(error);
    }
    this.onChange();
  }

  /** The coarse level; while the server is building it, a sketch first, and then what is built so far. */
  async loadCoarse(signal) {
    let part = await this.fetchBins("/growing?first=0", signal);
    if (part.built < this.media.samples) {
      this.share = part.built / this.media.samples;
      this.onChange();
      const sketch = await this.fetchBins("/sketch", signal);
      this.hasSketch = sketch.data.length > 0;
      const growing = new GrowingPeaks(this.media.samples, this.hasSketch ? sketch : null);
      growing.put(0, part.data);
      while (!growing.isWhole) {
        this.show(growing, part.built);
        this.onChange();
        const first = growing.bins;
        part = await this.fetchBins(`/growing?first=${first}`, signal);
        growing.put(first, part.data);
      }
      part.data = growing.levels[0].data;
    }
    this.built = Infinity;
    this.share = null;
    this.adopt(buildPyramid(part.data, COARSE_BIN), false);
  }

  /** Draw from peaks that are being built; the scale only ever shrinks, as louder places are met. */
  show(growing, built) {
    this.share = Math.max(this.share, built / this.media.samples);
    if (!this.hasSketch && growing.bins === 0) return;
    const before = this.levels ? this.gain : Infinity;
    this.built = growing.bins * COARSE_BIN;
    this.adopt(growing.levels, false);
    this.gain = Math.min(this.gain, before);
  }

  /** Bins of one level, and how many samples of the recording have been read for them. */
  async fetchBins(path, signal) {
    const response = await this.fetch(this.media.peaks + path, signal);
    const data = new Int8Array(await response.arrayBuffer());
    return { data, bin: Number(response.headers.get("X-Samples-Per-Bin")), built: Number(response.headers.get("X-Samples-Built")) };
  }

  async fetchSamples(start, stop, signal) {
    try {
      const response = await this.fetch(`${this.media.pcm}?start=${start}&stop=${stop}`, signal);
      return new Int16Array(await response.arrayBuffer());
    } catch (error) {
      if (!signal.aborted && error instanceof ChangedError) {
        this.fail(error);
        this.onChange();
      }
      return null;
    }
  }

  async fetch(url, signal) {
    const response = await fetch(this.resolve(url), { signal });
    if (GONE.includes(response.status)) throw new ChangedError();
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return response;
  }

  /** Whether the server has another file by now than the one that the page was opened with. */
  async isGone() {
    if (!this.media) return false;
    const answer = await fetch(this.resolve(this.media.audio), { method: "HEAD" }).catch(() => null);
    return GONE.includes(answer?.status ?? 0);
  }

  fail(error) {
    this.state = "failed";
    this.share = null;
    this.isChanged = error instanceof ChangedError;
    this.problem = String(error?.message ?? error);
  }

  adopt(levels, isFine) {
    this.levels = levels;
    this.isFine = isFine;
    this.state = "ready";
    this.gain = gainOf(levels[levels.length - 1].data);
  }

  keep(levels) {
    this.kept.set(this.media.peaks, levels);
    const bytes = () => [...this.kept.values()].reduce((sum, [base]) => sum + base.data.length, 0);
    while (this.kept.size > 1 && bytes() > MAX_KEPT_BYTES) this.kept.delete(this.kept.keys().next().value);
  }

  /** Ask for the samples of a range, and around it, that are not here yet. */
  want(first, last) {
    if (this.media?.pcm && this.state === "ready") this.chunks.want(first, last);
  }

  /** Whether every sample of a range is here. */
  hasSamples(first, last) {
    return Boolean(this.chunks?.has(first, last));
  }

  /** A reader of one channel's samples, −1 … 1, NaN where there are none. */
  reader(channel) {
    return this.chunks.reader(channel);
  }
}

/** One gain for both channels, so that a quiet speaker still looks quieter than a loud one. */
function gainOf(data) {
  let peak = 1;
  for (const value of data) peak = Math.max(peak, Math.abs(value));
  return Math.min(8, (128 / peak) * 0.95);
}
