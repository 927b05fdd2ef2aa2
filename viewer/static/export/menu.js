// @ts-check
/** The button "Export" and the menu below it. */

import { button, make, setText } from "../timeline/dom.js";
import { iconElement } from "../timeline/glyphs.js";
import { popover } from "../timeline/popover.js";
import { FORMS, noteOf, whyNot } from "./forms.js";
import { rangeLine } from "./range.js";

const ICON = "M8 2.5v7.5M5 7.2L8 10.2L11 7.2M2.8 11v2.5h10.4V11";

/** One menu per timeline. */
export class ExportMenu {
  /** `what()` gives `{range, media}` now, `choose(form)` exports. */
  constructor(what, choose, signal) {
    this.what = what;
    this.choose = choose;
    this.isBusy = false;
    this.opener = button("square", [iconElement(ICON)], "Export (x)", () => this.toggle());
    this.line = make("p", "export-range");
    this.status = make("p", "export-status", "", { role: "status" });
    this.items = FORMS.map((form) => this.item(form));
    const list = make("div", "export-items", this.items.map(({ element }) => element), { role: "menu", "aria-label": "Export" });
    this.panel = make("div", "popover export-panel", [this.line, list, this.status]);
    this.panel.addEventListener("keydown", (event) => this.onKey(event));
    this.popover = popover(this.opener, this.panel, { onOpen: () => this.onOpen(), signal });
    this.opener.setAttribute("aria-haspopup", "menu");
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

  toggle() {
    if (this.popover.isOpen) this.popover.close();
    else this.popover.open();
  }

  onOpen() {
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

  /** The arrows, Home and End go from one form to the other. */
  onKey(event) {
    const at = this.items.findIndex(({ element }) => element.matches(":focus"));
    const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    this.items[(to + this.items.length) % this.items.length].element.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
