// @ts-check
/** All lanes in drawing order, from plain rows of the scene; nothing is computed about scores here. */

import { drawBoundaries, drawBoundaryDashes } from "./draw_boundaries.js";
import { drawDecisions, drawFolded } from "./draw_decisions.js";
import { drawDeskAnnotator, drawDeskDecisions, drawDeskGold, drawDeskWash } from "./draw_desk.js";
import { drawGrid } from "./draw_ruler.js";
import { drawAnnotator, drawGold } from "./draw_segments.js";
import { drawProbability } from "./draw_probability.js";
import { drawSelectionMarks, drawSelectionWash } from "./draw_selection.js";
import { beginSignals, drawIntensity, drawPitch, drawSpectrogram, endSignals } from "./draw_signals.js";
import { drawWaveform } from "./draw_waveform.js";

const DRAW = {
  waveform: drawWaveform,
  annotator: drawAnnotator,
  gold: drawGold,
  decisions: drawDecisions,
  other: drawDecisions,
  folded: drawFolded,
  mel: drawSpectrogram,
  linear: drawSpectrogram,
  pitch: drawPitch,
  intensity: drawIntensity,
  boundaries: drawBoundaries,
  "desk-annotator": drawDeskAnnotator,
  "desk-gold": drawDeskGold,
  "desk-decisions": drawDeskDecisions,
  prob: drawProbability,
  note() {},
};

/** Whether lanes of a kind can be drawn here. */
export function canDraw(kind) {
  return kind in DRAW;
}

/** Draw one frame of the lanes. */
export function drawLanes(ctx, frame, layout) {
  ctx.fillStyle = frame.theme.surface;
  ctx.fillRect(0, 0, frame.width, frame.height);
  ctx.fillStyle = frame.theme["surface-2"];
  for (const lane of layout.lanes) if (lane.kind !== "note") ctx.fillRect(0, lane.y, frame.width, lane.height);
  drawOutside(ctx, frame, frame.height);
  drawGrid(ctx, frame, frame.height);
  drawSelectionWash(ctx, frame, layout);
  drawDeskWash(ctx, frame, layout);
  beginSignals(frame);
  for (const lane of layout.lanes) DRAW[lane.draw ?? lane.kind](ctx, frame, lane);
  endSignals(frame);
  drawBoundaryDashes(ctx, frame, layout);
  drawSelectionMarks(ctx, frame, layout);
}

/** Time before the start and after the end of the dialogue. */
function drawOutside(ctx, frame, height) {
  ctx.fillStyle = frame.theme["mask-wash"];
  const start = frame.px(0);
  const end = frame.px(frame.dialogue.duration);
  if (start > 0) ctx.fillRect(0, 0, start, height);
  if (end < frame.width) ctx.fillRect(end, 0, frame.width - end, height);
}
