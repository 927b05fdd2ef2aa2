// @ts-check
/** The mark of each fate as SVG, from the same paths as the timeline's. */

import { GLYPHS } from "../timeline/glyphs.js";
import { s } from "./dom.js";

/** What each outcome is called: in a count, and of many. */
export const FATES = {
  hit: { code: "TP", one: "hit", many: "hits" },
  false_alarm: { code: "FP", one: "false alarm", many: "false alarms" },
  miss: { code: "FN", one: "miss", many: "misses" },
  quiet: { code: "TN", one: "quiet", many: "quiet" },
};

/** "13 misses", "1 miss". */
export function countOf(fate, count) {
  const names = FATES[fate] ?? { one: fate, many: fate };
  return `${count} ${count === 1 ? names.one : names.many}`;
}

const token = (name) => (name ? `var(--${name})` : "none");

/** Draw a fate's mark in a square of `size` pixels; it is decoration, its name stands elsewhere. */
export function glyph(fate, size = 14) {
  const { d, fill, stroke, width } = GLYPHS[fate] ?? GLYPHS.ignored;
  const isHollow = stroke !== undefined;
  return s(
    "svg",
    { class: "glyph", width: size, height: size, viewBox: "-7 -7 14 14", "aria-hidden": "true" },
    s("path", {
      d,
      "stroke-width": width ?? null,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      style: `fill:${isHollow ? "none" : token(fill)};stroke:${token(stroke)}`,
    }),
  );
}
