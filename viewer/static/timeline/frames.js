// @ts-check
/** The probabilities of the open dialogue for the eye: levels of 16 bits, and their extremes at coarser steps. */

import { sixteenBits } from "./columns.js";

export const FULL = 65535;
const STEP = 8;

/** The frames text: `{model, task, dialogue, rate, theta, text, speakers: [levels, levels]}`, or null. */
export function parseFrames(text) {
  const raw = text ? JSON.parse(text) : null;
  if (!raw) return null;
  const { model, task, dialogue, rate_hz: rate, theta, theta_text: label, speakers } = raw;
  return { model, task, dialogue, rate, theta, label, speakers: speakers.map((one) => pyramidOf(sixteenBits(one))) };
}

/** Levels with the lowest and highest of every 8, of every 64 and so on: `[{step, low, high}, …]`. */
export function pyramidOf(values) {
  const levels = [{ step: 1, low: values, high: values }];
  while (levels[levels.length - 1].low.length > STEP * STEP) levels.push(coarser(levels[levels.length - 1]));
  return levels;
}

function coarser({ step, low, high }) {
  const size = Math.ceil(low.length / STEP);
  const next = { step: step * STEP, low: new Uint16Array(size), high: new Uint16Array(size) };
  for (let at = 0; at < size; at += 1) {
    const end = Math.min((at + 1) * STEP, low.length);
    let [least, most] = [FULL, 0];
    for (let i = at * STEP; i < end; i += 1) {
      if (low[i] < least) least = low[i];
      if (high[i] > most) most = high[i];
    }
    next.low[at] = least;
    next.high[at] = most;
  }
  return next;
}

/** The coarsest level whose steps are no wider than a pixel of so many frames. */
export function levelFor(levels, framesPerPx) {
  let found = levels[0];
  for (const level of levels) if (level.step <= framesPerPx) found = level;
  return found;
}
