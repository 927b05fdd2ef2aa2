// @ts-check
/** What the playlist shows and where a step leads; pure, so that Node tests it. */

const ERRORS = new Set(["miss", "false_alarm"]);

/** Rows and, over several dialogues, a head before each: `[{head}, {row, index}, …]`. */
export function withHeads(rows, hasHeads) {
  const items = [];
  let dialogue = null;
  rows.forEach((row, index) => {
    if (hasHeads && row.dialogue !== dialogue) {
      dialogue = row.dialogue;
      items.push({ head: row.dialogue_title || row.dialogue, index: -1, row: null });
    }
    items.push({ head: null, index, row });
  });
  return items;
}

/** The half-open range of items to draw: what a box shows, and a few more on either side. */
export function windowOf({ count, itemPx, scrollPx, heightPx, spare = 6 }) {
  const first = Math.max(0, Math.floor(scrollPx / itemPx) - spare);
  const last = Math.min(count, Math.ceil((scrollPx + heightPx) / itemPx) + spare);
  return { first: Math.min(first, count), last: Math.max(last, 0) };
}

/** The title over the first visible item, or null where there is none. */
export function headAbove(items, itemPx, scrollPx) {
  for (let at = Math.min(items.length - 1, Math.floor(scrollPx / itemPx)); at >= 0; at -= 1) {
    if (items[at].head !== null) return items[at].head;
  }
  return null;
}

const CONTEXT_ITEMS = 2;

/** How far to scroll so that an item is seen, below a sticky head of `headPx`, with a little around it. */
export function scrollTo({ at, itemPx, scrollPx, heightPx, headPx }) {
  const contextPx = heightPx > 4 * CONTEXT_ITEMS * itemPx ? CONTEXT_ITEMS * itemPx : 0;
  const top = at * itemPx - headPx - contextPx;
  const bottom = (at + 1) * itemPx + contextPx;
  if (top < scrollPx) return Math.max(0, top);
  return bottom > scrollPx + heightPx ? bottom - heightPx : scrollPx;
}

/** The index of the row of an event of a dialogue, -1 if it is not listed. */
export function indexOf(rows, place) {
  if (!place || place.event === null || place.event === undefined) return -1;
  return rows.findIndex((row) => row.id === place.event && row.dialogue === place.dialogue);
}

/**
 * True if a content lists something else than the one before: other filters, or, where the list is one
 * dialogue's, another dialogue. The list then begins at its top.
 */
export function isOtherPlace(before, now) {
  if (["scope", "task", "fate"].some((name) => now[name] !== before[name])) return true;
  if ((now.pick?.text ?? "") !== (before.pick?.text ?? "")) return true;
  return now.scope === "dialogue" && now.dialogue !== before.dialogue;
}

/** The time in an event's id ("eot-1-p-45.2" or "…~2"), or null. */
export function timeOf(event) {
  const found = /-(\d+(?:\.\d+)?)(?:~\d+)?$/.exec(event ?? "");
  return found ? Number(found[1]) : null;
}

/**
 * The index that a step leads to; -1 past either end. With nothing selected, forward takes the first and
 * backward the last; from an event that is not listed the step goes to its neighbour in time.
 */
export function stepIndex(rows, place, step) {
  const at = indexOf(rows, place);
  if (at >= 0) return at + step < rows.length ? at + step : -1;
  const time = timeOf(place?.event);
  const isHere = time !== null && rows.some((row) => row.dialogue === place.dialogue);
  if (!isHere) return step > 0 ? (rows.length > 0 ? 0 : -1) : rows.length - 1;
  const first = rows.findIndex((row) => row.dialogue === place.dialogue);
  let after = first;
  while (after < rows.length && rows[after].dialogue === place.dialogue && rows[after].time_s <= time) after += 1;
  const target = step > 0 ? after : after - 1;
  return target < rows.length ? target : -1;
}

/** The index of the next miss or false alarm that steps lead to; -1 where there is none. */
export function nextError(rows, place, step) {
  let index = stepIndex(rows, place, step);
  while (index >= 0 && !ERRORS.has(rows[index].fate)) index = index + step < rows.length ? index + step : -1;
  return index;
}

const NAMES = {
  all: "events",
  errors: "errors",
  hit: "hits",
  miss: "misses",
  false_alarm: "false alarms",
  quiet: "quiet spans",
};

/** The sentence of an empty playlist: "No misses here." */
export function emptySentence(fate) {
  return `No ${NAMES[fate] ?? "events"} here.`;
}

/** Whether two lists have the same rows: the same events, judged alike and said in the same words. */
export function sameRows(before, after) {
  const isSame = (a, b) => a.id === b.id && a.dialogue === b.dialogue && a.fate === b.fate && a.latency === b.latency && a.words === b.words;
  return before.length === after.length && before.every((row, at) => isSame(row, after[at]));
}
