// @ts-check
/** The operating point: the numbers of the threshold that is shown, beside the saved one's, and what to do with it. */

import { save } from "../export/saving.js";
import { threshold } from "../page/threshold.js";
import { term } from "../page/term.js";
import { choice, key, menu } from "../rails/controls.js";
import { h, set, setText } from "../rails/dom.js";
import { glyph } from "../rails/glyphs.js";
import { rateBar } from "../rails/rate_bar.js";
import { theHand } from "./hand.js";

const ROWS = [
  { title: () => term("recall", "Recall"), text: 3, list: "positives" },
  { title: () => term("fp_rate", "False alarm rate"), text: 4, list: "negatives" },
  { title: () => "Backchannel fires", text: 5 },
  { title: () => h("span", {}, term("latency", "Latency"), " p10, ms"), text: 6, list: "hit" },
  { title: () => "Latency p50, ms", text: 7, list: "hit" },
  { title: () => "Latency p90, ms", text: 8, list: "hit" },
];
const COUNTS = [
  { fate: "hit", label: "TP", text: 9 },
  { fate: "false_alarm", label: "FP", text: 10 },
  { fate: "miss", label: "FN", text: 11 },
  { fate: "quiet", label: "TN", text: 12 },
];
const TASKS = [
  { value: "eot", text: "EOT" },
  { value: "int", text: "INT" },
];
const KINDS = { b: "is-better", w: "is-worse", s: "" };

/** The card of a page. */
export class Card {
  constructor(model, signal) {
    this.model = model;
    this.nonce = 0;
    this.models = menu({ name: "Model", onPick: (name) => model.send_msg({ type: "model", model: name }) });
    this.tasks = choice({ name: "Task", kind: "seg", options: TASKS, onPick: (task) => model.send_msg({ type: "task", task }) });
    this.state = h("p", { class: "sweep-state" });
    this.bar = h("div", {});
    this.table = h("table", { class: "sweep-table" });
    this.counts = h("div", { class: "counts" });
    this.buttons = h("div", { class: "sweep-buttons" });
    this.message = h("p", { class: "message note" });
    this.numbers = h("div", { class: "sweep-numbers" }, this.state, this.bar, this.table, this.counts, this.buttons, this.files());
    const head = h("div", { class: "line" }, h("div", { class: "model line grow" }, h("span", { class: "dot" }), this.models.element, key("m")), this.tasks.element);
    this.element = h("section", { class: "score rail sweep-card", "aria-label": "Operating point" }, head, this.message, this.numbers);
    this.build();
    threshold.watch(() => this.draw(), signal);
    model.on("msg:custom", (event) => signal.aborted || this.hear(event.data ?? event));
    this.draw();
  }

  files() {
    const button = (name, onclick) => h("button", { type: "button", class: "button small", onclick }, name);
    const ask = (type) => () => {
      this.nonce += 1;
      this.model.send_msg({ type, nonce: this.nonce });
    };
    const draw = (form) => () => this.model.send_msg({ type: "sweep-charts", form });
    this.said = h("span", { class: "note grow", role: "status" });
    return h("div", { class: "line sweep-files", role: "group", "aria-label": "Files" },
      button("predictions.json", ask("predictions")), button("Rows CSV", ask("sweep-rows")),
      button("Curves PNG", draw("png")), button("SVG", draw("svg")), this.said);
  }

  build() {
    const head = ["", "saved", "now", "change"].map((name) => h("th", { scope: "col" }, name));
    this.heads = head;
    const rows = ROWS.map(({ title, list }) => {
      const cells = ["saved", "now", "change"].map((name) => h("td", { class: name }));
      if (list) cells[1].append(this.opening(list));
      return { cells, element: h("tr", {}, h("th", { scope: "row" }, title()), ...cells) };
    });
    this.rows = rows;
    this.table.append(h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows.map(({ element }) => element)));
    this.boxes = COUNTS.map(({ fate, label }) => {
      const number = h("b", {});
      const change = h("span", {}, label);
      const list = () => this.model.send_msg({ type: "sweep-list", shown: fate });
      const element = h("button", { type: "button", class: "count", "data-fate": fate, onclick: list }, glyph(fate), number, change);
      return { element, number, change, label };
    });
    this.counts.append(...this.boxes.map(({ element }) => element));
    const act = (name, kind, onclick) => h("button", { type: "button", class: `button ${kind}`, "data-act": name, onclick });
    this.keep = act("keep", "primary", () => this.send("keep"));
    this.best = act("best", "", () => this.goTo(threshold.sweep.best));
    this.reset = act("reset", "", () => this.goTo(threshold.sweep.saved));
    this.buttons.append(this.keep, this.best, this.reset);
  }

  /** A number that lists what it is made of. */
  opening(shown) {
    const open = () => this.model.send_msg({ type: "sweep-list", shown });
    return h("button", { type: "button", class: "opens", title: "List its events", onclick: open });
  }

  send(type) {
    const hand = theHand();
    if (!hand) return;
    this.model.send_msg({ ...hand.message(true), type });
  }

  goTo(row) {
    if (row !== null && threshold.move(row)) theHand()?.rest();
  }

  draw() {
    const { content, sweep, row } = threshold;
    if (content !== this.shown) this.drawHead(content);
    this.numbers.hidden = !sweep || row < 0;
    if (this.numbers.hidden) return;
    const texts = sweep.texts[row];
    const saved = sweep.saved === null ? null : sweep.texts[sweep.saved];
    setText(this.state, texts[1]);
    this.state.dataset.state = texts[2];
    this.drawBar(sweep.curves.fp_rate[row], texts[2], sweep);
    setText(this.heads[0], `${content.task.toUpperCase()}, ${content.split}`);
    setText(this.heads[1], saved ? `saved ${saved[0]}` : "saved –");
    setText(this.heads[2], `now ${texts[0]}`);
    this.rows.forEach(({ cells: [before, now, change] }, i) => {
      const { text } = ROWS[i];
      const told = sweep.changes[row][i];
      setText(before, saved ? saved[text] : "–");
      setText(now.firstElementChild ?? now, texts[text]);
      setText(change, told.slice(1));
      change.className = `change ${KINDS[told[0]] ?? ""}`;
    });
    this.boxes.forEach(({ number, change, label }, i) => {
      setText(number, texts[COUNTS[i].text]);
      const told = sweep.changes[row][ROWS.length + i];
      setText(change, told && told !== "0" ? `${label} ${told}` : label);
    });
    setText(this.keep, `Keep ${texts[0]}`);
    this.keep.disabled = row === sweep.saved;
    setText(this.best, sweep.best === null ? "None in budget" : `Best in budget ${sweep.texts[sweep.best][0]}`);
    this.best.disabled = sweep.best === null || row === sweep.best;
    setText(this.reset, "Reset");
    this.reset.disabled = sweep.saved === null || row === sweep.saved;
  }

  /** The bar is one element that is kept: its parts are moved. */
  drawBar(value, state, { budget, ceiling }) {
    if (!this.bar.firstChild) this.bar.append(rateBar({ fp_value: 0, fp_state: state, budget, ceiling }));
    const part = this.bar.querySelector("rect.value");
    set(part, "class", `value ${state}`);
    set(part, "width", `${Math.min((value ?? 0) / 0.25, 1) * 100}%`);
  }

  drawHead(content) {
    this.shown = content;
    if (!content) return;
    const options = content.models.map(({ name, title, tasks }) => ({ value: name, text: tasks.length > 0 ? title : `${title} (no probabilities)` }));
    this.models.show(content.model, options);
    this.tasks.show(content.task);
    const note = content.is_benchmark ? "" : "Protocol parameters are not the benchmark's.";
    setText(this.message, content.sweep ? note : "");
    this.message.hidden = this.message.textContent === "";
  }

  hear({ type, nonce, error, predictions, csv }) {
    if (!["predictions", "sweep-rows"].includes(type) || nonce !== this.nonce) return;
    setText(this.said, error);
    if (predictions) save(new Blob([predictions], { type: "application/json" }), "predictions.json");
    if (csv) save(new Blob([csv], { type: "text/csv" }), "sweep.csv");
  }
}
