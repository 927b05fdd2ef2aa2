import assert from "node:assert/strict";
import { test } from "node:test";

import { axisTicks, bandY, colourTile, hzAt, intensityY, makeRamp, pitchY, rgbOf } from "../../viewer/static/timeline/signals_scale.js";

const COLOURS = { quiet: "#F8F9FB", loud: "#3A63BE", peak: "#18202B" };
const linear = Array.from({ length: 128 }, (_, band) => (band + 1) * 62);
const told = {
  floor_db: -110, codes_per_db: 2,
  kinds: { linear: { bands: 128, bands_hz: linear }, mel: { bands: 128, bands_hz: linear }, pitch: { min_hz: 60, max_hz: 500 }, intensity: {} },
};
const lane = (kind, height = 72) => ({ kind, y: 100, height });

test("colours are read as they stand in the tokens", () => {
  assert.deepEqual(rgbOf("#3A63BE"), [0x3a, 0x63, 0xbe]);
  assert.deepEqual(rgbOf("#fff"), [255, 255, 255]);
});

test("the ramp runs from quiet over the speaker's colour to the peak, and gain moves it down", () => {
  const ramp = makeRamp(COLOURS, told, 1);
  const at = (db) => ramp[(db + 110) * 2];
  assert.equal(at(-110), 0xfffbf9f8);
  assert.equal(at(-85), 0xfffbf9f8);
  assert.equal(at(-20), 0xff2b2018);
  assert.equal(at(0), 0xff2b2018);
  const middle = at(-36);
  assert.ok(Math.abs((middle & 255) - 0x3a) < 4 && Math.abs(((middle >> 16) & 255) - 0xbe) < 4);
  assert.equal(makeRamp(COLOURS, told, 10)[(-40 + 110) * 2], 0xff2b2018);
});

test("a tile's pixels have time to the right and high bands on top", () => {
  const ramp = Uint32Array.from({ length: 256 }, (_, code) => code);
  const codes = Uint8Array.from([1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16]); // two speakers, three cells, two bands
  assert.deepEqual([...colourTile({ codes, cells: 3 }, 0, 2, ramp)], [2, 4, 6, 1, 3, 5]);
  assert.deepEqual([...colourTile({ codes, cells: 3 }, 1, 2, ramp)], [12, 14, 16, 11, 13, 15]);
});

test("heights follow the axes", () => {
  assert.equal(pitchY(lane("pitch"), 60, told.kinds.pitch), 172);
  assert.equal(pitchY(lane("pitch"), 500, told.kinds.pitch), 100);
  assert.ok(Math.abs(pitchY(lane("pitch"), Math.sqrt(60 * 500), told.kinds.pitch) - 136) < 1e-9);
  assert.equal(intensityY(lane("intensity"), -40), 136);
  assert.equal(intensityY(lane("intensity"), -200), 172);
  assert.ok(Math.abs(bandY(lane("linear"), 62, linear) - (172 - 72 / 256)) < 1e-9);
  assert.ok(Math.abs(bandY(lane("linear"), 4000, linear) - (172 - (72 * 64.02) / 128)) < 0.1);
});

test("a frequency stands at the height that it is read from", () => {
  for (const hz of [62, 620, 3100, 7936]) assert.equal(hzAt(lane("linear"), bandY(lane("linear"), hz, linear), linear), hz);
  assert.equal(hzAt(lane("linear"), -50, linear), 7936);
  assert.equal(hzAt(lane("linear"), 500, linear), 62);
});

test("labels keep apart, stay inside and name their unit once", () => {
  for (const kind of ["mel", "linear", "pitch", "intensity"]) {
    for (const height of [20, 36, 48, 72, 160]) {
      const ticks = axisTicks(lane(kind, height), told);
      ticks.forEach(({ y }, index) => {
        assert.ok(y >= 105 && y <= 95 + height);
        if (index > 0) assert.ok(ticks[index - 1].y - y >= 12);
      });
      if (height >= 36) assert.ok(ticks.length > 0);
      assert.equal(ticks.filter(({ text }) => / (Hz|kHz|dB)$/.test(text)).length, Math.min(ticks.length, 1));
    }
  }
  assert.deepEqual(axisTicks(lane("pitch", 100), told).map(({ text }) => text), ["100", "200", "400 Hz"]);
});
