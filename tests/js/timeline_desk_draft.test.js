import assert from "node:assert/strict";
import { test } from "node:test";

import { isSameSpan, limitsOf, withEdge } from "../../viewer/static/timeline/desk_draft.js";
import { energyMinima, nearest, snapOf, trackBoundaries } from "../../viewer/static/timeline/desk_snap.js";

const draft = { start: 2, end: 3.5, label: "Normal Turn" };

test("an edge is a whole millisecond, and everything else stays", () => {
  assert.deepEqual(withEdge(draft, "end", 3.14159, 10), { ...draft, end: 3.142 });
  assert.equal(withEdge(draft, "start", 0.1 + 0.2, 10).start, 0.3);
});

test("the start stays before the end, both within the dialogue, whatever is asked for", () => {
  for (let step = -50; step < 150; step += 1) {
    for (const edge of ["start", "end"]) {
      const { start, end } = withEdge(draft, edge, step * 0.137, 10.0004);
      assert.ok(start >= 0 && start < end && end <= 10.0004, `${edge} ${step}`);
      assert.equal(Math.round(start * 1000) / 1000, start);
    }
  }
  assert.equal(withEdge(draft, "start", 9, 10).start, 3.499);
  assert.equal(withEdge(draft, "end", -1, 10).end, 2.001);
  assert.equal(withEdge(draft, "end", 99, 10.0006).end, 10);
  assert.deepEqual([limitsOf(draft, "start", 10), limitsOf(draft, "end", 10)], [[0, 3.499], [2.001, 10]]);
});

test("a hundred nudges of 10 ms are exactly a second", () => {
  let moved = draft;
  for (let i = 0; i < 100; i += 1) moved = withEdge(moved, "end", moved.end + 0.01, 10);
  assert.equal(moved.end, 4.5);
  assert.ok(isSameSpan(moved, { start: 2, end: 4.5 }) && !isSameSpan(moved, draft) && !isSameSpan(null, draft));
});

test("the nearest target within reach is taken, none beyond it", () => {
  const targets = [{ time: 1, name: "a" }, { time: 1.2, name: "b" }];
  assert.deepEqual(nearest(targets, 1.08, 0.1), { time: 1, name: "a" });
  assert.deepEqual(nearest(targets, 1.13, 0.1), { time: 1.2, name: "b" });
  assert.equal(nearest(targets, 1.5, 0.1), null);
  assert.equal(nearest([], 1, 1), null);
});

test("another track's boundary comes before a quiet moment, even a nearer one", () => {
  const dips = () => [1.01];
  assert.deepEqual(snapOf(1, { boundaries: [{ time: 1.05, name: "b" }], dips, reach: 0.08 }), { time: 1.05, name: "b" });
  assert.deepEqual(snapOf(1, { boundaries: [{ time: 1.2, name: "b" }], dips, reach: 0.08 }), { time: 1.01, name: "quiet" });
  assert.equal(snapOf(1, { boundaries: [], dips: () => [], reach: 0.08 }), null);
});

test("boundaries of all tracks are targets, with everyone who has them", () => {
  const tracks = [{ start: [1, 5], end: [2, 6] }, { start: [1], end: [2.5] }];
  assert.deepEqual(trackBoundaries(tracks, ["a", "b"]).map(({ time, name }) => [time, name]), [[1, "a b"], [2, "a"], [2.5, "b"], [5, "a"], [6, "a"]]);
});

const RATE = 16000;
const BIN = 64;

/** Peaks of a sound whose loudness at a time is `envelope(seconds)`, on one channel; the other one is loud throughout. */
function levelOf(envelope, seconds, channel = 0) {
  const bins = Math.ceil((seconds * RATE) / BIN);
  const data = new Int8Array(bins * 4).fill(100);
  for (let bin = 0; bin < bins; bin += 1) {
    const value = Math.round(envelope(((bin + 0.5) * BIN) / RATE));
    data[bin * 4 + channel * 2] = -value;
    data[bin * 4 + channel * 2 + 1] = value;
  }
  return { data, bin: BIN, bins };
}

test("a short dip between two words is found in its middle, on the speaker's own channel", () => {
  const dip = (time) => (Math.abs(time - 1) < 0.03 ? 10 : 80);
  for (const channel of [0, 1]) {
    const found = energyMinima(levelOf(dip, 2, channel), channel, RATE, 0.9, 1.1);
    assert.equal(found.length, 1);
    assert.ok(Math.abs(found[0] - 1) <= BIN / RATE, String(found[0]));
    assert.deepEqual(energyMinima(levelOf(dip, 2, channel), 1 - channel, RATE, 0.9, 1.1), []);
  }
  assert.deepEqual(energyMinima(levelOf(dip, 2), 0, RATE, 1.1, 1.3), []);
});

test("silence, even loudness and a rise to one side only have no minimum", () => {
  const cases = [() => 0, () => 60, (time) => 20 + 40 * time, (time) => (time < 1 ? 80 : 2), (time) => (Math.abs(time - 1) < 0.2 ? 2 : 80)];
  for (const envelope of cases) assert.deepEqual(energyMinima(levelOf(envelope, 2), 0, RATE, 0.8, 1.2), []);
});

test("small unevenness is no minimum, and a voice's periods are none", () => {
  assert.deepEqual(energyMinima(levelOf((time) => (Math.abs(time - 1) < 0.01 ? 70 : 80), 2), 0, RATE, 0.8, 1.2), []);
  assert.deepEqual(energyMinima(levelOf((time) => 50 + 40 * Math.sin(2 * Math.PI * 110 * time), 2), 0, RATE, 0.8, 1.2), []);
});

test("at the ends of the sound nothing is asked for that is not there", () => {
  const level = levelOf((time) => (Math.abs(time - 0.05) < 0.02 ? 5 : 80), 0.3);
  assert.equal(energyMinima(level, 0, RATE, -0.1, 0.1).length, 1);
  assert.deepEqual(energyMinima(level, 0, RATE, 5, 6), []);
  assert.deepEqual(energyMinima({ data: new Int8Array(0), bin: BIN, bins: 0 }, 0, RATE, 0, 1), []);
});
