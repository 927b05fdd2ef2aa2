import assert from "node:assert/strict";
import { test } from "node:test";

import {
  MIN_SPAN_S, centredOn, clampView, fitted, pan, pxToTime, tickDecimals, tickStep, ticks, timeToPx, zoomAround,
} from "../../viewer/static/timeline/axis.js";

const view = { start: 10, end: 28 };

test("a time goes to its pixel and back", () => {
  for (const time of [10, 12.5, 28, 31]) assert.ok(Math.abs(pxToTime(view, 864, timeToPx(view, 864, time)) - time) < 1e-9);
});

test("zooming keeps the time under the pointer on its pixel", () => {
  const next = zoomAround(view, 16, 0.5, 60);
  assert.equal(next.end - next.start, 9);
  assert.ok(Math.abs(timeToPx(next, 864, 16) - timeToPx(view, 864, 16)) < 1e-9);
});

test("zooming out ends at the whole dialogue", () => {
  assert.deepEqual(zoomAround(view, 16, 100, 60), { start: 0, end: 60 });
});

test("zooming in ends at the shortest span", () => {
  const next = zoomAround(view, 16, 1e-9, 60);
  assert.ok(Math.abs(next.end - next.start - MIN_SPAN_S) < 1e-9);
});

test("panning stops at both ends", () => {
  assert.deepEqual(pan(view, -50, 60), { start: 0, end: 18 });
  assert.deepEqual(pan(view, 500, 60), { start: 42, end: 60 });
});

test("a view that reaches beyond an end may stay there but goes no farther", () => {
  const out = { start: -6, end: 12 };
  assert.deepEqual(pan(out, -3, 60), out);
  assert.deepEqual(pan(out, 2, 60), { start: -4, end: 14 });
});

test("an event at the very start is still exactly in the middle", () => {
  const next = centredOn(0.4, 18);
  assert.ok(Math.abs((next.start + next.end) / 2 - 0.4) < 1e-12);
  assert.ok(next.start < 0);
});

test("a fitted view shows the whole range with a margin and is never shorter than a second", () => {
  const next = fitted(10, 14, 60);
  assert.deepEqual(next, { start: 9, end: 15 });
  assert.ok(Math.abs(fitted(10, 10.1, 60).end - fitted(10, 10.1, 60).start - 1) < 1e-9);
});

test("a view longer than the dialogue is centred on it", () => {
  assert.deepEqual(clampView({ start: 3, end: 33 }, 20), { start: -5, end: 25 });
});

test("ticks stand on whole multiples of a nice step, at least as far apart as asked", () => {
  assert.equal(tickStep(18, 864, 80), 2);
  assert.deepEqual(ticks({ start: 9.3, end: 15 }, 2, 0, 60), [10, 12, 14]);
  for (const span of [0.02, 0.4, 3, 18, 77, 720, 7200, 90000]) {
    assert.ok((tickStep(span, 864, 80) / span) * 864 >= 80 - 1e-6, String(span));
  }
});

test("ticks never stand outside the dialogue and carry no binary dust", () => {
  assert.deepEqual(ticks({ start: -1, end: 0.35 }, 0.1, 0, 0.3), [0, 0.1, 0.2, 0.3]);
});

test("a tick label has as many decimals as its step needs", () => {
  assert.deepEqual([60, 2, 0.1, 0.05, 0.002].map(tickDecimals), [0, 1, 1, 2, 3]);
});
