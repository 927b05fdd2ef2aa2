import assert from "node:assert/strict";
import { test } from "node:test";

import { placeOf } from "../../viewer/static/sweep/places.js";

test("a value stands between the ends of its axis, and beyond them at the edge", () => {
  const panel = { top: 100, height: 50, low: 0, high: 0.4 };
  assert.equal(placeOf(panel, 0), 150);
  assert.equal(placeOf(panel, 0.2), 125);
  assert.equal(placeOf(panel, 0.9), 100);
  assert.equal(placeOf(panel, -1), 150);
});
