// @ts-check
/** The own verdict while it is drawn: times are whole milliseconds, the start lies before the end, both within the dialogue. */

import { clamp } from "./axis.js";

export const EDGES = ["start", "end"];
const LEAST_MS = 1;
const MS = 1000;

/** Seconds as the nearest whole millisecond. */
export function roundMs(seconds) {
  return Math.round(seconds * MS) / MS;
}

/** What an edge may be, as whole milliseconds `[least, most]`. */
function limitsMs(draft, edge, duration) {
  const last = Math.floor(duration * MS + 1e-6);
  if (edge === "start") return [0, Math.min(Math.round(draft.end * MS) - LEAST_MS, last - LEAST_MS)];
  return [Math.max(Math.round(draft.start * MS) + LEAST_MS, LEAST_MS), last];
}

/** The limits of an edge, seconds. */
export function limitsOf(draft, edge, duration) {
  return limitsMs(draft, edge, duration).map((ms) => ms / MS);
}

/** The draft with one edge as near to `time` as it may be. */
export function withEdge(draft, edge, time, duration) {
  const [least, most] = limitsMs(draft, edge, duration);
  return { ...draft, [edge]: clamp(Math.round(time * MS), least, Math.max(least, most)) / MS };
}

/** Whether two drafts have the same times. */
export function isSameSpan(one, other) {
  return Boolean(one && other) && one.start === other.start && one.end === other.end;
}
