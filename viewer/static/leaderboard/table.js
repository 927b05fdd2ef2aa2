// @ts-check
/** The table: ranked rows, then who is not ranked and why, then what was published elsewhere. */

import { h, s } from "../rails/dom.js";
import { share, stripAxis } from "../rails/strip_axis.js";
import { numberElement } from "./number.js";
import { standingMark } from "./standing.js";

const BAR_END = 0.25;
const COUNTS = [["hit", "TP", "hits"], ["miss", "FN", "misses"], ["false_alarm", "FP", "false alarms"], ["quiet", "TN", "quiet spans"]];
const PERCENTILES = ["p10", "p50", "p90"];
const WIDTH = 15;
const MINUS = "\u2212";

/** Draw the table of a board; `send` takes messages for Python. */
export function boardTable(board, send) {
  const rows = board.blocks.flatMap((block) => block.rows);
  const references = board.references?.rows ?? [];
  const axis = stripAxis([...rows.flatMap((row) => row.latency.ms ?? []), ...references.map((row) => row.p50_ms)]);
  const context = { board, axis, send };
  const bodies = board.blocks.map((block) => h("tbody", {}, divider(block.title), ...block.rows.flatMap((row) => modelRows(row, context))));
  return h("table", {}, head(context), ...bodies, board.references ? referenceBody(board.references, context) : null);
}

function head({ board, axis }) {
  const text = (ms) => String(ms).replace("-", MINUS);
  const columns = [
    ["#", "rank"], ["Model", "name"], ["Recall", "num"], ["Fp rate", "num"], ["", "fp-bar"],
    [`Latency ${text(axis.from)} … ${text(axis.to)} ms`, "strip"], ...PERCENTILES.map((name) => [name, "num"]),
    [`${board.other_task} recall`, "num"], ...COUNTS.map(([, code]) => [code, "num"]), ["Status", "status"],
  ];
  return h("thead", {}, h("tr", {}, ...columns.map(([name, kind]) => (name ? h("th", { scope: "col", class: kind }, name) : h("td", { class: kind })))));
}

function divider(title) {
  return title ? h("tr", { class: "divider" }, h("th", { colspan: WIDTH, scope: "rowgroup" }, said(title))) : null;
}

/** A sentence across the table, in view however far the table is scrolled. */
function said(text) {
  return h("div", { class: "said" }, text);
}

function modelRows(row, context) {
  const { board, axis, send } = context;
  const choose = () => send({ type: "model", model: row.model });
  const of = (number, name, kind = "num") => h("td", { class: kind }, numberElement(number, send, `${row.title}, ${name}`));
  const name = h("button", { type: "button", class: "model", "data-key": `model ${row.model}`, "aria-pressed": String(row.is_active), onclick: choose }, row.title);
  const note = row.is_own ? h("span", { class: "dim" }, " this session only") : null;
  const line = h(
    "tr",
    { class: row.is_active ? "row active" : "row", "data-model": row.model, onclick: choose },
    h("td", { class: "rank" }, row.rank),
    h("th", { scope: "row", class: "name" }, name, note),
    of(row.recall, "recall", "num main"),
    h("td", { class: "num" }, numberElement(row.fp_rate, send, `${row.title}, fp rate`)),
    h("td", { class: "fp-bar" }, rateBar(row.fp_rate, board)),
    h("td", { class: "strip" }, latencyStrip(row.latency.ms, axis)),
    ...PERCENTILES.map((one) => of(row.latency[one], `latency ${one}`, one === "p50" ? "num main" : "num")),
    of(row.other, `${board.other_task} recall`),
    ...COUNTS.map(([fate, , many]) => of(row.counts[fate], many)),
    h("td", { class: "status" }, standingMark(row.status.state), row.status.text),
  );
  return row.why ? [line, whyRow(row)] : [line];
}

/** Why a model has no numbers, and what is wrong with its file. */
function whyRow({ model, why, problems }) {
  const list = h("ul", {}, ...problems.map((one) => h("li", {}, one)));
  const more = h("details", {}, h("summary", { "data-key": `why ${model}` }, why), list);
  return h("tr", { class: "problems" }, h("td", {}), h("td", { colspan: WIDTH - 1 }, problems.length ? more : why));
}

function referenceBody({ note, rows }, { board, axis }) {
  const cells = (row) => [
    h("td", { class: "rank" }, "–"),
    h("th", { scope: "row", class: "name" }, row.title),
    h("td", { class: "num" }, row.recall),
    h("td", { class: "num" }, row.fp_rate.text),
    h("td", { class: "fp-bar" }, rateBar(row.fp_rate, board)),
    h("td", { class: "strip" }, latencyStrip([row.p50_ms, row.p50_ms, row.p50_ms], axis, true)),
    ...PERCENTILES.map((one) => h("td", { class: "num" }, one === "p50" ? row.p50 : "–")),
    h("td", { class: "num" }, row.other),
    ...COUNTS.map(() => h("td", { class: "num" }, "–")),
    h("td", { class: "status" }, standingMark("reference"), row.status.text),
  ];
  const title = h("tr", { class: "divider" }, h("th", { colspan: WIDTH, scope: "rowgroup" }, said(note)));
  return h("tbody", { class: "references" }, title, ...rows.map((row) => h("tr", { class: "row" }, ...cells(row))));
}

function rateBar({ value, state }, { budget, ceiling }) {
  const at = (rate) => `${(Math.max(0, Math.min(1, rate / BAR_END)) * 100).toFixed(2)}%`;
  const bar = s("svg", { width: "100%", height: 20, "aria-hidden": "true" }, s("rect", { class: "track", y: 6, width: "100%", height: 8, rx: 2 }));
  if (typeof value === "number") bar.append(s("rect", { class: `value ${state}`, y: 6, width: at(value), height: 8, rx: 2 }));
  bar.append(
    s("line", { class: "budget", x1: at(budget), x2: at(budget), y1: 3, y2: 17 }),
    s("line", { class: "ceiling", x1: at(ceiling), x2: at(ceiling), y1: 3, y2: 17 }),
  );
  return bar;
}

function latencyStrip(ms, axis, isReference = false) {
  if (!ms) return "";
  const at = (value) => `${(share(axis, value) * 100).toFixed(2)}%`;
  const strip = s("svg", { class: "strip", width: "100%", height: 20, "aria-hidden": "true" });
  for (const tick of axis.ticks) strip.append(s("line", { class: tick === 0 ? "zero" : "tick", x1: at(tick), x2: at(tick), y1: 3, y2: 17 }));
  const [p10, p50, p90] = ms;
  if (!isReference) {
    strip.append(s("line", { class: "whisker", x1: at(p10), x2: at(p90), y1: 10, y2: 10 }));
    for (const value of [p10, p90]) strip.append(s("line", { class: "whisker", x1: at(value), x2: at(value), y1: 6, y2: 14 }));
  }
  strip.append(s("circle", { class: isReference ? "median reference" : "median", cx: at(p50), cy: 10, r: 4 }));
  return strip;
}
