// @ts-check
/** The waveform's minimum/maximum pyramid: int8 `[bins][2 channels][min, max]`, full scale 128. */

export const BASE_BIN = 256;
export const COARSE_BIN = 4096;
const FACTOR = 4;
const STRIDE = 4;

/** Levels from the base up, each bin the extremes of four below it, until a level has at most 512 bins. */
export function buildPyramid(base, bin) {
  const levels = [{ bin, data: base, bins: Math.floor(base.length / STRIDE) }];
  for (;;) {
    const below = levels[levels.length - 1];
    if (below.bins <= 512) return levels;
    levels.push(coarser(below));
  }
}

function coarser(below) {
  const bins = Math.ceil(below.bins / FACTOR);
  const data = new Int8Array(bins * STRIDE);
  fillFrom(below, data, 0, bins);
  return { bin: below.bin * FACTOR, data, bins };
}

/** Make the levels above the base again where its bins `first` to `last` (exclusive) have changed. */
export function refresh(levels, first, last) {
  let [low, high] = [first, last];
  for (let level = 1; level < levels.length; level += 1) {
    [low, high] = [Math.floor(low / FACTOR), Math.min(Math.ceil(high / FACTOR), levels[level].bins)];
    fillFrom(levels[level - 1], levels[level].data, low, high);
  }
}

function fillFrom(below, data, low, high) {
  for (let bin = low; bin < high; bin += 1) {
    const last = Math.min((bin + 1) * FACTOR, below.bins);
    for (let side = 0; side < STRIDE; side += 1) {
      const isMin = side % 2 === 0;
      let best = below.data[bin * FACTOR * STRIDE + side];
      for (let child = bin * FACTOR + 1; child < last; child += 1) {
        const value = below.data[child * STRIDE + side];
        if (isMin ? value < best : value > best) best = value;
      }
      data[bin * STRIDE + side] = best;
    }
  }
}

/** The coarsest level that still has at least one bin per pixel; the finest if none has. */
export function pickLevel(levels, samplesPerPx) {
  let picked = levels[0];
  for (const level of levels) if (level.bin <= samplesPerPx) picked = level;
  return picked;
}

/**
 * Minimum and maximum of every pixel column, in units of full scale (−1 … 1); NaN outside the sound.
 *
 * Written into `out` (Float32Array of 2 × columns) so that a frame allocates nothing.
 */
export function columns(level, channel, firstSample, samplesPerPx, count, out) {
  const { data, bin, bins } = level;
  for (let column = 0; column < count; column += 1) {
    const from = firstSample + column * samplesPerPx;
    const first = Math.floor(from / bin);
    const last = Math.max(first + 1, Math.ceil((from + samplesPerPx) / bin - 1e-9));
    const low = Math.max(first, 0);
    const high = Math.min(last, bins);
    let min = 127;
    let max = -128;
    for (let index = low; index < high; index += 1) {
      const at = index * STRIDE + channel * 2;
      if (data[at] < min) min = data[at];
      if (data[at + 1] > max) max = data[at + 1];
    }
    out[2 * column] = low < high ? min / 128 : NaN;
    out[2 * column + 1] = low < high ? max / 128 : NaN;
  }
  return out;
}

/** The same from samples: `read(index)` gives a sample in −1 … 1, or NaN where none has arrived. */
export function sampleColumns(read, firstSample, samplesPerPx, count, out) {
  for (let column = 0; column < count; column += 1) {
    const from = Math.floor(firstSample + column * samplesPerPx);
    const to = Math.max(from + 1, Math.floor(firstSample + (column + 1) * samplesPerPx));
    let min = Infinity;
    let max = -Infinity;
    // One sample past the column joins neighbouring columns into one line.
    for (let index = from; index <= to; index += 1) {
      const value = read(index);
      if (value < min) min = value;
      if (value > max) max = value;
    }
    out[2 * column] = min <= max ? min : NaN;
    out[2 * column + 1] = min <= max ? max : NaN;
  }
  return out;
}

/** Replace the columns for which samples have come; the others keep what bins say. */
export function overlay(out, sampled, count) {
  for (let at = 0; at < count * 2; at += 1) if (!Number.isNaN(sampled[at])) out[at] = sampled[at];
}
