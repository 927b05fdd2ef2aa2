import assert from "node:assert/strict";
import { test } from "node:test";

import { laneAt, layOut, markGeometry, modelLanes } from "../../viewer/static/timeline/lanes.js";

const model = (name, isActive = false) => ({ model: name, title: name, isActive, tasks: {} });
const models = [model("a"), model("b", true), model("c")];
const annotators = ["a", "b", "c"];

test("lanes are read from the top: sound, annotators, gold, active model, other models, then the other speaker", () => {
  const { lanes } = layOut({ hasLabels: true, annotators, models, isCompact: false });
  assert.deepEqual(lanes.filter((lane) => lane.speaker === 0).map((lane) => lane.name), ["waveform", "a", "b", "c", "gold", "b", "a", "c"]);
  assert.deepEqual(lanes.map((lane) => lane.y), lanes.map((lane) => lane.y).sort((a, b) => a - b));
});

test("lane heights are those of the roomy layout", () => {
  const { lanes } = layOut({ hasLabels: true, annotators, models, isCompact: false });
  assert.deepEqual(lanes.slice(0, 8).map((lane) => lane.height), [60, 16, 16, 16, 24, 48, 28, 28]);
  assert.equal(lanes[2].y - (lanes[1].y + lanes[1].height), 2);
});

test("in a small window annotator lanes are 10 px and other models 16 px", () => {
  const { lanes } = layOut({ hasLabels: true, annotators, models, isCompact: true });
  assert.deepEqual(lanes.slice(0, 8).map((lane) => lane.height), [60, 10, 10, 10, 24, 48, 16, 16]);
});

test("lanes never overlap and blocks stand 16 px apart", () => {
  for (const isCompact of [true, false]) {
    const { lanes, blocks, height } = layOut({ hasLabels: true, annotators, models, isCompact });
    lanes.reduce((before, lane) => {
      assert.ok(lane.y >= before.y + before.height);
      return lane;
    });
    assert.equal(blocks[1].y - (blocks[0].y + blocks[0].height), 16);
    assert.ok(height >= blocks[1].y + blocks[1].height);
  }
});

test("without labels one line stands in place of annotators and gold", () => {
  const { lanes } = layOut({ hasLabels: false, annotators: [], models, isCompact: false });
  assert.deepEqual(lanes.slice(0, 3).map((lane) => lane.kind), ["waveform", "note", "decisions"]);
  assert.equal(lanes[1].name, "No labels: nothing to score");
});

test("without a model annotators and gold stay and a line says what is missing", () => {
  const { lanes } = layOut({ hasLabels: true, annotators, models: [], isCompact: false });
  assert.equal(lanes[5].name, "Add a model's decisions to score this conversation.");
});

test("more than three models fold the rest into one lane", () => {
  const five = [model("a"), model("b"), model("c"), model("d", true), model("e")];
  const lanes = modelLanes(five);
  assert.deepEqual(lanes.map((lane) => lane.name), ["d", "a", "b", "Models 2"]);
  assert.deepEqual(lanes[3].models.map((one) => one.model), ["c", "e"]);
  assert.equal(modelLanes(models).length, 3);
});

test("a pixel finds its lane and nothing between lanes", () => {
  const layout = layOut({ hasLabels: true, annotators, models, isCompact: false });
  const gold = layout.lanes[4];
  assert.equal(laneAt(layout, gold.y), gold);
  assert.equal(laneAt(layout, gold.y + gold.height), null);
});

test("marks of other models are drawn at 80 per cent", () => {
  const { lanes } = layOut({ hasLabels: true, annotators, models, isCompact: false });
  assert.equal(markGeometry(lanes[5]).scale, 1);
  assert.equal(markGeometry(lanes[6]).scale, 0.8);
});

test("spare room goes to the waveforms, up to twice their height, and never overflows", () => {
  const what = { hasLabels: true, annotators: ["a", "b", "c"], models: [], isCompact: false };
  const tight = layOut(what);
  assert.deepEqual(layOut({ ...what, room: tight.height - 100 }), tight);
  const roomy = layOut({ ...what, room: tight.height + 41 });
  assert.equal(roomy.lanes[0].height, tight.lanes[0].height + 20);
  assert.ok(roomy.height <= tight.height + 41);
  assert.equal(layOut({ ...what, room: 9999 }).lanes[0].height, 120);
});

test("an active model without decisions keeps the tall lane under its own name", () => {
  const lanes = modelLanes([{ title: "full", isActive: false }, { title: "broken", isActive: true }]);
  assert.deepEqual(lanes.map(({ kind, name }) => [kind, name]), [["decisions", "broken"], ["other", "full"]]);
});
