// @ts-check
/** What colours and marks mean, below the lanes. */

import { term } from "../page/term.js";
import { make } from "./dom.js";
import { glyphElement } from "./glyphs.js";
import { CLASSES } from "./scene.js";

export const FATES = [
  ["hit", "hit"], ["false_alarm", "false alarm"], ["miss", "miss"], ["redundant", "redundant"],
  ["masked", "masked"], ["ignored", "ignored"],
];
export const AREAS = [["window", "window"], ["negative", "gold negative"], ["excluded", "excluded"]];

/** Build the legend: the classes, then fates and areas. */
export function buildLegend() {
  const classes = CLASSES.map(({ key, name }) => entry(make("span", `swatch cls-${key}`), `class_${key}`, name));
  const fates = FATES.map(([fate, name]) => entry(glyphElement(fate), fate, name));
  for (const [area, name] of AREAS) fates.push(entry(make("span", `swatch ${area}`), area, name));
  const row = (name, entries) => make("div", "legend-row", [make("span", "legend-name", name), ...entries]);
  const legend = make("div", "legend", [row("Classes", classes), row("Fates", fates)], { role: "toolbar", "aria-label": "Legend" });
  roam(legend);
  return legend;
}

/** One stop of Tab for all terms of a group; the arrows, Home and End go from one to the other. */
function roam(group) {
  const terms = [...group.querySelectorAll("button")];
  terms.forEach((one, index) => (one.tabIndex = index === 0 ? 0 : -1));
  group.addEventListener("keydown", (event) => {
    const at = terms.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: terms.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = terms[(to + terms.length) % terms.length];
    for (const one of terms) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  });
}

function entry(mark, id, name) {
  return make("span", "legend-entry", [mark, term(id, name)]);
}
