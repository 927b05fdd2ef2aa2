// @ts-check
/** Decisions and verdicts, joined into the models that are drawn; what a frame does not need is made when asked for. */

import { runningMax } from "./cull.js";
import { eventIds } from "./event_id.js";
import { FATES, FATE_RANK, TASKS } from "./scene.js";

const LETTERS = { m: "masked", h: "hit", r: "redundant", f: "false_alarm", p: "repeat", i: "ignored", u: "unscored" };
const RANK_OF_CODE = new Uint8Array(128).fill(FATE_RANK.unscored);
for (const [letter, fate] of Object.entries(LETTERS)) RANK_OF_CODE[letter.charCodeAt(0)] = FATE_RANK[fate];
const ONE = "1".charCodeAt(0);
const NONE = new Float64Array(0);

/** The decisions text: when each model decided, per task and speaker, ascending. */
export function parseDecisions(text) {
  const raw = text ? JSON.parse(text) : null;
  return (raw ?? []).map(({ model, title, has_lane: hasLane, tasks }) => ({
    model, title: title ?? model, hasLane: Boolean(hasLane),
    tasks: perUnit((task, speaker) => Float64Array.from(tasks?.[task]?.[speaker] ?? [])),
  }));
}

/** The verdicts text: windows of positives, and by model what became of its decisions. */
export function parseVerdicts(text) {
  const raw = text ? JSON.parse(text) : null;
  return { windows: raw?.windows ?? null, models: raw?.models ?? {} };
}

/**
 * The models of a dialogue in Python's order. `before` are those that were shown until now: sentences of verdicts
 * that are the same stay known.
 */
export function joinModels({ gold, decisions, verdicts }, before = []) {
  const frame = perUnit((task, speaker) => goldFrame(gold, verdicts.windows, task, speaker));
  return decisions.map(({ model, title, hasLane, tasks }) => {
    const { version = "", tasks: units } = verdicts.models[model] ?? {};
    const known = before.find((one) => one.model === model && one.version === version);
    const judged = perUnit((task, speaker) => joinUnit(frame[task][speaker], tasks[task][speaker], units?.[task]?.[speaker], task, speaker));
    return { model, title, hasLane, isActive: false, version, pickedAs: -1, reasons: known?.reasons ?? new Map(), tasks: judged };
  });
}

/**
 * Mark the active model and those that a pick compares, by their place in it, and return those that have a lane:
 * whoever heard the dialogue, and the active one.
 */
export function withActive(models, name, picked = []) {
  for (const one of models) {
    one.isActive = one.model === name;
    one.pickedAs = picked.indexOf(one.model);
  }
  return models.filter((one) => one.hasLane || one.isActive);
}

function perUnit(read) {
  return Object.fromEntries(TASKS.map((task) => [task, [0, 1].map((speaker) => read(task, speaker))]));
}

/** What all models share: positives with their windows, negative spans. */
function goldFrame(gold, windows, task, speaker) {
  const time = gold?.positives[task][speaker] ?? NONE;
  const { lo = [], hi = [] } = windows?.[task]?.[speaker] ?? {};
  const start = Float64Array.from(lo);
  const positives = { time, lo: start, hi: Float64Array.from(hi), start, reach: runningMax(hi) };
  lazy(positives, "id", () => eventIds(task, speaker, "p", time));
  const spans = gold?.negatives[task][speaker] ?? { start: NONE, end: NONE, reach: NONE };
  const negatives = { start: spans.start, end: spans.end, reach: spans.reach };
  lazy(negatives, "id", () => eventIds(task, speaker, "n", spans.start));
  return { positives, negatives };
}

/** One task of one speaker, from decisions that did not come with the texts. */
export function judgedUnit(gold, windows, time, raw, task, speaker) {
  return joinUnit(goldFrame(gold, windows, task, speaker), time, raw, task, speaker);
}

const NO_FRAME = goldFrame(null, null, "eot", 0);

/** One task of one speaker: positives, negative spans and decisions, each in time order. */
function joinUnit(frame, time, raw, task, speaker) {
  const isJudged = typeof raw?.fired === "string";
  const { positives, negatives } = isJudged ? frame : NO_FRAME;
  const fates = raw?.fates ?? "";
  const decisions = {
    time: fates.length === time.length ? time : NONE, owner: new Int32Array(raw?.owner ?? []),
    rank: letters(fates, (code) => RANK_OF_CODE[code]),
  };
  lazy(decisions, "fate", () => Array.from(decisions.rank, (rank) => FATES[rank]));
  lazy(decisions, "id", () => eventIds(task, speaker, "d", decisions.time));
  const unit = {
    positives: { ...positives, decision: (raw?.claimed ?? []).map((row) => (row < 0 ? null : time[row])) },
    negatives: { ...negatives, fired: letters(raw?.fired ?? "", (code) => Number(code === ONE)) },
    decisions,
  };
  lazy(unit.positives, "id", () => positives.id);
  lazy(unit.negatives, "id", () => negatives.id);
  lazy(unit, "marks", () => marksColumns(unit));
  return unit;
}

/** One number for each letter of a text. */
function letters(text, read) {
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) out[i] = read(text.charCodeAt(i));
  return out;
}

/** Every decision, and every miss at its gold time, as columns in time order: a frame then only walks them. */
function marksColumns({ positives, decisions }) {
  const missed = [];
  positives.decision.forEach((decision, index) => decision === null && missed.push(index));
  const size = decisions.time.length + missed.length;
  const marks = { time: new Float64Array(size), rank: new Uint8Array(size), isMiss: new Uint8Array(size), index: new Int32Array(size) };
  let next = 0;
  for (let at = 0, d = 0; at < size; at += 1) {
    const row = missed[next];
    const isMiss = d >= decisions.time.length || (next < missed.length && positives.time[row] < decisions.time[d]);
    marks.time[at] = isMiss ? positives.time[row] : decisions.time[d];
    marks.rank[at] = isMiss ? FATE_RANK.miss : decisions.rank[d];
    marks.isMiss[at] = Number(isMiss);
    marks.index[at] = isMiss ? row : d;
    if (isMiss) next += 1;
    else d += 1;
  }
  return marks;
}

/** A property that is made when it is first read; spreading leaves it out. */
function lazy(target, name, make) {
  Object.defineProperty(target, name, {
    configurable: true,
    get() {
      const value = make();
      Object.defineProperty(target, name, { value });
      return value;
    },
  });
}
