// @ts-check
/** The help dialog: keys, what the mouse does, classes, fates and areas. */

import { KEYS } from "../timeline/keys.js";
import { CLASSES } from "../timeline/scene.js";
import { h } from "./dom.js";
import { glyph } from "./glyphs.js";

const OWN_KEYS = [
  { label: "\\", also: "b", help: "left rail" },
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

const GESTURES = [
  ["Wheel", "zoom; scroll, where the lanes are higher than the window"],
  ["Ctrl + wheel, pinch", "zoom, always"],
  ["Shift + wheel", "move along the time"],
  ["Drag", "move along the time; on the ruler, move the playhead"],
  ["Shift + drag", "select a range, to loop it or zoom to it"],
  ["Click", "on a mark: select its event; elsewhere: move the playhead"],
  ["Double click", "fit what is under the pointer; on nothing, zoom in"],
  ["Overview", "drag the frame or its edges; click to go there; wheel to zoom"],
  ["Lane's lower edge", "drag to resize, left of the lane; double click for the usual height"],
];
const AREAS = [
  ["window", "Window", "the time in which a decision counts for a gold event, the line in it"],
  ["negative", "Gold negative", "a pause or a listener's span in which nothing must be decided; in a false alarm's colour once it fired"],
  ["excluded", "Excluded", "annotators disagree or nothing is asked: decisions there are masked"],
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
    h("h3", {}, "Mouse"),
    h("dl", { class: "fates" }, ...GESTURES.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)])),
    h("h3", {}, "Classes"),
    h("div", { class: "classes" }, ...CLASSES.map(({ key, name }) => h("span", {}, swatch(key), name))),
    h("h3", {}, "Fates"),
    h("dl", { class: "fates" }, ...FATES.flatMap(([fate, name, text]) => fateRow(fate, name, text))),
    h("h3", {}, "Areas"),
    h("dl", { class: "fates" }, ...AREAS.flatMap(([area, name, text]) => areaRow(area, name, text))),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}

function keyRow({ label, also, help }) {
  const keys = label.split(" ").map((part) => h("kbd", {}, part));
  const second = also ? [h("span", { class: "dim" }, "or"), h("kbd", {}, also)] : [];
  return h("div", {}, h("dt", {}, ...keys, ...second), h("dd", {}, help));
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

function areaRow(area, name, text) {
  return [h("dt", {}, h("i", { class: `swatch ${area}`, "aria-hidden": "true" }), name), h("dd", {}, text)];
}
