// @ts-check
/** The Lanes menu: which tiers are on, and in which order, with the mouse or the keyboard. */

import { button, make } from "./dom.js";
import { iconElement } from "./glyphs.js";
import { menuOrder, moved, parseLanes, tierOf, toggled, writeLanes } from "./lane_choice.js";
import { popover } from "./popover.js";

const ICONS = { up: "M4 10l4-4 4 4", down: "M4 6l4 4 4-4", grip: "M5.5 4.5h.01M5.5 8h.01M5.5 11.5h.01M10.5 4.5h.01M10.5 8h.01M10.5 11.5h.01" };

/** The menu of one timeline. */
export class LaneMenu {
  /** `keeper` holds the choice, `say(text)` speaks. */
  constructor(keeper, { say, signal }) {
    this.keeper = keeper;
    this.say = say;
    this.rows = new Map();
    this.opener = button("lanes-button", [make("span", "lanes-word", "Lanes"), iconElement(ICONS.down)], "Lanes: switch on and off, order (v)", () => this.flip());
    this.list = make("ul", "lane-list");
    this.reset = button("small-button", "Back to usual", "Lanes, order and heights back to usual", () => this.keep(parseLanes(keeper.usual), "Lanes back to usual"));
    const hint = make("p", "lane-hint", ["Drag a row, or ", make("kbd", "", "Alt"), " ", make("kbd", "", "↑"), " ", make("kbd", "", "↓"), " on it. Drag a lane's lower edge to resize it."]);
    this.panel = make("div", "popover lane-menu", [make("b", "", "Lanes"), this.list, hint, this.reset], { role: "dialog", "aria-label": "Lanes" });
    this.popover = popover(this.opener, this.panel, { onOpen: () => this.focusFirst(), signal });
    this.show();
  }

  flip() {
    if (this.popover.isOpen) this.popover.close();
    else this.popover.open();
  }

  focusFirst() {
    this.list.querySelector("input")?.focus();
  }

  keep(choice, text) {
    this.keeper.keep(choice);
    this.say(text);
  }

  /** Show the kept choice. Rows stay the same elements, so that the focus stays. */
  show() {
    const { kept, offered } = this.keeper;
    const order = menuOrder(kept, offered);
    order.forEach((name, index) => {
      const row = this.rows.get(name) ?? this.row(name);
      const at = kept.findIndex((one) => one.name === name);
      const isOn = at >= 0;
      row.box.checked = isOn;
      row.box.disabled = isOn && kept.length === 1;
      row.box.title = row.box.disabled ? "One lane stays on" : "";
      row.up.disabled = at <= 0;
      row.down.disabled = !isOn || at === kept.length - 1;
      row.element.classList.toggle("is-off", !isOn);
      // Only what stands wrong is moved: an element that is moved loses its focus.
      if (this.list.children[index] !== row.element) this.place(row.element, index);
    });
    this.reset.disabled = writeLanes(kept, this.keeper.usual) === "";
  }

  place(element, index) {
    const focused = /** @type {ShadowRoot | Document} */ (this.list.getRootNode()).activeElement;
    this.list.insertBefore(element, this.list.children[index] ?? null);
    if (this.list.contains(focused)) /** @type {HTMLElement} */ (focused).focus();
  }

  row(name) {
    const { title } = tierOf(name);
    const box = make("input", "", null, { type: "checkbox" });
    box.addEventListener("change", () => this.toggle(name));
    const handle = make("span", "lane-handle", [iconElement(ICONS.grip)], { "aria-hidden": "true" });
    const up = button("ghost square", [iconElement(ICONS.up)], `${title} up`, () => this.shift(name, -1));
    const down = button("ghost square", [iconElement(ICONS.down)], `${title} down`, () => this.shift(name, 1));
    const element = make("li", "lane-row", [handle, make("label", "", [box, make("span", "", title)]), up, down]);
    element.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || !step) return;
      event.preventDefault();
      this.shift(name, step);
    });
    handle.addEventListener("pointerdown", (event) => this.drag(event, name));
    const row = { element, box, up, down };
    this.rows.set(name, row);
    return row;
  }

  toggle(name) {
    const { kept } = this.keeper;
    const isOn = kept.some((one) => one.name === name);
    this.keep(toggled(kept, name), `${tierOf(name).title} ${isOn ? "off" : "on"}`);
  }

  shift(name, step) {
    const { kept } = this.keeper;
    const at = kept.findIndex((one) => one.name === name);
    const to = at + step;
    if (at < 0 || to < 0 || to >= kept.length) return;
    this.keep(moved(kept, name, to), `${tierOf(name).title}: place ${to + 1} of ${kept.length}`);
  }

  /** Drag a row by its handle: it takes the place of whichever row the pointer is over. */
  drag(event, name) {
    if (event.button !== 0 || !this.keeper.kept.some((one) => one.name === name)) return;
    event.preventDefault();
    const life = new AbortController();
    // Not captured: a row that changes its place would lose the pointer.
    const listen = (kind, act) => document.addEventListener(kind, act, { signal: life.signal });
    const row = this.rows.get(name).element;
    row.classList.add("is-dragged");
    listen("pointermove", (move) => {
      const { kept } = this.keeper;
      const over = kept.findIndex((one) => isOver(this.rows.get(one.name).element, move.clientY));
      if (over >= 0 && kept[over].name !== name) this.keeper.keep(moved(kept, name, over));
    });
    const finish = () => {
      life.abort();
      row.classList.remove("is-dragged");
      const { kept } = this.keeper;
      this.say(`${tierOf(name).title}: place ${kept.findIndex((one) => one.name === name) + 1} of ${kept.length}`);
    };
    for (const kind of ["pointerup", "pointercancel"]) listen(kind, finish);
  }
}

function isOver(element, y) {
  const { top, bottom } = element.getBoundingClientRect();
  return y >= top && y < bottom;
}
