import assert from "node:assert/strict";
import { test } from "node:test";

import { barShares, filterRows, neighbour, presentTypes } from "../../viewer/static/rails/dialogue_filter.js";

const row = (id, title, type, misses = 0, falseAlarms = 0) => ({ id, title, type, misses, false_alarms: falseAlarms });
const ROWS = [
  row("20", "Two canoes, one weekend", "Casual", 3, 0),
  row("21", "Café au lait", "Task", 0, 0),
  row("22", "The weekend job", "Task", 0, 1),
  { ...row("23", "Unreadable", "unknown"), misses: null, false_alarms: null },
];
const ids = (rows) => rows.map(({ id }) => id);

test("no filter keeps every row in its order", () => {
  assert.deepEqual(ids(filterRows(ROWS)), ["20", "21", "22", "23"]);
});

test("every searched word must be in the title or the id, in any order and case", () => {
  assert.deepEqual(ids(filterRows(ROWS, { search: " WEEKEND two " })), ["20"]);
  assert.deepEqual(ids(filterRows(ROWS, { search: "22" })), ["22"]);
  assert.deepEqual(ids(filterRows(ROWS, { search: "weekend absent" })), []);
});

test("a search without accents finds a title with them, and the other way round", () => {
  assert.deepEqual(ids(filterRows(ROWS, { search: "cafe" })), ["21"]);
  assert.deepEqual(ids(filterRows([row("1", "Cafe", "Task")], { search: "café" })), ["1"]);
});

test("a search is words, not a pattern", () => {
  assert.deepEqual(filterRows(ROWS, { search: ".*" }), []);
});

test("errors are misses or false alarms; an unscored row has none", () => {
  assert.deepEqual(ids(filterRows(ROWS, { hasErrors: true })), ["20", "22"]);
});

test("filters add up", () => {
  assert.deepEqual(ids(filterRows(ROWS, { type: "Task", hasErrors: true, search: "job" })), ["22"]);
});

test("the types that occur are listed by name, the unknown one last", () => {
  const rows = [...ROWS, row("24", "", "Zoo"), row("25", "", null)];
  assert.deepEqual(presentTypes(rows), ["Casual", "Task", "Zoo", "unknown"]);
});

test("a step goes to the neighbour among the shown and stops at either end", () => {
  assert.equal(neighbour(ROWS, "20", 1)?.id, "21");
  assert.equal(neighbour(ROWS, "20", -1), null);
  assert.equal(neighbour(ROWS, "23", 1), null);
});

test("if the open conversation is not shown, a step takes the first or the last", () => {
  assert.equal(neighbour(ROWS, "99", 1)?.id, "20");
  assert.equal(neighbour(ROWS, null, -1)?.id, "23");
  assert.equal(neighbour([], "20", 1), null);
});

test("a bar's parts are shares of all events, empty parts left out", () => {
  const parts = barShares({ hits: 6, misses: 0, false_alarms: 1, quiet: 3 });
  assert.deepEqual(parts.map(({ fate, share }) => [fate, share]), [["hit", 0.6], ["false_alarm", 0.1], ["quiet", 0.3]]);
  assert.deepEqual(barShares({ hits: 0, misses: 0, false_alarms: 0, quiet: 0 }), []);
});
