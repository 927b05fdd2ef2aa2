// @ts-check
/** From codes to pixels: colour ramps, axes of frequency and level. */

const RANGE_DB = 65;
const LOUD_DB = -20;
const INTENSITY_DB = [-80, 0];
const PITCH_TICKS_HZ = [100, 200, 400];
const INTENSITY_TICKS_DB = [-20, -40, -60];
const BAND_TICKS_HZ = { mel: [500, 1000, 2000, 4000], linear: [2000, 4000, 6000] };
/** Baselines of the labels stay this far apart and inside the lane. */
const TICK_GAP_PX = 12;

/** `#rgb` or `#rrggbb` as three numbers. */
export function rgbOf(colour) {
  const hex = colour.replace("#", "");
  const long = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  return [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16));
}

/**
 * Colours of all 256 codes, as little-endian RGBA: `quiet` up to the floor, over `loud` at three quarters to `peak`.
 *
 * `gain` is that of the waveform: a quiet recording is drawn as dark as a loud one.
 */
export function makeRamp({ quiet, loud, peak }, told, gain) {
  const stops = [quiet, loud, peak].map(rgbOf);
  const top = LOUD_DB - 20 * Math.log10(Math.max(gain, 1));
  return Uint32Array.from({ length: 256 }, (_, code) => {
    const db = code / told.codes_per_db + told.floor_db;
    const share = Math.min(Math.max((db - (top - RANGE_DB)) / RANGE_DB, 0), 1);
    const [from, to, part] = share < 0.75 ? [stops[0], stops[1], share / 0.75] : [stops[1], stops[2], (share - 0.75) / 0.25];
    const [r, g, b] = from.map((value, at) => Math.round(value + (to[at] - value) * part));
    return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  });
}

/** Pixels of one speaker's tile, RGBA, high bands on top: `cells` wide and `bands` high. */
export function colourTile({ codes, cells }, speaker, bands, ramp) {
  const pixels = new Uint32Array(cells * bands);
  let at = speaker * cells * bands;
  for (let cell = 0; cell < cells; cell += 1) {
    for (let to = (bands - 1) * cells + cell; to >= 0; to -= cells, at += 1) pixels[to] = ramp[codes[at]];
  }
  return pixels;
}

/** Decibels of a code. */
export function dbOf(code, told) {
  return code / told.codes_per_db + told.floor_db;
}

/** Height of a pitch in a lane: logarithmic. */
export function pitchY(lane, hz, { min_hz, max_hz }) {
  return lane.y + lane.height * (1 - Math.log(hz / min_hz) / Math.log(max_hz / min_hz));
}

/** Height of a level in a lane. */
export function intensityY(lane, db) {
  const [low, high] = INTENSITY_DB;
  return lane.y + lane.height * (1 - Math.min(Math.max((db - low) / (high - low), 0), 1));
}

/** Height of a frequency in a spectrogram's lane: the middle of each band's row stands for its centre. */
export function bandY(lane, hz, bandsHz) {
  return lane.y + lane.height * (1 - (bandOf(hz, bandsHz) + 0.5) / bandsHz.length);
}

function bandOf(hz, bandsHz) {
  const above = bandsHz.findIndex((one) => one >= hz);
  if (above < 0) return bandsHz.length - 1;
  if (above === 0) return 0;
  return above - 1 + (hz - bandsHz[above - 1]) / (bandsHz[above] - bandsHz[above - 1]);
}

/** The frequency in the middle of the row that stands at a height. */
export function hzAt(lane, y, bandsHz) {
  return bandsHz[Math.min(Math.max(Math.floor((1 - (y - lane.y) / lane.height) * bandsHz.length), 0), bandsHz.length - 1)];
}

/** The labels of a lane's axis that fit: `[{y, text}]`, the unit on the first. */
export function axisTicks(lane, told) {
  const kind = told.kinds[lane.kind];
  let ticks;
  if (lane.kind === "pitch") ticks = PITCH_TICKS_HZ.map((hz) => ({ y: pitchY(lane, hz, kind), value: `${hz}`, unit: "Hz" }));
  else if (lane.kind === "intensity") ticks = INTENSITY_TICKS_DB.map((db) => ({ y: intensityY(lane, db), value: `\u2212${-db}`, unit: "dB" })).reverse();
  else {
    const top = kind.bands_hz[kind.bands - 1];
    ticks = BAND_TICKS_HZ[lane.kind].filter((hz) => hz < top).map((hz) => ({ y: bandY(lane, hz, kind.bands_hz), value: `${hz / 1000}`, unit: "kHz" }));
  }
  return thinned(lane, ticks).map(({ y, value, unit }, index, all) => ({ y, text: index === all.length - 1 ? `${value} ${unit}` : value }));
}

/** From low to high, leaving out what would touch the label below or stick out of the lane. */
function thinned(lane, ticks) {
  let last = Infinity;
  return ticks.filter(({ y }) => {
    const fits = last - y >= TICK_GAP_PX && y - lane.y >= 5 && lane.y + lane.height - y >= 5;
    if (fits) last = y;
    return fits;
  });
}
