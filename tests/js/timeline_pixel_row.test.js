import assert from "node:assert/strict";
import { test } from "node:test";

import { fillPixels, pixelOf } from "../../viewer/static/timeline/pixel_row.js";

test("a bar fills the pixels it rounds to, at least one, and none outside the row", () => {
  const filled = (x0, x1) => {
    const row = new Uint32Array(6);
    fillPixels(row, x0, x1, 7);
    return [...row].map((value) => Number(value === 7)).join("");
  };
  assert.deepEqual([filled(1.4, 3.6), filled(2.2, 2.3), filled(-5, 1), filled(5, 99), filled(7, 9)], ["011100", "001000", "100000", "000001", "000000"]);
});

test("a colour is one number with red in its lowest byte; what is no colour is refused", () => {
  assert.equal(pixelOf("#18202b"), 0xff2b2018);
  assert.throws(() => pixelOf("red"), /expected a colour like/);
});
