import assert from "node:assert/strict";
import { test } from "node:test";

import { eventIds, pythonNumber } from "../../viewer/static/timeline/event_id.js";
import { Models } from "../../viewer/static/timeline/models.js";
import { Reasons } from "../../viewer/static/timeline/reasons.js";
import { parseGold } from "../../viewer/static/timeline/scene.js";
import * as texts from "./fixtures/timeline_texts.js";

const gold = parseGold(JSON.stringify(texts.gold));
const spread = () => ({ decisions: JSON.stringify(texts.decisions), verdicts: JSON.stringify(texts.verdicts), active: "cadence-2" });

test("numbers are written as Python writes them", () => {
  const written = [45, 45.2, 0, -3, 1e-5, 12345678.125, 1e16, 0.0001].map(pythonNumber);
  assert.deepEqual(written, ["45.0", "45.2", "0.0", "-3.0", "1e-05", "12345678.125", "1e+16", "0.0001"]);
});

test("ids name task, speaker, kind and time; equal times are told apart", () => {
  assert.deepEqual(eventIds("int", 1, "p", [2.5, 2.5, 3]), ["int-2-p-2.5", "int-2-p-2.5~2", "int-2-p-3.0"]);
});

test("letters and rows become fates, claims and owners", () => {
  const [, model] = texts.models();
  const [first, second] = model.tasks.eot;
  assert.deepEqual(first.decisions.fate, ["hit", "redundant"]);
  assert.deepEqual(first.positives.decision, [5.34, null]);
  assert.deepEqual(second.decisions.fate, ["hit", "false_alarm", "masked"]);
  assert.deepEqual([...second.negatives.fired], [0, 1]);
  assert.deepEqual(second.negatives.id, ["eot-2-n-3.5", "eot-2-n-9.2"]);
});

test("marks are decisions and misses in time order", () => {
  const { marks } = texts.models()[1].tasks.eot[0];
  assert.deepEqual([...marks.time], [5.34, 6, 13]);
  assert.deepEqual([...marks.isMiss], [0, 0, 1]);
  assert.deepEqual([...marks.index], [0, 1, 1]);
});

test("a task that is not judged has its decisions and nothing to hit", () => {
  const judged = { windows: texts.verdicts.windows, models: { "cadence-2": { version: "x", tasks: { eot: [{ fates: "uu", owner: [-1, -1], claimed: null, fired: null }] } } } };
  const unit = texts.models({ judged })[1].tasks.eot[0];
  assert.deepEqual(unit.decisions.fate, ["unscored", "unscored"]);
  assert.deepEqual([unit.positives.time.length, unit.negatives.start.length, unit.marks.time.length], [0, 0, 2]);
});

test("verdicts of another number of decisions are not laid over them", () => {
  const heard = structuredClone(texts.decisions);
  heard[1].tasks.eot[0] = [1, 2, 3];
  assert.equal(texts.models({ heard })[1].tasks.eot[0].marks.time.length, 1); // the miss alone
});

test("models keep Python's order, and one that did not hear the dialogue has a lane only while it is active", () => {
  const known = new Models();
  const decisions = structuredClone(texts.decisions);
  decisions[0].has_lane = false;
  const names = (models) => models.map((one) => one.model);
  assert.deepEqual(names(known.take({ ...spread(), decisions: JSON.stringify(decisions) }, gold)), ["cadence-2"]);
  assert.deepEqual(names(known.activate("verge-s")), ["verge-s", "cadence-2"]);
  assert.deepEqual(names(known.take({ active: "cadence-2" }, gold)), ["cadence-2"]);
});

test("models that a pick compares know their place in it, until another pick comes", () => {
  const known = new Models();
  const places = (models) => models.map((one) => one.pickedAs);
  assert.deepEqual(places(known.take({ ...spread(), picked: '["cadence-2","verge-s"]' }, gold)), [1, 0]);
  assert.deepEqual(places(known.activate("verge-s")), [1, 0]);
  assert.deepEqual(places(known.take({ picked: "[]" }, gold)), [-1, -1]);
});

function asking() {
  const known = new Models();
  const page = { known, sent: [], time: 0, models: known.take(spread(), gold) };
  page.reasons = new Reasons((message) => page.sent.push(message), () => page.time);
  page.event = { model: "cadence-2", id: "eot-1-p-5.0" };
  return page;
}

test("a sentence is asked for once, with the version of its verdict, and again if no answer comes", () => {
  const page = asking();
  assert.equal(page.reasons.of(page.models, page.event), "");
  page.reasons.of(page.models, page.event);
  assert.deepEqual(page.sent, [{ type: "reasons", model: "cadence-2", version: "c1", events: "eot-1-p-5.0" }]);
  page.time = 1001;
  page.reasons.of(page.models, page.event);
  assert.equal(page.sent.length, 2);
});

test("a sentence stays while its verdict stays, and is asked for anew when it does not", () => {
  const page = asking();
  const answer = { model: "cadence-2", version: "c1", sentences: { "eot-1-p-5.0": "It came in time." } };
  assert.equal(page.reasons.take(answer, page.models), true);
  page.models = page.known.take({ verdicts: JSON.stringify(texts.verdicts) }, gold);
  assert.equal(page.reasons.of(page.models, page.event), "It came in time.");
  assert.equal(page.sent.length, 0);
  const other = structuredClone(texts.verdicts);
  other.models["cadence-2"].version = "c2";
  page.models = page.known.take({ verdicts: JSON.stringify(other) }, gold);
  assert.equal(page.reasons.of(page.models, page.event), "");
  assert.equal(page.sent[0].version, "c2");
  assert.equal(page.reasons.take(answer, page.models), false);
  assert.equal(page.reasons.of(page.models, page.event), "");
});
