// @ts-check
/** The head of a chart: title, note, numbers, its bins as a list, and the buttons that save it. */

import { guardKeys, h, watchContent } from "../rails/dom.js";
import { numberOf, redraw } from "./numbers.js";

/** Draw the head. */
export function mount({ model, root, signal }) {
  guardKeys(root, signal);
  watchContent(model, (content) => redraw(root, drawn(content, (message) => model.send_msg(message))));
}

function drawn({ name, title, note, legend, numbers, bins }, send) {
  const save = (form) =>
    h("button", { type: "button", class: "button small", "aria-label": `Save ${title} as ${form}`, onclick: () => send({ type: "save", chart: name, form: form.toLowerCase() }) }, form);
  const marks = legend.map(({ mark, text }) => h("span", { class: "key" }, h("i", { class: `dot-key of-${mark}`, "aria-hidden": "true" }), text));
  const figures = numbers.map(({ label, number }) => h("span", { class: "label" }, label, " ", numberOf(number, send, label)));
  return h(
    "div",
    { class: "chart-head" },
    h("div", { class: "card-head" }, h("h2", { class: "grow" }, title), ...marks, save("PNG"), save("SVG")),
    h("p", { class: "note" }, note),
    figures.length > 0 ? h("div", { class: "line figures-line" }, ...figures) : null,
    bins.length > 0 ? binList(bins, send) : null,
  );
}

/** The bins, for whoever does not see or point at them. */
function binList(bins, send) {
  const items = bins.filter(({ count }) => count > 0).map((bin) => h("li", {}, numberOf(bin, send, "Bin")));
  return h("details", { class: "bins" }, h("summary", {}, "Bins as a list"), h("ul", {}, ...items));
}
