// @ts-check
/** Model files that have changed on the disk: one line each, with what can be done. */

import { h } from "../rails/dom.js";
import { ProblemList } from "../rails/problem_list.js";

export class ChangedFiles {
  constructor({ reload }) {
    this.reload = reload;
    this.later = new Map();
    this.known = "";
    this.list = h("ul", {});
    this.element = h("div", { class: "changed", popover: "manual", role: "region", "aria-label": "Changed model files" }, this.list);
  }

  /** Show what has changed; what somebody put off comes again when there is something else to say. */
  show(changed) {
    this.changed = changed;
    const shown = changed.filter((one) => this.later.get(one.model) !== said(one));
    const text = JSON.stringify(shown);
    if (text === this.known) return;
    this.known = text;
    this.list.replaceChildren(...shown.map((one) => this.row(one)));
    const isOpen = this.element.matches(":popover-open");
    if (shown.length > 0 && !isOpen) this.element.showPopover();
    if (shown.length === 0 && isOpen) this.element.hidePopover();
  }

  row(one) {
    const problems = new ProblemList();
    problems.show(one.problems);
    const put = () => {
      this.later.set(one.model, said(one));
      this.show(this.changed);
    };
    const button = (text, onclick) => h("button", { type: "button", class: "button small", onclick, disabled: one.is_reading }, text);
    const line = h(
      "div", { class: "line" }, h("span", { role: "status" }, one.text),
      button("Reload", () => this.reload(one.model)), button("Not now", put),
    );
    return h("li", {}, line, problems.element);
  }
}

function said({ text, problems }) {
  return JSON.stringify([text, problems]);
}
