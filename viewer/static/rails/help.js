// @ts-check
/** The help dialog: keys, classes and fates. */

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";

const OWN_KEYS = [
  { label: "\\", help: "left rail" },
  { label: "?", help: "help" },
];
const CLASSES = [
  ["turn", "Turn"],
  ["int", "Interruption"],
  ["nfi", "Non-floor-taking interruption"],
  ["bc", "Backchannel"],
  ["nc", "NonContent"],
  ["la", "Laughter"],
  ["aw", "Awkward silence"],
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

/** The timeline's key table, or none if this build has no timeline. */
async function timelineKeys() {
  try {
    const { KEYS } = await import("../timeline/keys.js");
    return KEYS ?? [];
  } catch {
    return [];
  }
}

/** Make the dialog; `open()` shows it. */
export function helpDialog() {
  const table = h("dl", { class: "keys" });
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
    table,
    h("h3", {}, "Classes"),
    h("div", { class: "classes" }, ...CLASSES.map(([code, name]) => h("span", {}, swatch(code), name))),
    h("h3", {}, "Fates"),
    h("dl", { class: "fates" }, ...FATES.flatMap(([fate, name, text]) => fateRow(fate, name, text))),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  timelineKeys().then((keys) => table.append(...[...keys, ...OWN_KEYS].map(keyRow)));
  return dialog;
}

function keyRow({ label, help }) {
  return h("div", {}, h("dt", {}, ...label.split(" ").map((part) => h("kbd", {}, part))), h("dd", {}, help));
}

function swatch(code) {
  const mark = h("i", { class: "swatch", "aria-hidden": "true" });
  mark.style.background = `var(--fill-${code})`;
  mark.style.borderLeftColor = `var(--cls-${code})`;
  return mark;
}

function fateRow(fate, name, text) {
  return [h("dt", {}, glyph(fate), name), h("dd", {}, text)];
}
