import assert from "node:assert/strict";
import { test } from "node:test";

import { SWEEP_LANES, TIERS, USUAL_LANES, boundedPx, menuOrder, moved, parseLanes, resized, toggled, usualChoice, writeLanes } from "../../viewer/static/timeline/lane_choice.js";

const names = (choice) => choice.map(({ name }) => name);

test("no text is the usual choice, and the usual choice is no text", () => {
  assert.deepEqual(names(parseLanes("")), USUAL_LANES);
  assert.equal(writeLanes(usualChoice()), "");
  assert.equal(writeLanes(parseLanes("wave,labels,gold,prob,decisions,others")), "");
});

test("a text of order and heights comes back as it was written", () => {
  for (const text of ["gold,wave:80", "others:20,decisions,labels:12,pitch,mel:96", "wave"]) assert.equal(writeLanes(parseLanes(text)), text);
});

test("the sweep page has a usual choice of its own", () => {
  assert.equal(writeLanes(parseLanes(SWEEP_LANES), SWEEP_LANES), "");
  assert.equal(writeLanes(parseLanes("gold,prob"), SWEEP_LANES), "gold,prob");
  assert.equal(writeLanes(usualChoice(), SWEEP_LANES), USUAL_LANES.join(","));
});

test("unknown, doubled and not offered names are dropped; nothing left is the usual choice", () => {
  assert.deepEqual(names(parseLanes("wave,sonar,wave,,gold")), ["wave", "gold"]);
  assert.deepEqual(names(parseLanes("mel,gold", ["wave", "gold"])), ["gold"]);
  assert.deepEqual(names(parseLanes("sonar,mel", ["wave", "gold"])), USUAL_LANES);
  assert.deepEqual(parseLanes("constructor,__proto__,gold"), [{ name: "gold", px: null }]);
});

test("a height is kept within the tier's bounds; one that is no number is the usual one", () => {
  assert.deepEqual(parseLanes("wave:9999,gold:1,labels:x,decisions:-4,others:"), [
    { name: "wave", px: 400 }, { name: "gold", px: 16 }, { name: "labels", px: null }, { name: "decisions", px: null }, { name: "others", px: null },
  ]);
  for (const { name, least, most } of TIERS) assert.deepEqual([boundedPx(name, -1), boundedPx(name, 1e6)], [least, most]);
  assert.equal(boundedPx("gold", 30.4), 30);
});

test("a waveform may be chosen taller than spare room makes it", () => {
  assert.deepEqual(parseLanes("wave:300"), [{ name: "wave", px: 300 }]);
});

test("a tier goes off and comes back where it usually stands; the last one stays on", () => {
  const without = toggled(usualChoice(), "gold");
  assert.deepEqual(names(without), ["wave", "labels", "prob", "decisions", "others"]);
  assert.deepEqual(names(toggled(without, "gold")), USUAL_LANES);
  assert.deepEqual(names(toggled(parseLanes("others,gold"), "pitch")), ["pitch", "others", "gold"]);
  assert.deepEqual(names(toggled(parseLanes("others,wave"), "mel")), ["others", "wave", "mel"]);
  assert.deepEqual(names(toggled(parseLanes("gold"), "gold")), ["gold"]);
});

test("a tier is moved among those that are on, and no farther than the ends", () => {
  const choice = parseLanes("wave:80,labels,gold");
  assert.equal(writeLanes(moved(choice, "gold", 0)), "gold,wave:80,labels");
  assert.equal(writeLanes(moved(choice, "wave", 9)), "labels,gold,wave:80");
  assert.equal(writeLanes(moved(choice, "labels", -3)), "labels,wave:80,gold");
  assert.equal(moved(choice, "pitch", 0), choice);
});

test("a height is set within bounds and taken back", () => {
  const choice = resized(usualChoice(), "gold", 999);
  assert.equal(writeLanes(choice), "wave,labels,gold:80,prob,decisions,others");
  assert.equal(writeLanes(resized(choice, "gold", null)), "");
});

test("a menu lists what is on in its order, and what is off where it would come on", () => {
  assert.deepEqual(menuOrder(parseLanes("gold,wave"), ["wave", "mel", "labels", "gold"]), ["gold", "wave", "mel", "labels"]);
  assert.deepEqual(menuOrder(usualChoice(), USUAL_LANES), USUAL_LANES);
});
