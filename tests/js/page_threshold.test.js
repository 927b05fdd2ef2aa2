import assert from "node:assert/strict";
import { test } from "node:test";

import { Threshold, nearestRow, rowOf, stepRow } from "../../viewer/static/page/threshold.js";

const THETAS = [0.01, 0.0153, 0.02, 0.0273, 0.03, 0.0449, 0.05, 0.06, 0.98, 0.99, 0.9987, 0.9999];
const content = (theta, saved = 0) => ({ model: "m", task: "eot", sweep: { theta, saved, texts: theta.map((one) => [String(one)]) } });

test("a threshold is found exactly or not at all", () => {
  assert.equal(rowOf(THETAS, 0.0273), 3);
  assert.equal(rowOf(THETAS, 0.02730000001), -1);
  assert.equal(rowOf(THETAS, null), -1);
  assert.equal(rowOf([], 0.5), -1);
});

test("the nearest threshold is the lower one on a tie", () => {
  assert.equal(nearestRow(THETAS, 0), 0);
  assert.equal(nearestRow(THETAS, 1), THETAS.length - 1);
  assert.equal(nearestRow([0.25, 0.75], 0.5), 0);
  assert.equal(nearestRow([0.25, 0.75], 0.51), 1);
});

test("a step goes to the next candidate, or to the next hundredth on either side", () => {
  assert.equal(stepRow(THETAS, 2, { direction: 1 }), 3);
  assert.equal(stepRow(THETAS, 3, { direction: -1 }), 2);
  assert.equal(THETAS[stepRow(THETAS, 2, { direction: 1, hundredths: 1 })], 0.03);
  assert.equal(THETAS[stepRow(THETAS, 3, { direction: 1, hundredths: 1 })], 0.03);
  assert.equal(THETAS[stepRow(THETAS, 3, { direction: -1, hundredths: 1 })], 0.02);
  assert.equal(THETAS[stepRow(THETAS, 7, { direction: -1, hundredths: 5 })], 0.01);
});

test("at the ends a step stays; beyond the last hundredth it goes to the end", () => {
  assert.equal(stepRow(THETAS, 0, { direction: -1, hundredths: 1 }), 0);
  assert.equal(stepRow(THETAS, 11, { direction: 1 }), 11);
  assert.equal(stepRow(THETAS, 9, { direction: 1, hundredths: 5 }), 11);
});

test("every hundredth can be reached from every other by steps", () => {
  const grid = Array.from({ length: 99 }, (_, step) => Number((0.01 * (step + 1)).toFixed(2)));
  let row = 0;
  for (let step = 0; step < 98; step += 1) row = stepRow(grid, row, { direction: 1, hundredths: 1 });
  assert.equal(grid[row], 0.99);
  for (let step = 0; step < 98; step += 1) row = stepRow(grid, row, { direction: -1, hundredths: 1 });
  assert.equal(grid[row], 0.01);
});

test("who watches is told of a move, and another sweep keeps the threshold that it has too", () => {
  const threshold = new Threshold();
  const seen = [];
  const life = new AbortController();
  threshold.watch(() => seen.push(threshold.theta), life.signal);
  threshold.show(content(THETAS));
  assert.equal(threshold.theta, null);
  assert.equal(threshold.move(4), true);
  assert.equal(threshold.move(4), false);
  assert.equal(threshold.move(99), false);
  threshold.show(content([0.01, 0.03]));
  assert.equal(threshold.theta, 0.03);
  threshold.show(content([0.01, 0.02], null));
  assert.equal(threshold.theta, null);
  assert.equal(threshold.saved, null);
  life.abort();
  threshold.move(1);
  assert.deepEqual(seen, [null, 0.03, 0.03, null]);
});
