// @ts-check
/** Which lane of the desk stands at which pixel: the speaker in dispute tall and on top, the other one below and small. */

const TOP_PX = 8;
const BLOCK_GAP_PX = 16;
const TALLEST_WAVEFORM_PX = 120;

const ROOMY = { wave: 72, labels: 56, gold: 64, boundaries: 64, prob: 60, decisions: 48, otherWave: 56, otherGold: 24, gap: 8 };
const COMPACT = { wave: 48, labels: 40, gold: 52, boundaries: 56, prob: 36, decisions: 40, otherWave: 28, otherGold: 20, gap: 4 };

/**
 * Lay out the desk: as `layOut` of `lanes.js`, `{lanes, blocks, height}`, blocks by speaker. `annotators` are
 * `[{name, note}]`, note being what the annotator holds in the span; `model` is the active one, or null, `task` says
 * which of its decisions are shown; of `room` what the lanes leave goes to the waveform in dispute.
 */
export function layOutDesk({ isCompact, room = 0, ...what }) {
  const usual = isCompact ? COMPACT : ROOMY;
  const tight = stack(what, usual);
  const wave = Math.min(usual.wave + Math.max(room - tight.height, 0), TALLEST_WAVEFORM_PX);
  return wave === usual.wave ? tight : stack(what, { ...usual, wave });
}

function stack({ speaker, annotators, model, task, hasProbabilities = false }, size) {
  const disputed = [
    { kind: "waveform", name: "waveform", height: size.wave },
    ...annotators.map(({ name, note }, annotator) => ({ kind: "annotator", draw: "desk-annotator", name, note, annotator, height: size.labels })),
    { kind: "gold", draw: "desk-gold", name: "gold", note: "proposed", height: size.gold },
    { kind: "boundaries", name: "boundaries", height: size.boundaries },
    ...(hasProbabilities ? [{ kind: "prob", name: "probability", height: size.prob }] : []),
    ...(model ? [{ kind: "decisions", draw: "desk-decisions", name: model.title, note: task, models: [model], height: size.decisions }] : []),
  ];
  const other = [
    { kind: "waveform", name: "waveform", height: size.otherWave },
    { kind: "gold", name: "gold", tier: "gold", height: size.otherGold },
  ];
  const lanes = [];
  const blocks = [];
  let y = TOP_PX;
  for (const [who, planned] of [[speaker, disputed], [1 - speaker, other]]) {
    const top = y;
    for (const lane of planned) {
      lanes.push({ ...lane, speaker: who, y });
      y += lane.height + size.gap;
    }
    blocks[who] = { speaker: who, y: top, height: y - size.gap - top, head: { y: top, height: planned[0].height } };
    y += BLOCK_GAP_PX - size.gap;
  }
  return { lanes, blocks, height: y, isDesk: true };
}
