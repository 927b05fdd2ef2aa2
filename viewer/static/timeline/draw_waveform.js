// @ts-check
/** Waveforms: one filled column per device pixel, minimum to maximum. */

import { BASE_BIN, columns, pickLevel, sampleColumns } from "./peaks.js";

let scratch = new Float32Array(0);

/** Draw one speaker's sound into its lane; a flat block where it has not arrived. */
export function drawWaveform(ctx, frame, lane) {
  const { waveform, width, view, theme, ratio } = frame;
  if (waveform.state !== "ready") {
    if (waveform.state === "loading") block(ctx, frame, lane);
    return;
  }
  const count = Math.ceil(width * ratio);
  if (scratch.length < count * 2) scratch = new Float32Array(count * 2);
  const rate = waveform.media.sample_rate;
  const first = view.start * rate;
  const perColumn = ((view.end - view.start) * rate) / count;
  fill(waveform, lane.speaker, first, perColumn, count);
  ctx.fillStyle = theme[lane.speaker === 0 ? "spk1" : "spk2"];
  ctx.globalAlpha = frame.muted[lane.speaker] ? 0.25 : 0.75;
  paint(ctx, lane, count, 1 / ratio, waveform.gain, frame.detail.envelope);
  ctx.globalAlpha = 1;
}

function fill(waveform, channel, first, perColumn, count) {
  const last = first + perColumn * count;
  if (perColumn < BASE_BIN) {
    waveform.want(first, last + 1);
    if (waveform.hasSamples(first, last)) {
      return sampleColumns(waveform.reader(channel), first, perColumn, count, scratch);
    }
  }
  return columns(pickLevel(waveform.levels, perColumn), channel, first, perColumn, count, scratch);
}

function paint(ctx, lane, count, step, gain, isEnvelope) {
  const half = lane.height / 2 - 2;
  const middle = lane.y + lane.height / 2;
  const scale = half * gain;
  for (let column = 0; column < count; column += 1) {
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

function block(ctx, frame, lane) {
  const x0 = Math.max(0, frame.px(0));
  const x1 = Math.min(frame.width, frame.px(frame.dialogue.duration));
  ctx.fillStyle = frame.theme["surface-3"];
  ctx.fillRect(x0, lane.y, x1 - x0, lane.height);
}
