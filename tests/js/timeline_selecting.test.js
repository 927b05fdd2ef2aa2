import assert from "node:assert/strict";
import { test } from "node:test";

import { titleOf } from "../../viewer/static/timeline/hover_card.js";
import { activeModel, eventOf, taskOf } from "../../viewer/static/timeline/scene.js";
import { Selecting } from "../../viewer/static/timeline/selecting.js";
import { Selection } from "../../viewer/static/timeline/selection.js";
import * as texts from "./fixtures/timeline_texts.js";

/** A timeline without a page, whose messages and announcements are kept. */
function timeline() {
  const made = {
    models: texts.models(),
    selection: new Selection(),
    task: "eot",
    sent: [],
    told: [],
    parts: { live: { textContent: "", childNodes: [] } },
    painter: { request() {} },
    navigator: { centre() {}, stayOn() {} },
    transport: { loop: null, playing: false, seek() {}, setLoop() {}, play: (from) => made.played.push(from) },
    roll: { before: 2, after: 0.5 },
    card: { close() {} },
    scrollTo() {},
    played: [],
    send: (message) => made.sent.push(message),
    announce: (name, detail) => made.told.push({ name, ...detail }),
    setTask: (task) => {
      made.task = task;
    },
  };
  made.reasons = { of: (models, event) => made.sentences?.[event.id] ?? "because" };
  made.selecting = new Selecting(made);
  return made;
}

const decision = (page, id) => eventOf(activeModel(page.models), id);

for (const [id, owner] of [
  ["eot-1-d-5.34", "eot-1-p-5.0"],
  ["eot-1-d-6.0", "eot-1-d-6.0"],
  ["eot-2-d-9.3", "eot-2-n-9.2"],
  ["eot-2-d-16.0", "eot-2-d-16.0"],
]) {
  test(`a click on the mark of ${id} selects ${owner}`, () => {
    const page = timeline();
    page.selecting.choose(decision(page, id));
    assert.equal(page.selection.id, owner);
    assert.deepEqual(page.sent, [{ type: "select", event: owner }]);
    assert.deepEqual(page.told, [{ name: "turnbench:select", event: owner, play: false }]);
  });
}

test("playing a decision selects its event and starts two seconds before the decision", () => {
  const page = timeline();
  page.selecting.play(decision(page, "eot-2-d-9.3"));
  assert.equal(page.selection.id, "eot-2-n-9.2");
  assert.ok(Math.abs(page.played[0] - 7.3) < 1e-9);
  page.sent.length = 0;
  page.selecting.play(decision(page, "eot-2-d-9.3"));
  assert.deepEqual(page.sent, []);
});

test("an event of another task is left, and Python hears of it", () => {
  const page = timeline();
  page.selecting.select("eot-1-p-5.0");
  page.selecting.leaveOtherTask("eot");
  assert.equal(page.selection.id, "eot-1-p-5.0");
  page.selecting.leaveOtherTask("int");
  assert.equal(page.selection.event, null);
  assert.deepEqual(page.sent, [{ type: "select", event: null }]);
  page.selecting.leaveOtherTask("eot");
  assert.equal(page.sent.length, 1);
});

test("the live region says the verdict as it is now, and nothing when the event is gone", () => {
  const page = timeline();
  page.selecting.select("eot-1-p-5.0");
  assert.match(page.parts.live.textContent, /^Hit, EOT, speaker 1, 00:05\.00\./);
  page.models[1].tasks.eot[0].positives.decision[0] = null;
  page.selection.refresh(page.models);
  page.selecting.speak();
  assert.match(page.parts.live.textContent, /^Miss, /);
  page.selection.refresh([]);
  page.selecting.speak();
  assert.equal(page.parts.live.textContent, "");
});

test("the live region waits for the sentence and says it once; without one it says the rest after a while", async () => {
  const page = timeline();
  page.sentences = { "eot-1-p-5.0": "" };
  page.selecting.select("eot-1-p-5.0");
  assert.equal(page.parts.live.textContent, "");
  page.sentences = { "eot-1-p-5.0": "It came in time." };
  page.selecting.speak();
  assert.equal(page.parts.live.textContent, "Hit, EOT, speaker 1, 00:05.00. It came in time.");
  page.sentences = { "eot-1-p-13.0": "" };
  page.selecting.select("eot-1-p-13.0");
  await page.selecting.spoken;
  assert.equal(page.parts.live.textContent, "Miss, EOT, speaker 1, 00:13.00.");
});

test("a span is centred at its middle and told by its start", () => {
  const page = timeline();
  const span = decision(page, "eot-2-n-3.5");
  assert.deepEqual([span.time, span.told], [3.75, 3.5]);
  page.selecting.select("eot-2-n-3.5");
  assert.match(page.parts.live.textContent, /00:03\.50/);
});

test("the task of an event stands in its id", () => {
  assert.deepEqual(["eot-1-p-5.0", "int-2-d-1.5", "nonsense", null].map(taskOf), ["eot", "int", null, null]);
});

test("the card says the fate once", () => {
  assert.equal(titleOf({ fate: "miss" }, "Miss: the first decision came late."), "");
  assert.equal(titleOf({ fate: "false_alarm" }, "False alarm: decided."), "");
  assert.equal(titleOf({ fate: "hit" }, ""), "Hit");
  assert.equal(titleOf({ fate: "quiet" }, ""), "Quiet");
});

/** The same with sound and a view that remember what they were told. */
function withDialogue() {
  const page = timeline();
  const did = [];
  page.dialogue = { duration: 60 };
  page.navigator = { centre: ({ time }) => did.push(["centre", time]), stayOn: () => did.push(["stay"]) };
  page.transport = { loop: null, playing: false, seek: (at) => did.push(["seek", at]), play: (at) => did.push(["play", at]) };
  return { page, did };
}

test("a selection that is a time is centred and played, and no event stays selected", () => {
  const { page, did } = withDialogue();
  page.selecting.take({ event: "eot-1-p-5", play: false }, { isCentred: true });
  did.length = 0;
  page.selecting.take({ event: null, at_s: 12.5, play: true }, { isCentred: true });
  assert.deepEqual(did, [["centre", 12.5], ["stay"], ["play", 12.5]]);
  assert.equal(page.selection.id, null);
});

test("a time beyond the end is the end; without play the playhead only goes there", () => {
  const { page, did } = withDialogue();
  page.selecting.take({ event: null, at_s: 99, play: false }, { isCentred: true });
  assert.deepEqual(did, [["centre", 60], ["seek", 60]]);
});

test("no event and no time clears the selection and moves nothing", () => {
  const { page, did } = withDialogue();
  page.selecting.take({ event: null, play: false }, { isCentred: true });
  assert.deepEqual(did, []);
});
