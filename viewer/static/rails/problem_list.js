// @ts-check
/** Why a model's file is not scored: every problem, counted, in a list that scrolls. */

import { h, setText } from "./dom.js";
import { glyph } from "./glyphs.js";

/** "1 problem", "83 problems". */
export function countLine(count) {
  return `${count} ${count === 1 ? "problem" : "problems"}`;
}

export class ProblemList {
  constructor() {
    this.known = "[]";
    this.count = h("span", {});
    this.list = h("ul", { tabindex: "0", "aria-label": "Problems of this model's file" });
    const head = h("p", { class: "problems-count" }, glyph("false_alarm", 12), this.count);
    this.element = h("div", { class: "problem-list", hidden: true }, head, this.list);
  }

  /** Show these texts; the same ones stay as scrolled as they are. */
  show(problems) {
    this.element.hidden = problems.length === 0;
    const text = JSON.stringify(problems);
    if (text === this.known) return;
    this.known = text;
    setText(this.count, countLine(problems.length));
    this.list.replaceChildren(...problems.map((problem) => h("li", {}, String(problem))));
    this.list.scrollTop = 0;
  }
}
