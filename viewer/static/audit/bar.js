// @ts-check
/** The verdict bar: six choices by key, the own label, the comment, and how saving went. */

import { announcer, key } from "../rails/controls.js";
import { guardKeys, h, hear, set, setText, tell, watchContent } from "../rails/dom.js";
import { recall, remember } from "../rails/memory.js";

const NAME = "turnbench-reviewer";
const OWN = 5;
const PHONE = matchMedia("(max-width: 719px)");

/** Mount the verdict bar in `root`. */
export function mount({ model, root, signal }) {
  const bar = new Bar(model);
  root.classList.add("bar");
  root.append(...bar.elements());
  root.addEventListener("keydown", (event) => bar.onKey(event), { signal });
  guardKeys(root, signal);
  hear("desk-verdict", signal, ({ verdict }) => bar.choose(verdict));
  hear("desk-save", signal, () => bar.save());
  hear("desk-comment", signal, () => bar.comment.focus());
  hear("desk-undo", signal, ({ step }) => bar.undo(step));
  watchContent(model, (content) => bar.show(content));
  const name = recall(NAME);
  if (name) model.send_msg({ type: "audit-name", name });
}

class Bar {
  constructor(model) {
    this.model = model;
    this.item = "";
    this.isAsking = false;
    this.message = h("p", { class: "message", hidden: true });
    this.question = h("span", { class: "dim cut" });
    this.status = h("span", { class: "status" });
    // In the browser's top layer: the timeline lies over everything else of the page.
    this.whyRows = h("div", { class: "why-rows", popover: "auto", tabindex: "0", role: "region", "aria-label": "Why is this gold?" });
    this.why = h("button", { type: "button", class: "button small" }, "Why is this gold?");
    this.why.popoverTargetElement = this.whyRows;
    this.choices = h("div", { class: "choices", role: "radiogroup", "aria-label": "Verdict" });
    this.label = h("select", { "aria-label": "Own label", onchange: (event) => this.model.send_msg({ type: "audit-label", label: event.target.value }) });
    this.times = h("span", { class: "dim" });
    this.own = h("span", { class: "own" }, this.label, this.times, key("←"), key("→"), h("span", { class: "dim" }, "10 ms"), key("d"), h("span", { class: "dim" }, "other edge"));
    this.comment = h("input", { type: "text", class: "comment", placeholder: "Comment (c)", "aria-label": "Comment", maxlength: 4000 });
    this.skip = h("button", { type: "button", class: "button", onclick: () => tell("desk-skip", {}) }, "Skip", key("s"));
    this.saving = h("button", { type: "button", class: "button primary", onclick: () => this.save() }, "Save and next", key("Enter"));
    this.name = h("input", { type: "text", "aria-label": "Your name", placeholder: "Your name", maxlength: 200 });
    this.live = announcer();
  }

  elements() {
    this.whoText = h("span", {});
    this.rename = h("button", { type: "button", class: "link", onclick: () => this.askName() }, "change");
    this.who = h("span", { class: "who dim" }, this.whoText, this.rename);
    this.asking = h("form", { class: "asking", onsubmit: (event) => this.takeName(event) },
      h("label", {}, "Who are you? ", this.name), h("button", { class: "button small" }, "Sign with this name"),
      h("span", { class: "dim" }, "Kept in this browser; shown as unverified."));
    this.clash = h("div", { class: "clash", role: "alertdialog", "aria-label": "Conflict" });
    this.body = h("div", { class: "body" },
      h("div", { class: "line" }, h("h2", {}, "Verdict"), this.question, h("span", { class: "grow" }), this.status, this.who, this.why, this.whyRows),
      this.asking, this.clash, this.choices,
      h("div", { class: "line last" }, this.own, this.comment, this.skip, this.saving));
    return [this.body, this.message, this.live.element];
  }

  show(content) {
    const isMessage = content.message !== undefined;
    this.body.hidden = isMessage;
    this.message.hidden = !isMessage;
    setText(this.message, isMessage ? content.message : "");
    if (isMessage) return;
    const isOther = content.item !== this.item;
    this.content = content;
    this.item = content.item;
    if (isOther) {
      this.comment.value = "";
      this.whyRows.hidePopover();
      // The next question is decided by keys again, wherever the last one was saved from.
      /** @type {HTMLElement | null} */ (/** @type {ShadowRoot} */ (this.body.getRootNode()).activeElement)?.blur();
    }
    setText(this.question, content.question);
    this.question.title = content.question;
    this.showChoices(content.chosen);
    this.showOwn(content);
    this.showOutcome(content.outcome);
    this.showWho(content);
    const none = h("p", {}, "Gold has nothing in this span.");
    this.whyRows.replaceChildren(h("p", { class: "dim" }, "The benchmark’s gold in this span, before any correction"), ...(content.why.length > 0 ? content.why.map(reason) : [none]));
  }

  showChoices(chosen) {
    this.chosen = chosen;
    const had = /** @type {ShadowRoot} */ (this.choices.getRootNode()).activeElement?.getAttribute?.("data-number");
    this.choices.replaceChildren(...this.content.choices.map(({ number, title, text }) =>
      h("button", { type: "button", class: "choice", role: "radio", "aria-checked": String(number === chosen), "data-number": number, onclick: () => this.choose(number) },
        h("span", { class: "title" }, key(String(number)), title), h("span", { class: "text", title: text }, text))));
    if (had) /** @type {HTMLElement | null} */ (this.choices.querySelector(`[data-number="${had}"]`))?.focus();
  }

  showOwn({ own, labels, chosen }) {
    this.own.hidden = chosen !== OWN;
    if (this.label.options.length === 0) {
      this.label.append(...labels.map(({ class: name, labels: rows }) => h("optgroup", { label: name }, ...rows.map((row) => h("option", { value: row }, row)))));
    }
    this.label.value = own.label;
    setText(this.times, own.times);
  }

  showOutcome({ kind, text, theirs, yours }) {
    this.status.className = `status ${kind}`;
    setText(this.status, kind === "conflict" ? "" : text);
    this.status.title = text;
    if (text && text !== this.said) this.live.say(text);
    this.said = text;
    const isClash = kind === "conflict";
    this.clash.hidden = !isClash;
    set(this.saving, "disabled", isClash);
    if (!isClash) return;
    const rows = theirs.map(({ who, what, comment }) => h("p", {}, h("b", {}, who), ` ${what}`, comment ? h("i", {}, ` “${comment}”`) : null));
    this.clash.replaceChildren(
      h("div", {}, h("h3", {}, text), ...rows, h("p", {}, h("b", {}, "You"), ` ${yours}, not saved`)),
      h("button", { type: "button", class: "button", onclick: () => tell("desk-skip", {}) }, "Keep theirs, go on"),
      h("button", { type: "button", class: "button primary", onclick: () => this.save({ isOver: true }) }, "Save mine after theirs"));
  }

  showWho({ reviewer, is_verified: isVerified }) {
    this.reviewer = reviewer;
    this.showAsking();
    this.who.hidden = !reviewer;
    this.rename.hidden = isVerified;
    setText(this.whoText, isVerified ? reviewer : `${reviewer}, unverified `);
  }

  /** The name is asked for in the choices' place. */
  showAsking() {
    this.asking.hidden = !this.isAsking;
    this.choices.hidden = this.isAsking || !this.clash.hidden;
  }

  askName() {
    this.isAsking = true;
    this.showAsking();
    this.name.value = this.reviewer;
    this.name.focus();
  }

  takeName(event) {
    event.preventDefault();
    const name = this.name.value.trim();
    if (!name) return;
    this.isAsking = false;
    this.showAsking();
    remember(NAME, name);
    this.name.blur();
    this.model.send_msg({ type: "audit-name", name });
  }

  /** Choose by number: shown at once; what it moves follows. */
  choose(number) {
    if (!this.content || PHONE.matches) return;
    const chosen = number === this.chosen && number !== OWN ? 0 : number;
    this.showChoices(chosen);
    this.model.send_msg({ type: "audit-choose", number: chosen });
  }

  save({ isOver = false } = {}) {
    if (!this.content || PHONE.matches || this.body.hidden) return;
    if (!this.reviewer) {
      this.askName();
      return;
    }
    const detail = { item: "" };
    tell("desk-following", detail);
    setText(this.status, "Saving …");
    this.model.send_msg({ type: "audit-save", comment: this.comment.value, next: detail.item, is_over: isOver });
  }

  undo(step) {
    if (!PHONE.matches) this.model.send_msg({ type: "audit-undo", step });
  }

  onKey(event) {
    if (event.target !== this.comment) return;
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      this.save();
    } else if (event.key === "Escape") this.comment.blur();
    else return;
    event.stopPropagation();
  }
}

function reason({ title, sentence, parts }) {
  return h("section", {}, h("h3", {}, title), h("p", {}, sentence), parts.length > 0 ? h("ul", {}, ...parts.map((part) => h("li", {}, part))) : null);
}
