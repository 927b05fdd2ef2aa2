import assert from "node:assert/strict";
import { test } from "node:test";

import {
  sameRows,
  emptySentence,
  headAbove,
  indexOf,
  isOtherPlace,
  scrollTo,
  stepIndex,
  timeOf,
  windowOf,
  withHeads,
} from "../../viewer/static/rails/playlist_rows.js";

const row = (dialogue, time) => ({
  id: `eot-1-p-${time}`,
  dialogue,
  dialogue_title: `Title ${dialogue}`,
  time_s: time,
});
const ROWS = [row("a", 1), row("a", 5), row("b", 1), row("b", 2)];
const shape = (items) => items.map(({ head, index }) => head ?? index);

test("one dialogue has no heads, several have one before each", () => {
  assert.deepEqual(shape(withHeads(ROWS, false)), [0, 1, 2, 3]);
  assert.deepEqual(shape(withHeads(ROWS, true)), ["Title a", 0, 1, "Title b", 2, 3]);
  assert.deepEqual(withHeads([], true), []);
});

test("an untitled dialogue is headed by its id", () => {
  assert.equal(withHeads([{ ...row("a", 1), dialogue_title: "" }], true)[0].head, "a");
});

test("the window holds what is seen and a few more, and never leaves the list", () => {
  const at = (scrollPx, count = 10000) => windowOf({ count, itemPx: 28, scrollPx, heightPx: 280, spare: 6 });
  assert.deepEqual(at(0), { first: 0, last: 16 });
  assert.deepEqual(at(2800), { first: 94, last: 116 });
  assert.deepEqual(at(2801), { first: 94, last: 117 });
  assert.deepEqual(at(279720), { first: 9984, last: 10000 });
  assert.deepEqual(at(0, 3), { first: 0, last: 3 });
  assert.deepEqual(at(5000, 3), { first: 3, last: 3 });
  assert.deepEqual(at(0, 0), { first: 0, last: 0 });
});

test("however far the list is scrolled, few rows are drawn", () => {
  for (let scrollPx = 0; scrollPx < 280000; scrollPx += 997) {
    const { first, last } = windowOf({ count: 10000, itemPx: 28, scrollPx, heightPx: 500 });
    assert.ok(last - first <= 32, `${last - first} rows at ${scrollPx}`);
  }
});

test("the sticky head is that of the first visible row", () => {
  const items = withHeads(ROWS, true);
  assert.equal(headAbove(items, 28, 0), "Title a");
  assert.equal(headAbove(items, 28, 28 * 3 - 1), "Title a");
  assert.equal(headAbove(items, 28, 28 * 3), "Title b");
  assert.equal(headAbove(items, 28, 9999), "Title b");
  assert.equal(headAbove([], 28, 0), null);
  assert.equal(headAbove(withHeads(ROWS, false), 28, 0), null);
});

test("a row in view does not scroll; one outside comes into view with two more around it", () => {
  const to = (at, scrollPx, headPx = 0) => scrollTo({ at, itemPx: 28, scrollPx, heightPx: 280, headPx });
  assert.equal(to(5, 0), 0);
  assert.equal(to(10, 0), 84);
  assert.equal(to(5, 280), 84);
  assert.equal(to(5, 280, 28), 56);
  assert.equal(to(0, 280, 28), 0);
});

test("a list too low for company shows the row alone", () => {
  assert.equal(scrollTo({ at: 10, itemPx: 28, scrollPx: 0, heightPx: 140, headPx: 0 }), 168);
});

test("a row is found by its event and its dialogue together", () => {
  assert.equal(indexOf(ROWS, { dialogue: "b", event: "eot-1-p-1" }), 2);
  assert.equal(indexOf(ROWS, { dialogue: "a", event: null }), -1);
  assert.equal(indexOf(ROWS, null), -1);
});

test("an event's id tells its time", () => {
  assert.equal(timeOf("eot-1-p-45.2"), 45.2);
  assert.equal(timeOf("int-2-n-45.2~2"), 45.2);
  assert.equal(timeOf("something"), null);
  assert.equal(timeOf(null), null);
});

test("a step goes to the next or previous row, over the border of dialogues", () => {
  const from = (dialogue, event, step) => stepIndex(ROWS, { dialogue, event }, step);
  assert.equal(from("a", "eot-1-p-1", 1), 1);
  assert.equal(from("a", "eot-1-p-5", 1), 2);
  assert.equal(from("b", "eot-1-p-1", -1), 1);
});

test("a step past either end leads nowhere", () => {
  assert.equal(stepIndex(ROWS, { dialogue: "b", event: "eot-1-p-2" }, 1), -1);
  assert.equal(stepIndex(ROWS, { dialogue: "a", event: "eot-1-p-1" }, -1), -1);
});

test("with nothing selected the next is the first and the previous is the last", () => {
  assert.equal(stepIndex(ROWS, null, 1), 0);
  assert.equal(stepIndex(ROWS, { dialogue: "b", event: null }, 1), 0);
  assert.equal(stepIndex(ROWS, null, -1), 3);
  assert.equal(stepIndex([], null, 1), -1);
  assert.equal(stepIndex([], null, -1), -1);
});

test("from an event that is not listed a step goes to its neighbour in time", () => {
  // a:  1 . [3] . 5      b:  1 2 [9]
  assert.equal(stepIndex(ROWS, { dialogue: "a", event: "int-2-n-3" }, 1), 1);
  assert.equal(stepIndex(ROWS, { dialogue: "a", event: "int-2-n-3" }, -1), 0);
  assert.equal(stepIndex(ROWS, { dialogue: "b", event: "int-2-n-9" }, 1), -1);
  assert.equal(stepIndex(ROWS, { dialogue: "a", event: "int-2-n-9" }, 1), 2);
  assert.equal(stepIndex(ROWS, { dialogue: "a", event: "int-2-n-0" }, -1), -1);
  assert.equal(stepIndex(ROWS, { dialogue: "c", event: "int-2-n-3" }, 1), 0);
});

test("an empty list says what is missing", () => {
  assert.equal(emptySentence("miss"), "No misses here.");
  assert.equal(emptySentence("all"), "No events here.");
});

test("a list begins at its top when it lists something else", () => {
  const place = { scope: "dialogue", task: "both", fate: "all", dialogue: "a" };
  assert.equal(isOtherPlace(place, { ...place }), false);
  assert.equal(isOtherPlace(place, { ...place, dialogue: "b" }), true);
  assert.equal(isOtherPlace(place, { ...place, fate: "miss" }), true);
  const split = { ...place, scope: "split" };
  assert.equal(isOtherPlace(split, { ...split, dialogue: "b" }), false);
});

test("two lists are the same when the same events are judged alike", () => {
  const row = { id: "eot-1-p-5.0", dialogue: "7", fate: "hit", latency: "+340 ms", words: "… leaves" };
  assert.equal(sameRows([row], [{ ...row }]), true);
  assert.equal(sameRows([row], []), false);
  for (const change of [{ id: "eot-1-p-6.0" }, { dialogue: "8" }, { fate: "miss" }, { latency: "–" }, { words: "" }]) {
    assert.equal(sameRows([row], [{ ...row, ...change }]), false);
  }
});
