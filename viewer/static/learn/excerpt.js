// @ts-check
/** Plays a few seconds of a recording, apart from the timeline's own sound. */

/** Which samples an example needs: `{start, stop}`, within the recording. */
export function sampleRange({ from_s: from, to_s: to, media }) {
  const { sample_rate: rate, samples } = media;
  const start = Math.max(0, Math.min(samples, Math.floor(from * rate)));
  return { start, stop: Math.max(start, Math.min(samples, Math.ceil(to * rate))) };
}

/** Interleaved 16-bit samples as two channels of floats; `isMixed` puts both speakers into both. */
export function channelsOf(pcm, isMixed) {
  const length = pcm.length >> 1;
  const channels = [new Float32Array(length), new Float32Array(length)];
  for (let i = 0; i < length; i += 1) {
    const left = pcm[2 * i] / 32768;
    const right = pcm[2 * i + 1] / 32768;
    channels[0][i] = isMixed ? (left + right) / 2 : left;
    channels[1][i] = isMixed ? (left + right) / 2 : right;
  }
  return channels;
}

/** One excerpt at a time. */
export class ExcerptPlayer {
  /** `base` is the app's address; `onChange(example, state)` hears `loading`, `playing`, `stopped` or `failed`. */
  constructor(base, onChange) {
    this.base = base;
    this.onChange = onChange;
    this.context = null;
    this.current = null;
    this.source = null;
    this.startedAt = 0;
  }

  /** The second of the recording that is heard, or null. */
  time() {
    if (!this.source) return null;
    return this.current.from_s + Math.max(0, this.context.currentTime - this.startedAt);
  }

  /** Stop what plays, then fetch and play an example. */
  async play(example, { isMixed = false } = {}) {
    this.stop();
    this.current = example;
    this.onChange(example, "loading");
    try {
      this.context ??= new AudioContext({ latencyHint: "interactive" });
      const [buffer] = await Promise.all([this.fetch(example, isMixed), this.context.resume()]);
      if (this.current === example) this.start(example, buffer);
    } catch (error) {
      if (this.current !== example) return;
      this.current = null;
      this.onChange(example, "failed", error.message);
    }
  }

  async fetch(example, isMixed) {
    const { start, stop } = sampleRange(example);
    if (stop <= start) throw new Error("expected sound there, found the recording's end");
    const answer = await fetch(`${this.base}${example.media.pcm}?start=${start}&stop=${stop}`);
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const channels = channelsOf(new Int16Array(await answer.arrayBuffer()), isMixed);
    const buffer = this.context.createBuffer(2, channels[0].length, example.media.sample_rate);
    channels.forEach((samples, channel) => buffer.copyToChannel(samples, channel));
    return buffer;
  }

  start(example, buffer) {
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.context.destination);
    source.addEventListener("ended", () => this.source === source && this.stop());
    this.source = source;
    this.startedAt = this.context.currentTime;
    source.start();
    this.onChange(example, "playing");
  }

  /** Be quiet. */
  stop() {
    const { current, source } = this;
    this.current = null;
    this.source = null;
    source?.stop();
    if (current) this.onChange(current, "stopped");
  }

  /** Be quiet, and let go of the sound card. */
  dispose() {
    this.stop();
    this.context?.close();
  }
}
