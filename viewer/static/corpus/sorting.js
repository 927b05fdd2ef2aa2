// @ts-check
/** How the table of dialogues is sorted; pure, so that Node tests it. */

const TEXTS = new Set(["title", "type"]);

/** The sort after a click on a column: lowest first, then highest first. */
export function nextSort({ key, isUp }, clicked) {
  return { key: clicked, isUp: key === clicked ? !isUp : true };
}

/** The rows in the order of a sort; a value that is not there comes last either way, equals keep their order. */
export function sortedRows(rows, columns, { key, isUp }) {
  const at = columns.findIndex((column) => column.key === key);
  if (at < 0 && !TEXTS.has(key) && key !== "duration_s") return rows;
  const value = (row) => (at < 0 ? row[key] : row.values[at]);
  const way = isUp ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return way * (TEXTS.has(key) ? one.localeCompare(other) : one - other);
  });
}
