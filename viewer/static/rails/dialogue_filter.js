// @ts-check
/** Which conversations the left rail lists; pure, so that Node tests it. */

import { fold, queryWords } from "./matching.js";

const UNKNOWN = "unknown";

/** The types that occur, by name, the unknown one last. */
export function presentTypes(rows) {
  const present = [...new Set(rows.map((row) => row.type).filter(Boolean))];
  const rank = (type) => (type === UNKNOWN ? 1 : 0);
  return present.sort((one, other) => rank(one) - rank(other) || one.localeCompare(other));
}

/** The rows whose title or id holds every searched word, of the type, with errors if asked. */
export function filterRows(rows, { search = "", type = null, hasErrors = false } = {}) {
  const words = queryWords(search);
  return rows.filter((row) => {
    if (type !== null && row.type !== type) return false;
    if (hasErrors && !((row.misses ?? 0) + (row.false_alarms ?? 0) > 0)) return false;
    const text = `${fold(row.title)} ${fold(row.id)}`;
    return words.every((word) => text.includes(word));
  });
}

/** The row `step` away from the open one; if that is not shown, the first (or, backwards, the last). */
export function neighbour(rows, openId, step) {
  if (rows.length === 0) return null;
  const at = rows.findIndex((row) => row.id === openId);
  if (at < 0) return step > 0 ? rows[0] : rows[rows.length - 1];
  return rows[at + step] ?? null;
}

/** The four parts of a card's bar as shares of one: hit, miss, false alarm, quiet. */
export function barShares({ hits, misses, false_alarms: falseAlarms, quiet }) {
  const parts = [["hit", hits], ["miss", misses], ["false_alarm", falseAlarms], ["quiet", quiet]];
  const total = parts.reduce((sum, [, count]) => sum + (count ?? 0), 0);
  if (total === 0) return [];
  return parts.filter(([, count]) => count > 0).map(([fate, count]) => ({ fate, count, share: count / total }));
}
