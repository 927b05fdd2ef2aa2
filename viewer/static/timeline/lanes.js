// @ts-check
/** Which lane stands at which pixel. Every height and gap of the layout stands here. */

export const GUTTER_PX = 116;
const TOP_PX = 8;
const BLOCK_GAP_PX = 16;
const MAX_MODELS = 3;
const TALLEST_WAVEFORM_PX = 120;

const ROOMY = { waveform: 60, annotator: 16, annotatorGap: 2, gold: 24, decisions: 48, other: 28, otherGap: 2 };
const COMPACT = { ...ROOMY, annotator: 10, other: 16 };

/**
 * Lay out both speakers' blocks.
 *
 * `models` are in display order with the active one flagged; `isCompact` is the small-window layout; `room` is
 * the height there is: what the lanes leave of it goes to the waveforms, up to twice their height.
 * Returns `{lanes, blocks, height}`, reading order top to bottom.
 */
export function layOut({ room = 0, ...what }) {
  const size = what.isCompact ? COMPACT : ROOMY;
  const tight = stack(what, size);
  const spare = Math.floor((room - tight.height) / tight.blocks.length);
  if (spare <= 0) return tight;
  return stack(what, { ...size, waveform: Math.min(TALLEST_WAVEFORM_PX, size.waveform + spare) });
}

/** Stack both speakers' lanes at these sizes. */
function stack({ hasLabels, annotators, models }, size) {
  const lanes = [];
  const blocks = [];
  let y = TOP_PX;
  for (const speaker of [0, 1]) {
    const top = y;
    const add = (lane, height, gap) => {
      lanes.push({ ...lane, speaker, y, height });
      y += height + gap;
    };
    add({ kind: "waveform", name: "waveform" }, size.waveform, 4);
    if (hasLabels) {
      annotators.forEach((name, index) => {
        const isLast = index === annotators.length - 1;
        add({ kind: "annotator", name, annotator: index }, size.annotator, isLast ? 4 : size.annotatorGap);
      });
      add({ kind: "gold", name: "gold" }, size.gold, 6);
    } else {
      add({ kind: "note", name: "No labels: nothing to score" }, 20, 4);
    }
    modelLanes(models).forEach((lane, index, all) => {
      const height = lane.kind === "decisions" ? size.decisions : size.other;
      const gap = index === 0 ? 4 : size.otherGap;
      add(lane, height, index === all.length - 1 ? 0 : gap);
    });
    if (models.length === 0) {
      add({ kind: "note", name: "Add a model's decisions to score this conversation." }, 20, 0);
    }
    blocks.push({ speaker, y: top, height: y - top });
    y += BLOCK_GAP_PX;
  }
  return { lanes, blocks, height: y };
}

/** The active model first and tall, two others, and whoever is left in one lane "Models n". */
export function modelLanes(models) {
  if (models.length === 0) return [];
  const active = models.find((model) => model.isActive) ?? models[0];
  const others = models.filter((model) => model !== active);
  const isFolded = models.length > MAX_MODELS;
  const shown = isFolded ? others.slice(0, MAX_MODELS - 1) : others;
  const lanes = [{ kind: "decisions", name: active.title, models: [active] }];
  for (const model of shown) lanes.push({ kind: "other", name: model.title, models: [model] });
  const rest = others.slice(shown.length);
  if (rest.length > 0) lanes.push({ kind: "folded", name: `Models ${rest.length}`, models: rest });
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
