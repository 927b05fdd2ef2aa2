// @ts-check
/** Samples of the stretches that are looked at closely: fetched in pieces, the last ones kept. */

export const CHUNK_SAMPLES = 65536;
/** The widest view that samples are drawn for takes 30 pieces, at 7,680 device pixels. */
const MAX_CHUNKS = 64;
/** So many pieces around the view are fetched too, if the view is that long: a pan meets samples. */
const MARGIN_CHUNKS = 2;

/** The samples of one recording, as far as they are here. */
export class SampleChunks {
  /** `fetchRange(start, stop)` promises interleaved int16 samples, or null; `onChange` hears of what has come. */
  constructor(samples, fetchRange, onChange) {
    this.samples = samples;
    this.fetchRange = fetchRange;
    this.onChange = onChange;
    this.chunks = new Map();
    this.pending = new Set();
  }

  /** Ask for the samples of a range, and of a margin around it, that are not here yet; the range comes first. */
  want(first, last) {
    const margin = Math.min(last - first, MARGIN_CHUNKS * CHUNK_SAMPLES);
    this.ask(first, last);
    this.ask(last, last + margin);
    this.ask(first - margin, first);
  }

  ask(first, last) {
    for (const chunk of this.numbers(first, last)) {
      const here = this.chunks.get(chunk);
      if (here) {
        this.chunks.delete(chunk);
        this.chunks.set(chunk, here);
      } else if (!this.pending.has(chunk)) this.fetchChunk(chunk);
    }
  }

  async fetchChunk(chunk) {
    this.pending.add(chunk);
    const start = chunk * CHUNK_SAMPLES;
    const data = await this.fetchRange(start, Math.min(start + CHUNK_SAMPLES, this.samples));
    this.pending.delete(chunk);
    if (!data) return; // The bins stay; the next view asks again.
    this.chunks.set(chunk, data);
    if (this.chunks.size > MAX_CHUNKS) this.chunks.delete(this.chunks.keys().next().value);
    this.onChange();
  }

  /** Whether every sample of a range is here. */
  has(first, last) {
    return this.numbers(first, last).every((chunk) => this.chunks.has(chunk));
  }

  /** A reader of one channel's samples, −1 … 1, NaN outside the sound and where nothing has come. */
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

  /** The numbers of the pieces that hold a range. */
  numbers(first, last) {
    const low = Math.max(0, Math.floor(first / CHUNK_SAMPLES));
    const high = Math.min(Math.floor(last / CHUNK_SAMPLES), Math.floor((this.samples - 1) / CHUNK_SAMPLES));
    return Array.from({ length: Math.max(high - low + 1, 0) }, (_, step) => low + step);
  }
}
