// @ts-check
/** What colours and marks mean, below the lanes. */

import { term } from "../page/term.js";
import { make } from "./dom.js";
import { glyphElement } from "./glyphs.js";
import { roam } from "./roam.js";
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

function entry(mark, id, name) {
  return make("span", "legend-entry", [mark, term(id, name)]);
}
