// @ts-check
/** The trade-off figure's title and what its marks mean. */

import { h } from "../rails/dom.js";
import { standingMark } from "./standing.js";

const LEGEND = [
  ["budget", "within budget"],
  ["ceiling", "over budget"],
  ["over-hollow", "over ceiling"],
  ["reference", "published elsewhere"],
];

/** Mount the head in `root`. */
export function mount({ root }) {
  root.className = "trade rail";
  const legend = LEGEND.map(([state, text]) => h("span", {}, standingMark(state), state === "reference" ? h("i", {}, text) : text));
  root.append(h("div", { class: "head" }, h("h2", {}, "Trade-off"), h("div", { class: "legend" }, ...legend)));
}
