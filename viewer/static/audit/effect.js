// @ts-check
/** What the choice and the corrections move: gold, the models' numbers, agreement; and the history. */

import { key } from "../rails/controls.js";
import { guardKeys, h, tell, watchContent } from "../rails/dom.js";
import { glyph } from "../rails/glyphs.js";

/** Mount the effect in `root`. */
export function mount({ model, root, signal }) {
  root.classList.add("effect");
  guardKeys(root, signal);
  const isOpen = new Set();
  watchContent(model, (content) => {
    const top = root.scrollTop;
    const send = (message) => model.send_msg(message);
    root.replaceChildren(...(content.message === undefined ? parts(content, send, isOpen) : [h("p", { class: "message" }, content.message)]));
    root.scrollTop = top;
  });
}

function parts(content, send, isOpen) {
  return [moves(content, send, isOpen), agreement(content.agreement), history(content, send), ...(content.people ? [people(content.people)] : [])];
}

function moves({ title, badge, note, corrections, off, moved, changes, dialogue }, send, isOpen) {
  const [first, ...others] = moved.models;
  const all = corrections === 0 ? null : h("button", { type: "button", class: "link", onclick: () => send({ type: "audit-switch", id: "", is_on: off > 0 }) }, off > 0 ? "all on" : "all off");
  return h("section", { "aria-label": "Effect" },
    h("h2", {}, title),
    h("p", { class: "line" }, h("span", { class: badge.is_benchmark ? "badge" : "badge corrected" }, badge.text), all),
    h("p", { class: "note" }, note),
    h("ul", { class: "gold" }, ...moved.gold.map((one) => h("li", {}, h("b", { class: one.is_gained ? "plus" : "minus" }, one.is_gained ? "gold +1" : "gold −1"), " ", one.text)),
      moved.gold_more > 0 ? h("li", { class: "dim" }, `and ${moved.gold_more} more`) : null,
      moved.gold_note ? h("li", { class: "dim" }, moved.gold_note) : null),
    changes.rows.length > 0 ? outcomes(changes, first) : null,
    first ? keyFigures(first, moved.task, dialogue) : h("p", { class: "note" }, moved.note),
    others.length > 0 ? allModels(moved, isOpen) : null);
}

/** Events that the active model is judged otherwise on, in this dialogue: a click leads to each. */
function outcomes({ rows, more }, active) {
  return h("ul", { class: "changes", "aria-label": `Outcomes of ${active?.title ?? "the model"} that change` },
    ...rows.map(({ before, after, text, value, start_s: start, end_s: end }) => h("li", {},
      h("button", { type: "button", onclick: () => tell("perform", { action: "show-span", value: { start, end } }) },
        glyph(before || "ignored"), h("span", { class: "dim", "aria-hidden": "true" }, "→"), glyph(after || "ignored"),
        h("span", { class: "grow cut", title: text }, text), h("span", { class: "dim" }, value)))),
    more > 0 ? h("li", { class: "dim" }, `and ${more} more`) : null);
}

function keyFigures({ title, split, dialogue: own }, task, dialogue) {
  return h("div", { class: "figures" },
    h("p", { class: "dim" }, `${title} · ${task}`, h("span", { class: "end" }, key("m"))),
    h("table", { "aria-label": "Active model" },
      h("thead", {}, h("tr", {}, h("th", {}), h("th", { scope: "col" }, "Split"), h("th", { scope: "col", title: dialogue }, "This dialogue"))),
      h("tbody", {},
        line("Recall", "recall", split, own, "recall_note"),
        line("FP rate", "fp_rate", split, own, "fp_note"),
        line("p50, ms", "p50", split, own),
        ...["Hits", "Misses", "False alarms", "Quiet"].map((name, at) =>
          h("tr", {}, h("th", { scope: "row" }, name), cell(split.counts[at]), own ? cell(own.counts[at]) : h("td", {}, "no change"))))));
}

function line(name, field, split, own, note = "") {
  return h("tr", {}, h("th", { scope: "row" }, name), cell(split[field], note ? split[note] : ""), own ? cell(own[field], note ? own[note] : "") : h("td", {}, "no change"));
}

function cell({ before, after, is_moved: isMoved, moved }, note = "") {
  const value = isMoved ? h("span", {}, `${before} → `, h("b", {}, after)) : h("span", {}, after);
  return h("td", { class: isMoved ? "moved" : null }, value, moved ? h("small", {}, moved) : null, note ? h("small", { class: "dim" }, note) : null);
}

function allModels({ models, task }, isOpen) {
  const details = h("details", { open: isOpen.has("models") }, h("summary", { class: "link" }, `All ${models.length} models, ${task}`),
    h("div", { class: "wide" }, h("table", { "aria-label": "All models" },
      h("thead", {}, h("tr", {}, ...["Model", "Recall", "FP rate", "p50"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...models.map(({ title, split }) => h("tr", {}, h("th", { scope: "row", title }, title), cell(split.recall), cell(split.fp_rate), cell(split.p50)))))));
  details.addEventListener("toggle", () => (/** @type {HTMLDetailsElement} */ (details).open ? isOpen.add("models") : isOpen.delete("models")));
  return details;
}

function agreement({ pairs, lines }) {
  const row = (title, text, here, bar) => h("tr", {}, h("th", { scope: "row" }, title), h("td", { class: "grow" }, bar), h("td", {}, h("b", {}, text)), h("td", { class: "dim" }, here));
  return h("section", { "aria-label": "Agreement" },
    h("p", { class: "line" }, h("h2", {}, "Agreement"), h("span", { class: "dim end" }, "Cohen’s kappa, class per 100 ms")),
    h("table", {}, h("thead", {}, h("tr", {}, h("th", {}), h("th", {}), h("th", { scope: "col" }, "split"), h("th", { scope: "col" }, "here"))),
      h("tbody", {},
        ...pairs.map(({ title, value, text, here }) => row(title, text, here, h("span", { class: "meter" }, h("span", { style: `width:${100 * Math.max(value ?? 0, 0)}%` })))),
        ...lines.map(({ title, text, here }) => row(title, text, here, null)))),
    h("p", { class: "note" }, "Of what annotators labelled; corrections leave it as it is."));
}

function people({ queues, progress, pairs, fleiss }) {
  return h("section", { "aria-label": "People" },
    h("h2", {}, "People"),
    h("div", { class: "wide" }, h("table", { "aria-label": "Progress" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Answered"), ...queues.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...progress.map(({ name, counts }) => h("tr", {}, h("th", { scope: "row" }, name), ...counts.map((count) => h("td", {}, String(count)))))))),
    h("table", { "aria-label": "Agreement of reviewers" },
      h("thead", {}, h("tr", {}, ...["Reviewers", "kappa", "F1", "frames"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...pairs.map(({ title, kappa, f1, frames }) => h("tr", {}, h("th", { scope: "row" }, title), ...[kappa, f1, String(frames)].map((text) => h("td", {}, text)))))),
    h("p", { class: "note" }, `All together, Fleiss’ kappa ${fleiss}; on what both judged.`));
}

function history({ history: rows }, send) {
  return h("section", { "aria-label": "History" },
    h("p", { class: "line" }, h("h2", {}, "History"), h("span", { class: "end" }, key("Ctrl"), key("Z"), h("span", { class: "dim" }, " undo last"))),
    rows.length === 0 ? h("p", { class: "note" }, "Nobody has decided anything yet.") : null,
    h("ul", { class: "history" }, ...rows.map((row) => h("li", { class: row.is_undone ? "undone" : null },
      h("time", { title: new Date(row.at_ms).toLocaleString() }, timeOf(row.at_ms)),
      h("span", { class: "grow" }, h("span", {}, row.what), h("small", { class: "dim" }, `${row.who} · ${row.place}${row.comment ? ` · “${row.comment}”` : ""}`)),
      row.can_switch ? h("label", { class: "switch", title: "Counts in the numbers above" },
        h("input", { type: "checkbox", checked: !row.is_off, "aria-label": `Counts: ${row.what}`, onchange: (event) => send({ type: "audit-switch", id: row.id, is_on: event.target.checked }) })) : null,
      row.can_undo ? h("button", { type: "button", class: "link", "aria-label": `Undo ${row.what}`, onclick: () => send({ type: "audit-reverse", id: row.id }) }, "Undo") : null))));
}

function timeOf(ms) {
  const at = new Date(ms);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? at.toTimeString().slice(0, 5) : at.toLocaleDateString(undefined, { day: "numeric", month: "short" });
}
