// @ts-check
/** Which rails are folded: part of the look, shown by `data-rail` and `data-side` on the document for the page's grid. */

import { look } from "./look.js";

/** Whether the rail (`left`, `right`) is folded. */
export function isFolded(rail) {
  return ["both", rail].includes(look.get("folded"));
}

/** Fold or unfold a rail. */
export function fold(rail, isOn) {
  const left = rail === "left" ? isOn : isFolded("left");
  const right = rail === "right" ? isOn : isFolded("right");
  look.set("folded", left && right ? "both" : left ? "left" : right ? "right" : "");
}

/** Call `use()` at every change of a fold, after the page took it. */
export function watchFolds(use, signal) {
  look.watch("folded", use, signal);
}

function show() {
  const { dataset } = document.documentElement;
  if (isFolded("left")) dataset.rail = "strip";
  else delete dataset.rail;
  if (isFolded("right")) dataset.side = "folded";
  else delete dataset.side;
}

// Before anybody else of the page asks: whoever watches finds the page already changed.
look.watch("folded", show);
show();
