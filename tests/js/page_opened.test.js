import assert from "node:assert/strict";
import { test } from "node:test";

import { Opened } from "../../viewer/static/page/opened.js";

function watched(what) {
  const opened = new Opened();
  const life = new AbortController();
  let count = 0;
  opened.watch(what, () => (count += 1), life.signal);
  return { opened, life, count: () => count };
}

test("those who ask are told of what changed, and only of that", () => {
  const { opened, count } = watched("playhead");
  opened.move(1, true);
  opened.move(1, true);
  opened.select("eot-1-p-1");
  opened.move(1, false);
  assert.equal(count(), 2);
  assert.deepEqual([opened.time, opened.isPlaying, opened.selected], [1, false, "eot-1-p-1"]);
});

test("the same content again is no news", () => {
  const { opened, count } = watched("content");
  const content = { dialogue: { id: "d" }, gold: null, models: [] };
  opened.show(content);
  opened.show({ ...content });
  opened.show({ ...content, gold: {} });
  assert.equal(count(), 2);
});

test("who is gone hears nothing", () => {
  const { opened, life, count } = watched("selected");
  life.abort();
  opened.select("x");
  assert.equal(count(), 0);
});
