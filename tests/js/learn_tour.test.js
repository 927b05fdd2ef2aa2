import assert from "node:assert/strict";
import test from "node:test";

import { keyGroups } from "../../viewer/static/learn/key_groups.js";
import { placeCoach } from "../../viewer/static/learn/place_coach.js";
import { lengthS, STEPS, stepsFor, tried, wordsOf } from "../../viewer/static/learn/tour_steps.js";
import { overlaps } from "../../viewer/static/page/boxes.js";
import { KEYS, isOnPage } from "../../viewer/static/timeline/keys.js";

const REASON = "Miss: the first decision came 3.04 s after the interruption's start; the next interruption's start closes the window after 2.75 s.";
const EVENT = { kind: "p", task: "int", fate: "miss", time: 35.8, start: 35.55, end: 38.8, reason: REASON };
const ALL = { hasSound: true, hasLabels: true, hasGold: true, event: EVENT, latest_s: 3, hasScore: true };

test("the whole tour takes no more than 130 s to read and to hear, and has eight to ten steps", () => {
  const steps = stepsFor(ALL);
  assert.equal(steps.length, STEPS.length);
  assert.ok(steps.length >= 8 && steps.length <= 10);
  assert.ok(lengthS(steps, ALL) <= 130, `${lengthS(steps, ALL)} s`);
  assert.ok(lengthS(steps, ALL) > 60);
});

test("what the page does not have is left out", () => {
  const names = (facts) => stepsFor({ ...ALL, ...facts }).map(({ name }) => name);
  assert.ok(!names({ hasSound: false }).includes("listen"));
  assert.ok(!names({ hasGold: false }).includes("labels"));
  assert.ok(!names({ hasScore: false }).some((name) => ["counts", "rules"].includes(name)));
  assert.deepEqual(names({ hasGold: false, hasScore: false, hasSound: false, event: null, latest_s: null }), ["voices", "move", "more"]);
});

test("the tour tells the event that is there, with its own numbers", () => {
  const text = (name, facts = ALL) => wordsOf(STEPS.find((step) => step.name === name), facts);
  assert.match(text("verdict").title, /Why this is a miss/);
  assert.ok(text("verdict").text.startsWith(REASON));
  assert.match(text("window").text, /interruption really starts.*0\.25 s before to 3\.00 s after/);
  assert.match(text("rules").text, /3\.0 s to 4\.0 s/);
  assert.equal(tried(5.5), 4.5);
});

test("the card stands inside the window and never over what it speaks of", () => {
  let seed = 7;
  const random = (most) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * most);
  };
  let placed = 0;
  for (let round = 0; round < 2000; round += 1) {
    const window = { width: 900 + random(900), height: 600 + random(600) };
    const size = { width: 320, height: 90 + random(120) };
    const box = () => {
      const [width, height] = [20 + random(window.width * 0.8), 10 + random(window.height * 0.5)];
      return { x: random(window.width - width), y: random(window.height - height), width, height };
    };
    const subjects = random(2) ? [box()] : [box(), box()];
    const place = placeCoach(subjects, size, window);
    if (!place) continue;
    placed += 1;
    const card = { x: place.left, y: place.top, ...size };
    assert.ok(card.x >= 0 && card.y >= 0 && card.x + card.width <= window.width && card.y + card.height <= window.height);
    for (const subject of subjects) assert.ok(!overlaps(card, subject));
  }
  assert.ok(placed > 1500, String(placed));
});

test("where nothing fits below, the card flips above, then to a side", () => {
  const size = { width: 320, height: 150 };
  const window = { width: 1280, height: 800 };
  assert.equal(placeCoach([{ x: 500, y: 100, width: 100, height: 50 }], size, window).side, "below");
  assert.equal(placeCoach([{ x: 500, y: 700, width: 100, height: 50 }], size, window).side, "above");
  assert.equal(placeCoach([{ x: 10, y: 20, width: 300, height: 760 }], size, window).side, "right");
  assert.equal(placeCoach([{ x: 900, y: 20, width: 370, height: 760 }], size, window).side, "left");
  assert.equal(placeCoach([{ x: 0, y: 0, width: 1280, height: 800 }], size, window), null);
});

test("every key of the table stands in a group of the sheet, once", () => {
  const groups = keyGroups(KEYS);
  assert.ok(KEYS.every(({ group }) => group));
  const listed = groups.flatMap(({ keys }) => keys.map(({ label }) => label));
  for (const { label } of KEYS) assert.ok(listed.includes(label));
  const named = groups.flatMap(({ keys }) => keys.map(({ label, page = "" }) => `${page} ${label}`));
  assert.equal(new Set(named).size, named.length);
  assert.equal(new Set(groups.map(({ name }) => name)).size, groups.length);
  assert.ok(listed.includes("?"));
});
