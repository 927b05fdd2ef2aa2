import assert from "node:assert/strict";
import { test } from "node:test";

import { parseLanes } from "../../viewer/static/timeline/lane_choice.js";
import { edgesOf } from "../../viewer/static/timeline/lane_grips.js";
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

test("a model with probabilities has a lane of them above its decisions, lower in a small window; another model has none", () => {
  for (const [isCompact, height] of [[false, 52], [true, 36]]) {
    const { lanes } = layOut({ hasLabels: true, annotators, models, isCompact, hasProbabilities: true });
    const at = lanes.findIndex(({ kind }) => kind === "prob");
    assert.deepEqual([lanes[at - 1].kind, lanes[at + 1].kind, lanes[at].height], ["gold", "decisions", height]);
    assert.ok(layOut({ hasLabels: true, annotators, models, isCompact }).lanes.every(({ kind }) => kind !== "prob"));
  }
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

test("models that a pick compares come first, and none of them is folded", () => {
  const pick = ["e", "d", "c", "b"];
  const five = [model("a"), model("b"), model("c"), model("d", true), model("e")].map((one) => ({ ...one, pickedAs: pick.indexOf(one.model) }));
  assert.deepEqual(modelLanes(five).map((lane) => lane.name), ["d", "e", "c", "b", "Models 1"]);
  const two = five.map((one) => ({ ...one, pickedAs: ["d", "e"].indexOf(one.model) }));
  assert.deepEqual(modelLanes(two).map((lane) => lane.name), ["d", "e", "a", "Models 2"]);
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

const what = { hasLabels: true, annotators, models, isCompact: false };
const chosen = (text, more = {}) => layOut({ ...what, ...more, choice: parseLanes(text) });
const kindsOf = ({ lanes }, speaker) => lanes.filter((lane) => lane.speaker === speaker).map((lane) => lane.kind);

test("a choice gives order, lanes and heights, for both speakers alike", () => {
  const layout = chosen("decisions:60,pitch:40,gold,labels:20,wave:200");
  for (const speaker of [0, 1]) assert.deepEqual(kindsOf(layout, speaker), ["decisions", "pitch", "gold", "annotator", "annotator", "annotator", "waveform"]);
  assert.deepEqual(layout.lanes.slice(0, 7).map((lane) => lane.height), [60, 40, 24, 20, 20, 20, 200]);
  const again = layOut({ ...what, isCompact: true, choice: parseLanes("labels:20,others") });
  assert.deepEqual(again.lanes.slice(0, 5).map((lane) => lane.height), [20, 20, 20, 16, 16]);
});

test("whatever is chosen, lanes stand below each other and within their block", () => {
  const tiers = ["wave:30", "mel", "linear", "pitch", "intensity", "labels", "gold:40", "decisions", "others"];
  for (let shift = 0; shift < tiers.length; shift += 1) {
    const { lanes, blocks } = chosen([...tiers.slice(shift), ...tiers.slice(0, shift)].join(","), { isCompact: shift % 2 === 0 });
    lanes.reduce((before, lane) => {
      assert.ok(lane.y >= before.y + before.height);
      return lane;
    });
    for (const lane of lanes) {
      const { y, height, head } = blocks[lane.speaker];
      assert.ok(lane.y >= y && lane.y + lane.height <= y + height);
      assert.ok(lane.kind === "waveform" && lane.y === head.y || lane.y >= head.y + head.height);
    }
  }
});

test("the speaker's name stands on a waveform at the top, else in a line of its own", () => {
  const top = chosen("wave,gold").blocks[1];
  assert.deepEqual([top.head.y, top.head.height], [top.y, 60]);
  const { lanes, blocks } = chosen("gold,wave");
  assert.deepEqual([blocks[0].head.height, lanes[0].y - blocks[0].y], [20, 20]);
});

test("spare room goes to a waveform of no chosen height only", () => {
  assert.equal(chosen("wave,gold", { room: 2000 }).lanes[0].height, 120);
  assert.equal(chosen("wave:70,gold", { room: 2000 }).lanes[0].height, 70);
  assert.equal(chosen("gold", { room: 2000 }).height, chosen("gold").height);
});

test("what is on and has nothing to show says so once", () => {
  assert.deepEqual(chosen("labels,gold", { hasLabels: false }).lanes.map((lane) => lane.kind), ["note", "note"]);
  assert.deepEqual(chosen("decisions,others", { models: [] }).lanes.length, 2);
  assert.equal(chosen("others", { models: [model("a", true)] }).lanes[0].name, "No other model decided here.");
});

test("each tier has one edge per speaker that knows how many of its lanes lie above", () => {
  const edges = edgesOf(chosen("labels,others"));
  assert.deepEqual([...edges.keys()], ["labels-1", "others-1", "labels-2", "others-2"]);
  assert.deepEqual([...edges.values()].map((edge) => edge.lanesAbove), [3, 2, 6, 4]);
  const { lanes } = chosen("labels,others");
  assert.equal(edges.get("labels-1").y, lanes[2].y + lanes[2].height);
  assert.equal(edgesOf(chosen("labels", { hasLabels: false })).size, 0);
});
