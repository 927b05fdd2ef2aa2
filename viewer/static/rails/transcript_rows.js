// @ts-check
/** What was said, as turns, words and lines of text; pure, so that Node tests it. */

import { CLASSES } from "../timeline/scene.js";

/**
 * The turns of a dialogue in time order: the consensus, and between, so that nothing heard is left out, the segments of the
 * first annotator that lie in consensus events of their speaker by half at most. `{annotator, hasGold, turns}`.
 */
export function turnsOf(dialogue, gold) {
  const hasGold = Boolean(gold?.events.some(({ start }) => start.length > 0));
  const at = dialogue ? dialogue.annotators.findIndex((_, row) => dialogue.tracks.some((tracks) => tracks[row].start.length > 0)) : -1;
  const turns = [0, 1].flatMap((speaker) => {
    const events = hasGold ? gold.events[speaker] : null;
    const heard = at >= 0 ? dialogue.tracks[speaker][at] : null;
    return [
      ...(events ? listOf(speaker, events, true) : []),
      ...(heard ? listOf(speaker, heard, false).filter((one) => !isCovered(events, one)) : []),
    ];
  });
  turns.sort((one, other) => one.start - other.start || one.speaker - other.speaker);
  return { annotator: dialogue?.annotators[at] ?? "", hasGold, turns };
}

function listOf(speaker, list, isAgreed) {
  return Array.from(list.start, (start, at) => {
    const words = (list.text[at] ?? "").split(/\s+/).filter(Boolean);
    return { speaker, isAgreed, start, end: list.end[at], code: list.class[at], label: list.label?.[at] ?? "", words, shares: spread(words) };
  });
}

/** Whether more than half of a stretch lies in events. */
function isCovered(events, { start, end }) {
  let covered = 0;
  for (let at = events ? lastUpTo(events.start, end) : -1; at >= 0 && events.reach[at] > start; at -= 1) {
    covered += Math.max(0, Math.min(end, events.end[at]) - Math.max(start, events.start[at]));
  }
  return covered > (end - start) / 2;
}

/** Where in a turn each word begins, 0 to 1: the turn's length is shared out by letters, for want of word times. */
export function spread(words) {
  const lengths = words.map((word) => [...word].length);
  const total = Math.max(1, lengths.reduce((sum, length) => sum + length, 0));
  const shares = new Float64Array(words.length);
  let before = 0;
  lengths.forEach((length, at) => {
    shares[at] = before / total;
    before += length;
  });
  return shares;
}

/** When a word of a turn begins, seconds, as nearly as is known. */
export function wordTime({ start, end, shares }, word) {
  return start + (end - start) * (shares[word] ?? 0);
}

/** The last place in ascending `values` that is not above `value`, or -1. */
function lastUpTo(values, value, read = (one) => one) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (read(values[middle]) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The word of a turn that is heard at a time. */
export function wordAt({ start, end, shares }, time) {
  return Math.max(0, lastUpTo(shares, end > start ? (time - start) / (end - start) + 1e-12 : 0));
}

/** The places of each speaker's turns in the list of all, for `heardAt`. */
export function bySpeaker(turns) {
  return [0, 1].map((speaker) => turns.flatMap((one, at) => (one.speaker === speaker ? [at] : [])));
}

/** The turn that a speaker is heard in at a time: its place in the list, or -1. */
export function heardAt(turns, places, time) {
  const found = lastUpTo(places, time, (at) => turns[at].start);
  return found >= 0 && turns[places[found]].end > time ? places[found] : -1;
}

/** The place of the turn that began last by a time, or -1. */
export function lastBegun(turns, time) {
  return lastUpTo(turns, time, (one) => one.start);
}

/** The place of the turn that an event's id speaks of, or -1: the last one of its speaker that had begun by then. */
export function turnOfEvent(turns, places, id) {
  const found = /^(eot|int)-([12])-([pnd])-([^~]+)/.exec(id ?? "");
  if (!found) return -1;
  const [, task, speaker, kind, time] = found;
  const own = places[Number(speaker) - 1];
  // A turn ends where the next may begin at once: its end is not the next one's.
  const slack = task === "eot" && kind === "p" ? -1e-6 : 1e-6;
  const at = lastUpTo(own, Number(time) + slack, (place) => turns[place].start);
  return at < 0 ? -1 : own[at];
}

/** The code that stands before a turn that is no plain one, or "". */
export function codeOf({ code }) {
  return code > 0 ? (CLASSES[code]?.code ?? "") : "";
}

/** What stands in the place of words where a turn has none. */
export function wordless({ code, label }) {
  return `(${(CLASSES[code]?.name ?? label).toLowerCase() || "no words"})`;
}

/**
 * Lines of at most `linePx`: `{turn, from, to, isFirst}`, words `from` up to `to` of the turn at that place. `widthOf(text)`
 * measures; the first line of a turn leaves room for its code. A word wider than a line stands alone and is cut.
 */
export function linesOf(turns, { linePx, spacePx, widthOf, codePx }) {
  const lines = [];
  turns.forEach((one, turnAt) => {
    const code = codeOf(one);
    let from = 0;
    let room = linePx - (code ? codePx(code) : 0);
    one.words.forEach((word, at) => {
      const width = widthOf(word);
      if (at > from && width > room) {
        lines.push({ turn: turnAt, from, to: at, isFirst: from === 0 });
        from = at;
        room = linePx;
      }
      room -= width + spacePx;
    });
    lines.push({ turn: turnAt, from, to: one.words.length, isFirst: from === 0 });
  });
  return lines;
}
