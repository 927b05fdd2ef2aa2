// @ts-check
/** Samples of one recording over HTTP, asked for in chunks and kept for a while. */

export const CHUNK_FRAMES = 16384;
const MAX_CHUNKS = 192;
const CHUNKS_PER_REQUEST = 8;
const SCALE = 1 / 32768;

/** The recording `media = {pcm, sample_rate, samples}`; `url` is the address of its samples. */
export class Samples {
  constructor(url, frames) {
    this.url = url;
    this.frames = frames;
    this.chunks = new Map();
    this.pending = new Map();
    this.abort = new AbortController();
  }

  /** Numbers of the first and the last chunk of frames [first, last). */
  span(first, last) {
    const low = Math.floor(Math.max(first, 0) / CHUNK_FRAMES);
    const high = Math.floor((Math.min(last, this.frames) - 1) / CHUNK_FRAMES);
    return [low, high];
  }

  /** Whether every frame of [first, last) is here; what lies outside the recording counts as here. */
  has(first, last) {
    const [low, high] = this.span(first, last);
    for (let chunk = low; chunk <= high; chunk += 1) if (!this.chunks.has(chunk)) return false;
    return true;
  }

  /** Fetch what is missing of [first, last); resolves when all of it is here, rejects with the reason. */
  async load(first, last) {
    const [low, high] = this.span(first, last);
    const waits = [];
    for (let chunk = low; chunk <= high; chunk += 1) {
      if (this.chunks.has(chunk)) continue;
      if (!this.pending.has(chunk)) {
        let stop = chunk + 1;
        while (stop <= high && stop < chunk + CHUNKS_PER_REQUEST && !this.chunks.has(stop) && !this.pending.has(stop)) stop += 1;
        this.request(chunk, stop);
      }
      waits.push(this.pending.get(chunk));
    }
    await Promise.all(waits);
  }

  /** Fetch ahead of need: at the next call what failed is asked for again. */
  prefetch(first, last) {
    this.load(first, last).catch(() => {});
  }

  request(low, high) {
    const asked = this.fetch(low, high).finally(() => {
      for (let chunk = low; chunk < high; chunk += 1) this.pending.delete(chunk);
    });
    for (let chunk = low; chunk < high; chunk += 1) this.pending.set(chunk, asked);
  }

  async fetch(low, high) {
    const start = low * CHUNK_FRAMES;
    const stop = Math.min(high * CHUNK_FRAMES, this.frames);
    const response = await fetch(`${this.url}?start=${start}&stop=${stop}`, { signal: this.abort.signal });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const data = new Int16Array(await response.arrayBuffer());
    if (data.length !== 2 * (stop - start)) throw new Error(`expected ${stop - start} samples, found ${data.length / 2}`);
    for (let chunk = low; chunk < high; chunk += 1) {
      const from = (chunk - low) * CHUNK_FRAMES * 2;
      this.chunks.set(chunk, data.slice(from, from + CHUNK_FRAMES * 2));
    }
    this.forget();
  }

  /** Drop what was not read for longest. */
  forget() {
    for (const chunk of this.chunks.keys()) {
      if (this.chunks.size <= MAX_CHUNKS) return;
      this.chunks.delete(chunk);
    }
  }

  /** Frames [first, last) of both speakers, −1 … 1; zero where there is no sound or it is not here. */
  read(first, last) {
    const out = [new Float32Array(last - first), new Float32Array(last - first)];
    const [low, high] = this.span(first, last);
    for (let chunk = low; chunk <= high; chunk += 1) {
      const data = this.chunks.get(chunk);
      if (!data) continue;
      this.chunks.delete(chunk);
      this.chunks.set(chunk, data);
      const base = chunk * CHUNK_FRAMES;
      const from = Math.max(first, base);
      const to = Math.min(last, base + data.length / 2);
      for (let frame = from; frame < to; frame += 1) {
        const at = (frame - base) * 2;
        out[0][frame - first] = data[at] * SCALE;
        out[1][frame - first] = data[at + 1] * SCALE;
      }
    }
    return out;
  }

  close() {
    this.abort.abort();
    this.chunks.clear();
  }
}
