// @ts-check
/** The texts from Python, parsed into sorted typed arrays and an index of event ids. */

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

/** The gold text: consensus events and excluded intervals per task, each per speaker. */
export function parseGold(text) {
  const raw = text ? JSON.parse(text) : null;
  if (!raw) return null;
  const excluded = {};
  for (const task of TASKS) excluded[task] = [0, 1].map((s) => intervals(raw.excluded?.[task]?.[s]));
  return { events: [0, 1].map((s) => intervals(raw.events?.[s], ["class", "text"])), excluded };
}

/** The verdicts text: one entry per model, active first as Python orders them. */
export function parseVerdicts(text) {
  const raw = text ? JSON.parse(text) : null;
  return (raw ?? []).map((model) => ({
    model: model.model, title: model.title ?? model.model, isActive: Boolean(model.is_active),
    tasks: Object.fromEntries(TASKS.map((task) => [task, [0, 1].map((s) => parseUnit(model.tasks?.[task]?.[s]))])),
  }));
}

/** One task of one speaker: positives, negative spans and decisions, each sorted by time. */
function parseUnit(raw) {
  const positives = points(raw?.positives, ["id", "lo", "hi", "decision", "reason"]);
  const negatives = intervals(raw?.negatives, ["id", "fired", "reason"]);
  const decisions = points(raw?.decisions, ["id", "event", "fate", "reason"]);
  const reach = runningMax(positives.hi);
  const unit = { positives: { ...positives, reach, start: Float64Array.from(positives.lo) }, negatives, decisions };
  return { ...unit, marks: marksColumns(unit) };
}

/** Every decision, and every miss at its gold time, as columns in time order: a frame then only walks them. */
function marksColumns({ positives, decisions }) {
  const rows = decisions.fate.map((fate, index) => ({ time: decisions.time[index], rank: FATE_RANK[fate] ?? FATE_RANK.unscored, isMiss: 0, index }));
  positives.decision.forEach((decision, index) => {
    if (decision === null) rows.push({ time: positives.time[index], rank: FATE_RANK.miss, isMiss: 1, index });
  });
  rows.sort((a, b) => a.time - b.time || a.rank - b.rank);
  return {
    time: Float64Array.from(rows, (row) => row.time), rank: Uint8Array.from(rows, (row) => row.rank),
    isMiss: Uint8Array.from(rows, (row) => row.isMiss), index: Int32Array.from(rows, (row) => row.index),
  };
}

function points(columns, extra) {
  const time = columns?.time ?? [];
  const order = sortedOrder(time);
  const list = { time: take(time, order) };
  for (const name of extra) list[name] = order.map((i) => columns[name]?.[i] ?? null);
  return list;
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
  const base = { model: model.model, task, speaker, kind, index };
  if (kind === "p") {
    const { id, time, lo, hi, decision, reason } = unit.positives;
    const isHit = decision[index] !== null;
    return {
      ...base, id: id[index], owner: id[index], time: time[index], told: time[index], start: lo[index], end: hi[index], reason: reason[index],
      fate: isHit ? "hit" : "miss", mark: isHit ? decision[index] : time[index],
    };
  }
  if (kind === "n") {
    const { id, start, end, fired, reason } = unit.negatives;
    const time = (start[index] + end[index]) / 2;
    return {
      ...base, id: id[index], owner: id[index], time, told: start[index], start: start[index], end: end[index], reason: reason[index],
      fate: fired[index] ? "false_alarm" : "quiet", mark: time,
    };
  }
  const { id, event, time, fate, reason } = unit.decisions;
  const owner = event[index] ?? id[index];
  const around = surroundings(unit, time[index], fate[index], owner);
  return {
    ...base, id: id[index], owner, time: time[index], told: time[index], reason: reason[index],
    fate: fate[index], mark: time[index], ...around,
  };
}

/** The window or span of the event that a decision belongs to; a redundant one's window; else a little around it. */
function surroundings({ positives, negatives }, time, fate, owner) {
  const claimed = positives.id.indexOf(owner);
  if (claimed >= 0) return { start: positives.lo[claimed], end: positives.hi[claimed] };
  const fired = negatives.id.indexOf(owner);
  if (fired >= 0) return { start: Math.min(negatives.start[fired], time), end: negatives.end[fired] };
  if (fate === "redundant") {
    const window = positives.lo.findIndex((lo, i) => lo <= time && time <= positives.hi[i]);
    if (window >= 0) return { start: positives.lo[window], end: positives.hi[window] };
  }
  return { start: time - AROUND_S, end: time + AROUND_S };
}

/** The sentence a screen reader hears, in the order a sighted reader takes the card in. */
export function sentenceOf(event, clockText) {
  const head = `${FATE_NAMES[event.fate]}, ${TASK_NAMES[event.task]}, speaker ${event.speaker + 1}, ${clockText}.`;
  return event.reason ? `${head} ${event.reason}` : head;
}

/** The active model of a list of models, or the first, or null. */
export function activeModel(models) {
  return models.find((model) => model.isActive) ?? models[0] ?? null;
}
