import assert from "node:assert/strict";
import { test } from "node:test";

import { neighbour } from "../../viewer/static/rails/dialogue_filter.js";
import { Opening } from "../../viewer/static/rails/opening.js";

const ROWS = ["a", "b", "c", "d", "e"].map((id) => ({ id }));

/** An opening whose frames run at once and whose clock and timers the test moves. */
function bench() {
  const sent = [];
  const clock = { ms: 0 };
  const opening = new Opening((id) => sent.push(id), {
    now: () => clock.ms, frame: (run) => run(), wait: () => 0, cancel() {},
  });
  const step = (openId, by) => {
    const row = neighbour(ROWS, opening.from(openId), by);
    if (row) opening.ask(row.id);
  };
  return { opening, sent, clock, step };
}

test("each of three quick steps counts, and Python is asked for the first and the last", () => {
  const { opening, sent, step } = bench();
  opening.shown("a");
  for (let press = 0; press < 3; press += 1) step("a", 1);
  assert.equal(opening.from("a"), "d");
  assert.deepEqual(sent, ["b"]);
  opening.shown("b");
  assert.equal(opening.from("b"), "d");
  assert.deepEqual(sent, ["b", "d"]);
  opening.shown("d");
  assert.equal(opening.from("d"), "d");
});

test("steps there and back lead back", () => {
  const { opening, step } = bench();
  opening.shown("c");
  for (const by of [1, 1, -1]) step("c", by);
  assert.equal(opening.from("c"), "d");
});

test("a conversation opened elsewhere is stepped on from", () => {
  const { opening, step } = bench();
  opening.shown("a");
  step("a", 1);
  opening.shown("b");
  opening.shown("e");
  assert.equal(opening.from("e"), "e");
});

test("one that never comes is given up", () => {
  const { opening, clock, step } = bench();
  opening.shown("a");
  step("a", 1);
  clock.ms = 60000;
  assert.equal(opening.from("a"), "a");
});
