// @ts-check
/** Which lane stands at which pixel. Every usual height and gap of the layout stands here. */

import { usualChoice } from "./lane_choice.js";

export const GUTTER_PX = 116;
/** From this height on a waveform's label has room for two lines and the buttons below each other. */
export const FULL_HEAD_PX = 56;
const TOP_PX = 8;
const BLOCK_GAP_PX = 16;
const HEAD_PX = 20;
const GAP_PX = 4;
const GROUP_GAP_PX = 2;
const NOTE_PX = 20;
const MAX_MODELS = 3;
const TALLEST_WAVEFORM_PX = 120;

const ROOMY = { wave: 60, mel: 96, linear: 96, pitch: 60, intensity: 48, labels: 16, gold: 24, prob: 52, decisions: 48, others: 28 };
const COMPACT = { ...ROOMY, mel: 64, linear: 64, pitch: 48, intensity: 36, labels: 10, prob: 36, others: 16 };

/**
 * Lay out both speakers' blocks.
 *
 * `models` are in display order with the active one flagged; `isCompact` is the small-window layout; `choice` says
 * which lanes are on; `room` is the height there is: what the lanes leave of it goes to waveforms of no chosen height,
 * up to twice their usual one. Returns `{lanes, blocks, height}`, reading order top to bottom; a lane's `tier` is its
 * name in the choice; a block's `head` is where the speaker's name stands.
 */
export function layOut({ room = 0, choice = usualChoice(), ...what }) {
  const usual = what.isCompact ? COMPACT : ROOMY;
  const size = { ...usual, ...Object.fromEntries(choice.filter(({ px }) => px !== null).map(({ name, px }) => [name, px])) };
  const names = choice.map(({ name }) => name);
  const tight = stack(what, names, size);
  const spare = Math.floor((room - tight.height) / tight.blocks.length);
  const isChosen = choice.some(({ name, px }) => name === "wave" && px !== null);
  if (spare <= 0 || isChosen) return tight;
  return stack(what, names, { ...size, wave: Math.min(TALLEST_WAVEFORM_PX, size.wave + spare) });
}

/** Stack both speakers' lanes at these sizes. */
function stack(what, names, size) {
  const lanes = [];
  const blocks = [];
  const planned = plannedLanes(what, names);
  let y = TOP_PX;
  for (const speaker of [0, 1]) {
    const top = y;
    // A waveform's label is the speaker's name; where none is on top, the name has a line of its own.
    const hasHead = planned[0].kind !== "waveform";
    if (hasHead) y += HEAD_PX;
    planned.forEach((lane, index) => {
      const height = lane.kind === "note" ? NOTE_PX : size[lane.tier];
      lanes.push({ ...lane, speaker, y, height });
      const isLast = index === planned.length - 1;
      y += height + (isLast ? 0 : gapAfter(lane, planned[index + 1]));
    });
    const head = { y: top, height: hasHead ? HEAD_PX : lanes.find((lane) => lane.speaker === speaker).height };
    blocks.push({ speaker, y: top, height: y - top, head });
    y += BLOCK_GAP_PX;
  }
  return { lanes, blocks, height: y };
}

function gapAfter(lane, next) {
  if (lane.tier === next.tier && lane.kind !== "note") return GROUP_GAP_PX;
  return lane.kind === "gold" ? GAP_PX + 2 : GAP_PX;
}

/** One speaker's lanes from the top, without places. What is on and has nothing to show is one line that says so. */
function plannedLanes({ hasLabels, annotators, models, hasProbabilities = false }, names) {
  const ofModels = modelLanes(models);
  const note = (name) => [{ kind: "note", name }];
  const lanesOf = {
    labels: () => (hasLabels ? annotators.map((name, index) => ({ kind: "annotator", name, annotator: index })) : note("No labels: nothing to score")),
    gold: () => (hasLabels ? [{ kind: "gold", name: "gold" }] : note("No labels: nothing to score")),
    decisions: () => (models.length > 0 ? ofModels.slice(0, 1) : note("Add a model's decisions to score this conversation.")),
    others: () => (models.length > 0 ? ofModels.slice(1) : note("Add a model's decisions to score this conversation.")),
    prob: () => (hasProbabilities ? [{ kind: "prob", name: "probability" }] : []),
    wave: () => [{ kind: "waveform", name: "waveform" }],
  };
  const planned = [];
  for (const tier of names) {
    for (const lane of lanesOf[tier]?.() ?? [{ kind: tier, name: tier }]) {
      const isSaid = lane.kind === "note" && planned.some(({ name }) => name === lane.name);
      if (!isSaid) planned.push({ ...lane, tier });
    }
  }
  return planned.length > 0 ? planned : [{ kind: "note", name: "No other model decided here.", tier: "others" }];
}

/**
 * The active model first and tall, two others, and whoever is left in one lane "Models n". Models that a pick compares
 * (`pickedAs` from 0) come first, and all of them have a lane.
 */
export function modelLanes(models) {
  if (models.length === 0) return [];
  const active = models.find((model) => model.isActive) ?? models[0];
  const rest = models.filter((model) => model !== active);
  const picked = rest.filter(({ pickedAs = -1 }) => pickedAs >= 0).sort((one, other) => one.pickedAs - other.pickedAs);
  const others = [...picked, ...rest.filter((model) => !picked.includes(model))];
  const shown = others.slice(0, Math.max(MAX_MODELS - 1, picked.length));
  const lanes = [{ kind: "decisions", name: active.title, models: [active] }];
  for (const model of shown) lanes.push({ kind: "other", name: model.title, models: [model] });
  const folded = others.slice(shown.length);
  if (folded.length > 0) lanes.push({ kind: "folded", name: `Models ${folded.length}`, models: folded });
  return lanes;
}

/** The lane under a vertical pixel of the lane canvas, or null between lanes. */
export function laneAt(layout, y) {
  return layout.lanes.find((lane) => y >= lane.y && y < lane.y + lane.height) ?? null;
}

/** Where the marks of a decision lane stand: the middle, the band's height, the height of a negative span. */
export function markGeometry(lane) {
  const isActive = lane.kind === "decisions";
  return {
    middle: lane.y + lane.height / 2,
    inset: 2,
    spanHeight: isActive ? 20 : Math.min(14, lane.height - 4),
    scale: isActive ? 1 : lane.height < 20 ? 0.65 : 0.8,
  };
}
