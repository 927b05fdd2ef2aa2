// @ts-check
/** Lanes of spectrogram, pitch and intensity, from the tiles that are here. */

import { axisTicks, colourTile, dbOf, intensityY, makeRamp, pitchY } from "./signals_scale.js";

/** Tiles coloured in one frame; the others follow in the next ones. */
const COLOURED_PER_FRAME = 6;
const DOT_PX = 2;
const LONGEST_GLIDE = 1.25;
/** Narrower cells are joined by rectangles: a long path costs several times as much. */
const LINE_FROM_PX = 3;
const LINE_PX = 1.4;

const NAMES = { mel: "spectrogram", linear: "spectrogram", pitch: "pitch", intensity: "intensity" };
const ramps = new Map();
let coloured = 0;

/** A new frame may colour tiles again. */
export function beginSignals(frame) {
  coloured = 0;
  frame.signals?.begin();
}

/** After the last lane: ask for what is missing. */
export function endSignals(frame) {
  frame.signals?.plan();
  if (coloured > COLOURED_PER_FRAME) frame.again?.();
}

/** Draw a spectrogram: each tile is a picture, made once for each theme. */
export function drawSpectrogram(ctx, frame, lane) {
  const here = partsOf(ctx, frame, lane);
  if (!here) return;
  const ramp = rampOf(frame, lane.speaker);
  const { bands } = frame.signals.told.kinds[lane.kind];
  ctx.save();
  clip(ctx, frame, lane);
  ctx.globalAlpha = frame.muted[lane.speaker] ? frame.theme["muted-ink"] : 1;
  for (const part of here) {
    const picture = pictureOf(part.data, lane.speaker, bands, ramp);
    if (picture) drawPart(ctx, frame, lane, part, picture);
  }
  ctx.restore();
  drawAxis(ctx, frame, lane);
}

/** Draw F0: a dot for each voiced cell, joined where the voice goes on. */
export function drawPitch(ctx, frame, lane) {
  const here = partsOf(ctx, frame, lane);
  if (!here) return;
  const { told } = frame.signals;
  const kind = told.kinds.pitch;
  drawLines(ctx, frame, lane);
  ctx.save();
  clip(ctx, frame, lane);
  ctx.globalAlpha = frame.muted[lane.speaker] ? frame.theme["muted-ink"] : 1;
  ctx.fillStyle = ctx.strokeStyle = speakerColour(frame, lane.speaker);
  ctx.lineWidth = LINE_PX;
  ctx.beginPath();
  let last = 0;
  const isLine = cellPx(frame, here) >= LINE_FROM_PX;
  eachCell(frame, here, lane.speaker, (x, code, isAfterGap) => {
    if (isAfterGap) last = 0;
    if (code > 0) {
      const y = pitchY(lane, code / kind.codes_per_hz, kind);
      ctx.fillRect(x - DOT_PX / 2, y - DOT_PX / 2, DOT_PX, DOT_PX);
      const goesOn = isLine && last > 0 && code / last < LONGEST_GLIDE && last / code < LONGEST_GLIDE;
      if (goesOn) ctx.lineTo(x, y);
      else ctx.moveTo(x, y);
    }
    last = code;
  });
  ctx.stroke();
  ctx.restore();
  drawAxis(ctx, frame, lane);
}

/** Draw intensity as a line. */
export function drawIntensity(ctx, frame, lane) {
  const here = partsOf(ctx, frame, lane);
  if (!here) return;
  const { told } = frame.signals;
  drawLines(ctx, frame, lane);
  ctx.save();
  clip(ctx, frame, lane);
  ctx.globalAlpha = frame.muted[lane.speaker] ? frame.theme["muted-ink"] : 1;
  ctx.fillStyle = ctx.strokeStyle = speakerColour(frame, lane.speaker);
  ctx.lineWidth = LINE_PX;
  ctx.beginPath();
  const step = cellPx(frame, here);
  let last = 0;
  eachCell(frame, here, lane.speaker, (x, code, isAfterGap) => {
    const y = Math.min(intensityY(lane, dbOf(code, told)), lane.y + lane.height - LINE_PX);
    if (step < LINE_FROM_PX) {
      const from = isAfterGap ? y : last;
      ctx.fillRect(x - step / 2, Math.min(y, from), step, Math.abs(y - from) + LINE_PX);
    } else if (isAfterGap) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
    last = y;
  });
  ctx.stroke();
  ctx.restore();
  drawAxis(ctx, frame, lane);
}

/** What there is to draw, over a flat block where something is missing; null when there is nothing at all. */
function partsOf(ctx, frame, lane) {
  const { signals, view, width } = frame;
  if (!signals?.media || signals.problem(lane.kind)) return null;
  const { parts, isWhole } = signals.parts(lane.kind, view, width);
  if (!isWhole) block(ctx, frame, lane);
  if (signals.told) return parts;
  if (signals.isLate(lane.kind)) note(ctx, frame, lane, `Computing the ${NAMES[lane.kind]}; the first time on a machine this takes up to a minute.`);
  return null;
}

function block(ctx, frame, lane) {
  const x0 = Math.max(0, frame.px(0));
  const x1 = Math.min(frame.width, frame.px(frame.dialogue.duration));
  ctx.fillStyle = frame.theme["surface-3"];
  ctx.fillRect(x0, lane.y, x1 - x0, lane.height);
}

function note(ctx, frame, lane, text) {
  ctx.font = `400 11px ${frame.theme.font}`;
  ctx.fillStyle = frame.theme["ink-2"];
  ctx.fillText(text, 8, lane.y + lane.height / 2 + 4);
}

function clip(ctx, frame, lane) {
  ctx.beginPath();
  ctx.rect(0, lane.y, frame.width, lane.height);
  ctx.clip();
}

function speakerColour(frame, speaker) {
  return frame.theme[speaker === 0 ? "spk1" : "spk2"];
}

/** The colours of a speaker: made again when the theme or the recording's gain is another. */
function rampOf(frame, speaker) {
  const { theme, waveform, signals } = frame;
  const colours = { quiet: theme["surface-2"], loud: speakerColour(frame, speaker), peak: theme.ink };
  const key = `${Object.values(colours)}|${waveform.gain.toFixed(3)}`;
  if (!ramps.has(key)) {
    if (ramps.size > 8) ramps.clear();
    ramps.set(key, { key, colours: makeRamp(colours, signals.told, waveform.gain) });
  }
  return ramps.get(key);
}

/** A tile as a picture; null when this frame has coloured enough. */
function pictureOf(tile, speaker, bands, ramp) {
  const made = tile.pictures[speaker];
  if (made?.key === ramp.key) return made.canvas;
  coloured += 1;
  if (coloured > COLOURED_PER_FRAME) return made?.canvas ?? null;
  const canvas = made?.canvas ?? document.createElement("canvas");
  canvas.width = tile.cells;
  canvas.height = bands;
  const pixels = colourTile(tile, speaker, bands, ramp.colours);
  canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), tile.cells, bands), 0, 0);
  tile.pictures[speaker] = { key: ramp.key, canvas };
  return canvas;
}

/** Draw the cells of a picture that are in view, from pixel to pixel: neighbours then leave no seam. */
function drawPart(ctx, frame, lane, { data, start, end }, picture) {
  const { view, ratio, px } = frame;
  const low = Math.max(start, view.start);
  const high = Math.min(end, view.end, data.start + data.cells * data.cell);
  const first = Math.max(Math.floor((low - data.start) / data.cell + 1e-6), 0);
  const last = Math.min(Math.ceil((high - data.start) / data.cell - 1e-6), data.cells);
  if (last <= first) return;
  const snap = (time) => Math.round(px(time) * ratio) / ratio;
  const x0 = snap(data.start + first * data.cell);
  const x1 = snap(data.start + last * data.cell);
  ctx.drawImage(picture, first, 0, last - first, picture.height, x0, lane.y, Math.max(x1 - x0, 1 / ratio), lane.height);
}

/** Visit the cells in view and one beyond on each side: `visit(x, code, isAfterGap)` at the middle of each. */
function eachCell({ view, px }, parts, speaker, visit) {
  let reached = -Infinity;
  for (const { data, start, end } of parts) {
    let isAfterGap = start > reached + data.cell;
    reached = end;
    const low = Math.max(start, view.start - data.cell);
    const high = Math.min(end, view.end + data.cell);
    const first = Math.max(Math.ceil((low - data.start) / data.cell - 0.5), 0);
    const last = Math.min(Math.floor((high - data.start) / data.cell - 0.5), data.cells - 1);
    for (let cell = first; cell <= last; cell += 1) {
      visit(px(data.start + (cell + 0.5) * data.cell), data.codes[speaker * data.cells + cell], isAfterGap);
      isAfterGap = false;
    }
  }
}

/** Pixels of a cell of the finest tiles that are drawn. */
function cellPx({ view, width }, parts) {
  return (Math.min(...parts.map(({ data }) => data.cell)) * width) / (view.end - view.start);
}

function drawLines(ctx, frame, lane) {
  ctx.fillStyle = frame.theme.line;
  for (const { y } of axisTicks(lane, frame.signals.told)) ctx.fillRect(0, Math.round(y), frame.width, 1);
}

/** The axis inside the lane, at its left edge; a plate keeps the figures readable on any picture. */
function drawAxis(ctx, frame, lane) {
  const font = `400 10px ${frame.theme.font}`;
  ctx.font = font;
  for (const { y, text } of axisTicks(lane, frame.signals.told)) {
    ctx.globalAlpha = 0.85;
    ctx.fillStyle = frame.theme.surface;
    ctx.fillRect(4, y - 6, frame.ruler.width(font, text) + 4, 12);
    ctx.globalAlpha = 1;
    ctx.fillStyle = frame.theme["ink-2"];
    ctx.fillRect(0, Math.round(y), 4, 1);
    ctx.fillText(text, 6, y + 3.5);
  }
}
