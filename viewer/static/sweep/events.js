// @ts-check
/** The events of a sweep: those whose verdict the threshold changes, or those of one outcome. */

import { opened } from "../page/opened.js";
import { threshold } from "../page/threshold.js";
import { announcer, choice, key } from "../rails/controls.js";
import { h, hear, setText, tell } from "../rails/dom.js";
import { FATES, glyph } from "../rails/glyphs.js";
import { indexOf, stepIndex, withHeads } from "../rails/playlist_rows.js";
import { VirtualList } from "../rails/virtual_list.js";

const PAGE = "sweep";
const EMPTY = { changed: "No verdict is another than at the saved threshold.", hit: "No hits.", false_alarm: "No false alarms.", miss: "No misses.", quiet: "No quiet spans." };
// What a rate of the card lists: all that it is a share of.
const RATES = { positives: "Recall", negatives: "False alarm rate" };
const KINDS = [
  { value: "changed", text: "Changed" }, { value: "hit", text: "Hits" }, { value: "false_alarm", text: "False alarms" },
  { value: "miss", text: "Misses" }, { value: "quiet", text: "Quiet" },
];

/** Whether two contents list the same, word for word. */
function sameEvents(rows, others) {
  const isSame = (one, other) => ["id", "dialogue", "before", "after", "latency"].every((name) => one[name] === other[name]);
  return rows.length === others.length && rows.every((row, at) => isSame(row, others[at]));
}

/** The list of a page. */
export class EventsList {
  constructor(model, signal) {
    this.model = model;
    this.content = { rows: [], scope: "dialogue", shown: "changed", dialogue: "", counts: { dialogue: 0, split: 0 } };
    this.current = null;
    this.list = new VirtualList({ name: "Events of the sweep", draw: (item) => this.draw(item), signal });
    this.title = h("span", { class: "dim grow" });
    this.kinds = choice({ name: "Events", kind: "chips", options: KINDS, onPick: (shown) => model.send_msg({ type: "sweep-list", shown }) });
    this.scopes = choice({ name: "Scope", kind: "seg", onPick: (scope) => model.send_msg({ type: "playlist", scope }) });
    this.empty = h("p", { class: "empty" });
    this.live = announcer();
    this.list.box.addEventListener("click", (event) => this.onClick(event));
    this.list.box.addEventListener("keydown", (event) => this.onKey(event));
    hear("step", signal, ({ step }) => document.documentElement.dataset.page === PAGE && this.step(step));
    opened.watch("selected", () => this.highlight(), signal);
    threshold.watch(() => this.hide(), signal);
  }

  build() {
    this.heading = h("h2", {}, "Changed");
    const head = h("div", { class: "head" },
      h("div", { class: "line" }, this.heading, this.title, h("span", { class: "hints", title: "next, previous" }, key("n"), key("p"))),
      h("div", { class: "filters" }, this.kinds.element, this.scopes.element));
    const columns = h("div", { class: "columns sweep-row", "aria-hidden": "true" }, ...["Time", "S", "Verdict", "Latency", "Words"].map((name) => h("span", {}, name)));
    this.element = h("section", { class: "sweep-list", "aria-label": "Events of the sweep", hidden: true }, head, columns, this.list.box, this.empty, this.live.element);
    return this.element;
  }

  /** Where nothing is swept there is nothing to list. */
  hide() {
    this.element.hidden = threshold.sweep === null;
  }

  show(content) {
    const isOther = content.scope !== this.content.scope || content.shown !== this.content.shown || !sameEvents(content.rows, this.content.rows);
    const before = this.content;
    this.content = content;
    this.kinds.show(content.shown);
    const { dialogue, split } = content.counts;
    this.scopes.show(content.scope, [{ value: "dialogue", text: `Here ${dialogue}` }, { value: "split", text: `Split ${split}` }]);
    setText(this.heading, KINDS.find(({ value }) => value === content.shown)?.text ?? RATES[content.shown] ?? "");
    setText(this.title, content.title);
    this.empty.hidden = content.rows.length > 0;
    this.list.box.hidden = content.rows.length === 0;
    setText(this.empty, content.rows.length > 0 ? "" : EMPTY[content.shown]);
    if (content.selected && (content.dialogue !== before.dialogue || !this.current)) this.current = { dialogue: content.dialogue, event: content.selected };
    if (isOther) this.showRows();
  }

  showRows() {
    const hasHeads = this.content.scope === "split";
    this.items = withHeads(this.content.rows, hasHeads);
    this.list.pinned = -1;
    this.list.setItems(this.items, hasHeads);
  }

  draw({ head, row, index }) {
    if (head !== null) return h("div", { class: "group", role: "presentation" }, head);
    const isSelected = this.current?.event === row.id && this.current?.dialogue === row.dialogue;
    const name = (fate) => FATES[fate]?.one ?? fate;
    const verdict = row.before && row.before !== row.after ? `${name(row.before)} becomes ${name(row.after)}` : name(row.after);
    const spoken = [row.clock, `speaker ${row.speaker}`, verdict, row.latency, row.words].filter(Boolean).join(", ");
    return h("div", { class: `event sweep-row${isSelected ? " selected" : ""}`, role: "option", "data-index": index, "aria-selected": String(isSelected), "aria-label": spoken, "aria-posinset": index + 1, "aria-setsize": this.content.rows.length },
      h("span", { class: "clock" }, row.clock),
      h("span", { class: `speaker s${row.speaker}` }, String(row.speaker)),
      h("span", { class: "verdict" }, ...(row.before && row.before !== row.after ? [glyph(row.before), "→"] : []), glyph(row.after)),
      h("span", { class: "latency" }, row.latency),
      h("span", { class: "words", title: row.words }, row.words));
  }

  onClick(event) {
    const option = event.target.closest("[role=option]");
    if (option) this.select(Number(option.dataset.index));
  }

  onKey(event) {
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (!(event.key in moves)) return;
    this.step(moves[event.key]);
    event.preventDefault();
    event.stopPropagation();
  }

  /** The timeline selected an event. */
  highlight() {
    if (document.documentElement.dataset.page !== PAGE) return;
    this.mark(opened.selected ? { dialogue: this.content.dialogue, event: opened.selected } : null);
  }

  mark(place) {
    const before = indexOf(this.content.rows, this.current);
    this.current = place;
    const now = indexOf(this.content.rows, place);
    for (const index of new Set([before, now])) this.list.redraw(this.placeOf(index));
    if (now >= 0) this.list.pin(this.placeOf(now), true);
  }

  placeOf(index) {
    return index < 0 ? -1 : this.items.findIndex((item) => item.index === index);
  }

  select(index) {
    const row = this.content.rows[index];
    if (!row) return;
    const isHere = row.dialogue === this.content.dialogue;
    this.mark({ dialogue: row.dialogue, event: row.id });
    if (isHere) {
      tell("select", { event: row.id, play: true });
      this.model.send_msg({ type: "select", event: row.id });
    } else this.model.send_msg({ type: "open", dialogue: row.dialogue, event: row.id, play: true });
  }

  step(step) {
    const { rows, shown } = this.content;
    const index = stepIndex(rows, this.current, step);
    if (index >= 0) this.select(index);
    else if (rows.length === 0) this.live.say(EMPTY[shown]);
    else {
      this.live.say(`This is the ${step > 0 ? "last" : "first"} event of the list.`);
      this.list.flash(this.placeOf(step > 0 ? rows.length - 1 : 0));
    }
  }
}
