// @ts-check
/** Which questions of a queue are shown, counted, and next. Rows and answers are those of the server's texts. */

/** How many rows are open, settled, answered by whoever looks, and answered differently by several people. */
export function countsOf(rows, { answers, differing }) {
  const isDisputed = new Set(differing ?? []);
  const counts = { open: 0, settled: 0, mine: 0, disputed: 0 };
  for (const { item } of rows) {
    const answer = answers[item];
    counts[answer ? "settled" : "open"] += 1;
    if (answer?.is_mine) counts.mine += 1;
    if (isDisputed.has(item)) counts.disputed += 1;
  }
  return counts;
}

/** The rows that the filters leave; the one that is open stays, whatever became of it. */
export function shownOf(rows, { answers, differing, filters: { asked, differ, between } }, item) {
  const isDisputed = new Set(differing ?? []);
  return rows.filter((row) => {
    if (row.item === item) return true;
    if (differ && row.kind !== differ) return false;
    if (between && !row.pairs.includes(between)) return false;
    const answer = answers[row.item];
    if (asked === "open") return !answer;
    if (asked === "settled") return Boolean(answer);
    if (asked === "disputed") return isDisputed.has(row.item);
    if (asked === "mine") return Boolean(answer?.is_mine);
    return true;
  });
}

/** The row after or before one that is shown; empty at the end. */
export function followingOf(shown, item, step) {
  const at = shown.findIndex((row) => row.item === item);
  if (at < 0) return shown[step > 0 ? 0 : shown.length - 1]?.item ?? "";
  return shown[at + step]?.item ?? "";
}
