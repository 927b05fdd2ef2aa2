import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { boundaryPlan, opinionsOf, secondsOf } from "../../viewer/static/timeline/desk_boundaries.js";
import { layOutDesk } from "../../viewer/static/timeline/desk_lanes.js";
import { holdingOf, parseDesk, restOfGold, unionOf } from "../../viewer/static/timeline/desk_text.js";
import { intervals } from "../../viewer/static/timeline/scene.js";

const TEXT = readFileSync(new URL("fixtures/desk.json", import.meta.url), "utf8");
const annotators = ["a", "b", "c"].map((name) => ({ name, note: "1 turn" }));
const model = { model: "m", title: "Model", tasks: {} };
const columns = (rows) => intervals({ start: rows.map(([start]) => start), end: rows.map(([, end]) => end), class: rows.map(() => 0), text: rows.map(() => "w") }, ["class", "text"]);

test("the example of the text is read; an empty one is no desk", () => {
  const desk = parseDesk(TEXT);
  assert.deepEqual([desk.speaker, desk.span, desk.isEditable, desk.draft.end], [1, { start: 19.291, end: 20.024 }, true, 19.4]);
  assert.deepEqual([...desk.excluded.start], [19.291]);
  assert.equal(desk.boundaries.length, 10);
  for (const text of ["", "null", undefined]) assert.equal(parseDesk(text), null);
});

test("the speaker in dispute stands on top with tall lanes, the other one below with wave and gold", () => {
  for (const speaker of [0, 1]) {
    const { lanes, blocks } = layOutDesk({ speaker, annotators, model, isCompact: false });
    const own = lanes.filter((lane) => lane.speaker === speaker);
    assert.deepEqual(own.map(({ kind }) => kind), ["waveform", "annotator", "annotator", "annotator", "gold", "boundaries", "decisions"]);
    assert.deepEqual(own.slice(1).map(({ height }) => height), [56, 56, 56, 64, 64, 48]);
    assert.deepEqual(lanes.slice(own.length).map((lane) => [lane.kind, lane.speaker]), [["waveform", 1 - speaker], ["gold", 1 - speaker]]);
    assert.equal(blocks[speaker].y, 8);
    assert.equal(blocks[1 - speaker].y, blocks[speaker].y + blocks[speaker].height + 16);
  }
});

test("the desk's lanes never overlap, fit a small window, and take the probability in", () => {
  for (const isCompact of [true, false]) {
    const { lanes, height } = layOutDesk({ speaker: 0, annotators, model, hasProbabilities: true, isCompact });
    lanes.reduce((before, lane) => {
      assert.ok(lane.y >= before.y + before.height);
      return lane;
    });
    assert.ok(height <= (isCompact ? 520 : 700), String(height));
    assert.equal(lanes.filter(({ kind }) => kind === "prob").length, 1);
  }
});

test("what the lanes leave goes to the waveform in dispute, up to a limit; without a model there is no lane of decisions", () => {
  const tight = layOutDesk({ speaker: 0, annotators, model: null, isCompact: false });
  assert.ok(tight.lanes.every(({ kind }) => kind !== "decisions"));
  const roomy = layOutDesk({ speaker: 0, annotators, model: null, isCompact: false, room: tight.height + 20 });
  assert.deepEqual([roomy.lanes[0].height - tight.lanes[0].height, roomy.height], [20, tight.height + 20]);
  assert.equal(layOutDesk({ speaker: 0, annotators, model: null, isCompact: false, room: 5000 }).lanes[0].height, 120);
});

test("gold that the proposal takes the place of is cut, and a cut is no boundary", () => {
  const gold = columns([[0, 4], [5, 6], [7, 9]]);
  const rest = restOfGold(gold, [[3, 5.5], [5.5, 6]]).map(({ start, end, hasStart, hasEnd }) => [start, end, hasStart, hasEnd]);
  assert.deepEqual(rest, [[0, 3, true, false], [7, 9, true, true]]);
  const split = restOfGold(columns([[0, 10]]), [[4, 5]]).map(({ start, end, hasStart, hasEnd }) => [start, end, hasStart, hasEnd]);
  assert.deepEqual(split, [[0, 4, true, false], [5, 10, false, true]]);
  assert.equal(restOfGold(gold, []).length, 3);
});

test("masked intervals of gold and desk are one list, joined where they overlap", () => {
  const union = unionOf(columns([[1, 3], [8, 9]]), columns([[2, 4], [6, 7]]));
  assert.deepEqual([[...union.start], [...union.end]], [[1, 6, 8], [4, 7, 9]]);
});

test("what an annotator holds in a span is said in a few words", () => {
  const name = (code) => ["turn", "INT", "NFI"][code];
  const track = (...codes) => ({ start: codes.map((_, i) => i), end: codes.map((_, i) => i + 0.5), class: codes, label: codes });
  const span = { start: 0, end: 10 };
  assert.equal(holdingOf(track(0), span, name), "1 turn");
  assert.equal(holdingOf(track(0, 0), span, name), "2 turns");
  assert.equal(holdingOf(track(2, 2), span, name), "2 NFI");
  assert.equal(holdingOf(track(0, 2), span, name), "turn + NFI");
  assert.equal(holdingOf(track(0), { start: 5, end: 6 }, name), "nothing");
});

test("times on the boundary line are seconds of their minute, to 1 ms", () => {
  assert.deepEqual([14.62, 134.6204, 59.9996, 0.0004].map(secondsOf), ["14.620", "14.620", "00.000", "00.000"]);
});

const boundary = (time, annotators, kind) => ({ time, annotators, kind, label: "" });
const plan = (boundaries, perSecond) => boundaryPlan({
  boundaries, px: (time) => time * perSecond, width: 1000, widthOf: (text) => text.length * 6, isChosen: ({ annotators }) => annotators === "a",
});
const textOf = ({ parts }) => parts.map(({ text }) => text).join(" · ");

test("boundaries of one kind by different annotators within a second are opinions of the same one", () => {
  const groups = opinionsOf([boundary(1, "a", "end"), boundary(1.3, "b", "end"), boundary(1.4, "c", "start"), boundary(1.5, "a", "end"), boundary(4, "c", "end")]);
  assert.deepEqual(groups.map((group) => group.map(({ time }) => time)), [[1.4], [1, 1.3], [1.5], [4]]);
});

test("far apart, each boundary has its own name, ends on the left, and every distance is told", () => {
  const { names, gaps, dots } = plan([boundary(4, "a", "end"), boundary(5, "bc", "end")], 100);
  assert.deepEqual(names.map(textOf), ["a 04.000", "b c 05.000"]);
  assert.ok(names[0].x + names[0].wide < 400);
  assert.deepEqual(gaps.map(({ text, x0, x1 }) => [text, x0, x1]), [["1000 ms", 400, 500]]);
  assert.deepEqual(dots.map(({ isChosen }) => isChosen), [true, false]);
});

test("close together, names stand in one line and only the whole distance is told", () => {
  const { names, gaps } = plan([boundary(4.02, "c", "start"), boundary(4.04, "a", "start"), boundary(4.05, "b", "start")], 100);
  assert.deepEqual(names.map(textOf), ["a 04.040 · b 04.050 · c 04.020"]);
  assert.deepEqual(names[0].parts.map(({ isChosen }) => isChosen), [true, false, false]);
  assert.deepEqual(gaps.map(({ text }) => text), ["30 ms apart"]);
});

test("no two names and no two distances stand on each other, however dense the line is", () => {
  const dense = Array.from({ length: 60 }, (_, i) => boundary(i * 0.17, "abc"[i % 3], i % 2 ? "start" : "end"));
  for (const perSecond of [3, 30, 95, 300]) {
    const { names, gaps } = plan(dense, perSecond);
    for (const list of [names.filter(({ isAbove }) => isAbove), [...names.filter(({ isAbove }) => !isAbove), ...gaps]]) {
      assert.ok(list.length > 0);
      list.sort((one, other) => one.x - other.x);
      list.slice(1).forEach((one, i) => assert.ok(list[i].x + list[i].wide <= one.x));
      assert.ok(list.every(({ x, wide }) => x >= 0 && x + wide <= 1000));
    }
  }
});

test("a name that has no room above the line stands below it", () => {
  const { names } = plan([boundary(4, "a", "start"), boundary(4.5, "a", "end")], 100);
  assert.deepEqual(names.map((one) => [textOf(one), one.isAbove]), [["a 04.000", true], ["a 04.500", false]]);
});
