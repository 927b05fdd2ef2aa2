// @ts-check
/** The false alarm rate as a bar from 0 to 0.25 with the budget and the ceiling. */

import { term } from "../page/term.js";
import { h, s } from "./dom.js";

const END = 0.25;

/** Draw the card's `fp_value` (or nothing), coloured by `fp_state`. */
export function rateBar({ fp_value: value, fp_state: state, budget, ceiling }) {
  const at = (rate) => `${(Math.max(0, Math.min(1, rate / END)) * 100).toFixed(2)}%`;
  const bar = s(
    "svg",
    { width: "100%", height: 20, "aria-hidden": "true" },
    s("rect", { class: "track", y: 6, width: "100%", height: 8, rx: 2 }),
  );
  if (typeof value === "number") {
    bar.append(s("rect", { class: `value ${state}`, y: 6, width: at(value), height: 8, rx: 2 }));
  }
  bar.append(
    s("line", { class: "budget", x1: at(budget), x2: at(budget), y1: 2, y2: 18 }),
    s("line", { class: "ceiling", x1: at(ceiling), x2: at(ceiling), y1: 2, y2: 18 }),
  );
  const budgetLabel = h("span", { class: "at-budget" }, term("budget", "budget"), ` ${budget.toFixed(2)}`);
  budgetLabel.style.right = at(END - budget);
  const ceilingLabel = h("span", { class: "at-ceiling" }, term("ceiling", "ceiling"), ` ${ceiling.toFixed(2)}`);
  ceilingLabel.style.left = at(ceiling);
  return h("div", { class: "rate-bar" }, bar, h("div", { class: "ticks" }, budgetLabel, ceilingLabel));
}
