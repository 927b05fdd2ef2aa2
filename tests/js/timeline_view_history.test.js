import assert from "node:assert/strict";
import { test } from "node:test";

import { ViewHistory } from "../../viewer/static/timeline/view_history.js";

const view = (start, end) => ({ start, end });
const seen = (...views) => {
  const history = new ViewHistory();
  for (const one of views) history.visit(one);
  return history;
};

test("back and forward go through the views that rested", () => {
  const history = seen(view(0, 10), view(2, 4), view(3, 3.5));
  assert.deepEqual(history.step(-1, view(3, 3.5)), view(2, 4));
  assert.deepEqual(history.step(-1, view(2, 4)), view(0, 10));
  assert.equal(history.step(-1, view(0, 10)), null);
  assert.deepEqual(history.step(1, view(0, 10)), view(2, 4));
  assert.deepEqual([history.canGoBack, history.canGoForward], [true, true]);
});

test("the same view twice is one step, a new one gives up what was ahead", () => {
  const history = seen(view(0, 10), view(0, 10.0001), view(2, 4));
  assert.deepEqual(history.step(-1, view(2, 4)), view(0, 10));
  history.visit(view(5, 6));
  assert.equal(history.canGoForward, false);
  assert.deepEqual(history.step(-1, view(5, 6)), view(0, 10));
});

test("a view that has not rested, as while the playhead is followed, can be returned to", () => {
  const history = seen(view(0, 10));
  assert.deepEqual(history.step(-1, view(40, 50)), view(0, 10));
  assert.deepEqual(history.step(1, view(0, 10)), view(40, 50));
});

test("another dialogue begins anew, and old views are forgotten at last", () => {
  const history = seen(view(0, 10), view(2, 4));
  history.clear();
  assert.deepEqual([history.canGoBack, history.canGoForward], [false, false]);
  for (let start = 0; start < 250; start += 1) history.visit(view(start, start + 1));
  let steps = 0;
  for (let now = view(249, 250); now; now = history.step(-1, now)) steps += 1;
  assert.equal(steps, 100);
});
