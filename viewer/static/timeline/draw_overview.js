// @ts-check
/**
 * The whole dialogue in one strip: who spoke, and how the active model fared on the active task.
 *
 * Above the line stand gold events: misses, paler the hits; below it what must not be decided: false alarms, paler
 * what stayed quiet. Where several share a few pixels, as in hours of sound, the column is as much longer.
 */

import { clamp, tickStep, ticks, timeToPx } from "./axis.js";
import { Runs } from "./cull.js";
import { clock } from "./format.js";

export const OVERVIEW_PX = 92;
export const OVERVIEW_PAD_PX = 16;
const COLUMN_PX = 3;
const LINE_Y = 52;
const LONGEST_PX = 22;
/** Length of one event's column; each doubling of their number adds as many pixels as `GROWTH_PX`. */
const ERROR_PX = 10;
const RIGHT_PX = 5;
const GROWTH_PX = 3;
const RIGHT_ALPHA = 0.45;

/** Draw the strip onto a canvas as wide as the lanes. */
export function drawOverview(ctx, frame) {
  const { theme, dialogue } = frame;
  const width = frame.width - OVERVIEW_PAD_PX;
  const whole = { start: 0, end: dialogue.duration };
  const px = (time) => timeToPx(whole, width, time);
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, frame.width, OVERVIEW_PX);
  for (const speaker of [0, 1]) drawSpeech(ctx, frame, speaker, px, width);
  ctx.fillStyle = theme["line-strong"];
  ctx.fillRect(0, LINE_Y - 0.5, width, 1);
  if (frame.active) drawOutcomes(ctx, frame, px);
  drawTimes(ctx, frame, whole, width);
}

function drawSpeech(ctx, frame, speaker, px, width) {
  const y = speaker === 0 ? 10 : 18;
  ctx.fillStyle = frame.theme[speaker === 0 ? "spk1" : "spk2"];
  ctx.globalAlpha = frame.theme["soft-ink"];
  const list = frame.gold?.events[speaker] ?? frame.dialogue.tracks[speaker][0];
  if (list && list.start.length > 0) {
    const runs = new Runs((x0, x1) => ctx.fillRect(x0, y, x1 - x0, 6));
    for (let i = 0; i < list.start.length; i += 1) {
      const x = px(list.start[i]);
      runs.add(x, Math.max(px(list.end[i]), x + 1));
    }
    runs.end();
  } else if (frame.waveform.levels) drawLoudness(ctx, frame, speaker, y, width);
  ctx.globalAlpha = 1;
}

/** Without labels: where the channel is louder than a twentieth of the dialogue's peak. */
function drawLoudness(ctx, frame, speaker, y, width) {
  const { levels, media, gain } = frame.waveform;
  const level = levels[levels.length - 1];
  const step = (level.bin / media.samples) * width;
  for (let bin = 0; bin < level.bins; bin += 1) {
    const loud = (Math.max(-level.data[bin * 4 + speaker * 2], level.data[bin * 4 + speaker * 2 + 1]) / 128) * gain;
    if (loud > 0.05) ctx.fillRect(bin * step, y, Math.max(step, 1), 6);
  }
}

/** What was right first, so that errors stay on top. */
function drawOutcomes(ctx, frame, px) {
  const { theme, active, task } = frame;
  const times = timesOf(active.tasks[task]);
  const draw = (fate, colour, isAbove, onePx, alpha) => {
    ctx.fillStyle = theme[colour];
    ctx.globalAlpha = alpha;
    for (const { x, count } of densityColumns(times[fate], px)) {
      const length = Math.round(columnLength(count, onePx));
      ctx.fillRect(Math.round(x - COLUMN_PX / 2), isAbove ? LINE_Y - 1 - length : LINE_Y + 1, COLUMN_PX, length);
    }
    ctx.globalAlpha = 1;
  };
  draw("hit", "hit", true, RIGHT_PX, RIGHT_ALPHA);
  draw("quiet", "quiet", false, RIGHT_PX, RIGHT_ALPHA);
  draw("false_alarm", "fa", false, ERROR_PX, 1);
  draw("miss", "miss", true, ERROR_PX, 1);
}

const known = new WeakMap();

/** The same times, sorted once for as long as the verdicts stay. */
function timesOf(units) {
  let times = known.get(units);
  if (!times) {
    times = Object.fromEntries(Object.entries(outcomeTimes(units)).map(([fate, list]) => [fate, Float64Array.from(list).sort()]));
    known.set(units, times);
  }
  return times;
}

/** When each outcome stands, of both speakers: a hit and a miss at the gold time, a quiet span in its middle. */
export function outcomeTimes(units) {
  const times = { hit: [], miss: [], false_alarm: [], quiet: [] };
  for (const { positives, negatives, decisions } of units) {
    positives.time.forEach((time, i) => times[positives.decision[i] === null ? "miss" : "hit"].push(time));
    decisions.time.forEach((time, i) => decisions.fate[i] === "false_alarm" && times.false_alarm.push(time));
    negatives.start.forEach((start, i) => !negatives.fired[i] && times.quiet.push((start + negatives.end[i]) / 2));
  }
  return times;
}

/** Columns `{x, count}` of times in order: one that would touch the column before is counted there, so none is hidden. */
export function densityColumns(times, px) {
  const columns = [];
  for (const time of times) {
    const x = px(time);
    const last = columns[columns.length - 1];
    if (last && x - last.x < COLUMN_PX) last.count += 1;
    else columns.push({ x, count: 1 });
  }
  return columns;
}

/** How long a column of so many events is, where a single one has `onePx`. */
export function columnLength(count, onePx) {
  return Math.min(onePx + GROWTH_PX * Math.log2(count), LONGEST_PX);
}

function drawTimes(ctx, frame, whole, width) {
  const step = tickStep(whole.end, width, 72);
  ctx.font = `400 10px ${frame.theme.font}`;
  for (const time of ticks(whole, step, 0, whole.end)) {
    const x = timeToPx(whole, width, time);
    ctx.fillStyle = frame.theme["line-strong"];
    ctx.fillRect(Math.round(x), 76, 1, 3);
    ctx.fillStyle = frame.theme["ink-3"];
    const text = clock(time, step < 1 ? 1 : 0);
    const half = ctx.measureText(text).width / 2;
    ctx.fillText(text, clamp(x - half, 0, frame.width - 2 * half), 88);
  }
}
