// @ts-check
/**
 * Another speed at the same pitch: overlapping pieces of the sound, each taken where it continues the one before
 * it best (WSOLA: Verhelst and Roelands, 1993). Both speakers are cut at the same places, so they stay together.
 *
 *     input   |--- piece 0 ---|      |--- piece 1 ---|       pieces `hop` + `hop` frames long, `rate` * hop apart
 *                      ±reach ←|→
 *     output  |--- piece 0 ---|
 *                     |--- piece 1 ---|                      `hop` apart, crossfaded
 *
 * A piece fades in and out by where the playhead is, give or take `reach`: sound and playhead part by at most 11 ms.
 */

const HOP_S = 0.01;
const REACH_S = 0.006;
const COARSE_HZ = 6000;

/** Stretches frames [low, high) of a recording, from `frame` on, at `rate`. */
export class Stretcher {
  /** `read(first, last)` gives both speakers' samples; outside [low, high) they may be anything that fits. */
  constructor({ sampleRate, rate, frame, read }) {
    this.rate = rate;
    this.origin = frame;
    this.read = read;
    this.hop = Math.round(HOP_S * sampleRate);
    this.reach = Math.round(REACH_S * sampleRate);
    this.step = Math.max(1, Math.floor(sampleRate / COARSE_HZ));
    this.made = 0;
    this.piece = null;
  }

  /** The recording's frames that the next `count` hops may read. */
  needs(count) {
    const last = this.target(this.made + count - 1);
    return [this.target(this.made) - this.reach - this.hop, last + this.reach + 2 * this.hop + 1];
  }

  /** Where piece `number` begins if nothing speaks for another place: what is heard of it is, on average, the playhead's. */
  target(number) {
    if (number === 0) return this.origin;
    return Math.round(this.origin + (this.rate * (number + 1) - 1) * this.hop);
  }

  /** The next `count` hops of output, both speakers. */
  next(count) {
    const out = [new Float32Array(count * this.hop), new Float32Array(count * this.hop)];
    const [first, last] = this.needs(count);
    const from = Math.min(first, this.piece === null ? first : this.piece + this.hop);
    const sound = this.read(from, last);
    const mono = sound[0].map((value, index) => value + sound[1][index]);
    for (let number = 0; number < count; number += 1) this.add(out, number * this.hop, sound, mono, from);
    return out;
  }

  add(out, at, sound, mono, from) {
    const target = this.target(this.made);
    const { hop } = this;
    if (this.piece === null) {
      for (const channel of [0, 1]) out[channel].set(sound[channel].subarray(target - from, target - from + hop), at);
      this.piece = target;
    } else {
      const before = this.piece + hop - from;
      const start = target - from + this.bestShift(mono, before, target - from);
      for (let frame = 0; frame < hop; frame += 1) {
        const share = 0.5 - 0.5 * Math.cos((Math.PI * (frame + 0.5)) / hop);
        for (const channel of [0, 1]) {
          const samples = sound[channel];
          out[channel][at + frame] = samples[before + frame] * (1 - share) + samples[start + frame] * share;
        }
      }
      this.piece = start + from;
    }
    this.made += 1;
  }

  /** The shift within the reach at which the sound is most like its own continuation: coarse, then to the frame. */
  bestShift(mono, before, target) {
    const { step, reach } = this;
    let best = this.search(mono, before, target, -reach, reach, step);
    if (step > 1) best = this.search(mono, before, target, Math.max(best - step, -reach), Math.min(best + step, reach), 1);
    return best;
  }

  search(mono, before, target, low, high, stride) {
    let best = 0;
    let most = -Infinity;
    for (let shift = low; shift <= high; shift += stride) {
      let product = 0;
      let power = 1e-9;
      for (let frame = 0; frame < this.hop; frame += this.step) {
        const value = mono[target + shift + frame];
        product += value * mono[before + frame];
        power += value * value;
      }
      // Of places alike, as in silence, the nearest is taken.
      const likeness = product / Math.sqrt(power) - Math.abs(shift) * 1e-9;
      if (likeness > most) [most, best] = [likeness, shift];
    }
    return best;
  }
}
