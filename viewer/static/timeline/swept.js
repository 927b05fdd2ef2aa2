// @ts-check
/** Every threshold's decisions of the open dialogue, as runs over the thresholds: one of them is picked out here. */

import { sixteenBits, thirtyTwoBits } from "./columns.js";

/** The swept text: `{model, task, dialogue, rate, value, speakers: [runs, runs]}`, or null. */
export function parseSwept(text) {
  const raw = text ? JSON.parse(text) : null;
  if (!raw) return null;
  const { model, task, dialogue, rate_hz: rate, value, speakers } = raw;
  return { model, task, dialogue, rate, value, speakers: speakers.map(runsOf) };
}

function runsOf({ frame, fate, owner, first, stop, span, span_first: spanFirst, span_stop: spanStop }) {
  return {
    frame: thirtyTwoBits(frame), fate, owner: thirtyTwoBits(owner), first: sixteenBits(first), stop: sixteenBits(stop),
    span: thirtyTwoBits(span), spanFirst: sixteenBits(spanFirst), spanStop: sixteenBits(spanStop),
  };
}

/**
 * One speaker's decisions at a row of the thresholds, with the unit that Python would send for them:
 * `{time, unit: {fates, owner, claimed, fired}}`. Runs stand by frame, so that times ascend.
 */
export function unitAt({ frame, fate, owner, first, stop, span, spanFirst, spanStop }, row, { rate, positives, spans }) {
  const time = [];
  const owners = [];
  let fates = "";
  const claimed = new Array(positives).fill(-1);
  for (let i = 0; i < frame.length; i += 1) {
    if (row < first[i] || row >= stop[i]) continue;
    if (fate[i] === "h") claimed[owner[i]] = time.length;
    time.push((frame[i] + 1) / rate);
    owners.push(owner[i]);
    fates += fate[i];
  }
  const fired = new Array(spans).fill("0");
  for (let i = 0; i < span.length; i += 1) if (row >= spanFirst[i] && row < spanStop[i]) fired[span[i]] = "1";
  return { time: Float64Array.from(time), unit: { fates, owner: owners, claimed, fired: fired.join("") } };
}

/** Where the verdicts of two units differ, seconds: at the decision that makes the difference, else at the event. */
export function changedTimes(now, before, { positives, negatives }) {
  const times = [];
  now.unit.claimed.forEach((row, i) => {
    if (row >= 0 !== before.unit.claimed[i] >= 0) times.push(row >= 0 ? now.time[row] : positives[i]);
  });
  for (let i = 0; i < now.unit.fired.length; i += 1) {
    if (now.unit.fired[i] === before.unit.fired[i]) continue;
    const row = now.unit.fired[i] === "1" ? falseAlarmOf(now.unit, i) : -1;
    times.push(row >= 0 ? now.time[row] : (negatives.start[i] + negatives.end[i]) / 2);
  }
  return times;
}

function falseAlarmOf({ fates, owner }, span) {
  return owner.findIndex((one, row) => one === span && fates[row] === "f");
}

/** Whether a unit's decisions and verdicts are these. */
export function isSame({ time, unit }, times, other) {
  return unit.fates === other?.fates && unit.fired === other?.fired && time.length === times.length && time.every((one, i) => one === times[i]);
}
