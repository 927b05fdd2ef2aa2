// @ts-check
/** The help dialog: keys, classes and fates. */

import { KEYS } from "../timeline/keys.js";
import { CLASSES } from "../timeline/scene.js";
import { h } from "./dom.js";
import { glyph } from "./glyphs.js";

const OWN_KEYS = [
  { label: "\\", help: "left rail" },
  { label: "?", help: "help" },
];
const FATES = [
  ["hit", "Hit (TP)", "a decision in the window of a gold event"],
  ["false_alarm", "False alarm (FP)", "a decision where the speaker only paused or listened"],
  ["repeat", "Repeat", "another decision in the same span"],
  ["miss", "Miss (FN)", "a gold event without a decision"],
  ["quiet", "Quiet (TN)", "a span in which rightly nothing was decided"],
  ["redundant", "Redundant", "another decision in the window of a gold event"],
  ["masked", "Masked", "a decision in an excluded interval"],
  ["ignored", "Ignored", "a decision elsewhere: no credit, no charge"],
];

/** Make the dialog; its `showModal()` shows it. */
export function helpDialog() {
  const dialog = h(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    h(
      "div",
      { class: "line" },
      h("h2", { id: "help-title", class: "grow" }, "Keys and marks"),
      h("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Close"),
    ),
    h("h3", {}, "Keys"),
    h("dl", { class: "keys" }, ...[...KEYS, ...OWN_KEYS].map(keyRow)),
    h("h3", {}, "Classes"),
    h("div", { class: "classes" }, ...CLASSES.map(({ key, name }) => h("span", {}, swatch(key), name))),
    h("h3", {}, "Fates"),
    h("dl", { class: "fates" }, ...FATES.flatMap(([fate, name, text]) => fateRow(fate, name, text))),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}

function keyRow({ label, help }) {
  return h("div", {}, h("dt", {}, ...label.split(" ").map((part) => h("kbd", {}, part))), h("dd", {}, help));
}

function swatch(key) {
  const mark = h("i", { class: "swatch", "aria-hidden": "true" });
  mark.style.background = `var(--fill-${key})`;
  mark.style.borderLeftColor = `var(--cls-${key})`;
  return mark;
}

function fateRow(fate, name, text) {
  return [h("dt", {}, glyph(fate), name), h("dd", {}, text)];
}
