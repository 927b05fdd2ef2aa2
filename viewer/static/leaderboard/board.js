// @ts-check
/** The leaderboard: how it is ranked, narrowed and exported, and the table below. */

import { choice, menu } from "../rails/controls.js";
import { guardKeys, h, setText, watchContent } from "../rails/dom.js";
import { BoardExports } from "./exports.js";
import { keepFocus } from "./focus.js";
import { numberElement } from "./number.js";
import { boardTable } from "./table.js";

const TASKS = [
  { value: "eot", text: "EOT", title: "Ends of turns" },
  { value: "int", text: "INT", title: "Interruptions" },
];

/** Mount the leaderboard in `root`. */
export function mount({ model, root, signal }) {
  const board = new Board(model, signal);
  root.className = "board rail";
  root.append(...board.elements());
  guardKeys(root, signal);
  watchContent(model, (content) => keepFocus(root, () => board.show(content)));
}

class Board {
  constructor(model, signal) {
    this.send = (message) => model.send_msg(message);
    const option = (name) => (value) => this.send({ type: "option", name, value });
    this.task = choice({ name: "Task", kind: "seg", options: TASKS, onPick: (task) => this.send({ type: "task", task }) });
    this.policy = choice({ name: "Ranking policy", kind: "seg", onPick: option("policy") });
    this.types = menu({ name: "Conversation type", onPick: option("type") });
    this.pairings = menu({ name: "Speaker pairing", onPick: option("pairing") });
    this.published = h("input", { type: "checkbox", onchange: () => option("published")(this.published.checked ? "shown" : "hidden") });
    this.floor = h("input", { type: "number", min: 0, max: 1, step: 0.01, title: "0 to 1, in steps of 0.01", "aria-label": "Recall floor" });
    this.floor.addEventListener("change", () => {
      if (this.floor.checkValidity()) option("floor")(this.floor.value);
    });
    this.floorLabel = h("label", { class: "floor" }, "recall floor", this.floor);
    this.summary = h("span", { class: "summary" });
    this.note = h("p", { class: "note" });
    this.badge = h("p", { class: "message" }, "Not the benchmark's settings: these numbers are of other protocol parameters.");
    this.why = h("p", { class: "message", role: "status" });
    this.table = h("div", { class: "table", tabindex: 0, role: "region", "aria-label": "Ranking" });
    this.exports = new BoardExports(model, signal);
  }

  elements() {
    const limits = h(
      "span",
      { class: "limits" },
      h("i", { class: "limit budget" }),
      "budget 0.10",
      h("i", { class: "limit ceiling" }),
      "ceiling 0.15",
    );
    const title = h("div", { class: "line wrap" }, h("h2", {}, "Ranking"), this.task.element, this.summary, limits, this.exports.element);
    const published = h("label", { class: "check" }, this.published, "Published results");
    const rules = h("div", { class: "line wrap" }, this.policy.element, this.floorLabel, this.types.element, this.pairings.element, published);
    const head = h("div", { class: "head" }, title, rules, this.note, this.badge, this.why);
    return [head, this.table];
  }

  show(board) {
    this.task.show(board.task);
    this.policy.show(board.policy, board.policies.map(({ name, title, note }) => ({ value: name, text: title, title: note })));
    setText(this.note, board.policies.find(({ name }) => name === board.policy).note);
    this.floorLabel.hidden = !board.floor.is_used;
    if (!this.floor.matches(":focus")) this.floor.value = String(board.floor.value);
    const { filters } = board;
    this.types.show(filters.type, filters.types);
    this.pairings.show(filters.pairing, filters.pairings);
    for (const { element } of [this.types, this.pairings]) element.hidden = Boolean(board.why_none);
    this.published.checked = Boolean(board.references);
    this.summary.replaceChildren(...board.summary.flatMap((number, row) => [row ? ", " : "", numberElement(number, this.send, number.text)]));
    this.badge.hidden = board.is_benchmark;
    setText(this.why, board.why_none);
    this.why.hidden = !board.why_none;
    this.table.replaceChildren(boardTable(board, this.send));
  }
}
