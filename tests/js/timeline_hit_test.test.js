import assert from "node:assert/strict";
import { test } from "node:test";

import { timeToPx } from "../../viewer/static/timeline/axis.js";
import { hitTest } from "../../viewer/static/timeline/hit_test.js";
import { layOut } from "../../viewer/static/timeline/lanes.js";
import { connectorsOf, labelPlace, marksOf, placeMarks } from "../../viewer/static/timeline/marks.js";
import { activeModel, parseDialogue, parseGold } from "../../viewer/static/timeline/scene.js";
import * as texts from "./fixtures/timeline_texts.js";

const models = texts.models();
const layout = layOut({ hasLabels: true, annotators: ["a", "b", "c"], models, isCompact: false });
const view = { start: 0, end: 20 };
const width = 1000;
const frame = {
  dialogue: parseDialogue(JSON.stringify(texts.dialogue)), gold: parseGold(JSON.stringify(texts.gold)), task: "eot", view, width,
  px: (time) => timeToPx(view, width, time),
};
const middle = (kind, speaker) => {
  const lane = layout.lanes.find((one) => one.kind === kind && one.speaker === speaker);
  return lane.y + lane.height / 2;
};
const at = (time, kind, speaker) => hitTest(frame, layout, frame.px(time), middle(kind, speaker));

test("a mark is found at its own pixel and within reach", () => {
  assert.equal(at(13, "decisions", 0).event.id, "eot-1-p-13.0");
  assert.equal(hitTest(frame, layout, frame.px(13) + 7, middle("decisions", 0)).event.id, "eot-1-p-13.0");
  assert.equal(hitTest(frame, layout, frame.px(13) + 9, middle("decisions", 0)), null);
});

test("a decision that claimed is found at the decision, not at the gold time", () => {
  assert.equal(at(5.34, "decisions", 0).event.id, "eot-1-d-5.34");
});

test("inside a negative span, away from marks, the span is found", () => {
  assert.equal(at(3.75, "decisions", 1).event.id, "eot-2-n-3.5");
});

test("the decision in a fired span wins over the span", () => {
  assert.equal(at(9.3, "decisions", 1).event.id, "eot-2-d-9.3");
});

test("segments answer with their words, gaps with nothing", () => {
  assert.equal(at(2, "gold", 0).text, "the train leaves");
  assert.equal(at(2, "annotator", 0).label, "Normal Turn");
  assert.equal(at(7, "gold", 0), null);
  assert.equal(at(2, "waveform", 0), null);
});

test("marks are every decision and every miss, in time order", () => {
  const [unit] = activeModel(models).tasks.eot;
  assert.deepEqual(marksOf(unit, 0, 20).map((mark) => [mark.time, mark.fate]), [[5.34, "hit"], [6, "redundant"], [13, "miss"]]);
  assert.deepEqual(connectorsOf(unit, 0, 20).map((line) => [line.time, line.decision]), [[5, 5.34]]);
});

test("stacked marks keep their number", () => {
  const [unit] = activeModel(models).tasks.eot;
  const placed = placeMarks(unit, 0, 20, (time) => time / 10, true);
  assert.equal(placed.length, 1);
  assert.deepEqual([placed[0].fate, placed[0].count], ["miss", 3]);
});

test("a text stands right of its mark, left when early, and nowhere when a neighbour is in the way", () => {
  assert.equal(labelPlace([[94, 106]], 100, 40, false, 9), 109);
  assert.equal(labelPlace([[94, 106]], 100, 40, true, 9), 51);
  assert.equal(labelPlace([[94, 106], [120, 132]], 100, 40, false, 9), null);
});
