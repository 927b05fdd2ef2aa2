// @ts-check
/** The first two models by conversation type and by pairing. */

import { guardKeys, h, watchContent } from "../rails/dom.js";
import { badge, card, numberOf, redraw } from "./numbers.js";

/** Draw the table. */
export function mount({ model, root, signal }) {
  guardKeys(root, signal);
  watchContent(model, (content) => redraw(root, drawn(content, (message) => model.send_msg(message))));
}

function drawn({ chosen, columns, sections }, send) {
  const [first, second] = chosen;
  const head = [badge("A"), h("span", {}, first.title), badge("B"), h("span", { class: "grow" }, second.title), ahead("first", "A ahead"), ahead("second", "B ahead")];
  const heads = columns.map(({ title, note }) => h("th", { scope: "col" }, title, h("span", { class: "note" }, note)));
  const table = h(
    "table",
    { class: "figures groups" },
    h("thead", {}, h("tr", {}, h("td", { class: "model" }), ...heads)),
    ...sections.map((section) => sectionBody(section, columns, send)),
  );
  return card("By conversation type and pairing", head, h("div", { class: "wider" }, table));
}

function ahead(who, text) {
  return h("span", { class: "key" }, h("i", { class: `ahead-${who} swatch`, "aria-hidden": "true" }), text);
}

function sectionBody({ title, rows }, columns, send) {
  const most = Math.max(0.05, ...rows.flatMap(({ cells }) => cells.map(({ size = 0 }) => size)));
  return h(
    "tbody",
    {},
    h("tr", {}, h("th", { scope: "rowgroup", class: "section", colspan: columns.length + 1 }, title)),
    ...rows.map((row) =>
      h(
        "tr",
        { class: row.is_difference ? "difference" : "" },
        h("th", { scope: "row", class: "model" }, row.title),
        ...row.cells.map((number, at) => tinted(number, most, numberOf(number, send, `${title}, ${row.title}, ${columns[at].title}`))),
      ),
    ),
  );
}

/** A difference's ground says which model is ahead, and how far. */
function tinted({ ahead = "", size = 0 }, most, content) {
  const cell = h("td", { class: ahead ? `ahead-${ahead}` : "" }, content);
  if (ahead) cell.style.setProperty("--share", (size / most).toFixed(3));
  return cell;
}
