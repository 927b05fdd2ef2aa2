import assert from "node:assert/strict";
import { test } from "node:test";

import { KEYS, keyFor } from "../../viewer/static/timeline/keys.js";

const press = (key, more = {}) => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });
const body = { tagName: "BODY", getAttribute: () => null };

test("every key of the table finds its own entry", () => {
  for (const entry of KEYS) {
    for (const key of entry.keys) assert.equal(keyFor(press(key, { shiftKey: Boolean(entry.shift) }), body), entry);
  }
});

test("no key means two things", () => {
  const seen = KEYS.flatMap((entry) => entry.keys.map((key) => `${entry.shift ? "shift " : ""}${key}`));
  assert.equal(new Set(seen).size, seen.length);
});

test("keys of rooms that do not exist yet are left alone", () => {
  for (const key of ["c", "g", "b", "\\", "?"]) assert.equal(keyFor(press(key), body), null);
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
