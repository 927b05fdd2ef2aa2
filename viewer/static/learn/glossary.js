// @ts-check
/** The glossary: a sheet at the right edge that leaves the rest of the page as it is. */

import { guideOf } from "../page/guides.js";
import { look } from "../page/look.js";
import { h, setText } from "../rails/dom.js";
import { ExcerptPlayer } from "./excerpt.js";
import { entryElement, showState, showTime } from "./glossary_entry.js";
import { entryOf, search } from "./glossary_search.js";

export class Glossary {
  /** `model` is the header's; it has the glossary's text once it was asked for. */
  constructor({ model, root, base, signal }) {
    this.model = model;
    this.text = "";
    this.sections = [];
    this.wanted = "";
    this.elements = new Map();
    this.player = new ExcerptPlayer(base, (example, state, problem) => this.onSound(example, state, problem));
    this.build();
    root.append(this.element);
    model.on("glossary", () => this.isOpen && this.fill());
    signal.addEventListener("abort", () => this.player.dispose());
  }

  build() {
    this.field = h("input", { type: "search", placeholder: "Find a term", "aria-label": "Find a term" });
    this.field.addEventListener("input", () => this.draw());
    this.list = h("div", { class: "entries", tabindex: -1 });
    this.note = h("p", { class: "note glossary-note" });
    this.count = h("p", { class: "unseen", role: "status" });
    this.element = h(
      "dialog",
      { class: "glossary", popover: "manual", "aria-labelledby": "glossary-title" },
      h(
        "div",
        { class: "line" },
        h("h2", { id: "glossary-title", class: "grow" }, "Glossary"),
        h("button", { type: "button", class: "button small", onclick: () => look.set("term", "") }, "Close"),
      ),
      h("label", { class: "search" }, this.field),
      this.note,
      this.count,
      this.list,
    );
    this.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  get isOpen() {
    return this.element.matches(":popover-open");
  }

  /** Open at an entry, "" or an unknown name: at the list's beginning. */
  open(name) {
    this.wanted = name;
    if (!this.isOpen) {
      this.before = deepFocus();
      this.element.showPopover();
    }
    this.field.value = "";
    this.fill();
  }

  close() {
    if (!this.isOpen) return;
    this.player.stop();
    this.element.hidePopover();
    this.before?.focus?.({ preventScroll: true });
  }

  /** Take Python's text, asking for it at the first time. */
  fill() {
    const { glossary } = this.model;
    if (!glossary) {
      setText(this.note, "Loading the glossary …");
      this.model.send_msg({ type: "glossary" });
    } else if (glossary !== this.text) {
      this.text = glossary;
      this.player.stop();
      const { sections, note } = JSON.parse(glossary);
      this.sections = sections;
      setText(this.note, note);
    }
    this.draw();
    this.goTo(this.wanted);
  }

  draw() {
    const query = this.field.value;
    const found = search(this.sections, query);
    const names = new Map(this.sections.flatMap(({ terms }) => terms.map(({ id, name }) => [id, name])));
    const acts = { nameOf: (id) => names.get(id) ?? id, onPlay: (one) => this.play(one), onShow: (one) => this.show(one) };
    this.elements = new Map();
    const parts = found.flatMap(({ name, terms }) => {
      const entries = terms.map((entry) => {
        const element = entryElement(entry, acts);
        this.elements.set(entry.id, { entry, element });
        return element;
      });
      return [h("h3", {}, name), ...entries];
    });
    const isNothing = found.length === 0 && this.sections.length > 0;
    this.list.replaceChildren(...parts, isNothing ? h("p", { class: "note" }, "No term matches this.") : "");
    setText(this.count, query ? `${this.elements.size} terms` : "");
    if (this.player.current) this.onSound(this.player.current, this.player.source ? "playing" : "loading");
  }

  /** Bring an entry into view and give it the focus. */
  goTo(name) {
    const entry = entryOf(this.sections, name);
    const found = entry && this.elements.get(entry.id);
    for (const { element } of this.elements.values()) element.classList.toggle("is-wanted", element === found?.element);
    if (!found) {
      this.list.scrollTop = 0;
      this.field.focus();
      return;
    }
    // The section's name stays in view above it.
    this.list.scrollTop = found.element.offsetTop - (this.list.querySelector("h3")?.offsetHeight ?? 0);
    found.element.querySelector("h4").focus({ preventScroll: true });
  }

  onKey(event) {
    if (event.key === "Escape") look.set("term", "");
    // The page's own keys are not meant while one reads here.
    event.stopPropagation();
  }

  // --- examples ----------------------------------------------------------------------------------------

  play(example) {
    if (this.player.current === example) {
      this.player.stop();
      return;
    }
    guideOf("timeline")?.pause();
    this.player.play(example, { isMixed: look.get("ears") === "both" });
  }

  onSound(example, state, problem) {
    for (const { entry, element } of this.elements.values()) if (entry.example === example) showState(element, state, problem);
    if (state === "playing") this.follow();
  }

  follow() {
    cancelAnimationFrame(this.frame);
    const time = this.player.time();
    if (time === null) return;
    for (const { entry, element } of this.elements.values()) {
      if (entry.example === this.player.current) showTime(element, entry.example, time);
    }
    this.frame = requestAnimationFrame(() => this.follow());
  }

  /** Go to the example's place; here one knowingly leaves one's own, and the back button leads back. */
  show({ split, dialogue, from_s: start, to_s: end, event, model, task }) {
    this.player.stop();
    const around = 4;
    this.model.send_msg({
      type: "open", split, dialogue, event: event || null, play: false, model: model || null, task: task || null,
      start_s: Math.max(0, start - around), end_s: end + around,
    });
  }
}

/** The element that has the focus, also inside shadow roots. */
function deepFocus() {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}
