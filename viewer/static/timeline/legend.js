// @ts-check
/** What colours and marks mean, below the lanes. */

import { make } from "./dom.js";
import { glyphElement } from "./glyphs.js";
import { CLASSES } from "./scene.js";

const FATES = [
  ["hit", "hit"], ["false_alarm", "false alarm"], ["miss", "miss"], ["redundant", "redundant"],
  ["masked", "masked"], ["ignored", "ignored"],
];
const AREAS = [["window", "window"], ["negative", "gold negative"], ["excluded", "excluded"]];

/** Build the legend: the classes, then fates and areas. */
export function buildLegend() {
  const classes = CLASSES.map(({ key, name }) => entry(make("span", `swatch cls-${key}`), name));
  const fates = FATES.map(([fate, name]) => entry(glyphElement(fate), name));
  for (const [area, name] of AREAS) fates.push(entry(make("span", `swatch ${area}`), name));
  const row = (name, entries) => make("div", "legend-row", [make("span", "legend-name", name), ...entries]);
  return make("div", "legend", [row("Classes", classes), row("Fates", fates)], { role: "group", "aria-label": "Legend" });
}

function entry(mark, name) {
  return make("span", "legend-entry", [mark, make("span", "", name)]);
}
