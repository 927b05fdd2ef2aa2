// @ts-check
/** Where a dragged boundary snaps: to another track's boundary, else to the quietest moment between two louder ones. */

/** How far a dip is looked at on both sides, and how long its bottom may be: longer is silence, which has no middle to mark. */
const SHOULDER_S = 0.15;
const LONGEST_BOTTOM_S = 0.12;
/** Loudness is the greatest within this time, or every period of a voice would be a dip. */
const SMOOTH_S = 0.02;
/** A dip is at least so much of its lower shoulder, and at least so many of 128 steps deep. */
const DEPTH_SHARE = 0.25;
const DEPTH_STEPS = 2;

/** The nearest target within `reach` seconds of `time`, the earlier of two as near; null where there is none. */
export function nearest(targets, time, reach) {
  let best = null;
  for (const target of targets) {
    const distance = Math.abs(target.time - time);
    if (distance <= reach && (!best || distance < best.distance)) best = { ...target, distance };
  }
  return best && { time: best.time, name: best.name };
}

/** What a time snaps to: a boundary within reach, else a dip; null: nothing. `dips(from, to)` gives times. */
export function snapOf(time, { boundaries, dips, reach }) {
  const boundary = nearest(boundaries, time, reach);
  if (boundary) return boundary;
  return nearest(dips(time - reach, time + reach).map((one) => ({ time: one, name: "quiet" })), time, reach);
}

/** The boundaries of one speaker's tracks: `[{time, name}]`; where several annotators agree their names stand together. */
export function trackBoundaries(tracks, annotators) {
  const found = new Map();
  tracks.forEach((track, at) => {
    for (const list of [track.start, track.end]) {
      for (const time of list) found.set(time, (found.get(time) ?? new Set()).add(annotators[at]));
    }
  });
  return [...found].map(([time, names]) => ({ time, name: [...names].sort().join(" ") })).sort((a, b) => a.time - b.time);
}

/**
 * The energy minima of one channel between two times, in seconds, from one level of the peaks (`{data, bin, bins}`:
 * int8 `[bins][2 channels][min, max]`). A minimum is the middle of a short bottom with a clear rise on both sides.
 */
export function energyMinima(level, channel, rate, from, to) {
  const perBin = level.bin / rate;
  const side = Math.ceil((SHOULDER_S + LONGEST_BOTTOM_S) / perBin);
  const first = Math.max(Math.floor(from / perBin) - side, 0);
  const last = Math.min(Math.ceil(to / perBin) + side, level.bins);
  if (last - first < 3) return [];
  const loud = loudness(level, channel, first, last, Math.max(0, Math.round(SMOOTH_S / perBin / 2)));
  const found = [];
  for (let begin = 1; begin < loud.length - 1; begin += 1) {
    if (loud[begin - 1] <= loud[begin]) continue;
    let end = begin;
    while (end + 1 < loud.length && loud[end + 1] === loud[begin]) end += 1;
    const time = (first + (begin + end + 1) / 2) * perBin;
    const isInside = time >= from && time <= to && (end - begin + 1) * perBin <= LONGEST_BOTTOM_S;
    if (isInside && isDip(loud, begin, end, Math.ceil(SHOULDER_S / perBin))) found.push(time);
    begin = end;
  }
  return found;
}

/** The greatest excursion around each bin. */
function loudness({ data, bins }, channel, first, last, reach) {
  const out = new Uint8Array(last - first);
  for (let at = first; at < last; at += 1) {
    let most = 0;
    for (let bin = Math.max(at - reach, 0); bin <= Math.min(at + reach, bins - 1); bin += 1) {
      const place = bin * 4 + channel * 2;
      most = Math.max(most, -data[place], data[place + 1]);
    }
    out[at - first] = most;
  }
  return out;
}

/** Whether it gets clearly louder on both sides before it gets quieter than the bottom. */
function isDip(loud, begin, end, reach) {
  const bottom = loud[begin];
  const shoulder = (from, step) => {
    let most = bottom;
    for (let at = from; at >= 0 && at < loud.length && Math.abs(at - from) < reach && loud[at] >= bottom; at += step) most = Math.max(most, loud[at]);
    return most;
  };
  const lower = Math.min(shoulder(begin - 1, -1), shoulder(end + 1, 1));
  return lower - bottom >= Math.max(DEPTH_STEPS, DEPTH_SHARE * lower);
}
