// @ts-check
/** The lane of the active model's probability: a line, its area above the threshold filled, the threshold itself. */

import { FULL, levelFor } from "./frames.js";

const LINE_PX = 1.4;
const PAD_PX = 3;
const FILL_ALPHA = 0.28;

/** Draw a speaker's probability. A frame's value stands at its end, where its commit would. */
export function drawProbability(ctx, frame, lane) {
  const { probability: shown, theme } = frame;
  const levels = shown?.frames?.speakers[lane.speaker];
  if (!levels) return;
  const { frames, theta, saved } = shown;
  const y = (level) => lane.y + lane.height - PAD_PX - (level / FULL) * (lane.height - 2 * PAD_PX);
  const framesPerPx = ((frame.view.end - frame.view.start) * frames.rate) / frame.width;
  const curve = framesPerPx > 1 ? columns(frame, frames, levels, framesPerPx, y) : points(frame, frames, levels[0], y);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, lane.y, frame.width, lane.height);
  ctx.clip();
  if (theta !== null) fillAbove(ctx, frame, lane, curve, y(theta * FULL));
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = LINE_PX;
  ctx.lineJoin = "round";
  trace(ctx, curve);
  ctx.stroke();
  if (saved !== null && saved !== theta) drawLevel(ctx, frame, y(saved * FULL), theme["ink-3"], [2, 3]);
  if (theta !== null) drawLevel(ctx, frame, y(theta * FULL), shown.isLive ? theme.accent : theme["ink-2"], shown.isLive ? [] : [4, 3]);
  ctx.restore();
}

/** The line through single frames: `{x, top, bottom}`, top and bottom being one. */
function points({ view, px, dialogue }, { rate }, { low }, y) {
  const first = Math.max(Math.floor(view.start * rate) - 2, 0);
  const last = Math.min(Math.ceil(view.end * rate) + 1, low.length, Math.ceil(dialogue.duration * rate));
  const out = [];
  for (let i = first; i < last; i += 1) {
    const at = y(low[i]);
    out.push({ x: px((i + 1) / rate), top: at, bottom: at });
  }
  return out;
}

/** Lowest and highest of each pixel. */
function columns({ view, px }, { rate }, levels, framesPerPx, y) {
  const { step, low, high } = levelFor(levels, framesPerPx);
  const first = Math.max(Math.floor((view.start * rate) / step) - 1, 0);
  const last = Math.min(Math.ceil((view.end * rate) / step) + 1, low.length);
  const out = [];
  let column = null;
  for (let i = first; i < last; i += 1) {
    const x = Math.round(px((i * step + 1) / rate));
    const [top, bottom] = [y(high[i]), y(low[i])];
    if (column?.x === x) {
      column.top = Math.min(column.top, top);
      column.bottom = Math.max(column.bottom, bottom);
    } else {
      column = { x, top, bottom };
      out.push(column);
    }
  }
  return out;
}

/** Lay the curve through the lower and the upper end of each column, so that no peak is lost. */
function trace(ctx, curve) {
  ctx.beginPath();
  curve.forEach(({ x, top, bottom }, i) => {
    if (i === 0) ctx.moveTo(x, bottom);
    else ctx.lineTo(x, bottom);
    if (top !== bottom) ctx.lineTo(x, top);
  });
}

/** Fill what of the area under the curve lies above a level. */
function fillAbove(ctx, frame, lane, curve, level) {
  if (curve.length === 0) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, lane.y, frame.width, Math.max(level - lane.y, 0));
  ctx.clip();
  ctx.beginPath();
  ctx.moveTo(curve[0].x, level);
  for (const { x, top } of curve) ctx.lineTo(x, Math.min(top, level));
  ctx.lineTo(curve[curve.length - 1].x, level);
  ctx.closePath();
  ctx.globalAlpha = FILL_ALPHA;
  ctx.fillStyle = frame.theme.accent;
  ctx.fill();
  ctx.restore();
}

function drawLevel(ctx, frame, y, colour, dash) {
  ctx.beginPath();
  ctx.moveTo(0, y);
  ctx.lineTo(frame.width, y);
  ctx.setLineDash(dash);
  ctx.lineWidth = 1;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.setLineDash([]);
}
