// @ts-check
/** The lower tables of the corpus page: medians by type, agreement of annotators, labels. */

import { guardKeys, h, watchContent } from "../rails/dom.js";
import { Pressed, card, heads, number, redraw, table } from "./number.js";
import { nextSort, sortedRows } from "./sorting.js";

const CLASSES = ["turn", "int", "nfi", "bc", "nc", "la", "aw"];

/** Draw the tables from `model.content`. */
export function mount({ model, root, signal }) {
  const send = (message) => model.send_msg(message);
  const sort = { key: "", isUp: true };
  const pressed = new Pressed(root, signal);
  guardKeys(root, signal);
  watchContent(model, ({ medians: found, agreement, labels }) => {
    const drawAgreement = () => agreementCard(agreement, sort, send, () => sorted());
    let shown = drawAgreement();
    const sorted = () => {
      const next = drawAgreement();
      shown.replaceWith(next);
      next.querySelector(`[data-key="${sort.key}"]`)?.focus();
      shown = next;
    };
    redraw(root, h("div", { class: "stack" }, medians(found, send), h("div", { class: "pair" }, shown, labelCard(labels, send))));
    pressed.mark();
  });
}

function medians({ columns, rows, rest }, send) {
  const drawn = rows.map((row) =>
    h(
      "tr",
      { class: row.is_chosen ? "chosen" : null },
      h("th", { scope: "row", class: "start" }, row.name),
      ...row.cells.map((cell, at) =>
        h("td", {}, cell.median, h("span", { class: "beside" }, number(send, cell, `${row.name}, ${columns[at]}`))),
      ),
    ),
  );
  const head = heads([{ title: "Medians by type", isStart: true }, ...columns.map((title) => ({ title }))]);
  const others = rest.map((one) => h("span", {}, number(send, one, one.words), ` × ${one.words}`));
  const note = others.length ? h("p", { class: "note line" }, "Gold positives without a value: ", ...others) : null;
  return card("Medians by type", table("Medians by type", head, drawn), note);
}

function agreementCard({ columns, overall, rows, note }, sort, send, redraw) {
  const by = (key) => {
    Object.assign(sort, nextSort(sort, key));
    redraw();
  };
  const tiles = overall.map((one) =>
    h("div", { class: "tile" }, h("span", {}, one.title), h("b", {}, number(send, one, one.title)), h("i", {}, `published ${one.published}`)),
  );
  const sorter = (key, title, isStart) => {
    const way = sort.key === key ? (sort.isUp ? "ascending" : "descending") : null;
    const mark = way ? (sort.isUp ? " ▲" : " ▼") : "";
    const button = h("button", { type: "button", class: "sort", "data-key": key, onclick: () => by(key) }, title + mark);
    return h("th", { scope: "col", class: isStart ? "start" : null, "aria-sort": way }, button);
  };
  const head = heads([
    sorter("title", "Dialogue", true),
    sorter("type", "type", true),
    sorter("duration_s", "length"),
    ...columns.map(({ key, title }) => sorter(key, title)),
  ]);
  const drawn = sortedRows(rows, columns, sort).map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "start cut", title: row.title }, opener(row, send)),
      h("td", { class: "start" }, row.type),
      h("td", {}, row.duration),
      ...row.cells.map((cell, at) => h("td", {}, number(send, cell, `${row.title}, ${columns[at].title}`))),
    ),
  );
  const label = "Agreement of each dialogue";
  return card("Agreement", h("h2", {}, "Agreement of annotators"), h("div", { class: "tiles" }, ...tiles), table(label, head, drawn, true), h("p", { class: "note" }, note));
}

function opener({ dialogue, title }, send) {
  const act = () => send({ type: "open", dialogue, event: null, at_s: 0 });
  return h("button", { type: "button", class: "open", title: `Open ${title}`, onclick: act }, title);
}

function labelCard({ columns, rows, total, note }, send) {
  const head = heads([
    { title: "Label", isStart: true },
    ...columns.map(({ annotator, speaker }) => ({ title: `${annotator} · S${speaker}` })),
    { title: "all" },
  ]);
  const cells = (row, name) =>
    [...row.cells, row.all].map((cell, at) => {
      const where = at < columns.length ? `annotator ${columns[at].annotator}, speaker ${columns[at].speaker}` : "all";
      return h("td", {}, number(send, cell, `${name}, ${where}`), cell.seconds ? h("span", { class: "beside" }, cell.seconds) : null);
    });
  const drawn = rows.map((row) =>
    h("tr", {}, h("th", { scope: "row", class: "start cut", title: `${row.label}: ${row.class_name}` }, swatch(row.class), row.label), ...cells(row, row.label)),
  );
  drawn.push(h("tr", { class: "sum" }, h("th", { scope: "row", class: "start" }, "all segments"), ...cells(total, "all segments")));
  const about = h("span", { class: "note" }, "segments and seconds by annotator and speaker");
  return card(
    "Labels",
    h("div", { class: "line" }, h("h2", {}, "Labels"), about),
    table("Labels by annotator and speaker", head, drawn, true),
    note ? h("p", { class: "note" }, note) : null,
  );
}

function swatch(code) {
  const name = CLASSES[code];
  const style = name ? `background: var(--fill-${name}); border-color: var(--cls-${name})` : "background: transparent";
  return h("span", { class: "swatch", "aria-hidden": "true", style });
}
