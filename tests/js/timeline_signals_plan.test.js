import assert from "node:assert/strict";
import { test } from "node:test";

import { cover, levelOf, tilesIn, tilesWanted } from "../../viewer/static/timeline/signals_plan.js";

// A recording of 100 s: tiles of 1.28, 5.12, 20.48 s, and more on the levels above.
const told = { tile_cells: 256, cells_s: [0.005, 0.02, 0.08, 0.32, 1.28, 5.12], cells: [20000, 5000, 1250, 313, 79, 20] };
const nothing = () => false;
const only = (...names) => (level, tile) => names.includes(`${level}/${tile}`);

test("cells are as long as two pixels at most, and never finer than there are", () => {
  assert.equal(levelOf(told, 18 / 864), 1);
  assert.equal(levelOf(told, 2 / 864), 0);
  assert.equal(levelOf(told, 0.02 / 864), 0);
  assert.equal(levelOf(told, 0.01), 1);
  assert.equal(levelOf(told, 0.00999), 0);
  assert.equal(levelOf(told, 60 / 864), 2);
  assert.equal(levelOf(told, 7200 / 864), 5);
});

test("zooming out takes fewer and coarser tiles, never more than a screen needs", () => {
  for (const span of [0.5, 2, 8, 18, 40, 100]) {
    const level = levelOf(told, span / 864);
    assert.ok(tilesWanted(told, level, { start: 0, end: span }).length <= 10, `${span} s`);
  }
});

test("a range touches the tiles that it reaches into, and none outside the recording", () => {
  assert.deepEqual(tilesIn(told, 1, 0, 5.12), [0, 0]);
  assert.deepEqual(tilesIn(told, 1, 5.12, 5.13), [1, 1]);
  assert.deepEqual(tilesIn(told, 1, -50, 500), [0, 19]);
  assert.equal(tilesIn(told, 1, -50, -1), null);
  assert.equal(tilesIn(told, 1, 103, 110), null);
  assert.equal(tilesIn({ ...told, cells: [0, 0, 0, 0, 0, 0] }, 0, 0, 10), null);
});

test("what is seen comes from the middle out, then a margin of a quarter on both sides", () => {
  assert.deepEqual(tilesWanted(told, 1, { start: 20.48, end: 40.96 }).slice(0, 4).sort(), [4, 5, 6, 7]);
  assert.ok([5, 6].includes(tilesWanted(told, 1, { start: 20.48, end: 40.96 })[0]));
  assert.deepEqual(tilesWanted(told, 1, { start: 20.48, end: 40.96 }).slice(4).sort(), [3, 8]);
  assert.deepEqual(tilesWanted(told, 1, { start: 22, end: 24 }), [4]);
  assert.deepEqual(tilesWanted(told, 1, { start: 200, end: 240 }), []);
});

test("a tile that is here is drawn over its own time", () => {
  assert.deepEqual(cover(told, 1, [3, 4], only("1/3", "1/4")), [
    { level: 1, tile: 3, start: 3 * 5.12, end: 3 * 5.12 + 5.12 }, { level: 1, tile: 4, start: 20.48, end: 25.6 },
  ]);
  assert.deepEqual(cover(told, 1, [3, 4], nothing), []);
});

test("the next coarser tile stands in for a missing one, for its time only", () => {
  assert.deepEqual(cover(told, 1, [4, 5], only("1/4", "2/1", "3/0")), [
    { level: 1, tile: 4, start: 20.48, end: 25.6 }, { level: 2, tile: 1, start: 25.6, end: 25.6 + 5.12 },
  ]);
  assert.equal(cover(told, 0, [17, 17], only("3/0"))[0].level, 3);
});

test("finer tiles stand in where no coarser one is here, up to two levels down", () => {
  const names = (parts) => parts.map(({ level, tile }) => `${level}/${tile}`);
  assert.deepEqual(names(cover(told, 2, [0, 0], only("1/1", "1/3", "0/0", "0/2"))), ["0/0", "0/2", "1/1", "1/3"]);
  assert.deepEqual(names(cover(told, 2, [0, 0], only("1/1", "3/0"))), ["3/0"]);
  assert.deepEqual(names(cover(told, 3, [0, 0], only("0/0"))), []);
});

test("what is drawn never overlaps and comes in time order", () => {
  for (let seed = 1; seed < 200; seed += 1) {
    const has = (level, tile) => (level * 7919 + tile * 104729 + seed * 1299709) % 10 < 3;
    for (const level of [0, 1, 2, 3]) {
      let reached = -Infinity;
      for (const { start, end } of cover(told, level, tilesIn(told, level, 10, 60), has)) {
        assert.ok(start >= reached - 1e-9 && end > start);
        reached = end;
      }
    }
  }
});
