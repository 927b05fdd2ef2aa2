import assert from "node:assert/strict";
import test from "node:test";

import { countsOf, followingOf, shownOf } from "../../viewer/static/audit/queue_rows.js";

const ROWS = [
  { item: "1", kind: "label", pairs: ["ab"] },
  { item: "2", kind: "floor", pairs: ["ab", "bc"] },
  { item: "3", kind: "label", pairs: ["bc"] },
];
const ANSWERS = { 1: { is_mine: true }, 3: { is_mine: false } };
const filters = (change) => ({ asked: "all", differ: "", between: "", ...change });
const items = (change, item = "", differing = null) =>
  shownOf(ROWS, { answers: ANSWERS, differing, filters: filters(change) }, item).map((row) => row.item).join("");

test("questions are counted by whether they are answered, by whom, and differently", () => {
  assert.deepEqual(countsOf(ROWS, { answers: ANSWERS, differing: ["3"] }), { open: 1, settled: 2, mine: 1, disputed: 1 });
  assert.deepEqual(countsOf(ROWS, { answers: {}, differing: null }), { open: 3, settled: 0, mine: 0, disputed: 0 });
});

test("every filter narrows, and the open question stays", () => {
  assert.equal(items({}), "123");
  assert.equal(items({ asked: "open" }), "2");
  assert.equal(items({ asked: "settled" }), "13");
  assert.equal(items({ asked: "mine" }), "1");
  assert.equal(items({ asked: "disputed" }, "", ["3"]), "3");
  assert.equal(items({ differ: "label", between: "bc" }), "3");
  assert.equal(items({ asked: "open" }, "1"), "12");
});

test("the next question is the one below, none after the last, the first where none is open", () => {
  assert.equal(followingOf(ROWS, "1", 1), "2");
  assert.equal(followingOf(ROWS, "3", 1), "");
  assert.equal(followingOf(ROWS, "2", -1), "1");
  assert.equal(followingOf(ROWS, "x", 1), "1");
  assert.equal(followingOf(ROWS, "x", -1), "3");
  assert.equal(followingOf([], "x", 1), "");
});
