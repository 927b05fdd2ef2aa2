// @ts-check
/** The desk's lanes: annotators with label and words, the proposed gold, what is masked until settled, the span in dispute. */

import { drawnWidth, visibleIntervals } from "./cull.js";
import { drawDecisions } from "./draw_decisions.js";
import { hatchExcluded, washExcluded } from "./draw_excluded.js";
import { classOf } from "./scene.js";

const PROPOSED_INSET_PX = 4;
const TWO_LINES_FROM_PX = 36;
const MASKED = ["masked until settled", "masked"];

/** The span in dispute, below what the speaker's lanes hold. */
export function drawDeskWash(ctx, frame, layout) {
  if (!frame.desk) return;
  const { y, height } = layout.blocks[frame.desk.speaker];
  const x0 = frame.px(frame.desk.span.start);
  const x1 = Math.max(frame.px(frame.desk.span.end), x0 + 1);
  ctx.fillStyle = frame.theme.accent;
  ctx.globalAlpha = 0.07;
  ctx.fillRect(x0, y, x1 - x0, height);
  ctx.globalAlpha = 1;
}

/** One annotator's track, each segment with its label and its words. */
export function drawDeskAnnotator(ctx, frame, lane) {
  const list = frame.dialogue.tracks[lane.speaker][lane.annotator];
  if (!list) return;
  const [first, last] = visibleIntervals(list, frame.view.start, frame.view.end);
  const items = [];
  for (let i = first; i < last; i += 1) {
    items.push({ start: list.start[i], end: list.end[i], code: list.class[i], label: list.label[i], text: list.text[i], hasStart: true, hasEnd: true });
  }
  drawItems(ctx, frame, lane, items);
}

/** The gold as it would be: what stays, and on the hatch of what is masked the proposal. */
export function drawDeskGold(ctx, frame, lane) {
  washExcluded(ctx, frame, lane);
  hatchExcluded(ctx, frame, { ...lane, kind: "desk" });
  const inView = ({ start, end }) => end > frame.view.start && start < frame.view.end;
  const { rest, proposed } = frame.desk.goldItems(frame.gold?.events[lane.speaker]);
  drawItems(ctx, frame, lane, rest.filter(inView));
  const { y, height } = lane;
  const within = { ...lane, y: y + PROPOSED_INSET_PX, height: height - 2 * PROPOSED_INSET_PX };
  drawItems(ctx, frame, within, proposed.filter(inView));
}

/** The active model's decisions, and in words that what is in dispute does not count. */
export function drawDeskDecisions(ctx, frame, lane) {
  drawDecisions(ctx, frame, lane);
  const font = `500 10px ${frame.theme.font}`;
  const { excluded } = frame.desk;
  ctx.font = font;
  for (let i = 0; i < excluded.start.length; i += 1) {
    const left = Math.max(frame.px(excluded.start[i]), 0);
    const right = Math.min(frame.px(excluded.end[i]), frame.width);
    const text = frame.ruler.firstFitting(font, MASKED, right - left - 12);
    if (!text) continue;
    const wide = frame.ruler.width(font, text);
    const x = (left + right - wide) / 2;
    const y = lane.y + lane.height - 5;
    ctx.fillStyle = frame.theme["mask-wash"];
    ctx.fillRect(x - 4, y - 9, wide + 8, 12);
    ctx.fillStyle = frame.theme["ink-2"];
    ctx.fillText(text, x, y);
  }
}

/** Bars with an edge where a segment really begins or ends, longest first so that short ones stay on top. */
function drawItems(ctx, frame, lane, items) {
  for (const item of [...items].sort((a, b) => b.end - b.start - (a.end - a.start))) drawBar(ctx, frame, lane, item);
  for (const item of items) drawTexts(ctx, frame, lane, item, roomOf(frame, items, item));
}

function drawBar(ctx, { theme, px, width }, { y, height }, { start, end, code, hasStart, hasEnd }) {
  const { key } = classOf(code);
  const from = px(start);
  const to = from + drawnWidth(from, px(end));
  const [x0, x1] = [Math.max(from, -4), Math.min(to, width + 4)];
  if (x1 <= x0) return;
  ctx.fillStyle = theme[`fill-${key}`];
  ctx.fillRect(x0, y, x1 - x0, height);
  // NonContent is pale on purpose, so it is outlined.
  if ((code === 4 || code === -1) && x1 - x0 > 8) {
    ctx.strokeStyle = theme[`cls-${key}`];
    ctx.lineWidth = 1;
    ctx.strokeRect(x0 + 0.5, y + 0.5, x1 - x0 - 1, height - 1);
  }
  ctx.fillStyle = theme[`cls-${key}`];
  if (hasStart) ctx.fillRect(from, y, Math.min(3, to - from), height);
  if (hasEnd && to - from > 8) ctx.fillRect(to - 1.5, y, 1.5, height);
}

/** Where the texts of an item can stand: in view, and not under a neighbour that comes later. */
function roomOf({ px, width }, items, item) {
  const next = items.filter((one) => one.start > item.start && one.start < item.end).map(({ start }) => start);
  return { left: Math.max(px(item.start), 0), right: Math.min(px(Math.min(item.end, ...next)), width) };
}

function drawTexts(ctx, { theme, ruler }, { y, height }, { code, label, text }, { left, right }) {
  const room = right - left - 14;
  if (room < 8) return;
  const bold = `600 12px ${theme.font}`;
  const plain = `400 12px ${theme.font}`;
  const { name, short, code: letters } = classOf(code);
  const title = ruler.firstFitting(bold, [label, name, short, letters], room);
  const words = text ? ruler.cut(plain, text, room) : "";
  const lines = [[bold, title], [plain, words]].filter(([, line]) => line);
  const shown = height >= TWO_LINES_FROM_PX ? lines : lines.slice(0, 1);
  ctx.fillStyle = theme.ink;
  shown.forEach(([font, line], at) => {
    ctx.font = font;
    ctx.fillText(line, left + 9, y + height / 2 + 4.3 + (at - (shown.length - 1) / 2) * 17);
  });
}
