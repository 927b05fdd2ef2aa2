// @ts-check
/** Joint outcomes: two tables of the first two models, what all share, what one has alone, pair by pair. */

import { guardKeys, h, watchContent } from "../rails/dom.js";
import { badge, card, numberOf, redraw } from "./numbers.js";

const KINDS = { hit: "Positives", false_alarm: "Negative spans" };

/** Draw the tables. */
export function mount({ model, root, signal }) {
  guardKeys(root, signal);
  watchContent(model, (content) => redraw(root, drawn(content, (message) => model.send_msg(message))));
}

function drawn({ chosen, tables, all, alone, matrices }, send) {
  const parts = [h("div", { class: "pairs" }, ...tables.map((table) => pairTable(table, send)), sharedList(all, send))];
  if (alone) parts.push(h("div", { class: "wider" }, aloneTable(alone, chosen, send)));
  if (matrices.length > 0) parts.push(h("div", { class: "pairs" }, ...matrices.map((matrix) => matrixTable(matrix, chosen, send))));
  return card("Joint outcomes", [h("span", { class: "grow dim" }, tables[0].title)], ...parts);
}

/** Four counts: rows are A's fates, columns B's. */
function pairTable({ kind, rows, columns, cells, total }, send) {
  const most = Math.max(1, total);
  return h(
    "table",
    { class: `four ${kind}` },
    h("caption", {}, KINDS[kind]),
    h("thead", {}, h("tr", {}, h("td"), ...columns.map((name) => h("th", { scope: "col" }, name)))),
    h(
      "tbody",
      {},
      ...cells.map((line, row) =>
        h("tr", {}, h("th", { scope: "row" }, rows[row]), ...line.map((number, column) => tile(number, number.count / most, send, `${rows[row]}, ${columns[column]}`))),
      ),
    ),
  );
}

/** A cell whose ground says how large a share it is. */
function tile(number, share, send, label) {
  const cell = h("td", { class: "tile" }, numberOf(number, send, label));
  cell.style.setProperty("--share", share.toFixed(3));
  return cell;
}

function sharedList(all, send) {
  const items = all.map(({ label, note, number }) => h("div", {}, h("dt", {}, label, note && number.count > 0 ? h("span", { class: "note" }, note) : ""), h("dd", {}, numberOf(number, send, label))));
  return h("dl", { class: "shared" }, ...items);
}

function aloneTable({ columns, rows }, chosen, send) {
  const line = (cells, at) => {
    const { letter, title } = chosen[at];
    const name = h("th", { scope: "row", class: "model" }, h("span", { class: "name" }, badge(letter), h("span", { class: "grow", title }, title)));
    return h("tr", {}, name, ...cells.map((number, column) => h("td", {}, numberOf(number, send, `${title} ${columns[column]}`))));
  };
  return h(
    "table",
    { class: "figures" },
    h("caption", {}, `One model against the ${chosen.length - 1} others`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "model" }, "Model"), ...columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...rows.map(line)),
  );
}

function matrixTable({ kind, title, most, cells }, chosen, send) {
  const heads = chosen.map(({ letter, title: name }) => h("th", { scope: "col", title: name }, letter));
  const line = (numbers, row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", title: chosen[row].title }, chosen[row].letter),
      ...numbers.map((number, column) => (number ? tile(number, number.count / Math.max(1, most), send, `${title}: ${chosen[row].title}, ${chosen[column].title}`) : h("td", { class: "tile self" }))),
    );
  return h("table", { class: `four matrix ${kind}` }, h("caption", {}, title), h("thead", {}, h("tr", {}, h("td"), ...heads)), h("tbody", {}, ...cells.map(line)));
}
