import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST_ROWS, eventRows, wordsOf } from "../../viewer/static/timeline/event_rows.js";
import { followStep } from "../../viewer/static/timeline/follow.js";
import { intervals } from "../../viewer/static/timeline/scene.js";
import { nextError } from "../../viewer/static/rails/playlist_rows.js";
import { resolveTheme } from "../../viewer/static/rails/theme.js";

const spans = (some = {}) => ({ ...intervals(some, ["fired"]), id: some.id ?? [] });
const positives = (times, speaker = 1) => ({
  id: times.map((time) => `eot-${speaker}-p-${time}`), time: Float64Array.from(times), lo: times.map((time) => time - 0.25),
  hi: times.map((time) => time + 3), decision: times.map(() => null),
});
const NOTHING = { positives: positives([]), negatives: spans(), decisions: { id: [], time: new Float64Array(0), fate: [], owner: [] } };
const model = (units) => ({ model: "m", title: "M", tasks: { eot: units, int: [NOTHING, NOTHING] } });

test("rows are what touches the view, in time order, of both speakers", () => {
  const active = model([
    {
      positives: positives([1, 5, 20]),
      negatives: spans({ id: ["eot-1-n-2.0"], start: [2], end: [3], fired: [1] }),
      decisions: { id: ["eot-1-d-2.5", "eot-1-d-6.0"], owner: [0, -1], time: Float64Array.of(2.5, 6), fate: ["false_alarm", "ignored"] },
    },
    { ...NOTHING, positives: positives([4], 2) },
  ]);
  const { rows, rest } = eventRows({ active, gold: null, task: "eot", view: { start: 2.5, end: 10 } });
  assert.deepEqual(rows.map(({ text }) => text), [
    "False alarm, EOT, speaker 1, 00:02.0", "Miss, EOT, speaker 2, 00:04.0", "Miss, EOT, speaker 1, 00:05.0", "Ignored, EOT, speaker 1, 00:06.0",
  ]);
  assert.equal(rest, 0);
});

test("there are a hundred rows at most, and it is known how many are left out", () => {
  const times = Array.from({ length: 250 }, (_, i) => i + 1);
  const active = model([{ ...NOTHING, positives: positives(times) }, NOTHING]);
  const { rows, rest } = eventRows({ active, gold: null, task: "eot", view: { start: 0, end: 1000 } });
  assert.equal(rows.length, MOST_ROWS);
  assert.equal(rest, 150);
  assert.equal(rows.at(-1).event.told, 100);
});

test("without a model there are no rows", () => {
  assert.deepEqual(eventRows({ active: null, gold: null, task: "eot", view: { start: 0, end: 1 } }), { rows: [], rest: 0 });
});

test("words are a turn's last, an interruption's first, what else the span holds", () => {
  const long = "one two three four five six seven eight";
  const columns = { start: [0, 10, 20], end: [8, 12, 21], class: [0, 1, 3], text: [long, long, ""] };
  const gold = { events: [intervals(columns, ["class", "text"]), intervals({}, ["class", "text"])] };
  const at = (event) => wordsOf(gold, { speaker: 0, ...event });
  assert.equal(at({ kind: "p", task: "eot", told: 8 }), "… three four five six seven eight");
  assert.equal(at({ kind: "p", task: "int", told: 10 }), "one two three four five six …");
  assert.equal(at({ kind: "n", task: "int", told: 20, end: 21 }), "Backchannel");
  assert.equal(at({ kind: "n", task: "eot", told: 14, end: 15 }), "pause");
  assert.equal(at({ kind: "d", task: "eot", told: 8 }), "");
});

test("where motion is unwanted a jump is one step", () => {
  const view = { start: 0, end: 10 };
  assert.equal(followStep("centred", view, 9, 100, true), 6);
  assert.ok(followStep("centred", view, 9, 100) < 2);
});

test("steps to errors pass over what was right", () => {
  const fates = ["hit", "miss", "quiet", "false_alarm", "hit"];
  const rows = fates.map((fate, i) => ({ dialogue: "d", id: `eot-1-p-${i}`, time_s: i, fate }));
  assert.equal(nextError(rows, null, 1), 1);
  assert.equal(nextError(rows, { dialogue: "d", event: "eot-1-p-1" }, 1), 3);
  assert.equal(nextError(rows, { dialogue: "d", event: "eot-1-p-3" }, 1), -1);
  assert.equal(nextError([], null, 1), -1);
});

test("where the system forces its colours ours are strong, whatever was chosen", () => {
  for (const choice of ["auto", "light", "dark", "contrast"]) {
    assert.equal(resolveTheme(choice, { isDark: true, isContrast: false, isForced: true }), "contrast-dark");
  }
  assert.equal(resolveTheme("light", { isDark: true, isContrast: true }), "light");
});
