// @ts-check
/** The whole dialogue in one strip: who spoke, and where the active model erred on the active task. */

import { clamp, tickStep, ticks, timeToPx } from "./axis.js";
import { clock } from "./format.js";

export const OVERVIEW_PX = 92;
export const OVERVIEW_PAD_PX = 16;
const ERROR_PX = 3;

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
  ctx.fillRect(0, 51.5, width, 1);
  if (frame.active) drawErrors(ctx, frame, px);
  drawTimes(ctx, frame, whole, width);
}

function drawSpeech(ctx, frame, speaker, px, width) {
  const y = speaker === 0 ? 10 : 18;
  ctx.fillStyle = frame.theme[speaker === 0 ? "spk1" : "spk2"];
  ctx.globalAlpha = 0.55;
  const list = frame.gold?.events[speaker] ?? frame.dialogue.tracks[speaker][0];
  if (list && list.start.length > 0) {
    for (let i = 0; i < list.start.length; i += 1) {
      const x = px(list.start[i]);
      ctx.fillRect(x, y, Math.max(px(list.end[i]) - x, 1), 6);
    }
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

function drawErrors(ctx, frame, px) {
  const missed = [];
  const alarms = [];
  for (const unit of frame.active.tasks[frame.task]) {
    unit.positives.time.forEach((time, i) => unit.positives.decision[i] === null && missed.push(time));
    unit.decisions.time.forEach((time, i) => unit.decisions.fate[i] === "false_alarm" && alarms.push(time));
  }
  ctx.fillStyle = frame.theme.miss;
  for (const time of missed) ctx.fillRect(px(time) - ERROR_PX / 2, 41, ERROR_PX, 10);
  ctx.fillStyle = frame.theme.fa;
  for (const time of alarms) ctx.fillRect(px(time) - ERROR_PX / 2, 53, ERROR_PX, 10);
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
