import assert from "node:assert/strict";
import { test } from "node:test";

import { changedTimes, isSame, unitAt } from "../../viewer/static/timeline/swept.js";

// Frame 4 is a hit of positive 1 up to row 2, then free; frame 9 fires span 0 from row 1 on.
const runs = {
  frame: [4, 4, 9], fate: "hif", owner: [1, -1, 0], first: [0, 2, 1], stop: [2, 3, 3],
  span: [0], spanFirst: [1], spanStop: [3],
};
const sizes = { rate: 10, positives: 2, spans: 2 };
const gold = { positives: [0.1, 0.45], negatives: { start: [0.8, 2], end: [1.2, 3] } };

test("a row's runs are its decisions, its claims and its fired spans", () => {
  assert.deepEqual(unitAt(runs, 0, sizes), { time: Float64Array.of(0.5), unit: { fates: "h", owner: [1], claimed: [-1, 0], fired: "00" } });
  assert.deepEqual(unitAt(runs, 1, sizes).unit, { fates: "hf", owner: [1, 0], claimed: [-1, 0], fired: "10" });
  assert.deepEqual(unitAt(runs, 2, sizes).unit, { fates: "if", owner: [-1, 0], claimed: [-1, -1], fired: "10" });
});

test("a change is ringed at the decision that makes it, else at the event", () => {
  const [first, second, third] = [0, 1, 2].map((row) => unitAt(runs, row, sizes));
  assert.deepEqual(changedTimes(second, first, gold), [1]);
  assert.deepEqual(changedTimes(third, second, gold), [0.45]);
  assert.deepEqual(changedTimes(first, third, gold), [0.5, 1]);
  assert.deepEqual(changedTimes(first, first, gold), []);
});

test("units are the same only if times, fates and fired spans are", () => {
  const one = unitAt(runs, 1, sizes);
  assert.equal(isSame(one, Float64Array.of(0.5, 1), { fates: "hf", fired: "10" }), true);
  assert.equal(isSame(one, Float64Array.of(0.5, 1.1), { fates: "hf", fired: "10" }), false);
  assert.equal(isSame(one, Float64Array.of(0.5, 1), { fates: "hf", fired: "00" }), false);
  assert.equal(isSame(one, [], undefined), false);
});
