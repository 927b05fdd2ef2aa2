// @ts-check
/** The events in view as rows of text: what the lanes show, for those who do not see them. */

import { visibleIntervals, visiblePoints } from "./cull.js";
import { clock } from "./format.js";
import { FATE_NAMES, TASK_NAMES, classOf, describe } from "./scene.js";

export const MOST_ROWS = 100;
const SHOWN_WORDS = 6;
const SAME_TIME_S = 0.05;
/** Decisions with these fates belong to an event that has a row of its own. */
const OWNED = new Set(["hit", "false_alarm", "repeat"]);

/**
 * The events of the active model and task that touch a view, in time order: `{rows, rest}`, at most `MOST_ROWS` from the
 * view's start on; `rest` is how many more there are. A row is `{event, text}`.
 */
export function eventRows({ active, gold, task, view }) {
  if (!active) return { rows: [], rest: 0 };
  const found = [0, 1].map((speaker) => eventsOf({ active, task, view, speaker }));
  const events = found.flatMap(({ events: some }) => some).sort((a, b) => a.told - b.told || a.speaker - b.speaker);
  const count = found.reduce((sum, { count: some }) => sum + some, 0);
  const rows = events.slice(0, MOST_ROWS).map((event) => ({ event, text: textOf(event, wordsOf(gold, event)) }));
  return { rows, rest: count - rows.length };
}

/** One speaker's events; only as many are described as there can be rows. */
function eventsOf({ active, task, view: { start, end }, speaker }) {
  const { positives, negatives, decisions } = active.tasks[task][speaker];
  const free = range(visiblePoints(decisions.time, start, end)).filter((index) => !OWNED.has(decisions.fate[index]));
  const kinds = [
    ["p", range(visiblePoints(positives.time, start, end))],
    ["n", range(visibleIntervals(negatives, start, end)).filter((index) => negatives.end[index] >= start)],
    ["d", free],
  ];
  const describeAll = ([kind, rows]) => rows.slice(0, MOST_ROWS).map((index) => describe({ model: active, task, speaker, kind, index }));
  return { events: kinds.flatMap(describeAll), count: kinds.reduce((sum, [, rows]) => sum + rows.length, 0) };
}

function range([first, last]) {
  return Array.from({ length: last - first }, (_, at) => first + at);
}

function textOf({ fate, task, speaker, told }, words) {
  const parts = [FATE_NAMES[fate], TASK_NAMES[task], `speaker ${speaker + 1}`, clock(told, 1), words];
  return parts.filter(Boolean).join(", ");
}

/** What was said there: a turn's last words, an interruption's first ones, what else the span holds. */
export function wordsOf(gold, { kind, task, speaker, told, end }) {
  if (!gold || kind === "d") return "";
  const list = gold.events[speaker];
  const isEnd = kind === "p" && task === "eot";
  const times = isEnd ? list.end : list.start;
  const [first, last] = visibleIntervals(list, told - SAME_TIME_S, told + SAME_TIME_S);
  for (let i = first; i < last; i += 1) {
    if (Math.abs(times[i] - told) > SAME_TIME_S) continue;
    if (kind === "n" && Math.abs(list.end[i] - end) > SAME_TIME_S) continue;
    const text = (list.text[i] ?? "").split(/\s+/).filter(Boolean);
    const isLong = text.length > SHOWN_WORDS;
    if (isEnd) return `${isLong ? "… " : ""}${text.slice(-SHOWN_WORDS).join(" ")}`;
    return text.slice(0, SHOWN_WORDS).join(" ") + (isLong ? " …" : "") || classOf(list.class[i]).name;
  }
  return kind === "n" && task === "eot" ? "pause" : "";
}
