// @ts-check
/**
 * What the lanes show, as buttons: heard by screen readers at any time, seen while the keyboard is in it. It is written
 * when the view has come to rest, so that a frame never waits for it.
 */

import { look } from "../page/look.js";
import { opened } from "../page/opened.js";
import { make, setText } from "./dom.js";
import { eventRows } from "./event_rows.js";
import { clock, counted } from "./format.js";
import { tierOf } from "./lane_choice.js";
import { roam } from "./roam.js";
import { TASK_NAMES } from "./scene.js";

const WRITE_AFTER_MS = 300;

/** The list of one timeline. */
export class EventList {
  /** `drawn()` is the timeline's `drawnState()`, `choose(event)` selects by hand. */
  constructor({ stage, lanes }, { drawn, choose, signal }) {
    Object.assign(this, { drawn, choose });
    this.timer = 0;
    this.buttons = new Map();
    this.list = make("ul", "event-rows");
    this.title = make("p", "event-list-title");
    this.rest = make("p", "event-list-rest");
    this.element = make("div", "event-list", [this.title, this.list, this.rest], { role: "group", "aria-label": "Events in view" });
    // What the canvas is described by: an element in the same tree, out of sight with the list.
    this.summary = make("span", "unseen", "", { id: "lanes-summary" });
    lanes.setAttribute("aria-describedby", this.summary.id);
    this.settle = roam(this.list);
    stage.append(this.element, this.summary);
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    look.watch("t", () => this.showSoon(), signal);
    opened.watch("selected", () => this.mark(), signal);
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Write the list anew once nothing has moved for a moment. */
  showSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), WRITE_AFTER_MS);
  }

  show() {
    const { dialogue, active, gold, task, view, layout } = this.drawn();
    if (!dialogue) return;
    const { rows, rest } = eventRows({ active, gold, task, view });
    const from = `${clock(Math.max(view.start, 0), 1)} to ${clock(Math.min(view.end, dialogue.duration), 1)}`;
    const count = counted(rows.length + rest, `${TASK_NAMES[task]} event`);
    setText(this.title, `${from}: ${count}${active ? ` of ${active.title}` : ""}`);
    setText(this.rest, rest > 0 ? `${rest} more: zoom in to list them.` : "");
    setText(this.summary, `${this.title.textContent}. Lanes: ${laneNames(layout)}.`);
    this.write(rows);
    this.mark();
  }

  /** Rows that stay keep their button, and with it the focus. */
  write(rows) {
    const before = this.buttons;
    this.buttons = new Map();
    for (const { event, text } of rows) {
      const made = before.get(event.id) ?? this.row(event);
      made.event = event;
      setText(made.button, text);
      this.buttons.set(event.id, made);
    }
    const items = [...this.buttons.values()].map(({ item }) => item);
    const isSame = items.length === this.list.children.length && items.every((item, at) => item === this.list.children[at]);
    if (!isSame) this.replace(items);
    this.settle();
  }

  /** Put other rows in; a focused one that went hands the focus to the one that now stands there. */
  replace(items) {
    const { activeElement: focused } = /** @type {ShadowRoot} */ (this.list.getRootNode());
    const stood = [...this.list.children].findIndex((item) => item.contains(focused));
    const held = this.list.children[stood];
    this.list.replaceChildren(...items);
    if (stood < 0) return;
    const next = items.includes(held) ? held : items[Math.min(stood, items.length - 1)];
    next?.firstElementChild.focus({ preventScroll: true });
  }

  row({ id }) {
    const button = make("button", "event-row", "", { type: "button", "data-event": id });
    button.addEventListener("click", () => this.choose(this.buttons.get(id).event));
    return { button, item: make("li", "", button), event: null };
  }

  /** Say which one is selected. */
  mark() {
    for (const [id, { button }] of this.buttons) {
      if (id === opened.selected) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  /** Escape leaves the list: it is no longer over the lanes. */
  onKey(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    event.target.blur();
  }
}

/** The lanes of the speaker on top by name; but at the audit desk the other one has the same. */
function laneNames({ lanes }) {
  const names = lanes.filter(({ speaker, kind }) => speaker === lanes[0].speaker && kind !== "note").map((lane) => {
    if (lane.models) return `decisions of ${lane.models.map(({ title }) => title).join(", ")}`;
    return lane.kind === "annotator" ? `annotator ${lane.name}` : tierOf(lane.tier)?.title ?? lane.name;
  });
  return names.join("; ");
}
