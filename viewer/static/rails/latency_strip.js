// @ts-check
/** The latency line of the score card: three percentiles and every hit on one axis. */

import { term } from "../page/term.js";
import { h, s } from "./dom.js";
import { pointPath, share, stripAxis } from "./strip_axis.js";

/** The least share of the axis that the first label needs. */
const LABEL_SHARE = 0.12;
const MINUS = "\u2212";

/** Draw `latency` of the card: `{p10, p50, p90, ms, points_ms}`. */
export function latencyStrip(latency) {
  const texts = [["p10", latency.p10], ["p50", latency.p50], ["p90", latency.p90]];
  const figures = texts.map(([name, text]) => h("span", { class: "label" }, name, " ", h("b", {}, text ?? "–")));
  const head = h("div", { class: "line" }, h("span", { class: "label grow" }, term("latency", "Latency"), ", ms"), ...figures);
  return [head, plot(latency)];
}

function plot({ ms, points_ms: points = [] }) {
  const axis = stripAxis([...points, ...(ms ?? [])]);
  const at = (value) => `${(share(axis, value) * 100).toFixed(2)}%`;
  const grid = axis.ticks.map((tick) =>
    s("line", { class: tick === 0 ? "zero" : "tick", x1: at(tick), x2: at(tick), y1: 2, y2: 24 }),
  );
  const strokes = s(
    "svg",
    { width: "100%", height: 24, viewBox: "0 0 1000 24", preserveAspectRatio: "none" },
    s("path", { class: "points", d: pointPath(axis, points, 16, 22), "vector-effect": "non-scaling-stroke" }),
  );
  const drawing = s("svg", { class: "strip", width: "100%", height: 24, "aria-hidden": "true" }, ...grid, strokes);
  if (ms) drawing.append(...whisker(ms, at));
  return h("div", { class: "strip-plot" }, drawing, labels(axis, at));
}

function whisker([p10, p50, p90], at) {
  const upright = (value) => s("line", { class: "whisker", x1: at(value), x2: at(value), y1: 4, y2: 12 });
  return [
    s("line", { class: "whisker", x1: at(p10), x2: at(p90), y1: 8, y2: 8 }),
    upright(p10),
    upright(p90),
    s("circle", { class: "median", cx: at(p50), cy: 8, r: 4 }),
  ];
}

function labels(axis, at) {
  const isCrowded = share(axis, axis.ticks[1]) < LABEL_SHARE;
  const texts = axis.ticks.map((tick) => {
    const label = h("span", {}, String(tick).replace("-", MINUS));
    label.style.left = at(tick);
    return label;
  });
  texts[0].className = "first";
  texts[0].hidden = isCrowded;
  texts[texts.length - 1].className = "last";
  return h("div", { class: "ticks", "aria-hidden": "true" }, ...texts);
}
