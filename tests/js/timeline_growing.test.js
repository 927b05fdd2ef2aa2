import assert from "node:assert/strict";
import { test } from "node:test";

import { GrowingPeaks } from "../../viewer/static/timeline/growing.js";
import { COARSE_BIN, buildPyramid, overlay } from "../../viewer/static/timeline/peaks.js";

const BINS = 2100;
const SAMPLES = BINS * COARSE_BIN - 7;

/** Bins with a different value each. */
function bins(count, from = 0) {
  return Int8Array.from({ length: count * 4 }, (_, at) => (at % 2 === 0 ? -1 : 1) * (1 + ((from + (at >> 2)) % 90)));
}

test("peaks that come in pieces make the same levels as the whole at once", () => {
  const whole = bins(BINS);
  const growing = new GrowingPeaks(SAMPLES, { data: bins(21), bin: 100 * COARSE_BIN });
  for (const [from, to] of [[0, 3], [3, 4], [4, 1033], [1033, 1033], [1033, BINS]]) {
    assert.equal(growing.bins, from);
    assert.equal(growing.isWhole, false);
    growing.put(from, whole.subarray(from * 4, to * 4));
  }
  assert.equal(growing.isWhole, true);
  assert.deepEqual(growing.levels, buildPyramid(whole, COARSE_BIN));
});

test("a sketch stands for what is not built yet, in every level", () => {
  const sketch = { data: Int8Array.from([-9, 9, -1, 1, -5, 5, -2, 2]), bin: 1050 * COARSE_BIN };
  const growing = new GrowingPeaks(SAMPLES, sketch);
  assert.deepEqual([...growing.levels[0].data.slice(0, 4)], [-9, 9, -1, 1]);
  assert.deepEqual([...growing.levels[0].data.slice(-4)], [-5, 5, -2, 2]);
  growing.put(0, bins(8));
  assert.deepEqual([...growing.levels[1].data.slice(0, 12)], [-4, 4, -4, 4, -8, 8, -8, 8, -9, 9, -1, 1]);
  assert.equal(growing.bins, 8);
});

test("pieces that come twice or out of order change nothing", () => {
  const growing = new GrowingPeaks(SAMPLES, null);
  growing.put(0, bins(10));
  const before = structuredClone(growing.levels);
  growing.put(0, bins(5, 50));
  growing.put(20, bins(5, 20));
  assert.deepEqual(growing.levels, before);
  assert.equal(growing.bins, 10);
  growing.put(8, bins(4, 8));
  assert.equal(growing.bins, 12);
});

test("a piece that is longer than the recording is cut at its end", () => {
  const growing = new GrowingPeaks(SAMPLES, null);
  growing.put(0, bins(BINS + 3));
  assert.deepEqual(growing.levels, buildPyramid(bins(BINS), COARSE_BIN));
});

test("columns of samples replace those of bins where samples have come", () => {
  const out = Float32Array.of(-1, 1, -1, 1, -1, 1);
  overlay(out, Float32Array.of(NaN, NaN, -0.5, 0.25, NaN, NaN), 3);
  assert.deepEqual([...out], [-1, 1, -0.5, 0.25, -1, 1]);
});
