// @ts-check
/** One conversation of the left rail. */

import { h, s } from "./dom.js";
import { barShares } from "./dialogue_filter.js";
import { countOf, glyph } from "./glyphs.js";

/** Draw a row as an option of the list. */
export function card(row, taskName) {
  const option = h(
    "div",
    { class: "card-row", role: "option", "data-id": row.id, "aria-selected": String(Boolean(row.is_open)) },
    h(
      "div",
      { class: "line" },
      h("span", { class: "name", title: row.title }, row.title || row.id),
      h("span", { class: "duration" }, row.duration ?? ""),
    ),
    h(
      "div",
      { class: "line small" },
      h("span", { class: "type", title: row.type ?? "" }, row.type ?? ""),
      row.is_scored ? bar(row) : h("span", { class: "unscored" }, "not scored"),
      row.is_scored ? tally("miss", row.misses) : null,
      row.is_scored ? tally("false_alarm", row.false_alarms) : null,
    ),
    row.problem
      ? h("div", { class: "problem", title: row.problem }, glyph("false_alarm", 12), h("span", {}, row.problem))
      : null,
  );
  option.setAttribute("aria-label", spoken(row, taskName));
  return option;
}

function bar(row) {
  const shares = barShares(row);
  const parts = shares.map(({ fate, share }) => {
    const part = h("i", { class: fate });
    part.style.flexGrow = String(share);
    return part;
  });
  return h("span", { class: "bar", title: shares.map(({ fate, count }) => countOf(fate, count)).join(", ") }, ...parts);
}

function tally(fate, count) {
  return h("span", { class: "tally" }, glyph(fate, 12), h("b", {}, String(count ?? "–")));
}

function spoken(row, taskName) {
  const parts = [row.title || row.id, row.duration, row.type];
  if (row.is_scored) {
    parts.push(`${taskName}: ${countOf("miss", row.misses ?? 0)}, ${countOf("false_alarm", row.false_alarms ?? 0)}`);
  } else parts.push("not scored");
  if (row.problem) parts.push(`problem: ${row.problem}`);
  return parts.filter(Boolean).join(", ");
}

/** The magnifier of the search field. */
export function magnifier() {
  return s(
    "svg",
    { class: "icon", width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" },
    s("circle", { cx: 7, cy: 7, r: 4.2 }),
    s("path", { d: "M10.2 10.2L13.5 13.5" }),
  );
}
