// @ts-check
/** The left rail: the conversations of a split, searched and filtered here, opened in Python. */

import { look } from "../page/look.js";
import { announcer, choice, key, menu } from "./controls.js";
import { card, magnifier } from "./dialogue_card.js";
import { filterRows, neighbour, presentTypes } from "./dialogue_filter.js";
import { guardKeys, h, hear, s, set, setText, watchContent } from "./dom.js";
import { Opening } from "./opening.js";
import { keepRailWidth } from "./rail_width.js";

/** Mount the list in `root`. */
export function mount({ model, root, signal }) {
  const list = new DialogueList(model);
  root.className = "rail dialogues";
  root.append(...list.elements());
  guardKeys(root, signal);
  keepRailWidth(root, list.toggle, signal);
  hear("dialogue-step", signal, ({ step }) => list.step(step));
  watchContent(model, (content) => list.show(content));
  for (const name of ["find", "kind", "wrong"]) look.watch(name, () => list.takeFilter(), signal);
}

/** The filter that the page's look names. */
function filterOf(found) {
  return { search: found.get("find"), type: found.get("kind") || null, hasErrors: found.get("wrong") === "1" };
}

class DialogueList {
  constructor(model) {
    this.model = model;
    this.content = { splits: [], rows: [], task: "eot" };
    this.filter = filterOf(look);
    this.shown = [];
    this.cards = new Map();
    this.cursor = null;
    this.openId = null;
    this.opening = new Opening((dialogue) => model.send_msg({ type: "open", dialogue, event: null, play: false }));
    this.make();
    this.showFilter();
  }

  make() {
    this.count = h("span", { class: "dim" });
    this.split = menu({ name: "Split", onPick: (split) => this.model.send_msg({ type: "split", split }) });
    this.notice = h("p", { class: "split-notice" });
    this.search = h("input", {
      type: "search",
      placeholder: "Search titles and ids",
      "aria-label": "Search titles and ids",
      spellcheck: "false",
      oninput: () => this.refilter({ search: this.search.value }),
    });
    this.types = choice({ name: "Conversation type", kind: "chips", onPick: (type) => this.refilter({ type }) });
    this.errors = h("input", {
      type: "checkbox",
      onchange: () => this.refilter({ hasErrors: this.errors.checked }),
    });
    this.toggle = h(
      "button",
      { type: "button", class: "ghost square", title: "Fold the list (\\)", "aria-label": "Fold the list" },
      s("svg", { class: "icon", width: 16, height: 16, viewBox: "0 0 16 16" }, s("path", { d: "M9.5 4L5.5 8l4 4" })),
    );
    this.box = h("div", {
      class: "scroll",
      role: "listbox",
      tabindex: "0",
      "aria-label": "Conversations",
      onkeydown: (event) => this.onKey(event),
      onclick: (event) => this.onClick(event),
      onfocus: () => this.onFocus(),
      onblur: () => this.placeCursor(null),
    });
    this.emptyText = h("p", {});
    this.clearButton = h("button", { type: "button", class: "button", onclick: () => this.clear() }, "Clear filters");
    this.empty = h("div", { class: "empty" }, this.emptyText, this.clearButton);
    this.footer = h("span", {});
    this.live = announcer();
  }

  elements() {
    const head = h(
      "div",
      { class: "head" },
      h("div", { class: "line" }, h("h2", {}, "Conversations"), this.count, this.split.element, this.toggle),
      this.notice,
      h("label", { class: "search" }, magnifier(), this.search),
      this.types.element,
      h("label", { class: "check" }, this.errors, "Has errors"),
    );
    const hints = h("span", { class: "hints" }, key("j"), key("k"), "next, previous");
    const foot = h("div", { class: "foot" }, this.footer, hints);
    const strip = h("div", { class: "strip-label", "aria-hidden": "true" }, "Conversations");
    return [strip, h("div", { class: "sheet" }, head, this.box, this.empty, foot, this.live.element)];
  }

  /** Show a new content, keeping filters, scroll and focus. */
  show(content) {
    const opened = content.rows.find((row) => row.is_open)?.id ?? null;
    const isOtherSplit = this.openSplit(content)?.name !== this.openSplit(this.content)?.name;
    this.content = content;
    if (isOtherSplit) this.box.scrollTop = 0;
    this.showHead();
    this.opening.shown(opened);
    this.draw();
    const isOther = opened !== this.openId;
    this.openId = opened;
    const awaited = this.showOpening();
    if (isOther) this.reveal(awaited);
  }

  /** Show where the steps have led so far; returns that conversation. */
  showOpening() {
    const awaited = this.opening.from(this.openId);
    for (const [id, { option }] of this.cards) option.classList.toggle("opening", id === awaited && id !== this.openId);
    return awaited;
  }

  openSplit(content) {
    return content.splits.find((split) => split.is_open);
  }

  showHead() {
    const { splits, rows } = this.content;
    const open = this.openSplit(this.content);
    setText(this.count, String(rows.length));
    this.split.element.hidden = splits.length < 2;
    this.split.show(open?.name, splits.map(({ name }) => ({ value: name, text: name })));
    this.notice.hidden = !open?.notice;
    setText(this.notice, open?.notice);
    set(this.notice, "title", open?.notice || null);
    const types = presentTypes(rows);
    if (this.filter.type !== null && !types.includes(this.filter.type)) this.refilter({ type: null });
    const options = types.map((type) => ({ value: type, text: type, title: type }));
    this.types.element.hidden = types.length < 2;
    this.types.show(this.filter.type, [{ value: null, text: "All types" }, ...options]);
  }

  /** A filter set by hand: the look of the page keeps it, and shows it here. */
  refilter(change) {
    const { search, type, hasErrors } = { ...this.filter, ...change };
    look.set("find", search);
    look.set("kind", type ?? "");
    look.set("wrong", hasErrors ? "1" : "");
  }

  /** The look has another filter: chosen here, or come back with the address. */
  takeFilter() {
    this.filter = filterOf(look);
    this.showFilter();
    this.draw();
    this.box.scrollTop = 0;
  }

  showFilter() {
    if (this.search.value !== this.filter.search) this.search.value = this.filter.search;
    this.errors.checked = this.filter.hasErrors;
    this.types.show(this.filter.type);
  }

  clear() {
    this.refilter({ search: "", type: null, hasErrors: false });
    this.search.focus();
  }

  /** Draw the shown cards; a card whose row did not change is kept. */
  draw() {
    const { rows, task } = this.content;
    this.shown = filterRows(rows, this.filter);
    const kept = new Map();
    const options = this.shown.map((row, index) => {
      const text = JSON.stringify(row) + task;
      const old = this.cards.get(row.id);
      const made = old?.text === text ? old : { text, option: card(row, (task ?? "").toUpperCase()) };
      kept.set(row.id, made);
      set(made.option, "id", `dialogue-${index}`);
      return made.option;
    });
    this.cards = kept;
    place(this.box, options);
    this.empty.hidden = this.shown.length > 0;
    this.box.hidden = !this.empty.hidden;
    this.clearButton.hidden = rows.length === 0;
    const sentence = rows.length === 0 ? "This split has no conversations." : "No conversation matches these filters.";
    setText(this.emptyText, sentence);
    setText(this.footer, `${this.shown.length} of ${rows.length} shown`);
    if (this.cursor !== null) this.placeCursor(this.cursor);
  }

  /** The keyboard comes in at the open card; a mouse that comes in must find the cards where they are. */
  onFocus() {
    if (!this.box.matches(":focus-visible")) return;
    this.placeCursor(this.cards.has(this.openId) ? this.openId : (this.shown[0]?.id ?? null));
  }

  onKey(event) {
    const at = this.shown.findIndex((row) => row.id === (this.cursor ?? this.openId));
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.shown.length - 1 }[event.key];
    if (event.key === "Enter") this.open(this.cursor);
    else if (target === undefined) return;
    else this.placeCursor(this.shown[Math.max(0, Math.min(this.shown.length - 1, target))]?.id ?? null);
    event.preventDefault();
    event.stopPropagation();
  }

  placeCursor(id) {
    if (this.cursor !== id) this.cards.get(this.cursor)?.option.classList.remove("cursor");
    this.cursor = id;
    const option = this.cards.get(id)?.option;
    option?.classList.add("cursor");
    set(this.box, "aria-activedescendant", option?.id);
    if (option) option.scrollIntoView({ block: "nearest" });
  }

  onClick(event) {
    const option = event.target.closest("[role=option]");
    if (option) this.open(option.dataset.id);
  }

  open(id) {
    if (id === null || id === undefined) return;
    this.opening.ask(id);
    this.showOpening();
    this.reveal(id);
  }

  /** Open the next or previous of the shown conversations (keys j and k). */
  step(step) {
    const row = neighbour(this.shown, this.opening.from(this.openId), step);
    if (row) this.open(row.id);
    else this.live.say(step > 0 ? "This is the last conversation shown." : "This is the first conversation shown.");
  }

  reveal(id) {
    this.cards.get(id)?.option.scrollIntoView({ block: "nearest" });
  }
}

/** Make `options` the children of `box`, touching only what moved. */
function place(box, options) {
  const wanted = new Set(options);
  for (const child of [...box.children]) if (!wanted.has(child)) child.remove();
  options.forEach((option, index) => {
    if (box.children[index] !== option) box.insertBefore(option, box.children[index] ?? null);
  });
}
