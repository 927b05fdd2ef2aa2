// @ts-check
/** The desk's text as the timeline uses it: seconds under short names, speakers from 0, lists in time order. */

import { roundMs } from "./desk_draft.js";
import { intervals } from "./scene.js";

/** The dispute of a text, or null where there is no desk. */
export function parseDesk(text) {
  if (!text) return null;
  const raw = JSON.parse(text);
  if (!raw) return null;
  const { span, boundaries = [], proposed = [], excluded = [], draft = null } = raw;
  return {
    nonce: raw.nonce, title: raw.title ?? "", isEditable: Boolean(raw.is_editable), isCorrected: Boolean(raw.is_corrected),
    speaker: span.speaker - 1, span: { start: span.start_s, end: span.end_s },
    boundaries: boundaries.map(({ s, ...more }) => ({ time: s, ...more })).sort((a, b) => a.time - b.time),
    proposed: proposed.map(eventOf).sort((a, b) => a.start - b.start),
    excluded: intervals({ start: excluded.map((one) => one.start_s), end: excluded.map((one) => one.end_s) }),
    draft: draft && { ...eventOf(draft), start: roundMs(draft.start_s), end: roundMs(draft.end_s) },
  };
}

function eventOf({ start_s: start, end_s: end, label, class: code, text }) {
  return { start, end, label: label ?? "", code: code ?? -1, text: text ?? "" };
}

/** Both lists of intervals as one, in time order and joined where they overlap. */
export function unionOf(...lists) {
  const rows = lists.flatMap(({ start, end }) => Array.from(start, (one, i) => [one, end[i]])).sort((a, b) => a[0] - b[0]);
  const joined = [];
  for (const [start, end] of rows) {
    const last = joined[joined.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return intervals({ start: joined.map(([start]) => start), end: joined.map(([, end]) => end) });
}

/**
 * What the gold lane holds besides the proposal: events `{start, end, class[], text[]}` without what lies in `taken`
 * (`[[start, end], …]`), as `{start, end, code, text, hasStart, hasEnd}`; a cut end is no boundary.
 */
export function restOfGold(list, taken) {
  const rest = [];
  for (let i = 0; i < list.start.length; i += 1) {
    let pieces = [[list.start[i], list.end[i]]];
    for (const [from, to] of taken) {
      pieces = pieces.flatMap(([start, end]) => {
        if (to <= start || from >= end) return [[start, end]];
        return [[start, Math.min(from, end)], [Math.max(to, start), end]].filter(([a, b]) => b > a);
      });
    }
    for (const [start, end] of pieces) {
      const [hasStart, hasEnd] = [start === list.start[i], end === list.end[i]];
      rest.push({ start, end, code: list.class[i], label: "", text: list.text[i] ?? "", hasStart, hasEnd });
    }
  }
  return rest;
}

/** What an annotator holds in a span or at its ends, in a few words: "2 turns", "turn + NFI", "nothing". */
export function holdingOf(track, span, nameOf) {
  const names = [];
  for (let i = 0; i < track.start.length; i += 1) {
    if (track.start[i] <= span.end && track.end[i] >= span.start) names.push(nameOf(track.class[i], track.label[i]));
  }
  if (names.length === 0) return "nothing";
  if (names.every((name) => name === names[0])) return names.length === 1 ? `1 ${names[0]}` : `${names.length} ${plural(names[0])}`;
  return names.join(" + ");
}

/** Codes in capitals stay as they are. */
function plural(name) {
  return name === name.toUpperCase() ? name : `${name}s`;
}
