// @ts-check
/** The `?` sheet: every key of the table, what the mouse does, and what colours and marks mean. To read and to print. */

import { term } from "../page/term.js";
import { h, tell } from "../rails/dom.js";
import { glyph } from "../rails/glyphs.js";
import { KEYS } from "../timeline/keys.js";
import { CLASSES } from "../timeline/scene.js";
import { keyGroups } from "./key_groups.js";

const FATES = [
  ["hit", "Hit", "a decision in the window of a gold event"],
  ["false_alarm", "False alarm", "a decision in a span that must stay quiet"],
  ["repeat", "Repeat", "another decision in spans that fired already"],
  ["miss", "Miss", "a gold event without a decision"],
  ["quiet", "Quiet", "a span in which nothing was decided"],
  ["redundant", "Redundant", "another decision in a window"],
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
  ["A word", "dotted when pointed at: a click explains it"],
];
const AREAS = [
  ["window", "Window", "where a decision counts for a gold event, the line in it"],
  ["negative", "Negative", "a span that must stay quiet; in a false alarm's colour once it fired"],
  ["excluded", "Excluded", "annotators disagree or nothing is asked: decisions there are masked"],
];

/** Make the dialog; its `showModal()` shows it. */
export function helpDialog() {
  const dialog = h(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    h(
      "div",
      { class: "line help-head" },
      h("h2", { id: "help-title", class: "grow" }, "Keys, mouse and marks"),
      act("Take the tour", () => leaveFor(dialog, "tour", {})),
      act("Glossary", () => leaveFor(dialog, "term", { term: "" })),
      act("Print", () => window.print()),
      act("Close", () => dialog.close()),
    ),
    h("div", { class: "keys" }, ...keyGroups(KEYS).map(keyGroup)),
    h(
      "div",
      { class: "help-rest" },
      part("Mouse", h("dl", { class: "rows" }, ...GESTURES.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]))),
      part("Fates", h("dl", { class: "rows" }, ...FATES.flatMap(([fate, name, text]) => row(glyph(fate), fate, name, text)))),
      h(
        "div",
        {},
        part("Areas", h("dl", { class: "rows" }, ...AREAS.flatMap(([area, name, text]) => row(swatch(area), area, name, text)))),
        part("Classes", h("div", { class: "classes" }, ...CLASSES.map(classEntry))),
      ),
    ),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  // While the sheet is open, it is what a print of the page shows.
  dialog.addEventListener("close", () => delete document.documentElement.dataset.sheet);
  const { showModal } = dialog;
  dialog.showModal = () => {
    document.documentElement.dataset.sheet = "help";
    showModal.call(dialog);
  };
  return dialog;
}

const act = (text, onclick) => h("button", { type: "button", class: "button small", onclick }, text);

function leaveFor(dialog, name, detail) {
  dialog.close();
  tell(name, detail);
}

const part = (name, content) => h("section", {}, h("h3", {}, name), content);

function keyGroup({ name, keys }) {
  return h("section", { class: "key-group" }, h("h3", {}, name), h("dl", {}, ...keys.map(keyRow)));
}

function keyRow({ label, also, help }) {
  const keys = label.split(" ").map((one) => h("kbd", {}, one));
  const second = also ? [h("span", { class: "dim" }, "or"), ...also.split(" ").map((one) => h("kbd", {}, one))] : [];
  return h("div", {}, h("dt", {}, ...keys, ...second), h("dd", {}, help));
}

const swatch = (kind) => h("i", { class: `swatch ${kind}`, "aria-hidden": "true" });

function classEntry({ key, name }) {
  const mark = swatch("");
  mark.style.background = `var(--fill-${key})`;
  mark.style.borderLeftColor = `var(--cls-${key})`;
  return h("span", {}, mark, term(`class_${key}`, name));
}

function row(mark, id, name, text) {
  return [h("dt", {}, mark, term(id, name)), h("dd", {}, text)];
}
