import assert from "node:assert/strict";
import { test } from "node:test";

import { activeModel, classOf, eventOf, intervals, parseDialogue, parseGold, sentenceOf, describe } from "../../viewer/static/timeline/scene.js";
import * as texts from "./fixtures/timeline_texts.js";

const models = texts.models();
const active = activeModel(models);

test("tracks are sorted by start, annotators alphabetically", () => {
  const dialogue = parseDialogue(JSON.stringify(texts.dialogue));
  assert.deepEqual(dialogue.annotators, ["a", "b", "c"]);
  assert.deepEqual([...dialogue.tracks[1][0].start], [2.5, 6.5, 13.5]);
  assert.deepEqual(dialogue.tracks[1][0].text, ["mhm", "noon works", ""]);
});

test("equal starts keep the order of the file", () => {
  const list = intervals({ start: [2, 1, 1], end: [3, 5, 2], label: ["x", "first", "second"] }, ["label"]);
  assert.deepEqual(list.label, ["first", "second", "x"]);
  assert.deepEqual([...list.reach], [5, 5, 5]);
});

test("empty texts are no dialogue, no gold, no models", () => {
  assert.equal(parseDialogue(""), null);
  assert.equal(parseGold(""), null);
  assert.equal(parseGold("null"), null);
  assert.equal(activeModel([]), null);
});

test("a positive without a decision is a miss marked at the gold time", () => {
  const event = eventOf(active, "eot-1-p-13.0");
  assert.equal(event.fate, "miss");
  assert.equal(event.mark, 13);
  assert.deepEqual([event.time, event.start, event.end, event.speaker], [13, 12.75, 16, 0]);
});

test("a claimed positive stands at its gold time and is marked at its decision", () => {
  const event = eventOf(active, "eot-1-p-5.0");
  assert.deepEqual([event.fate, event.time, event.mark], ["hit", 5, 5.34]);
});

test("a negative span stands at its middle", () => {
  const quiet = eventOf(active, "eot-2-n-3.5");
  assert.deepEqual([quiet.fate, quiet.time], ["quiet", 3.75]);
  assert.equal(eventOf(active, "eot-2-n-9.2").fate, "false_alarm");
});

test("a decision is highlighted with the window or the span it belongs to", () => {
  const hit = eventOf(active, "eot-1-d-5.34");
  assert.deepEqual([hit.start, hit.end], [4.75, 8]);
  const redundant = eventOf(active, "eot-1-d-6.0");
  assert.deepEqual([redundant.start, redundant.end], [4.75, 8]);
  const alarm = eventOf(active, "eot-2-d-9.3");
  assert.deepEqual([alarm.start, alarm.end], [9.2, 9.6]);
  const masked = eventOf(active, "eot-2-d-16.0");
  assert.deepEqual([masked.start, masked.end], [15.75, 16.25]);
});

test("an event that a model does not have is null", () => {
  for (const id of ["eot-1-p-99.0", "int-1-p-5.0", "nonsense", "", null]) assert.equal(eventOf(active, id), null);
  assert.equal(eventOf(null, "eot-1-p-5.0"), null);
});

test("a class outside the taxonomy is kept under its own label", () => {
  assert.equal(classOf(-1).key, "other");
  assert.equal(classOf(2).code, "NFI");
});

test("the spoken sentence says fate, task, speaker, time and reason in that order", () => {
  assert.equal(sentenceOf(eventOf(active, "eot-1-p-13.0"), "00:13.00", "no decision"), "Miss, EOT, speaker 1, 00:13.00. no decision");
});

test("an early false alarm is tied to the span it fired, however early the settings let it come", () => {
  const none = { start: [], end: [] };
  const [model] = texts.models({
    heard: [{ model: "m", title: "M", has_lane: true, tasks: { eot: [[9.2], []], int: [[], []] } }],
    agreed: { ...texts.gold, positives: { eot: [[], []], int: [[], []] }, negatives: { eot: [{ start: [10], end: [12] }, none], int: [none, none] } },
    judged: { windows: null, models: { m: { version: "1", tasks: { eot: [{ fates: "f", owner: [0], claimed: [], fired: "1" }] } } } },
  });
  const { start, end, owner } = describe({ model, task: "eot", speaker: 0, kind: "d", index: 0 });
  assert.deepEqual({ start, end, owner }, { start: 9.2, end: 12, owner: "eot-1-n-10.0" });
});
