// @ts-check
/** What is drawn: names and classes, the dialogue and gold texts as sorted typed arrays, and events found by id. */

import { runningMax } from "./cull.js";

/** What is shown around a decision that belongs to no event, seconds on each side. */
const AROUND_S = 0.25;

export const TASKS = ["eot", "int"];
export const TASK_NAMES = { eot: "EOT", int: "INT" };

/** Fates in drawing order: later ones are drawn on top, so errors are never hidden. */
export const FATES = ["quiet", "masked", "ignored", "unscored", "redundant", "repeat", "hit", "false_alarm", "miss"];
export const FATE_RANK = Object.fromEntries(FATES.map((fate, rank) => [fate, rank]));
export const FATE_NAMES = {
  hit: "Hit", false_alarm: "False alarm", miss: "Miss", redundant: "Redundant", repeat: "Repeat",
  masked: "Masked", ignored: "Ignored", quiet: "Quiet", unscored: "Unscored",
};

export const CLASSES = [
  { key: "turn", name: "Turn", short: "Turn", code: "T" },
  { key: "int", name: "Interruption", short: "Interrupt", code: "INT" },
  { key: "nfi", name: "Non-floor-taking interruption", short: "Non-floor", code: "NFI" },
  { key: "bc", name: "Backchannel", short: "Backch.", code: "BC" },
  { key: "nc", name: "NonContent", short: "NonCont.", code: "NC" },
  { key: "la", name: "Laughter", short: "Laugh", code: "LA" },
  { key: "aw", name: "Awkward silence", short: "Awkward", code: "AS" },
];

/** The class of a code; what is outside the taxonomy is kept, shown plain under its own label. */
export function classOf(code) {
  return CLASSES[code] ?? { key: "other", name: "", short: "", code: "" };
}

/** Columns of intervals, stably sorted by start; `reach` is the running maximum of the ends. */
export function intervals(columns, extra = []) {
  const start = columns?.start ?? [];
  const order = sortedOrder(start);
  const list = { start: take(start, order), end: take(columns?.end ?? [], order), reach: new Float64Array(0) };
  for (const name of extra) list[name] = order.map((i) => columns[name]?.[i] ?? null);
  list.reach = runningMax(list.end);
  return list;
}

function sortedOrder(values) {
  const order = Array.from(values, (_, i) => i);
  for (let i = 1; i < order.length; i += 1) {
    if (values[i] < values[i - 1]) return order.sort((a, b) => values[a] - values[b] || a - b);
  }
  return order;
}

function take(values, order) {
  return Float64Array.from(order, (i) => values[i]);
}

/** The dialogue text: tracks as `tracks[speaker][annotator]`, annotators in alphabetical order. */
export function parseDialogue(text) {
  if (!text) return null;
  const raw = JSON.parse(text);
  if (!raw) return null;
  const annotators = [...new Set((raw.tracks ?? []).map((track) => track.annotator))].sort();
  const tracks = [0, 1].map((speaker) => annotators.map((annotator) => {
    const track = raw.tracks.find((one) => one.speaker === speaker + 1 && one.annotator === annotator);
    return intervals(track ?? {}, ["class", "label", "text"]);
  }));
  return {
    id: raw.id, title: raw.title ?? raw.id, type: raw.type ?? "", duration: raw.duration_s,
    media: raw.media ?? null, speakers: raw.speakers ?? [{ name: "Speaker 1" }, { name: "Speaker 2" }],
    annotators, tracks, hasLabels: Boolean(raw.has_labels), problems: raw.problems ?? [],
  };
}

/** The gold text, per speaker: consensus events, and per task what is to be detected, to stay quiet in, excluded. */
export function parseGold(text) {
  const raw = text ? JSON.parse(text) : null;
  if (!raw) return null;
  const perTask = (read) => Object.fromEntries(TASKS.map((task) => [task, [0, 1].map((speaker) => read(task, speaker))]));
  return {
    events: [0, 1].map((s) => intervals(raw.events?.[s], ["class", "text"])),
    positives: perTask((task, s) => Float64Array.from(raw.positives?.[task]?.[s] ?? [])),
    negatives: perTask((task, s) => intervals(raw.negatives?.[task]?.[s])),
    excluded: perTask((task, s) => intervals(raw.excluded?.[task]?.[s])),
  };
}

/** The task that stands in an event's id, or null. */
export function taskOf(id) {
  return /^(eot|int)-/.exec(id ?? "")?.[1] ?? null;
}

/**
 * Find an event by its id among the units of one model: what it is, where it stands, and what range has
 * to be on screen to understand it. Returns null when this dialogue has no such event.
 */
export function eventOf(model, id) {
  const match = /^(eot|int)-([12])-([pnd])-/.exec(id ?? "");
  if (!match || !model) return null;
  const [, task, number, kind] = match;
  const speaker = Number(number) - 1;
  const unit = model.tasks[task][speaker];
  const list = { p: unit.positives, n: unit.negatives, d: unit.decisions }[kind];
  const index = list.id.indexOf(id);
  if (index < 0) return null;
  return describe({ model, task, speaker, kind, index });
}

/**
 * Everything the page says about one event, from its place in the lists. `time` is what is centred, `told` the
 * time that is said of it (a span's start), `owner` the id of the event that a mark belongs to.
 */
export function describe({ model, task, speaker, kind, index }) {
  const unit = model.tasks[task][speaker];
  const { id } = { p: unit.positives, n: unit.negatives, d: unit.decisions }[kind];
  const reason = model.reasons?.get(id[index]) ?? "";
  const base = { model: model.model, task, speaker, kind, index, id: id[index], owner: id[index], reason };
  if (kind === "p") {
    const { time, lo, hi, decision } = unit.positives;
    const isHit = decision[index] !== null;
    return {
      ...base, time: time[index], told: time[index], start: lo[index], end: hi[index],
      fate: isHit ? "hit" : "miss", mark: isHit ? decision[index] : time[index],
    };
  }
  if (kind === "n") {
    const { start, end, fired } = unit.negatives;
    const time = (start[index] + end[index]) / 2;
    return {
      ...base, time, told: start[index], start: start[index], end: end[index],
      fate: fired[index] ? "false_alarm" : "quiet", mark: time,
    };
  }
  const { time, fate } = unit.decisions;
  const owner = ownerOf(unit, index);
  return {
    ...base, owner: owner?.id ?? id[index], time: time[index], told: time[index], fate: fate[index], mark: time[index],
    ...surroundings(unit, time[index], fate[index], owner),
  };
}

/** The event that a decision belongs to: the positive it claimed or the span it fired; null where it belongs to none. */
function ownerOf({ positives, negatives, decisions }, index) {
  const row = decisions.owner[index];
  if (row < 0) return null;
  if (decisions.fate[index] === "hit") return { id: positives.id[row], start: positives.lo[row], end: positives.hi[row] };
  return { id: negatives.id[row], start: Math.min(negatives.start[row], decisions.time[index]), end: negatives.end[row] };
}

/** The window or span of the event that a decision belongs to; a redundant one's window; else a little around it. */
function surroundings({ positives }, time, fate, owner) {
  if (owner) return { start: owner.start, end: owner.end };
  if (fate === "redundant") {
    const window = positives.lo.findIndex((lo, i) => lo <= time && time <= positives.hi[i]);
    if (window >= 0) return { start: positives.lo[window], end: positives.hi[window] };
  }
  return { start: time - AROUND_S, end: time + AROUND_S };
}

/** The sentence a screen reader hears, in the order a sighted reader takes the card in. */
export function sentenceOf(event, clockText, reason) {
  const head = `${FATE_NAMES[event.fate]}, ${TASK_NAMES[event.task]}, speaker ${event.speaker + 1}, ${clockText}.`;
  return reason ? `${head} ${reason}` : head;
}

/** The active model of a list of models, or the first, or null. */
export function activeModel(models) {
  return models.find((model) => model.isActive) ?? models[0] ?? null;
}
