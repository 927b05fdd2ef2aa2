// @ts-check
/** Decision lanes: windows, negative spans, excluded intervals, connectors, marks, latencies. */

import { Runs, drawnWidth, visibleIntervals } from "./cull.js";
import { hatchExcluded, washExcluded } from "./draw_excluded.js";
import { latency } from "./format.js";
import { markGeometry } from "./lanes.js";
import { connectorsOf, labelPlace, placeMarks } from "./marks.js";
import { FATE_RANK } from "./scene.js";

const MARK_PX = 7;
const NARROW_PX = 5;
const CHANGED_PX = 9;
/** Marks nearer to each other than this, on average, are drawn as bars in the lanes of other models. */
const DENSE_PX = 10;
const BAR_SHARE = { miss: 0.8, false_alarm: 0.8, hit: 0.55, rest: 0.3 };
const TOKENS = { hit: "hit", false_alarm: "fa", repeat: "fa", miss: "miss" };

/** Draw one model's decisions on the active task. */
export function drawDecisions(ctx, frame, lane) {
  const unit = lane.models[0].tasks[frame.task][lane.speaker];
  const shape = markGeometry(lane);
  washExcluded(ctx, frame, lane);
  drawWindows(ctx, frame, lane, unit.positives, shape);
  drawNegatives(ctx, frame, unit.negatives, shape);
  hatchExcluded(ctx, frame, lane);
  // Half a window of margin: a mark just outside still reaches into the view.
  const margin = ((frame.view.end - frame.view.start) / frame.width) * MARK_PX;
  const marks = placeMarks(unit, frame.view.start - margin, frame.view.end + margin, frame.px, frame.detail.stacks);
  const lines = frame.detail.connectors ? connectorsOf(unit, frame.view.start, frame.view.end) : [];
  if (frame.detail.connectors) drawConnectors(ctx, frame, lines, shape);
  const byRank = [...marks].sort((a, b) => FATE_RANK[a.fate] - FATE_RANK[b.fate]);
  if (lane.kind !== "decisions" && marks.length > frame.width / DENSE_PX) drawBars(ctx, frame, byRank, lane);
  else for (const mark of byRank) frame.sprites.stamp(ctx, mark.fate, shape.scale, mark.x, shape.middle);
  if (unit.rings && !frame.detail.stacks) drawRings(ctx, frame, unit.rings, lane, shape);
  if (frame.detail.stacks) drawCounts(ctx, frame, marks, lane, shape);
  else if (lane.kind === "decisions" && frame.detail.latency) drawTexts(ctx, frame, unit, marks, lines, shape);
}

function drawWindows(ctx, frame, lane, positives, shape) {
  const [first, last] = visibleIntervals(positives, frame.view.start, frame.view.end);
  const { px, width, theme } = frame;
  const top = lane.y + shape.inset;
  const height = lane.height - 2 * shape.inset;
  ctx.fillStyle = theme.win;
  const runs = new Runs((x0, x1) => ctx.fillRect(x0, top, x1 - x0, height));
  for (let i = first; i < last; i += 1) {
    const x0 = px(positives.lo[i]);
    runs.add(Math.max(x0, -4), Math.min(x0 + drawnWidth(x0, px(positives.hi[i])), width + 4));
  }
  runs.end();
  ctx.fillStyle = theme["win-edge"];
  for (let i = first; i < last; i += 1) {
    const x = px(positives.time[i]);
    runs.add(x - 0.75, x + 0.75);
  }
  runs.end();
}

function drawNegatives(ctx, frame, negatives, shape) {
  const [first, last] = visibleIntervals(negatives, frame.view.start, frame.view.end);
  if (first === last) return;
  const top = shape.middle - shape.spanHeight / 2 + 0.5;
  const height = shape.spanHeight - 1;
  // Quiet below, fired on top; each group is one path, and what is too narrow for an outline is a thin bar.
  for (const isFired of [false, true]) {
    ctx.beginPath();
    const runs = new Runs((x0, x1) => ctx.fillRect(x0, top, x1 - x0, height));
    ctx.fillStyle = frame.theme[isFired ? "fa" : "quiet"];
    ctx.globalAlpha = 0.6;
    for (let i = first; i < last; i += 1) {
      if (Boolean(negatives.fired[i]) !== isFired) continue;
      const start = frame.px(negatives.start[i]);
      const end = start + drawnWidth(start, frame.px(negatives.end[i]));
      const x0 = Math.max(start, -4);
      const visible = Math.min(end, frame.width + 4) - x0;
      if (visible > NARROW_PX) ctx.roundRect(x0 + 0.5, top, visible - 1, height, 2);
      else runs.add(x0, x0 + visible);
    }
    runs.end();
    ctx.globalAlpha = 1;
    ctx.fillStyle = frame.theme.surface;
    ctx.fill();
    ctx.lineWidth = isFired ? 1.5 : 1;
    ctx.strokeStyle = frame.theme[isFired ? "fa" : "quiet"];
    ctx.stroke();
  }
}

/** A ring around each mark whose verdict is another than at the saved threshold. */
function drawRings(ctx, frame, times, lane, shape) {
  const radius = Math.min(CHANGED_PX, lane.height / 2 - 1);
  ctx.beginPath();
  for (const time of times) {
    const x = frame.px(time);
    if (x < -radius || x > frame.width + radius) continue;
    ctx.moveTo(x + radius, shape.middle);
    ctx.arc(x, shape.middle, radius, 0, 2 * Math.PI);
  }
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = frame.theme.accent;
  ctx.stroke();
}

function drawConnectors(ctx, frame, lines, shape) {
  ctx.beginPath();
  for (const { time, decision } of lines) {
    ctx.moveTo(frame.px(time), shape.middle);
    ctx.lineTo(frame.px(decision), shape.middle);
  }
  ctx.lineWidth = 1.2;
  ctx.strokeStyle = frame.theme.hit;
  ctx.stroke();
}

function drawTexts(ctx, frame, unit, marks, lines, shape) {
  const font = `500 10px ${frame.theme.font}`;
  const occupied = occupiedBy(frame, unit, marks);
  ctx.font = font;
  const y = shape.middle + 3.6;
  ctx.fillStyle = frame.theme["hit-ink"];
  for (const { time, decision } of lines) {
    const x = frame.px(decision);
    const beyond = { isLeft: false, gap: Math.max(9, frame.px(time) - x + 5) };
    const places = decision < time ? [{ isLeft: true, gap: 9 }, beyond] : [{ isLeft: false, gap: 9 }];
    put(ctx, frame, occupied, latency(decision - time), x, y, places);
  }
  ctx.fillStyle = frame.theme.miss;
  for (const mark of marks) if (mark.fate === "miss") put(ctx, frame, occupied, "miss", mark.x, y, [{ isLeft: false, gap: 14 }]);
}

/**
 * Write a text right of its mark; an early one left of it, or else beyond the gold time, never over the connector.
 * Where every place is taken it is left out.
 */
function put(ctx, frame, occupied, text, x, y, places) {
  const wide = frame.ruler.width(ctx.font, text);
  for (const { isLeft, gap } of places) {
    const left = labelPlace(occupied, x, wide, isLeft, gap);
    if (left === null || left < 0 || left + wide > frame.width) continue;
    ctx.fillText(text, left, y);
    occupied.push([left, left + wide]);
    return;
  }
}

/** Pixel ranges no text may run over: marks, and negative spans as a whole. */
function occupiedBy(frame, unit, marks) {
  const ranges = marks.map((mark) => [mark.x - 6, mark.x + 6]);
  const { negatives } = unit;
  const [first, last] = visibleIntervals(negatives, frame.view.start, frame.view.end);
  for (let i = first; i < last; i += 1) ranges.push([frame.px(negatives.start[i]), frame.px(negatives.end[i])]);
  return ranges;
}

/** Marks of another model that would stand on each other, as bars: errors tallest, then hits, then the rest. */
function drawBars(ctx, frame, byRank, lane) {
  const middle = lane.y + lane.height / 2;
  let fate = null;
  let half = 0;
  for (const mark of byRank) {
    if (mark.fate !== fate) {
      fate = mark.fate;
      half = (BAR_SHARE[fate] ?? BAR_SHARE.rest) * lane.height * 0.5;
      ctx.fillStyle = colourOf(frame, fate);
    }
    ctx.fillRect(Math.round(mark.x) - 1, Math.round(middle - half), 3, Math.round(2 * half));
  }
}

function colourOf({ theme }, fate) {
  return theme[TOKENS[fate] ?? fate] ?? theme["ink-3"];
}

/** How many marks a stack stands for, above it, where the number does not touch the next stack. */
function drawCounts(ctx, frame, marks, lane, shape) {
  if (lane.kind !== "decisions") return;
  const font = `500 10px ${frame.theme.font}`;
  ctx.font = font;
  ctx.fillStyle = frame.theme["ink-2"];
  let free = 0;
  for (const { x, count } of marks) {
    if (count < 2) continue;
    const text = String(count);
    const wide = frame.ruler.width(font, text);
    if (x - wide / 2 < free) continue;
    ctx.fillText(text, x - wide / 2, shape.middle - 12);
    free = x + wide / 2 + 2;
  }
}

/** Draw the folded models: one row of bars each, so that agreement between them shows at a glance. */
export function drawFolded(ctx, frame, lane) {
  const rows = lane.models.length;
  const height = lane.height / rows;
  lane.models.forEach((model, row) => {
    const unit = model.tasks[frame.task][lane.speaker];
    const marks = placeMarks(unit, frame.view.start, frame.view.end, frame.px, frame.detail.stacks);
    const y = lane.y + row * height + 0.5;
    for (const { x, fate } of marks.sort((a, b) => FATE_RANK[a.fate] - FATE_RANK[b.fate])) {
      ctx.fillStyle = colourOf(frame, fate);
      ctx.fillRect(Math.round(x) - 1, y, 3, Math.max(height - 1, 2));
    }
  });
}
