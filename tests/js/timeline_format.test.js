import assert from "node:assert/strict";
import { test } from "node:test";

import { MINUS, clock, counted, latency, span, speed } from "../../viewer/static/timeline/format.js";

test("a clock is mm:ss.s below an hour and h:mm:ss.s from one hour on", () => {
  assert.equal(clock(102.46, 1), "01:42.4");
  assert.equal(clock(102.46, 2), "01:42.46");
  assert.equal(clock(3599.99, 1), "59:59.9");
  assert.equal(clock(3600, 1), "1:00:00.0");
  assert.equal(clock(0, 0), "00:00");
});

test("a clock is not a hair short of the decimal it was given", () => {
  for (const [time, text] of [[45.2, "00:45.20"], [1.1, "00:01.10"], [0.29, "00:00.29"], [59.99, "00:59.99"]]) {
    assert.equal(clock(time, 2), text);
  }
});

test("a latency is whole signed milliseconds with a true minus", () => {
  assert.equal(MINUS, "\u2212");
  assert.equal(latency(0.34), "+340 ms");
  assert.equal(latency(-0.12), "\u2212120 ms");
  assert.equal(latency(8.88 - 9), "\u2212120 ms");
  assert.equal(latency(0), "+0 ms");
});

test("a negative clock carries the true minus too", () => {
  assert.equal(clock(-1.5, 1), "\u221200:01.5");
});

test("the zoom field counts in the unit that fits", () => {
  assert.deepEqual([0.25, 18, 99, 150].map(span), ["250 ms", "18.0 s", "99.0 s", "2.5 min"]);
});

test("speeds keep the decimals they need", () => {
  assert.deepEqual([1, 0.75, 1.5, 2].map(speed), ["1.0×", "0.75×", "1.5×", "2.0×"]);
});

test("one is singular", () => {
  assert.deepEqual([counted(1, "turn"), counted(0, "turn"), counted(3, "excluded span")], ["1 turn", "0 turns", "3 excluded spans"]);
});
