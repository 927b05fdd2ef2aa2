import assert from "node:assert/strict";
import { test } from "node:test";

import { countOf } from "../../viewer/static/rails/glyphs.js";
import { Latest } from "../../viewer/static/rails/latest.js";
import { countLine } from "../../viewer/static/rails/problem_list.js";
import { rangeSentence, sameSettings } from "../../viewer/static/rails/protocol_settings.js";
import { pointPath, share, stripAxis } from "../../viewer/static/rails/strip_axis.js";
import { nextChoice, resolveTheme } from "../../viewer/static/rails/theme.js";

test("the strip's axis runs from -250 ms to a round number past the last latency", () => {
  assert.deepEqual(stripAxis([-17, 391, 1432]), { from: -250, to: 1500, ticks: [-250, 0, 500, 1000, 1500] });
  assert.deepEqual(stripAxis([2900]), { from: -250, to: 3000, ticks: [-250, 0, 1000, 2000, 3000] });
  assert.deepEqual(stripAxis([]), { from: -250, to: 250, ticks: [-250, 0, 250] });
});

test("an earlier latency than -250 ms is on the axis too", () => {
  const axis = stripAxis([-900, 400]);
  assert.ok(axis.from <= -900 && axis.to >= 400);
  assert.equal(axis.ticks[0], axis.from);
});

test("ticks are few, increasing and inside the axis, whatever the latencies", () => {
  for (let last = -1000; last < 60000; last += 373) {
    const { from, to, ticks } = stripAxis([last]);
    assert.ok(ticks.length <= 9 && from <= last && last <= to, `${last}`);
    assert.ok(ticks.every((tick, at) => at === 0 || tick > ticks[at - 1]));
    assert.ok(ticks[0] === from && ticks[ticks.length - 1] === to);
  }
});

test("a place on the axis is held inside it", () => {
  const axis = stripAxis([750]);
  assert.equal(share(axis, -250), 0);
  assert.equal(share(axis, 9999), 1);
  assert.equal(share({ from: -250, to: 750 }, 250), 0.5);
});

test("latencies in the same place are drawn once", () => {
  assert.equal(pointPath({ from: 0, to: 1000 }, [500, 500.2, 100, NaN], 16, 22), "M100 16V22M500 16V22");
});

test("counts are spoken in the singular and the plural", () => {
  assert.equal(countOf("miss", 13), "13 misses");
  assert.equal(countOf("false_alarm", 1), "1 false alarm");
});

test("settings are the same within a slider's eye", () => {
  const one = { tau_pre_s: 0.3, tau_max_s: 3, tolerance_s: 0.2, min_agree: 2 };
  assert.ok(sameSettings(one, { ...one, tau_pre_s: 0.1 + 0.2 }));
  assert.ok(!sameSettings(one, { ...one, min_agree: 3 }));
});

/** A `Latest` whose frames and waits are run by hand. */
function byHand() {
  const sent = [];
  const frames = [];
  const waits = new Map();
  const latest = new Latest({
    send: (value) => sent.push(value),
    frame: (run) => frames.push(run),
    wait: (run) => {
      const timer = Symbol("timer");
      waits.set(timer, run);
      return timer;
    },
    cancel: (timer) => waits.delete(timer),
  });
  const frame = () => frames.splice(0).forEach((run) => run());
  const timeOut = () => [...waits].forEach(([timer, run]) => (waits.delete(timer), run()));
  return { latest, sent, frame, timeOut };
}

test("of many values in a frame only the last is sent", () => {
  const { latest, sent, frame } = byHand();
  [1, 2, 3].forEach((value) => latest.push(value));
  assert.deepEqual(sent, []);
  frame();
  assert.deepEqual(sent, [3]);
});

test("while one is in flight nothing is sent; its answer lets the last one through", () => {
  const { latest, sent, frame } = byHand();
  latest.push(1);
  frame();
  latest.push(2);
  latest.push(3);
  frame();
  assert.deepEqual(sent, [1]);
  latest.answered((value) => value === 99);
  frame();
  assert.deepEqual(sent, [1]);
  latest.answered((value) => value === 1);
  assert.ok(latest.isBusy);
  frame();
  assert.deepEqual(sent, [1, 3]);
  latest.answered((value) => value === 3);
  frame();
  assert.ok(!latest.isBusy);
  assert.deepEqual(sent, [1, 3]);
});

test("without an answer the last value arrives all the same", () => {
  const { latest, sent, frame, timeOut } = byHand();
  latest.push(1);
  frame();
  latest.push(2);
  timeOut();
  frame();
  assert.deepEqual(sent, [1, 2]);
  timeOut();
  assert.ok(!latest.isBusy);
});

test("what was not sent can be dropped", () => {
  const { latest, sent, frame } = byHand();
  latest.push(1);
  latest.drop();
  frame();
  assert.deepEqual(sent, []);
  assert.ok(!latest.isBusy);
  latest.push(2);
  frame();
  assert.deepEqual(sent, [2]);
});

const systems = [true, false].flatMap((isDark) => [true, false].map((isContrast) => ({ isDark, isContrast })));

test("a theme is the chosen one, else the system's, contrast included", () => {
  const [darkContrast, dark, lightContrast, light] = systems.map((system) => resolveTheme("auto", system));
  assert.deepEqual([darkContrast, dark, lightContrast, light], ["contrast-dark", "dark", "contrast-light", "light"]);
  for (const system of systems) assert.equal(resolveTheme("light", system), "light");
  assert.equal(resolveTheme("contrast", { isDark: false, isContrast: false }), "contrast-light");
});

test("four steps lead around all themes, and the first can be seen", () => {
  for (const system of systems) {
    const second = nextChoice("auto", system);
    assert.notEqual(resolveTheme(second, system), resolveTheme("auto", system));
    const round = [second];
    while (round[round.length - 1] !== "auto") round.push(nextChoice(round[round.length - 1], system));
    assert.deepEqual([...round].sort(), ["auto", "contrast", "dark", "light"]);
  }
});

test("problems are counted, and a field's range is said in words", () => {
  assert.deepEqual([1, 83].map(countLine), ["1 problem", "83 problems"]);
  assert.equal(rangeSentence({ min: 0, max: 0.5 }), "0 to 0.5 s");
});
