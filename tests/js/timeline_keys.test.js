import assert from "node:assert/strict";
import { test } from "node:test";

import { KEYS, isOnPage, keyFor } from "../../viewer/static/timeline/keys.js";

const press = (key, more = {}) => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });
const body = { tagName: "BODY", getAttribute: () => null };

test("every key of the table finds its own entry", () => {
  for (const entry of KEYS) {
    for (const key of entry.keys) assert.equal(keyFor(press(key, { shiftKey: Boolean(entry.shift) }), body, entry.page), entry);
  }
});

test("no key means two things on one page", () => {
  const seen = KEYS.flatMap(({ keys, ctrl = [], shift, page = "" }) => [
    ...keys.map((key) => `${page} ${shift ? "shift " : ""}${key}`), ...ctrl.map((key) => `${page} ctrl ${shift ? "shift " : ""}${key}`),
  ]);
  assert.equal(new Set(seen).size, seen.length);
});

test("a key of a room that does not exist yet is left alone", () => {
  assert.equal(keyFor(press("c"), body), null);
});

test("the whole keyboard map is covered", () => {
  const plain = {
    " ": "toggle-play", n: "step", p: "step", j: "dialogue-step", k: "dialogue-step", ArrowLeft: "move", ArrowRight: "move",
    Home: "go", End: "go", 1: "solo", 2: "solo", 0: "solo", l: "loop", f: "follow", "[": "speed", "]": "speed", "+": "zoom", "-": "zoom",
    "\u2212": "zoom", z: "zoom-selection", e: "task", i: "task", m: "next-model", t: "theme", Enter: "play-selected", g: "palette",
    "\\": "rail", Escape: "clear", "?": "help",
  };
  for (const [key, action] of Object.entries(plain)) assert.equal(keyFor(press(key), body)?.action, action, key);
  for (const [key, seconds] of [["ArrowLeft", -5], ["ArrowRight", 5]]) {
    assert.equal(keyFor(press(key, { shiftKey: true }), body).value, seconds);
  }
});

test("on the sweep page the arrows move the threshold, and elsewhere they do not", () => {
  const value = (key, shiftKey, page) => keyFor(press(key, { shiftKey }), body, page)?.value;
  assert.deepEqual(value("ArrowLeft", false, "sweep"), { direction: -1, hundredths: 1 });
  assert.deepEqual(value("ArrowRight", true, "sweep"), { direction: 1, hundredths: 5 });
  assert.deepEqual(value("ArrowUp", false, "sweep"), { direction: 1 });
  assert.equal(value("ArrowRight", true, "explore"), 5);
  assert.equal(keyFor(press("ArrowUp"), body, "explore"), null);
  assert.equal(keyFor(press("n"), body, "sweep").action, "step");
});

test("what needs a third key on some layout has a second key", () => {
  for (const [first, second] of [["[", ","], ["]", "."], ["\\", "b"], ["+", "="], ["?", "h"]]) {
    assert.equal(keyFor(press(first), body), keyFor(press(second), body));
    const { label, also } = keyFor(press(first), body);
    assert.deepEqual([label, also], [first, second]);
  }
});

test("every entry says what it does, and its labels name its keys", () => {
  for (const { help, label, keys, ctrl = [] } of KEYS) {
    assert.ok(help && label && keys.length + ctrl.length > 0);
    if (label.length === 1 && !"−←→↑↓".includes(label)) assert.equal(label, keys[0]);
  }
});

test("Ctrl K and Cmd K open the palette, in text fields too; nothing else takes Ctrl", () => {
  for (const name of ["ctrlKey", "metaKey"]) {
    assert.equal(keyFor(press("k", { [name]: true }), { tagName: "INPUT", type: "search" })?.action, "palette");
    assert.equal(keyFor(press("k", { [name]: true, shiftKey: true }), body), null);
    const taken = KEYS.flatMap(({ keys }) => keys).filter((key) => keyFor(press(key, { [name]: true }), body));
    assert.deepEqual(taken, ["k"]);
  }
});

test("on keyboards of other scripts the place of a key decides", () => {
  assert.equal(keyFor(press("т", { code: "KeyN" }), body)?.value, 1);
  assert.equal(keyFor(press("л", { code: "KeyK", ctrlKey: true }), body)?.action, "palette");
  assert.equal(keyFor(press("é", { code: "KeyN" }), body), null);
  assert.equal(keyFor(press("ö", { code: "Semicolon" }), body), null);
});

test("capital letters mean the same as small ones", () => {
  assert.equal(keyFor(press("F", { shiftKey: true }), body).action, "follow");
});

test("plus works with and without Shift, as layouts differ", () => {
  assert.equal(keyFor(press("+", { shiftKey: true }), body).action, "zoom");
  assert.equal(keyFor(press("="), body).action, "zoom");
});

test("text fields keep their keys", () => {
  for (const tagName of ["INPUT", "TEXTAREA", "SELECT"]) assert.equal(keyFor(press("n"), { tagName }), null);
  assert.equal(keyFor(press("n"), { tagName: "DIV", isContentEditable: true }), null);
});

test("a focused button keeps Space and Enter but not the letters", () => {
  const button = { tagName: "BUTTON", getAttribute: () => null };
  assert.equal(keyFor(press(" "), button), null);
  assert.equal(keyFor(press("Enter"), { tagName: "DIV", getAttribute: () => "option" }), null);
  assert.equal(keyFor(press("n"), button).action, "step");
});

test("shortcuts of the browser stay the browser's", () => {
  for (const name of ["ctrlKey", "metaKey", "altKey", "isComposing", "defaultPrevented"]) {
    assert.equal(keyFor(press("f", { [name]: true }), body), null);
  }
});

test("a slider keeps its arrows and leaves the letters to the page", () => {
  const slider = { tagName: "INPUT", type: "range" };
  assert.equal(keyFor({ key: "n" }, slider)?.action, "step");
  assert.equal(keyFor({ key: "ArrowLeft", shiftKey: false }, slider), null);
  assert.equal(keyFor({ key: " " }, slider), null);
  assert.equal(keyFor({ key: "n" }, { tagName: "INPUT", type: "number" }), null);
});

test("at the audit desk keys are verdicts, the queue, the own boundary; elsewhere they mean what they meant", () => {
  const desk = {
    1: ["desk-verdict", 1], 4: ["desk-verdict", 4], 6: ["desk-verdict", 6], s: ["desk-skip", undefined], c: ["desk-comment", undefined], " ": ["desk-play", undefined],
    Enter: ["desk-save", undefined], n: ["desk-step", 1], p: ["desk-step", -1], ArrowLeft: ["desk-nudge", -0.01], d: ["desk-edge", null], 0: ["solo", null], m: ["next-model", undefined],
  };
  for (const [key, [action, value]] of Object.entries(desk)) {
    const entry = keyFor(press(key), body, "audit");
    assert.deepEqual([entry.action, entry.value], [action, value], key);
  }
  assert.equal(keyFor(press("ArrowRight", { shiftKey: true }), body, "audit").value, 0.1);
  for (const key of ["j", "k"]) assert.equal(keyFor(press(key), body, "audit"), null);
  for (const page of ["explore", "sweep"]) {
    assert.equal(keyFor(press("1"), body, page).action, "solo");
    for (const key of ["s", "c", "d"]) assert.equal(keyFor(press(key), body, page), null);
    assert.equal(keyFor(press("z", { ctrlKey: true }), body, page), null);
  }
  assert.equal(keyFor(press("1"), body, "corpus"), null);
  assert.ok(isOnPage({ action: "zoom" }, "audit"));
});

test("Ctrl Z undoes a verdict, with Shift again; in a text field it is the field's", () => {
  const field = { tagName: "TEXTAREA" };
  for (const [shiftKey, value] of [[false, -1], [true, 1]]) {
    const chord = press(shiftKey ? "Z" : "z", { ctrlKey: true, shiftKey });
    assert.deepEqual([keyFor(chord, body, "audit").action, keyFor(chord, body, "audit").value], ["desk-undo", value]);
    assert.equal(keyFor(chord, field, "audit"), null);
  }
  assert.equal(keyFor(press("k", { ctrlKey: true }), field, "audit").action, "palette");
});
