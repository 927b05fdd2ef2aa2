import assert from "node:assert/strict";
import { test } from "node:test";

import { Runs, drawnWidth, lowerBound, rowsByClass, stackMarks, upperBound, visibleIntervals, visiblePoints } from "../../viewer/static/timeline/cull.js";
import { intervals } from "../../viewer/static/timeline/scene.js";

test("bounds are those of a sorted search, ends included where they should be", () => {
  const sorted = [1, 2, 2, 3];
  assert.deepEqual([lowerBound(sorted, 2), upperBound(sorted, 2), lowerBound(sorted, 9), upperBound([], 1)], [1, 3, 4, 0]);
});

test("every interval that touches the view is in the range, against a plain search", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let round = 0; round < 200; round += 1) {
    const start = Array.from({ length: 30 }, () => Math.floor(random() * 80) / 8);
    const list = intervals({ start, end: start.map((time) => time + Math.floor(random() * 40) / 8) });
    const low = Math.floor(random() * 80) / 8;
    const high = low + Math.floor(random() * 24) / 8;
    const [first, last] = visibleIntervals(list, low, high);
    list.start.forEach((time, i) => {
      if (time <= high && list.end[i] >= low) assert.ok(i >= first && i < last);
    });
  }
});

test("a long interval that began before the view is not lost behind short ones", () => {
  const list = intervals({ start: [0, 1, 2], end: [100, 1.5, 2.5] });
  assert.deepEqual(visibleIntervals(list, 50, 60), [0, 3]);
});

test("points on the edges of the view are in it", () => {
  assert.deepEqual(visiblePoints([1, 2, 3, 4], 2, 3), [1, 3]);
});

test("no event is drawn narrower than 3 px", () => {
  assert.equal(drawnWidth(10, 10.01), 3);
  assert.equal(drawnWidth(10, 30), 20);
});

test("marks in the same 4 px become one stack with a count, and none is lost", () => {
  const xs = [0, 1, 3.9, 4, 9, 100];
  const stacks = stackMarks(xs, [1, 8, 2, 3, 3, 0], 0, 6, (time) => time);
  assert.deepEqual(stacks.map((stack) => stack.count), [3, 1, 1, 1]);
  assert.equal(stacks.reduce((sum, stack) => sum + stack.count, 0), xs.length);
});

test("a stack shows its gravest mark where that mark stands", () => {
  const [stack] = stackMarks([0, 1, 3.9], [1, 8, 2], 0, 3, (time) => time);
  assert.deepEqual([stack.index, stack.x], [1, 1]);
});

test("bars that touch are one run, bars apart are not, and every pixel of them is drawn once", () => {
  const drawn = [];
  const runs = new Runs((x0, x1) => drawn.push([x0, x1]));
  for (const [x0, x1] of [[0, 3], [0.5, 3.2], [0.5, 9], [2, 5], [9.1, 10], [40, 43]]) runs.add(x0, x1);
  runs.end();
  runs.add(1, 2);
  runs.end();
  runs.end();
  assert.deepEqual(drawn, [[0, 10], [40, 43], [1, 2]]);
});

test("rows of a class are found in order, whatever classes there are", () => {
  const list = { class: [0, 3, 0, -1, 3] };
  assert.deepEqual([...rowsByClass(list)], [[0, [0, 2]], [3, [1, 4]], [-1, [3]]]);
  assert.equal(rowsByClass(list), rowsByClass(list));
});
