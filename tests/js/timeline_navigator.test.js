import assert from "node:assert/strict";
import { test } from "node:test";

import { Navigator } from "../../viewer/static/timeline/navigator.js";
import { activeModel } from "../../viewer/static/timeline/scene.js";
import { Selection } from "../../viewer/static/timeline/selection.js";
import * as texts from "./fixtures/timeline_texts.js";

const models = texts.models();
const opened = () => {
  const navigator = new Navigator(() => {}, () => {});
  navigator.open(60);
  return navigator;
};
const centre = ({ view }) => (view.start + view.end) / 2;

test("a dialogue opens at its start with 18 seconds in view, a short one whole", () => {
  assert.deepEqual(opened().view, { start: 0, end: 18 });
  const short = new Navigator(() => {}, () => {});
  short.open(7);
  assert.deepEqual(short.view, { start: 0, end: 7 });
});

test("an event is centred exactly and the zoom stays", () => {
  const navigator = opened();
  navigator.centre({ time: 1, start: 0.75, end: 4, mark: 1.3 });
  assert.ok(Math.abs(centre(navigator) - 1) < 1e-9);
  assert.ok(Math.abs(navigator.span - 18) < 1e-9);
});

test("an event that does not fit widens the view", () => {
  const navigator = opened();
  navigator.show(10, 11);
  navigator.centre({ time: 30, start: 29.75, end: 33, mark: 30.3 });
  assert.ok(navigator.view.start <= 29.75 && navigator.view.end >= 33);
});

test("following keeps the playhead at 30 per cent", () => {
  const navigator = opened();
  for (let time = 20; time < 30; time += 1 / 60) navigator.follow(time);
  assert.ok(Math.abs((30 - navigator.view.start) / navigator.span - 0.3) < 0.01);
});

test("following waits until the event has passed by three seconds", () => {
  const navigator = opened();
  const event = { time: 30, start: 29.75, end: 33, mark: 30 };
  navigator.centre(event);
  navigator.stayOn(event, 28);
  for (const time of [28, 30, 32.9]) assert.equal(navigator.follow(time), false);
  assert.equal(navigator.follow(33.1), true);
});

test("a pan by hand switches follow off, a zoom does not", () => {
  const navigator = opened();
  navigator.zoom(0.5);
  assert.equal(navigator.isFollowing, true);
  navigator.pan(1);
  assert.equal(navigator.isFollowing, false);
  navigator.dispose();
});

test("a view seen before comes back and the playhead is let go", () => {
  const navigator = opened();
  navigator.recall({ start: 5, end: 10 });
  assert.deepEqual(navigator.view, { start: 5, end: 10 });
  assert.equal(navigator.isFollowing, false);
  navigator.dispose();
});

test("where the view came to rest is said once, however it got there", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const kept = [];
  const navigator = new Navigator(() => {}, (view) => kept.push(view));
  navigator.open(60);
  navigator.show(5, 10);
  t.mock.timers.tick(1000);
  assert.deepEqual(kept, [{ start: 5, end: 10 }]);
  navigator.pan(1);
  navigator.pan(1);
  t.mock.timers.tick(299);
  assert.equal(kept.length, 1);
  t.mock.timers.tick(1);
  assert.deepEqual(kept[1], { start: 7, end: 12 });
});

test("a selection for a dialogue that is still loading waits for it", () => {
  const selection = new Selection();
  assert.equal(selection.choose([], "eot-1-p-13.0", { play: true }), null);
  assert.equal(selection.takePending([]), null);
  assert.equal(selection.takePending(models).play, true);
  assert.equal(selection.choose(models, "eot-1-p-13.0", { play: true }).fate, "miss");
  assert.equal(selection.takePending(models), null);
});

test("a selection survives a change of model and loses only its highlight when nobody knows it", () => {
  const selection = new Selection();
  selection.choose(models, "eot-1-p-13.0");
  selection.refresh([]);
  assert.deepEqual([selection.id, selection.event], ["eot-1-p-13.0", null]);
  selection.refresh(models);
  assert.equal(selection.event.model, activeModel(models).model);
});

test("a loop is the dragged range, else the event with pre-roll and post-roll, else what is in view", () => {
  const selection = new Selection();
  const roll = { before: 2, after: 0.5 };
  assert.deepEqual(selection.loopRange(models, { start: -2, end: 16 }, 20, roll), { start: 0, end: 16 });
  selection.choose(models, "eot-1-p-13.0");
  assert.deepEqual(selection.loopRange(models, { start: 0, end: 18 }, 20, roll), { start: 11, end: 16.5 });
  assert.deepEqual(selection.loopRange(models, { start: 0, end: 18 }, 20, { before: 4, after: 9 }), { start: 9, end: 20 });
  selection.range = { start: 3, end: 4 };
  assert.deepEqual(selection.loopRange(models, { start: 0, end: 18 }, 20, roll), { start: 3, end: 4 });
});

test("a view that is shown is kept at once; one that is recalled is exact and not followed away from", () => {
  const kept = [];
  const navigator = new Navigator(() => {}, (view) => kept.push(view));
  navigator.duration = 60;
  navigator.show(-3, 9.5);
  navigator.recall({ start: 20, end: 21.25 });
  assert.deepEqual(kept, [{ start: -3, end: 9.5 }, { start: 20, end: 21.25 }]);
  assert.equal(navigator.isFollowing, false);
  assert.equal(navigator.follow(55), false);
  navigator.dispose();
});

test("a drag that pauses is one rest, at the place where the hand lets go", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const rests = [];
  const navigator = new Navigator(() => {}, (view) => rests.push(view));
  navigator.open(60);
  context.mock.timers.tick(1000);
  rests.length = 0;
  navigator.grip();
  navigator.pan(2);
  context.mock.timers.tick(1000);
  navigator.pan(3);
  assert.deepEqual(rests, []);
  navigator.letGo();
  context.mock.timers.tick(1000);
  assert.deepEqual(rests, [{ start: 5, end: 23 }]);
  navigator.grip();
  navigator.letGo();
  context.mock.timers.tick(1000);
  assert.equal(rests.length, 1);
});
