// @ts-check
/** The audit page's queue: what is asked, filters, and how far it is answered. */

import { announcer, key } from "../rails/controls.js";
import { guardKeys, h, hear, set, setText, watchContent } from "../rails/dom.js";
import { VirtualList } from "../rails/virtual_list.js";
import { countsOf, followingOf, shownOf } from "./queue_rows.js";

const ROW_PX = 88;
const ASKED = [
  { name: "open", title: "Open" },
  { name: "settled", title: "Settled" },
  { name: "mine", title: "Mine" },
];

/** Mount the queue in `root`. */
export function mount({ model, root, signal }) {
  const queue = new Queue(model, signal);
  root.classList.add("queue");
  root.append(...queue.elements());
  guardKeys(root, signal);
  hear("desk-step", signal, ({ step }) => queue.step(step));
  hear("desk-skip", signal, () => queue.step(1));
  // Who saves asks which question comes after it.
  hear("desk-following", signal, (detail) => {
    detail.item = queue.following(1);
  });
  watchContent(model, (content) => queue.show(content));
  const follow = () => model.standing && queue.stand(JSON.parse(model.standing));
  model.on("standing", follow);
  follow();
}

class Queue {
  constructor(model, signal) {
    this.model = model;
    this.rows = [];
    this.shown = [];
    this.standing = { item: "", filters: { asked: "open", differ: "", between: "" }, answers: {}, differing: null };
    this.item = "";
    this.list = new VirtualList({ name: "Questions", draw: (row) => this.draw(row), signal, itemPx: ROW_PX });
    this.list.box.addEventListener("click", (event) => {
      const option = /** @type {Element} */ (event.target).closest("[role=option]");
      if (option) this.open(this.shown[Number(option.getAttribute("data-index"))]?.item);
    });
    this.list.box.addEventListener("keydown", (event) => this.onKey(event));
    this.message = h("p", { class: "message", hidden: true });
    this.live = announcer();
    this.kinds = h("select", { "aria-label": "Queue", onchange: (event) => this.option("queue", event.target.value) });
    this.settled = h("span", { class: "dim" });
    this.bar = h("div", { class: "progress", role: "progressbar", "aria-label": "Settled", "aria-valuemin": 0 }, (this.fill = h("span", {})));
    this.chips = h("div", { class: "line" });
    this.shownCount = h("span", { class: "dim end" });
  }

  elements() {
    this.head = h("div", { class: "head" },
      h("div", { class: "line" }, this.kinds, h("span", { class: "grow" }), this.settled),
      this.bar, this.chips);
    this.foot = h("div", { class: "foot" }, key("n"), "next", key("p"), "previous", this.shownCount);
    return [this.head, this.list.box, this.message, this.foot, this.live.element];
  }

  option(name, value) {
    this.model.send_msg({ type: "option", name, value });
  }

  /** Other questions. */
  show(content) {
    const isMessage = Boolean(content.message);
    for (const part of [this.head, this.list.box, this.foot]) part.hidden = isMessage;
    this.message.hidden = !isMessage;
    setText(this.message, content.message ?? "");
    this.content = content;
    this.rows = content.rows ?? [];
    if (isMessage) return;
    this.kinds.replaceChildren(...content.queues.map(({ name, title, count }) =>
      h("option", { value: name, selected: name === content.queue }, `${title} (${count})`)));
    this.refresh();
  }

  /** Other answers, filters, or another open question. */
  stand(standing) {
    const isOther = standing.item !== this.standing.item;
    this.standing = standing;
    if (isOther) this.item = standing.item;
    this.refresh();
  }

  refresh() {
    if (!this.content || this.content.message) return;
    const { filters } = this.standing;
    const counts = countsOf(this.rows, this.standing);
    this.shown = shownOf(this.rows, this.standing, this.item);
    setText(this.settled, `${counts.settled} of ${this.rows.length} settled`);
    this.fill.style.width = `${(100 * counts.settled) / Math.max(this.rows.length, 1)}%`;
    set(this.bar, "aria-valuemax", this.rows.length);
    set(this.bar, "aria-valuenow", counts.settled);
    this.drawChips(counts, filters);
    this.list.setItems(this.shown, false);
    const at = this.shown.findIndex(({ item }) => item === this.item);
    this.list.pin(at, true);
    set(this.list.box, "aria-activedescendant", at >= 0 ? `question-${at}` : null);
    const count = at >= 0 ? `${at + 1} of ${this.shown.length} shown` : `${this.shown.length} shown`;
    setText(this.shownCount, `${count}, ${this.content.order}`);
  }

  drawChips(counts, filters) {
    const asked = this.standing.differing ? [...ASKED, { name: "disputed", title: "Differing" }] : ASKED;
    const parts = asked.map(({ name, title }) =>
      h("button", { type: "button", class: "chip", "aria-pressed": String(filters.asked === name), "data-asked": name,
        onclick: () => this.option("asked", filters.asked === name ? "all" : name) }, `${title} ${counts[name]}`));
    const held = this.chips.contains(/** @type {ShadowRoot} */ (this.chips.getRootNode()).activeElement) && this.focused();
    this.chips.replaceChildren(
      ...parts,
      this.menu("differ", "All kinds", this.content.kinds, filters.differ),
      ...(this.content.pairs.length > 0 ? [this.menu("between", "All pairs", this.content.pairs, filters.between)] : []),
      ...(this.content.has_seed ? [this.seed()] : []),
    );
    if (held) /** @type {HTMLElement | null} */ (this.chips.querySelector(`[data-asked="${held}"]`))?.focus();
  }

  focused() {
    return /** @type {ShadowRoot} */ (this.chips.getRootNode()).activeElement?.getAttribute("data-asked");
  }

  menu(name, all, choices, chosen) {
    const options = [{ name: "", title: all, count: this.rows.length }, ...choices];
    return h("select", { class: "chip", "aria-label": all, onchange: (event) => this.option(name, event.target.value) },
      ...options.map((one) => h("option", { value: one.name, selected: one.name === chosen }, one.name ? `${one.title} ${one.count}` : one.title)));
  }

  seed() {
    return h("label", { class: "field" }, "Seed",
      h("input", { type: "number", min: 0, value: this.content.seed, onchange: (event) => this.option("seed", event.target.value) }));
  }

  draw(row) {
    const index = this.shown.indexOf(row);
    const isSelected = row.item === this.item;
    const answer = this.standing.answers[row.item];
    const heard = row.heard.map((labels, at) => h("span", { class: "heard" }, h("b", {}, "abc"[at]),
      ...(labels.length > 0 ? labels.slice(0, 2) : [["–", -1]]).map(([name, code]) => h("i", { class: `c${code}` }, name))));
    return h("div", {
      class: isSelected ? "row selected" : "row", role: "option", id: `question-${index}`, "data-index": index, "aria-selected": String(isSelected),
      "aria-posinset": index + 1, "aria-setsize": this.shown.length,
      "aria-label": `${row.title}, ${row.length}, ${row.clock}, ${row.dialogue}, Speaker ${row.speaker}${answer ? `, ${answer.text}` : ""}`,
    },
      h("span", { class: "name", title: `could move scores by ${row.moves}` }, row.title), h("span", { class: "end" }, row.length),
      h("span", { class: "place" }, `${row.clock} · S${row.speaker} · ${row.dialogue}`),
      h("span", { class: "chips" }, ...heard, answer ? h("span", { class: "answer", title: answer.text }, answer.text) : null));
  }

  onKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    this.step(step);
    event.preventDefault();
    event.stopPropagation();
  }

  following(step) {
    return followingOf(this.shown, this.item, step);
  }

  step(step) {
    const item = this.following(step);
    if (item) this.open(item);
    else this.live.say(this.shown.length > 0 ? `This is the ${step > 0 ? "last" : "first"} question.` : "No question matches these filters.");
  }

  open(item) {
    if (!item || item === this.item) return;
    this.item = item;
    this.refresh();
    this.model.send_msg({ type: "audit-item", item });
  }
}
