// @ts-check
/** Peaks that are still being built: a sketch of the whole, replaced from the first bin on. */

import { COARSE_BIN, buildPyramid, refresh } from "./peaks.js";

const STRIDE = 4;

/** The coarse level of one recording while it is built, with the levels above it. */
export class GrowingPeaks {
  /** `samples` of the recording; `sketch` is `{data, bin}`, preliminary extremes of longer stretches, or null. */
  constructor(samples, sketch) {
    const bins = Math.ceil(samples / COARSE_BIN);
    const data = new Int8Array(bins * STRIDE);
    if (sketch) spread(sketch, data, bins);
    this.levels = buildPyramid(data, COARSE_BIN);
    /** Coarse bins that are true, from the first one on. */
    this.bins = 0;
  }

  get isWhole() {
    return this.bins >= this.levels[0].bins;
  }

  /** Take the true bins from `first` on; what is known already is left alone. */
  put(first, data) {
    const last = first + data.length / STRIDE;
    if (first > this.bins || last <= this.bins) return;
    this.levels[0].data.set(data.subarray(0, (this.levels[0].bins - first) * STRIDE), first * STRIDE);
    refresh(this.levels, this.bins, last);
    this.bins = last;
  }
}

/** Every coarse bin takes the extremes of the stretch it lies in. */
function spread({ data: sketched, bin }, data, bins) {
  const last = sketched.length / STRIDE - 1;
  for (let index = 0; index < bins; index += 1) {
    const stretch = Math.min(Math.floor((index * COARSE_BIN) / bin), last) * STRIDE;
    for (let side = 0; side < STRIDE; side += 1) data[index * STRIDE + side] = sketched[stretch + side];
  }
}
