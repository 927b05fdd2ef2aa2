import assert from "node:assert/strict";
import { test } from "node:test";

import { nextSort, sortedRows } from "../../viewer/static/corpus/sorting.js";

const COLUMNS = [{ key: "fleiss" }, { key: "f1_ab" }];
const ROWS = [
  { title: "b", type: "Task", duration_s: 9, values: [0.8, null] },
  { title: "a", type: "Casual", duration_s: 7, values: [null, 0.5] },
  { title: "c", type: "Casual", duration_s: 8, values: [0.6, 0.9] },
];
const titles = (key, isUp) => sortedRows(ROWS, COLUMNS, { key, isUp }).map(({ title }) => title).join("");

test("without a sort rows keep their order", () => {
  assert.equal(titles("", true), "bac");
});

test("texts and numbers sort up and down, what is not there comes last either way", () => {
  assert.equal(titles("title", true), "abc");
  assert.equal(titles("type", true), "acb");
  assert.equal(titles("duration_s", false), "bca");
  assert.equal(titles("fleiss", true), "cba");
  assert.equal(titles("fleiss", false), "bca");
  assert.equal(titles("f1_ab", true), "acb");
});

test("a click sorts up, another one down, another column up again", () => {
  const once = nextSort({ key: "", isUp: true }, "fleiss");
  assert.deepEqual(once, { key: "fleiss", isUp: true });
  assert.deepEqual(nextSort(once, "fleiss"), { key: "fleiss", isUp: false });
  assert.deepEqual(nextSort({ key: "fleiss", isUp: false }, "title"), { key: "title", isUp: true });
});
