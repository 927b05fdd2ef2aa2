// @ts-check
/** The clip's sound, out of the page itself: what a server would answer, in the dialogue's own samples. */

import { COARSE_BIN } from "../timeline/peaks.js";

const HEADER_BYTES = 44;
const CHANNELS = 2;

/** The file that the page carries, or null; the texts it stood in are let go. */
export function soundOf(document) {
  const pieces = [...document.querySelectorAll("script.sound")];
  if (pieces.length === 0) return null;
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + bytesIn(piece.textContent), 0));
  let at = 0;
  for (const piece of pieces) {
    const part = decoded(piece.textContent);
    bytes.set(part, at);
    at += part.length;
    piece.remove();
  }
  return bytes;
}

function decoded(base64) {
  return Uint8Array.fromBase64 ? Uint8Array.fromBase64(base64) : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function bytesIn(base64) {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** Answers the timeline's requests for one clip; outside the clip there is silence. */
export class ClipServer {
  /** `wav` is a file of 16-bit stereo with a header of 44 bytes, `start` the dialogue's sample it begins with. */
  constructor(wav, start) {
    this.samples = new Int16Array(wav.buffer, wav.byteOffset + HEADER_BYTES, (wav.byteLength - HEADER_BYTES) / 2);
    this.start = start;
    this.stop = start + this.samples.length / CHANNELS;
  }

  /** The answer to an address below `clip/`: samples, peaks, and peaks that have been built long since. */
  answer(address) {
    const [path, search] = address.split("?");
    const query = new URLSearchParams(search);
    const number = (name) => Number(query.get(name));
    if (path === "clip/pcm") return new Response(this.pcm(number("start"), number("stop")));
    if (path === "clip/peaks") return this.bins(number("bin"), 0);
    if (path === "clip/peaks/growing") return this.bins(COARSE_BIN, number("first"));
    return new Response("", { status: 404 });
  }

  bins(bin, first) {
    const headers = { "X-Samples-Per-Bin": String(bin), "X-Samples-Built": String(this.stop) };
    return new Response(this.peaks(bin).subarray(first * CHANNELS * 2), { headers });
  }

  /** Interleaved samples of the dialogue, `start` to `stop`. */
  pcm(start, stop) {
    const found = new Int16Array(Math.max(0, Math.min(stop, this.stop) - start) * CHANNELS);
    const from = Math.max(start, this.start);
    const to = Math.min(stop, this.stop);
    if (to > from) found.set(this.samples.subarray((from - this.start) * CHANNELS, (to - this.start) * CHANNELS), (from - start) * CHANNELS);
    return found;
  }

  /** Lowest and highest sample of every bin of the dialogue up to the clip's end, int8 `[bins][2][2]`. */
  peaks(bin) {
    const found = new Int8Array(Math.ceil(this.stop / bin) * CHANNELS * 2);
    for (let index = Math.floor(this.start / bin); index * bin < this.stop; index += 1) {
      const first = Math.max(index * bin, this.start) - this.start;
      const last = Math.min((index + 1) * bin, this.stop) - this.start;
      for (let channel = 0; channel < CHANNELS; channel += 1) this.extremes(first, last, channel, found, (index * CHANNELS + channel) * 2);
    }
    return found;
  }

  extremes(first, last, channel, found, at) {
    let min = 32767;
    let max = -32768;
    for (let sample = first; sample < last; sample += 1) {
      const value = this.samples[sample * CHANNELS + channel];
      if (value < min) min = value;
      if (value > max) max = value;
    }
    found[at] = Math.floor(min / 256);
    found[at + 1] = Math.min(127, Math.ceil(max / 256));
  }
}
