import assert from "node:assert/strict";
import { test } from "node:test";

import { buildPyramid, columns, pickLevel, sampleColumns } from "../../viewer/static/timeline/peaks.js";

/** Bins of both channels: channel 1 runs −i…i, channel 2 is flat. */
function ramp(bins) {
  return Int8Array.from({ length: bins * 4 }, (_, at) => [-(at >> 2) % 100, (at >> 2) % 100, -1, 1][at % 4]);
}

test("a level takes the extremes of four bins below, a last partial group too", () => {
  const base = ramp(2050);
  const levels = buildPyramid(base, 256);
  assert.deepEqual(levels.map((level) => level.bin), [256, 1024, 4096]);
  assert.deepEqual(levels.map((level) => level.bins), [2050, 513, 129]);
  assert.deepEqual([...levels[1].data.slice(4, 8)], [-7, 7, -1, 1]);
  const last = levels[1].data.slice(-4);
  assert.deepEqual([...last], [-49, 49, -1, 1]);
});

test("the level picked has at least one bin per pixel, the coarsest that has", () => {
  const levels = buildPyramid(ramp(40000), 256);
  assert.equal(pickLevel(levels, 100).bin, 256);
  assert.equal(pickLevel(levels, 256).bin, 256);
  assert.equal(pickLevel(levels, 1000).bin, 256);
  assert.equal(pickLevel(levels, 1024).bin, 1024);
  assert.equal(pickLevel(levels, 1e9).bin, levels[levels.length - 1].bin);
});

test("a column holds the extremes of the bins it covers, in units of full scale", () => {
  const [level] = buildPyramid(ramp(64), 256);
  const out = columns(level, 0, 256 * 8, 512, 2, new Float32Array(4));
  assert.deepEqual([...out], [-9 / 128, 9 / 128, -11 / 128, 11 / 128]);
});

test("columns outside the sound are empty", () => {
  const [level] = buildPyramid(ramp(4), 256);
  const out = columns(level, 1, -512, 512, 4, new Float32Array(8));
  assert.ok(Number.isNaN(out[0]) && Number.isNaN(out[6]));
  assert.ok(!Number.isNaN(out[2]));
});

test("sample columns join into one line and leave gaps where nothing has arrived", () => {
  const samples = [0, 0.5, -0.5, NaN];
  const read = (index) => samples[index] ?? NaN;
  const out = sampleColumns(read, 0, 1, 3, new Float32Array(6));
  assert.deepEqual([...out.slice(0, 4)], [0, 0.5, -0.5, 0.5]);
  const beyond = sampleColumns(read, 10, 1, 1, new Float32Array(2));
  assert.ok(Number.isNaN(beyond[0]));
});
