// @ts-check
/** The score of the active model: recall, false alarm rate, latency, counts; and the protocol. */

import { offerGuide } from "../page/guides.js";
import { term } from "../page/term.js";
import { choice, menu } from "./controls.js";
import { guardKeys, h, set, setText, tell, watchContent } from "./dom.js";
import { countOf, FATES, glyph } from "./glyphs.js";
import { latencyStrip } from "./latency_strip.js";
import { ProblemList } from "./problem_list.js";
import { ProtocolSettings } from "./protocol_settings.js";
import { rateBar } from "./rate_bar.js";
import { ScoreGuide } from "./score_guide.js";

const NO_LATENCY = { p10: null, p50: null, p90: null, ms: null, points_ms: [] };
const TASKS = [
  { value: "eot", text: "EOT", title: "End of turn (e)" },
  { value: "int", text: "INT", title: "Interruption (i)" },
];
const SCOPES = [{ value: "dialogue", text: "This dialogue" }, { value: "split", text: "Split" }];

/** Mount the card in `root`. */
export function mount({ model, root, signal }) {
  const card = new ScoreCard(model);
  root.className = "rail score";
  root.append(...card.elements());
  guardKeys(root, signal);
  offerGuide("card", new ScoreGuide(card, root), signal);
  watchContent(model, (content) => card.show(content));
}

class ScoreCard {
  constructor(model) {
    this.model = model;
    const send = (message) => model.send_msg(message);
    this.models = menu({ name: "Model", onPick: (name) => send({ type: "model", model: name }) });
    const add = "Add a model of your own: predictions.json or probabilities";
    this.add = h("button", { type: "button", class: "ghost", title: add, "aria-label": add, onclick: () => tell("uploads", {}) }, "+");
    this.task = choice({ name: "Task", kind: "seg", options: TASKS, onPick: (task) => send({ type: "task", task }) });
    this.scope = choice({
      name: "Scope",
      kind: "seg",
      options: SCOPES,
      onPick: (scope) => send({ type: "playlist", scope }),
    });
    this.note = h("p", { class: "note" });
    this.message = h("p", { class: "message", role: "status" });
    this.problems = new ProblemList();
    this.other = h("p", { class: "note" });
    this.recall = h("div", { class: "figure" });
    this.recallNote = h("div", { class: "label" });
    this.rate = h("b", {});
    this.rateNote = h("div", { class: "label" });
    this.bar = h("div", {});
    this.latency = h("div", {});
    this.counts = new Map(Object.keys(FATES).map((fate) => [fate, this.makeCount(fate)]));
    this.protocol = new ProtocolSettings(model);
    this.badge = this.makeBadge();
  }

  makeBadge() {
    const reset = () => {
      this.protocol.reset();
      this.model.send_msg({ type: "reset" });
    };
    const button = h("button", { type: "button", class: "button small", onclick: reset }, "Reset");
    return h("div", { class: "badge", hidden: true }, h("span", {}, "not the benchmark's settings"), button);
  }

  makeCount(fate) {
    const number = h("b", {});
    const label = h("span", {});
    const button = h(
      "button",
      { type: "button", class: "count", onclick: () => this.list(fate) },
      glyph(fate),
      number,
      label,
    );
    return { button, number, label };
  }

  elements() {
    const dot = h("span", { class: "dot", "aria-hidden": "true" });
    this.modelBox = h("div", { class: "model" }, dot, this.models.element);
    const recall = h("div", { class: "recall" }, h("div", { class: "label" }, term("recall", "Recall")), this.recall, this.recallNote);
    const rateHead = h("div", { class: "line" }, h("span", { class: "label grow" }, term("fp_rate", "False alarm rate")), this.rate);
    const rate = h("div", { class: "rate" }, rateHead, this.bar, this.rateNote);
    this.numbers = h(
      "div",
      { class: "numbers" },
      h("div", { class: "two" }, recall, rate),
      this.latency,
      h("div", { class: "counts" }, ...[...this.counts.values()].map(({ button }) => button)),
    );
    return [
      this.badge,
      h("div", { class: "line" }, this.modelBox, this.add, this.task.element),
      this.note,
      this.scope.element,
      this.message,
      this.problems.element,
      this.numbers,
      this.other,
      this.protocol.element,
    ];
  }

  /** Show a new content. */
  show(card) {
    this.card = card;
    const active = card.models.find((each) => each.is_active);
    const options = card.models.map(({ name, title, note }) => {
      return { value: name, text: note ? `${title} (${note})` : title };
    });
    this.modelBox.hidden = card.models.length === 0;
    this.models.show(active?.name, options);
    set(this.models.element, "title", active?.title);
    this.task.show(card.task);
    this.scope.show(card.scope);
    write(this.note, active?.note);
    write(this.message, card.message);
    this.message.classList.toggle("note", card.has_score);
    this.problems.show(card.problems ?? []);
    write(this.other, card.other_line);
    this.badge.hidden = card.is_benchmark;
    this.showNumbers(card);
    this.protocol.element.hidden = card.is_locked;
    this.protocol.show(card.settings);
  }

  showNumbers(card) {
    const has = card.has_score;
    this.numbers.classList.toggle("is-empty", !has);
    setText(this.recall, has ? card.recall : "–");
    setText(this.recallNote, has ? card.recall_note : "");
    setText(this.rate, has ? card.fp_rate : "–");
    setText(this.rateNote, has ? card.fp_note : "");
    this.bar.replaceChildren(rateBar(has ? card : { ...card, fp_value: null, fp_state: "none" }));
    this.latency.replaceChildren(...latencyStrip(has ? card.latency : NO_LATENCY));
    for (const [fate, { button, number, label }] of this.counts) {
      const counted = has ? card.counts.find((each) => each.fate === fate) : null;
      setText(number, counted ? String(counted.count) : "–");
      setText(label, counted?.label ?? `${FATES[fate].code} ${FATES[fate].one.replace("false ", "")}`);
      button.disabled = !counted;
      set(button, "aria-label", counted ? `${countOf(fate, counted.count)}: open as playlist` : null);
    }
  }

  /** Show the events behind a count in the playlist. */
  list(fate) {
    const { scope, task, models } = this.card;
    const model = models.find((each) => each.is_active)?.name ?? null;
    this.model.send_msg({ type: "playlist", scope, task, fate, model });
  }
}

function write(element, text) {
  element.hidden = !text;
  setText(element, text);
}
