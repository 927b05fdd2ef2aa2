// @ts-check
/** The table of differences: the first model's rates, and every other model held against them. */

import { guardKeys, h, watchContent } from "../rails/dom.js";
import { badge, card, numberOf, redraw } from "./numbers.js";

const SIDES = [["recall", "Recall"], ["fp_rate", "Fp rate"]];
const SIDE_HEADS = ["rate", "difference", "95 %", "p", "only A", "only it"];
const PERCENTILES = ["p10", "p50", "p90"];

/** Draw the table. */
export function mount({ model, root, signal }) {
  guardKeys(root, signal);
  watchContent(model, (content) => redraw(root, drawn(content, (message) => model.send_msg(message))));
}

function drawn({ chosen, rows }, send) {
  const heads = [...SIDES.flatMap(() => SIDE_HEADS), ...PERCENTILES];
  const table = h(
    "table",
    { class: "figures" },
    h(
      "thead",
      {},
      h("tr", {}, h("td"), ...SIDES.map(([, name]) => group(name, SIDE_HEADS.length)), group("Latency, A − it, ms", PERCENTILES.length)),
      h("tr", {}, h("th", { scope: "col", class: "model" }, "Model"), ...heads.map((name, at) => h("th", { scope: "col", class: starts(at) }, name))),
    ),
    h("tbody", {}, firstRow(chosen[0], rows[0], send), ...rows.map((row, at) => otherRow(row, at === 0, send))),
  );
  return card("Differences", [h("span", { class: "grow dim" }, "Every model against A; a model's name looks at it closely, as B")], h("div", { class: "wider" }, table));
}

function group(name, columns) {
  return h("th", { scope: "colgroup", colspan: columns, class: "group-head starts" }, name);
}

/** Where a group of columns begins. */
function starts(at) {
  return at % SIDE_HEADS.length === 0 ? "starts" : "";
}

function firstRow(first, row, send) {
  const cells = SIDES.flatMap(([side, name]) => [cell(numberOf(row[side].first, send, `${name} of ${first.title}`), "starts"), ...blanks(5)]);
  return h("tr", {}, h("th", { scope: "row", class: "model" }, h("span", { class: "name" }, badge("A"), h("span", { class: "grow", title: first.title }, first.title))), ...cells, cell("", "starts"), ...blanks(2));
}

function blanks(count) {
  return Array.from({ length: count }, () => cell(""));
}

function otherRow(row, isSecond, send) {
  const closely = () => send({ type: "option", name: "compare", value: row.compare });
  const name = h("button", { type: "button", class: "name", title: `Look closely at ${row.title}`, "aria-pressed": String(isSecond), onclick: closely }, badge(row.letter), h("span", { class: "grow" }, row.title));
  const sides = SIDES.flatMap(([side, title]) => sideCells(row[side], `${title}, ${row.title}`, send));
  const latencies = row.latency.map((number, at) => cell(numberOf(number, send, `Latency ${PERCENTILES[at]}, A − ${row.title}`), at === 0 ? "starts" : ""));
  return h("tr", { class: isSecond ? "chosen" : "" }, h("th", { scope: "row", class: "model" }, name), ...sides, ...latencies);
}

function sideCells(side, label, send) {
  return [
    cell(numberOf(side.second, send, label), "starts"),
    cell(numberOf(side.difference, send, `${label}, where the two differ`), "strong"),
    cell(side.interval, "spread"),
    cell(side.p),
    cell(numberOf(side.only_first, send, `${label}, only A`)),
    cell(numberOf(side.only_second, send, `${label}, only it`)),
  ];
}

function cell(content, kind = "") {
  return h("td", { class: kind }, content);
}
