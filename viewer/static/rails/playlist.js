// @ts-check
/** The playlist: events in time order, stepped through, each centred and played by the timeline. */

import { term } from "../page/term.js";
import { announcer, choice, key, menu } from "./controls.js";
import { guardKeys, h, hear, set, setText, tell, watchContent } from "./dom.js";
import { PickLine } from "./pick_line.js";
import { drawItem } from "./playlist_row.js";
import { emptySentence, indexOf, isOtherPlace, nextError, sameRows, stepIndex, withHeads } from "./playlist_rows.js";
import { ITEM_PX, VirtualList } from "./virtual_list.js";

const PATIENCE_MS = 2000;
const CARD_PX = 60;
const TOUCHED_PX = 36;
/** Where a row is a card of two lines, and where it is as high as a finger. */
const ROW_QUERIES = [matchMedia("(max-width: 719px)"), matchMedia("(pointer: coarse)")];
const FATES = [
  { value: "all", text: "All" },
  { value: "errors", text: "Errors" },
  { value: "hit", text: "Hits" },
  { value: "miss", text: "Misses" },
  { value: "false_alarm", text: "False alarms" },
  { value: "quiet", text: "Quiet" },
];
const TASKS = [
  { value: "both", text: "Both tasks" },
  { value: "eot", text: "EOT" },
  { value: "int", text: "INT" },
];

function rowPx() {
  const [isPhone, isTouched] = ROW_QUERIES.map((query) => query.matches);
  if (isPhone) return CARD_PX;
  return isTouched ? TOUCHED_PX : ITEM_PX;
}

/** Mount the playlist in `root`; `aside` stands beside its name, `show()` is called when it comes into sight. */
export function mountPlaylist({ model, root, signal }) {
  const playlist = new Playlist(model, signal);
  root.classList.add("rail", "playlist");
  root.append(...playlist.elements());
  guardKeys(root, signal);
  hear("step", signal, ({ step, isError }) => document.documentElement.dataset.page === "sweep" || playlist.step(step, isError));
  hear("select", signal, ({ event }) => playlist.highlight(event || null));
  watchContent(model, (content) => playlist.show(content));
  return { aside: playlist.aside, show: () => playlist.list.pin(playlist.list.pinned, true) };
}

class Playlist {
  constructor(model, signal) {
    this.model = model;
    this.content = { rows: [], dialogue: null, scope: "dialogue", task: "both", fate: "all" };
    this.items = [];
    this.current = null; // the selected {dialogue, event}
    this.awaited = null; // the same, until Python shows it
    this.selectedAt = -1;
    this.cursorAt = -1;
    this.cursor = null; // the {dialogue, event} of the row under the cursor
    this.list = new VirtualList({ name: "Events", draw: (item) => this.draw(item), signal, itemPx: rowPx() });
    for (const query of ROW_QUERIES) query.addEventListener("change", () => this.list.resize(rowPx()), { signal });
    const { box } = this.list;
    box.addEventListener("keydown", (event) => this.onKey(event));
    box.addEventListener("click", (event) => this.onClick(event));
    box.addEventListener("focus", () => this.onFocus());
    this.title = h("span", { class: "dim grow" });
    this.fate = choice({ name: "Outcome", kind: "chips", options: FATES, onPick: (fate) => this.ask({ fate }) });
    this.task = menu({ name: "Task", options: TASKS, onPick: (task) => this.ask({ task }) });
    this.pick = new PickLine(model, signal);
    this.empty = h("p", { class: "empty" });
    this.live = announcer();
  }

  elements() {
    const hints = h("span", { class: "hints", title: "next, previous" }, key("n"), key("p"));
    this.aside = h("div", { class: "line" }, this.title, this.pick.download, hints);
    // Hidden from screen readers, whose rows are sentences; the same term is within reach of Tab on the score card.
    const latency = term("latency", "Latency");
    latency.tabIndex = -1;
    const names = ["Time", "Task", "S", "", latency, "Words"].map((name) => h("span", {}, name));
    this.columns = h("div", { class: "columns", "aria-hidden": "true" }, ...names);
    const head = h("div", { class: "head" }, this.pick.element, (this.filters = h("div", { class: "filters" }, this.fate.element, this.task.element)));
    return [head, this.columns, this.list.box, this.empty, this.live.element];
  }

  draw(item) {
    const isSelected = item.index >= 0 && item.index === this.selectedAt;
    const isCursor = item.index >= 0 && item.index === this.cursorAt;
    return drawItem(item, { isSelected, isCursor, count: this.content.rows.length });
  }

  ask(change) {
    const { scope, task, fate } = this.content;
    this.model.send_msg({ type: "playlist", scope, task, fate, ...change });
  }

  /** Show a new content; rows that did not change keep their place. */
  show(content) {
    const { rows, scope, task, fate } = content;
    const isOther = scope !== this.content.scope || !sameRows(rows, this.content.rows);
    const isOtherList = isOtherPlace(this.content, content);
    this.content = content;
    this.pick.show(content);
    this.filters.hidden = Boolean(content.pick);
    this.fate.show(fate);
    this.task.show(task);
    setText(this.title, content.title);
    set(this.title, "title", content.title);
    if (isOther || isOtherList) this.showRows(isOtherList);
    this.take({ dialogue: content.dialogue, event: content.selected || null });
  }

  showRows(isOtherList) {
    const { rows, scope, fate } = this.content;
    const hasHeads = scope === "split";
    this.items = withHeads(rows, hasHeads);
    this.places = [];
    this.items.forEach(({ index }, at) => {
      if (index >= 0) this.places[index] = at;
    });
    this.selectedAt = indexOf(rows, this.current);
    // The cursor stays on its event; where that is gone it is back at the selection.
    const cursorAt = indexOf(rows, this.cursor);
    this.placeCursor(cursorAt >= 0 ? cursorAt : this.selectedAt);
    this.empty.hidden = rows.length > 0;
    this.list.box.hidden = this.columns.hidden = rows.length === 0;
    setText(this.empty, rows.length > 0 ? "" : emptySentence(fate));
    if (isOtherList) this.list.box.scrollTop = 0;
    this.list.pinned = -1;
    this.list.setItems(this.items, hasHeads);
    this.list.pin(this.placeOf(this.selectedAt), true);
    this.nameActive();
  }

  /** Take Python's selection, unless a newer one was made here and is still under way. */
  take(place) {
    if (this.awaited) {
      const isIt = this.awaited.dialogue === place.dialogue && this.awaited.event === place.event;
      const isLeft = !this.awaited.isOpening && this.awaited.dialogue !== place.dialogue;
      if (!isIt && !isLeft && performance.now() - this.awaited.since < PATIENCE_MS) return;
      this.awaited = null;
    }
    const isSame = this.current?.dialogue === place.dialogue && this.current?.event === place.event;
    if (!isSame) this.mark(place);
  }

  /** The timeline (or this list) selected an event of the open dialogue. */
  highlight(event) {
    const place = { dialogue: this.content.dialogue, event };
    this.awaited = { ...place, isOpening: false, since: performance.now() };
    this.mark(place);
  }

  mark(place) {
    const before = [this.selectedAt, this.cursorAt];
    this.current = place;
    this.selectedAt = indexOf(this.content.rows, place);
    this.placeCursor(this.selectedAt);
    this.redraw(before, this.selectedAt);
  }

  placeCursor(index) {
    const row = this.content.rows[index];
    this.cursorAt = index;
    this.cursor = row ? { dialogue: row.dialogue, event: row.id } : null;
  }

  /** Draw anew whatever was or is selected or under the cursor, and show the row at `index`. */
  redraw(before, index) {
    for (const each of new Set([...before, this.selectedAt, this.cursorAt])) this.list.redraw(this.placeOf(each));
    this.list.pin(this.placeOf(index), true);
    this.nameActive();
  }

  placeOf(index) {
    return index >= 0 ? (this.places?.[index] ?? -1) : -1;
  }

  /** The keyboard comes in at the cursor; a mouse that comes in must find the rows where they are. */
  onFocus() {
    if (!this.list.box.matches(":focus-visible")) return;
    const at = [this.cursorAt, this.selectedAt, 0].find((index) => index >= 0) ?? 0;
    this.moveCursor(Math.min(at, this.content.rows.length - 1));
  }

  onClick(event) {
    const option = event.target.closest("[role=option]");
    if (option) this.select(Number(option.dataset.index));
  }

  onKey(event) {
    const last = this.content.rows.length - 1;
    const page = Math.max(1, Math.floor(this.list.box.clientHeight / this.list.itemPx) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -last - 1, End: last + 1 };
    if (event.key === "Enter") this.select(this.cursorAt);
    else if (event.key in moves) {
      this.moveCursor(Math.max(0, Math.min(last, this.cursorAt + moves[event.key])));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  moveCursor(index) {
    const before = [this.cursorAt];
    this.placeCursor(index);
    this.redraw(before, index);
  }

  nameActive() {
    set(this.list.box, "aria-activedescendant", this.cursorAt >= 0 ? `event-${this.cursorAt}` : null);
  }

  /** Select and play a row: here and now if its dialogue is open, else after Python has opened it. */
  select(index) {
    const row = this.content.rows[index];
    if (!row) return;
    const place = { dialogue: row.dialogue, event: row.id };
    if (row.dialogue === this.content.dialogue) {
      tell("select", { event: row.id, play: true });
      this.model.send_msg({ type: "select", event: row.id });
    } else {
      this.mark(place);
      this.model.send_msg({ type: "open", dialogue: row.dialogue, event: row.id, play: true });
    }
    this.awaited = { ...place, isOpening: row.dialogue !== this.content.dialogue, since: performance.now() };
  }

  /** Go to the next or previous row (keys n and p), or to the next error among them. */
  step(step, isError = false) {
    const { rows, fate } = this.content;
    const index = isError ? nextError(rows, this.current, step) : stepIndex(rows, this.current, step);
    if (index >= 0) this.select(index);
    else if (rows.length === 0) this.live.say(emptySentence(fate));
    else {
      this.live.say(`This is the ${step > 0 ? "last" : "first"} ${isError ? "error" : "event"} of the playlist.`);
      this.list.flash(this.placeOf(step > 0 ? rows.length - 1 : 0));
    }
  }
}
