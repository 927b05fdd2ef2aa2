import assert from "node:assert/strict";
import { test } from "node:test";

import { sixteenBits, thirtyTwoBits } from "../../viewer/static/timeline/columns.js";
import { drawProbability } from "../../viewer/static/timeline/draw_probability.js";
import { levelFor, parseFrames, pyramidOf } from "../../viewer/static/timeline/frames.js";

const base64 = (array) => Buffer.from(array.buffer).toString("base64");

test("columns come back as they were sent", () => {
  assert.deepEqual([...sixteenBits(base64(Uint16Array.of(0, 1, 65535)))], [0, 1, 65535]);
  assert.deepEqual([...thirtyTwoBits(base64(Int32Array.of(-1, 70000)))], [-1, 70000]);
  assert.equal(sixteenBits("").length, 0);
});

test("every coarser level has the extremes of the finer one, the last of them cut short", () => {
  const values = Uint16Array.from({ length: 1000 }, (_, i) => (i * 7919) % 65536);
  for (const { step, low, high } of pyramidOf(values)) {
    assert.equal(low.length, Math.ceil(values.length / step));
    for (let at = 0; at < low.length; at += 1) {
      const part = values.slice(at * step, (at + 1) * step);
      assert.equal(low[at], Math.min(...part));
      assert.equal(high[at], Math.max(...part));
    }
  }
});

test("the level that is drawn has no step wider than a pixel", () => {
  const levels = pyramidOf(new Uint16Array(100000));
  assert.equal(levelFor(levels, 0.3).step, 1);
  assert.equal(levelFor(levels, 63).step, 8);
  assert.equal(levelFor(levels, 64).step, 64);
});

test("no text and a dialogue without probabilities are nothing to draw", () => {
  assert.equal(parseFrames(""), null);
  assert.equal(parseFrames("null"), null);
});

/** Draw speaker 1's lane; returns the points of the lines that were laid. */
function drawn(values, view, width) {
  const points = [];
  const nothing = () => {};
  const ctx = { save: nothing, restore: nothing, beginPath: nothing, rect: nothing, clip: nothing, stroke: nothing, fill: nothing, closePath: nothing, setLineDash: nothing, moveTo: (x, y) => points.push([x, y]), lineTo: (x, y) => points.push([x, y]) };
  const frames = { rate: 10, speakers: [pyramidOf(Uint16Array.from(values)), []] };
  const frame = {
    probability: { frames, theta: null, saved: null, isLive: false }, theme: {}, view, width, dialogue: { duration: values.length / 10 },
    px: (time) => ((time - view.start) * width) / (view.end - view.start),
  };
  drawProbability(ctx, frame, { speaker: 0, y: 0, height: 106 });
  return points;
}

test("a frame's value stands at its end, 0 at the bottom and 1 at the top", () => {
  assert.deepEqual(drawn([0, 65535], { start: 0, end: 1 }, 100), [[10, 103], [20, 3]]);
});

test("zoomed out, no peak is lost", () => {
  const values = new Array(6000).fill(0);
  values[4321] = 65535;
  const points = drawn(values, { start: 0, end: 600 }, 120);
  assert.equal(Math.min(...points.map(([, y]) => y)), 3);
  assert.ok(points.length < 400);
});
