// @ts-check
/** The command palette: one field that finds times, events, conversations, models, commands and words. */

import { look } from "../page/look.js";
import { opened } from "../page/opened.js";
import { isOnPage } from "../timeline/keys.js";
import { announcer, key } from "./controls.js";
import { h, hear, set, tell } from "./dom.js";
import { recall, remember } from "./memory.js";
import { isSearched, sectionsOf, stillFound } from "./palette_rows.js";

const RECENT = "turnbench-palette-recent";
const MOST_REMEMBERED = 8;
const ASK_AFTER_MS = 80;
const PAGE_ROWS = 8;
/** What a row can do that is seen on the timeline alone. */
const ON_TIMELINE = new Set(["perform", "event"]);

/** Mount the palette in `root`; it is built when it is first opened. */
export function mount({ model, root, signal }) {
  root.className = "rail";
  /** @type {Palette | null} */
  let palette = null;
  hear("palette", signal, () => {
    palette ??= new Palette(model, root);
    palette.open();
  });
  model.on("found", () => palette?.takeFound());
  signal.addEventListener("abort", () => palette?.close());
}

class Palette {
  constructor(model, root) {
    this.model = model;
    this.nonce = 0;
    this.timer = 0;
    this.found = null;
    this.isAwaited = false;
    this.isEntered = false;
    this.rows = [];
    this.options = [];
    this.active = -1;
    this.field = h("input", {
      type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-autocomplete": "list",
      "aria-label": "Go to a time, event or conversation; find words and commands", spellcheck: "false", autocomplete: "off",
      placeholder: "Go to 1:23.4, a title, a model, a command, words that were said", oninput: () => this.onInput(),
    });
    this.list = h("div", { class: "palette-list scroll", role: "listbox", id: "palette-list", "aria-label": "Found", tabindex: "-1" });
    this.empty = h("p", { class: "palette-empty dim" }, "Nothing is found.");
    this.live = announcer();
    const hints = h("div", { class: "palette-foot hints" }, key("↑"), key("↓"), "choose", key("Enter"), "go", key("Esc"), "close");
    this.dialog = h("dialog", { class: "palette", "aria-label": "Go to" }, this.field, this.list, this.empty, hints, this.live.element);
    this.dialog.addEventListener("keydown", (event) => this.onKey(event));
    this.dialog.addEventListener("click", (event) => this.onClick(event));
    this.dialog.addEventListener("close", () => this.forget());
    this.list.addEventListener("mousemove", (event) => this.onMove(event));
    // The field keeps the focus, so that typing goes on.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    root.append(this.dialog);
  }

  open() {
    if (!this.model.content) return;
    if (this.model.content !== this.text) {
      this.text = this.model.content;
      this.content = JSON.parse(this.text);
    }
    if (!this.dialog.open) {
      this.field.value = "";
      this.found = null;
      this.dialog.showModal();
      this.draw();
    }
    this.field.focus();
    this.field.select();
  }

  close() {
    this.dialog.close();
  }

  /** Nobody waits for an answer any more. */
  forget() {
    clearTimeout(this.timer);
    this.nonce += 1;
    this.isAwaited = false;
    this.isEntered = false;
  }

  onInput() {
    const query = this.field.value;
    clearTimeout(this.timer);
    this.isEntered = false;
    this.isAwaited = !this.content.no_words && isSearched(query);
    if (this.isAwaited) this.timer = setTimeout(() => this.ask(query), ASK_AFTER_MS);
    this.found = this.isAwaited ? stillFound(this.found, query) : null;
    this.nonce += 1;
    this.draw();
  }

  ask(text) {
    this.model.send_msg({ type: "find", text, nonce: this.nonce });
  }

  /** An answer to the latest question; one to an older question is nobody's. */
  takeFound() {
    const found = this.model.found ? JSON.parse(this.model.found) : null;
    if (!found || found.nonce !== this.nonce || !this.isAwaited) return;
    this.isAwaited = false;
    this.found = found;
    this.draw(this.rows[this.active]?.key);
    if (this.isEntered) this.run(this.active);
  }

  /** List what the query finds; the row with `keptKey` stays the active one, else the first is. */
  draw(keptKey = null) {
    const query = this.field.value;
    const sections = sectionsOf({ query, content: this.content, opened, recent: this.recent(), found: this.found, page: document.documentElement.dataset.page });
    this.rows = sections.flatMap(({ rows }) => rows);
    this.options = [];
    this.list.replaceChildren(...sections.map((section, index) => this.drawSection(section, index)));
    this.list.hidden = sections.length === 0;
    this.empty.hidden = sections.length > 0 || this.isAwaited;
    if (keptKey === null) this.list.scrollTop = 0;
    const kept = this.rows.findIndex((row) => row.key === keptKey);
    this.choose(this.rows.length === 0 ? -1 : Math.max(0, kept));
    if (!this.isAwaited) this.live.say(this.rows.length === 1 ? "1 found" : `${this.rows.length} found`);
  }

  drawSection({ name, note, rows }, index) {
    const id = `palette-section-${index}`;
    const options = rows.map((row) => this.drawRow(row));
    return h(
      "div",
      { role: "group", "aria-labelledby": id },
      h("div", { class: "palette-head label", id }, name),
      ...options,
      note ? h("p", { class: "palette-note dim" }, note) : null,
    );
  }

  drawRow({ parts, detail, keys, speaker }) {
    const at = this.options.length;
    const text = parts.map((part, index) => (index % 2 === 1 ? h("mark", {}, part) : part));
    const option = h(
      "div",
      { class: "palette-row", role: "option", id: `palette-${at}`, "data-at": at, "aria-selected": "false" },
      speaker ? h("i", { class: `speaker-bar s${speaker}`, role: "img", "aria-label": `Speaker ${speaker}:` }) : null,
      h("span", { class: "grow", title: parts.join("") }, ...text),
      detail ? h("span", { class: "palette-detail dim" }, detail) : null,
      ...keys.map((label) => h("span", { class: "hints" }, ...label.split(" ").map(key))),
    );
    this.options.push(option);
    return option;
  }

  choose(at) {
    if (this.options[this.active]) set(this.options[this.active], "aria-selected", "false");
    this.active = at;
    const option = this.options[at];
    set(this.field, "aria-activedescendant", option?.id ?? null);
    if (!option) return;
    set(option, "aria-selected", "true");
    if (at === 0) this.list.scrollTop = 0;
    else option.scrollIntoView({ block: "nearest" });
  }

  onKey(event) {
    if (event.isComposing) return;
    const last = this.rows.length - 1;
    const { active } = this;
    const target = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(last, active + PAGE_ROWS),
      PageUp: Math.max(0, active - PAGE_ROWS),
    }[event.key];
    if (event.key === "Enter") this.enter();
    else if (target !== undefined) this.choose(last < 0 ? -1 : target);
    else if (event.key !== "Tab") return; // the field is all there is to focus
    event.preventDefault();
  }

  /** Enter before the words are found takes the first of them when they come. */
  enter() {
    if (this.active >= 0) this.run(this.active);
    else this.isEntered = this.isAwaited;
  }

  onMove(event) {
    const option = event.target.closest("[role=option]");
    const at = option ? Number(option.dataset.at) : this.active;
    if (at !== this.active) this.choose(at);
  }

  onClick(event) {
    if (event.target === this.dialog) this.close();
    const option = event.target.closest("[role=option]");
    if (option) this.run(Number(option.dataset.at));
  }

  run(at) {
    const act = this.rows[at]?.act;
    if (!act) return;
    this.close();
    if (act.command) this.rememberCommand(act.command);
    this.act(act);
  }

  act(act) {
    const send = (message) => this.model.send_msg(message);
    const { page } = document.documentElement.dataset;
    const isOpen = act.dialogue === opened.dialogue?.id && isOnPage({ action: "go-to" }, page);
    // What acts on the timeline shows it.
    if (ON_TIMELINE.has(act.type) && !isOnPage({ action: act.action ?? act.type, page: act.page }, page)) send({ type: "page", page: "explore" });
    const acts = {
      page: () => send({ type: "page", page: act.page }),
      perform: () => tell("perform", { action: act.action, value: act.value }),
      side: () => look.set("side", act.value),
      uploads: () => tell("uploads", {}),
      event: () => {
        tell("select", { event: act.event, play: false });
        send({ type: "select", event: act.event });
      },
      open: () => isOpen || send({ type: "open", dialogue: act.dialogue, event: null, play: false }),
      word: () => {
        if (isOpen) tell("perform", { action: "go-to", value: { at: act.at, play: true } });
        else send({ type: "open", dialogue: act.dialogue, event: null, at_s: act.at, play: true });
      },
      model: () => send({ type: "model", model: act.model }),
      split: () => send({ type: "split", split: act.split }),
    };
    acts[act.type]();
  }

  recent() {
    return (recall(RECENT) ?? "").split("\n").filter(Boolean);
  }

  rememberCommand(id) {
    const known = [id, ...this.recent().filter((one) => one !== id)];
    remember(RECENT, known.slice(0, MOST_REMEMBERED).join("\n"));
  }
}
