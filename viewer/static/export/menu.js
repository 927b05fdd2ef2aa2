// @ts-check
/** The button "Export" and the menu below it. */

import { make, setText } from "../timeline/dom.js";
import { iconElement } from "../timeline/glyphs.js";
import { FORMS, noteOf, whyNot } from "./forms.js";
import { rangeLine } from "./range.js";

const ICON = "M8 2.5v7.5M5 7.2L8 10.2L11 7.2M2.8 11v2.5h10.4V11";

/** One menu per timeline. */
export class ExportMenu {
  /** `what()` gives `{range, media}` now, `choose(form)` exports. */
  constructor(what, choose) {
    this.what = what;
    this.choose = choose;
    this.isBusy = false;
    this.button = make("button", "export-button", [iconElement(ICON), make("span", "export-word", "Export")], {
      type: "button", "aria-haspopup": "menu", "aria-expanded": "false", "aria-label": "Export", title: "Export the clip (x)",
    });
    this.line = make("p", "export-range");
    this.status = make("p", "export-status", "", { role: "status" });
    this.items = FORMS.map((form) => this.item(form));
    const list = make("div", "export-items", this.items.map(({ element }) => element), { role: "menu", "aria-label": "Export" });
    this.panel = make("div", "export-panel", [this.line, list, this.status]);
    this.panel.hidden = true;
    this.element = make("div", "export", [this.button, this.panel]);
    this.button.addEventListener("click", () => this.toggle());
    this.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  item(form) {
    const note = make("span", "export-note");
    const element = make("button", "export-item", [make("span", "export-name", form.name), note], {
      type: "button", role: "menuitem", tabindex: "-1", "data-form": form.form,
    });
    element.addEventListener("click", () => {
      if (element.getAttribute("aria-disabled") !== "true") this.choose(form.form);
    });
    return { form, element, note };
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  toggle(isOpen = !this.isOpen) {
    if (isOpen === this.isOpen) return;
    this.panel.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    if (!this.isBusy) this.say("");
    this.refresh();
    this.items[0].element.focus();
  }

  /** Write what would be exported now, and which forms can be. */
  refresh() {
    const { range, media } = this.what();
    setText(this.line, rangeLine(range));
    for (const { form, element, note } of this.items) {
      const problem = whyNot(form, range, media);
      setText(note, problem || noteOf(form, range, media));
      element.setAttribute("aria-disabled", String(Boolean(problem) || this.isBusy));
    }
  }

  /** Say how an export goes on. */
  say(text, { isError = false, isBusy = false } = {}) {
    this.isBusy = isBusy;
    this.status.classList.toggle("is-error", isError);
    setText(this.status, text);
    this.refresh();
  }

  onKey(event) {
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (!this.isOpen) return;
    const at = this.items.findIndex(({ element }) => element.matches(":focus"));
    const go = (index) => this.items[(index + this.items.length) % this.items.length].element.focus();
    if (event.key === "Escape") this.close();
    else if (event.key in moves) go(at < 0 && moves[event.key] < 0 ? -1 : at + moves[event.key]);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Close and give the focus back to the button. */
  close() {
    this.toggle(false);
    this.button.focus();
  }
}
