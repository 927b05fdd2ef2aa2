// @ts-check
/** One event of the playlist. */

import { h } from "./dom.js";
import { FATES, glyph } from "./glyphs.js";

/** Draw an item: a dialogue's head, or an event with whether it is selected and under the cursor. */
export function drawItem({ head, row, index }, { isSelected, isCursor, count }) {
  if (head !== null) return h("div", { class: "group", role: "presentation" }, head);
  const classes = ["event", isSelected ? "selected" : "", isCursor ? "cursor" : ""].filter(Boolean).join(" ");
  return h(
    "div",
    {
      class: classes,
      role: "option",
      id: `event-${index}`,
      "data-index": index,
      "aria-selected": String(isSelected),
      "aria-posinset": index + 1,
      "aria-setsize": count,
      "aria-label": spoken(row),
    },
    h("span", { class: "clock" }, row.clock),
    h("span", { class: "task" }, row.task.toUpperCase()),
    h("span", { class: `speaker s${row.speaker}` }, String(row.speaker)),
    glyph(row.fate),
    h("span", { class: "latency" }, row.latency || "–"),
    h("span", { class: "words", title: row.words }, row.words),
  );
}

function spoken(row) {
  const fate = FATES[row.fate]?.one ?? row.fate;
  const parts = [row.clock, row.task.toUpperCase(), `speaker ${row.speaker}`, fate, row.latency, row.words];
  return parts.filter(Boolean).join(", ");
}
