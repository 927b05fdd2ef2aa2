// @ts-check
/** Scrubbing: short grains of the sound under a moving pointer. */

const GRAIN_S = 0.08;
const EVERY_MS = 40;

/** A window that begins and ends in silence; grains half a length apart add up evenly. */
export function windowed(channels) {
  const { length } = channels[0];
  const shape = Float32Array.from({ length }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / length));
  return channels.map((channel) => channel.map((value, index) => value * shape[index]));
}

/** Plays grains of one recording. */
export class Scrubber {
  constructor() {
    this.wanted = null;
    this.playedAt = -Infinity;
    this.timer = 0;
  }

  /** The pointer is at a frame now; where it rests nothing sounds. */
  move(graph, samples, frame) {
    this.wanted = { graph, samples, frame };
    const wait = this.playedAt + EVERY_MS - performance.now();
    if (wait <= 0) this.play();
    else this.timer ||= setTimeout(() => this.play(), wait);
  }

  /** The latest place that was asked for, as soon as its samples are here. */
  async play() {
    clearTimeout(this.timer);
    this.timer = 0;
    const { wanted } = this;
    if (!wanted) return;
    const { graph, samples } = wanted;
    const length = Math.round(GRAIN_S * graph.rate);
    const first = Math.round(wanted.frame - length / 2);
    try {
      await samples.load(first, first + length);
    } catch {
      return; // Playing says what is wrong with the sound; a grain is not worth a message.
    }
    if (this.wanted !== wanted) return;
    this.wanted = null;
    this.playedAt = performance.now();
    const source = graph.context.createBufferSource();
    source.buffer = graph.buffer(windowed(samples.read(first, first + length)));
    source.connect(graph.input);
    source.start();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.wanted = null;
  }
}
