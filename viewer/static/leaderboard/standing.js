// @ts-check
/** The mark of where an entry stands: filled, hollow, a cross, a diamond; its words stand beside it. */

import { s } from "../rails/dom.js";

const SHAPES = {
  budget: () => s("circle", { class: "mark-budget", r: 4 }),
  ceiling: () => s("circle", { class: "mark-ceiling", r: 3.6 }),
  over: () => s("path", { class: "mark-over", d: "M-3.6 -3.6L3.6 3.6M-3.6 3.6L3.6 -3.6" }),
  "over-hollow": () => s("circle", { class: "mark-over", r: 3.6 }),
  reference: () => s("path", { class: "mark-reference", d: "M0 -5L5 0L0 5L-5 0Z" }),
};

/** The mark of a state: `budget`, `ceiling`, `over`, `reference`; nothing for any other. */
export function standingMark(state) {
  const shape = SHAPES[state];
  return shape ? s("svg", { class: "mark", width: 12, height: 12, viewBox: "-6 -6 12 12", "aria-hidden": "true" }, shape()) : null;
}
