// @ts-check
/** Waveforms: one filled column per device pixel, minimum to maximum; a line through the samples where they are far apart. */

import { BASE_BIN, columns, overlay, pickLevel, sampleColumns } from "./peaks.js";

/** Device pixels from sample to sample from which on a line joins them. */
const LINE_FROM_PX = 2;
/** Pixels from sample to sample from which on each one bears a dot. */
const DOTS_FROM_PX = 6;
const DOT_RADIUS_PX = 2;
const SKETCH_INK = 0.45;
const PRELIMINARY = "preliminary";
const NOTE_GAP_PX = 6;

let scratch = new Float32Array(0);
let sampled = new Float32Array(0);

/** Draw one speaker's sound into its lane; a flat block where nothing of it is known yet. */
export function drawWaveform(ctx, frame, lane) {
  const { waveform, width, view, theme, ratio } = frame;
  if (!waveform.levels) {
    if (waveform.state === "loading") block(ctx, frame, lane, 0);
    return;
  }
  const count = Math.ceil(width * ratio);
  if (scratch.length < count * 2) [scratch, sampled] = [new Float32Array(count * 2), new Float32Array(count * 2)];
  const rate = waveform.media.sample_rate;
  const first = view.start * rate;
  const perColumn = ((view.end - view.start) * rate) / (width * ratio);
  const ink = theme[frame.muted[lane.speaker] ? "muted-ink" : "wave-ink"];
  const shape = { lane, step: 1 / ratio, gain: waveform.gain, isEnvelope: frame.detail.envelope };
  ctx.fillStyle = theme[lane.speaker === 0 ? "spk1" : "spk2"];
  ctx.globalAlpha = ink;
  if (perColumn * LINE_FROM_PX <= 1 && isHere(waveform, first, perColumn * count)) line(ctx, frame, shape, { first, perColumn, count });
  else {
    const known = Math.min(Math.max(Math.round((waveform.built - first) / perColumn), 0), count);
    fill(waveform, lane.speaker, first, perColumn, count);
    paint(ctx, shape, 0, known);
    ctx.globalAlpha = ink * SKETCH_INK;
    if (waveform.hasSketch) paint(ctx, shape, known, count);
    ctx.globalAlpha = 1;
    if (!waveform.hasSketch && known < count) block(ctx, frame, lane, known / ratio);
  }
  ctx.globalAlpha = 1;
  if (waveform.hasSketch && waveform.built < first + perColumn * count) note(ctx, frame, lane, Math.max(frame.px(waveform.built / rate), 0));
}

/** Say what the pale part is, where there is room for the word. */
function note(ctx, { theme, width, ruler }, lane, x) {
  const font = `400 10px ${theme.font}`;
  const room = width - x - 2 * NOTE_GAP_PX;
  if (ruler.width(font, PRELIMINARY) > room) return;
  ctx.font = font;
  ctx.fillStyle = theme["ink-2"];
  ctx.fillText(PRELIMINARY, x + NOTE_GAP_PX, lane.y + 12);
}

/** Whether all samples of a range are here; those that are not are asked for. */
function isHere(waveform, first, samples) {
  waveform.want(first - 1, first + samples + 1);
  return waveform.hasSamples(first - 1, first + samples + 1);
}

function fill(waveform, channel, first, perColumn, count) {
  const isClose = perColumn < BASE_BIN;
  if (isClose && isHere(waveform, first, perColumn * count)) {
    sampleColumns(waveform.reader(channel), first, perColumn, count, scratch);
    return;
  }
  columns(pickLevel(waveform.levels, perColumn), channel, first, perColumn, count, scratch);
  if (!isClose) return;
  sampleColumns(waveform.reader(channel), first, perColumn, count, sampled);
  overlay(scratch, sampled, count);
}

function paint(ctx, { lane, step, gain, isEnvelope }, from, to) {
  const half = lane.height / 2 - 2;
  const middle = lane.y + lane.height / 2;
  const scale = half * gain;
  for (let column = from; column < to; column += 1) {
    let min = scratch[2 * column];
    let max = scratch[2 * column + 1];
    if (min !== min) continue;
    if (isEnvelope) {
      max = Math.max(Math.abs(min), Math.abs(max));
      min = -max;
    }
    const top = Math.max(-half, -max * scale);
    const bottom = Math.min(half, -min * scale);
    ctx.fillRect(column * step, middle + top - 0.25, step, bottom - top + 0.5);
  }
}

/** The samples themselves, joined by a line; each with a dot where there is room for it. */
function line(ctx, { waveform, theme }, { lane, step, gain }, { first, perColumn, count }) {
  const half = lane.height / 2 - 2;
  const middle = lane.y + lane.height / 2;
  const read = waveform.reader(lane.speaker);
  const px = step / perColumn;
  const points = [];
  for (let index = Math.max(Math.floor(first), 0); index <= Math.ceil(first + perColumn * count); index += 1) {
    const value = read(index);
    if (value === value) points.push((index - first) * px, middle - Math.max(-half, Math.min(half, value * half * gain)));
  }
  ctx.strokeStyle = theme[lane.speaker === 0 ? "spk1" : "spk2"];
  ctx.lineWidth = 1.25;
  ctx.lineJoin = "round";
  ctx.beginPath();
  for (let at = 0; at < points.length; at += 2) ctx.lineTo(points[at], points[at + 1]);
  ctx.stroke();
  if (px <= DOTS_FROM_PX) return;
  ctx.beginPath();
  for (let at = 0; at < points.length; at += 2) {
    ctx.moveTo(points[at] + DOT_RADIUS_PX, points[at + 1]);
    ctx.arc(points[at], points[at + 1], DOT_RADIUS_PX, 0, 2 * Math.PI);
  }
  ctx.fill();
}

function block(ctx, frame, lane, from) {
  const x0 = Math.max(from, frame.px(0));
  const x1 = Math.min(frame.width, frame.px(frame.dialogue.duration));
  if (x1 <= x0) return;
  ctx.fillStyle = frame.theme["surface-3"];
  ctx.fillRect(x0, lane.y, x1 - x0, lane.height);
}
