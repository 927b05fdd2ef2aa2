// @ts-check
/** What stands left of the lanes: on the page it is text of the document, in a picture it is drawn. */

import { tierOf } from "../../timeline/lane_choice.js";
import { FULL_HEAD_PX, GUTTER_PX } from "../../timeline/lanes.js";
import { fitting, wrap } from "./lines.js";

const RIGHT_PX = GUTTER_PX - 12;
const LEFT_PX = 16;
const LINE_PX = 13;
const TWO_LINES_PX = 28;
const THREE_LINES_PX = 40;

/** Names of the speakers, of every lane, and the bar along each speaker's block. */
export function drawGutter(ctx, frame, layout) {
  const { theme } = frame;
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, GUTTER_PX, layout.height);
  for (const block of layout.blocks) {
    ctx.fillStyle = theme[`spk${block.speaker + 1}`];
    ctx.fillRect(0, block.y, 3, block.height);
    drawSpeaker(ctx, frame, block);
  }
  for (const lane of layout.lanes) {
    if (lane.kind === "note" || lane.y === layout.blocks[lane.speaker].head.y) continue;
    if (lane.kind === "decisions") drawActive(ctx, frame, lane);
    else drawName(ctx, frame, lane);
  }
  for (const { speaker } of layout.isDesk ? [] : layout.blocks) {
    const lanes = layout.lanes.filter((lane) => lane.kind === "annotator" && lane.speaker === speaker);
    const middle = lanes[Math.floor(lanes.length / 2)];
    if (middle) write(ctx, frame, "annotators", { x: LEFT_PX, y: middleOf(middle), size: 11, ink: "ink-3", room: 70 });
  }
}

function drawSpeaker(ctx, frame, { speaker: index, head }) {
  const speaker = frame.dialogue.speakers[index] ?? {};
  const room = GUTTER_PX - LEFT_PX - 4;
  write(ctx, frame, speaker.name || `Speaker ${index + 1}`, { x: LEFT_PX, y: head.y + 14, size: 12, weight: 600, ink: "ink", room });
  if (speaker.actor && head.height >= FULL_HEAD_PX) write(ctx, frame, speaker.actor, { x: LEFT_PX, y: head.y + 30, size: 11, ink: "ink-3", room });
}

function drawActive(ctx, frame, lane) {
  const { theme } = frame;
  ctx.fillStyle = theme.accent;
  ctx.beginPath();
  ctx.arc(11, lane.y + lane.height / 2, 4, 0, 2 * Math.PI);
  ctx.fill();
  const room = RIGHT_PX - 20;
  const names = lane.height < THREE_LINES_PX ? [lane.name] : twoLines(frame, lane.name, room);
  const first = middleOf(lane) - (names.length * LINE_PX) / 2;
  names.forEach((name, index) => write(ctx, frame, name, { y: first + index * LINE_PX, size: 11, weight: 600, ink: "ink", room }));
  write(ctx, frame, "decisions", { y: first + names.length * LINE_PX + 1, size: 11, ink: "ink-2", room });
}

/** A name in at most two lines; what is left of it stands in the second, to be cut there. */
function twoLines({ ruler, theme }, name, room) {
  const [first, ...rest] = wrap(ruler, `600 11px ${theme.font}`, name, room);
  return rest.length > 0 ? [first, rest.join(" ")] : [first ?? ""];
}

function drawName(ctx, frame, lane) {
  const isGold = lane.kind === "gold";
  const size = Math.min(11, Math.max(9, lane.height));
  const room = RIGHT_PX - LEFT_PX;
  const names = lane.height < TWO_LINES_PX ? [nameOf(lane)] : twoLines(frame, nameOf(lane), room);
  const first = middleOf(lane) - ((names.length - 1) * LINE_PX) / 2;
  names.forEach((name, index) => write(ctx, frame, name, { y: first + index * LINE_PX, size, weight: isGold ? 600 : 400, ink: isGold ? "ink" : "ink-2", room }));
}

/** What a lane is called on the page. */
function nameOf({ kind, name, tier, models }) {
  return models || kind === "gold" || kind === "annotator" || !tier ? name : tierOf(tier).title;
}

/** What the two rows of the overview count, and its name. */
export function drawOverviewHead(ctx, frame) {
  write(ctx, frame, "Overview", { y: 18, size: 11, weight: 500, ink: "ink-2", room: RIGHT_PX });
  write(ctx, frame, "misses", { y: 49, size: 10, weight: 500, ink: "miss", room: RIGHT_PX });
  write(ctx, frame, "false alarms", { y: 62, size: 10, weight: 500, ink: "fa", room: RIGHT_PX });
}

/** The unit of the ruler. */
export function drawUnit(ctx, frame, unit) {
  write(ctx, frame, unit, { x: LEFT_PX, y: 18, size: 10, ink: "ink-3", room: RIGHT_PX });
}

/** Text with its left end at `x`, else its right end at the gutter's; cut where it does not fit. */
function write(ctx, { theme, ruler }, text, { x = null, y, size, weight = 400, ink, room }) {
  const font = `${weight} ${size}px ${theme.font}`;
  const shown = fitting(ruler, font, text, room);
  ctx.font = font;
  ctx.fillStyle = theme[ink];
  ctx.fillText(shown, x ?? RIGHT_PX - ruler.width(font, shown), y);
}

function middleOf(lane) {
  return lane.y + lane.height / 2 + 3.6;
}
