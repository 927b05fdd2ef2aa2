// @ts-check
/** A list box that keeps only the visible items in the document. */

import { h } from "./dom.js";
import { headAbove, scrollTo, windowOf } from "./playlist_rows.js";

export const ITEM_PX = 28;
const FLASH_MS = 700;

export class VirtualList {
  /** `draw(item)` makes an item's element, `itemPx` high; the item at `pinned` is always in the document. */
  constructor({ name, draw, signal, itemPx = ITEM_PX }) {
    this.itemPx = itemPx;
    this.drawItem = draw;
    this.items = [];
    this.drawn = new Map();
    this.pinned = -1;
    this.isScheduled = false;
    this.sizer = h("div", { class: "sizer", role: "presentation" });
    this.head = h("div", { class: "sticky-head", "aria-hidden": "true", hidden: true });
    this.box = h("div", { class: "scroll", role: "listbox", tabindex: "0", "aria-label": name }, this.head, this.sizer);
    this.box.addEventListener("scroll", () => this.schedule(), { passive: true, signal });
    const observer = new ResizeObserver(() => this.schedule());
    observer.observe(this.box);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Give items another height. */
  resize(itemPx) {
    this.itemPx = itemPx;
    this.setItems(this.items, this.hasHeads);
  }

  /** Show other items. */
  setItems(items, hasHeads) {
    this.items = items;
    this.hasHeads = hasHeads;
    for (const element of this.drawn.values()) element.remove();
    this.drawn.clear();
    this.box.style.setProperty("--row-px", `${this.itemPx}px`);
    this.sizer.style.height = `${items.length * this.itemPx}px`;
    this.draw();
  }

  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.draw();
    });
  }

  draw() {
    const { scrollTop, clientHeight } = this.box;
    const range = windowOf({
      count: this.items.length,
      itemPx: this.itemPx,
      scrollPx: scrollTop,
      heightPx: clientHeight,
    });
    for (const [at, element] of this.drawn) {
      if ((at < range.first || at >= range.last) && at !== this.pinned) this.erase(at, element);
    }
    for (let at = range.first; at < range.last; at += 1) this.add(at);
    if (this.pinned >= 0 && this.pinned < this.items.length) this.add(this.pinned);
    const title = this.hasHeads ? headAbove(this.items, this.itemPx, scrollTop) : null;
    this.head.hidden = title === null;
    if (title !== null && this.head.textContent !== title) this.head.textContent = title;
  }

  add(at) {
    if (this.drawn.has(at)) return;
    const element = this.drawItem(this.items[at]);
    element.style.top = `${at * this.itemPx}px`;
    this.drawn.set(at, element);
    this.sizer.append(element);
  }

  erase(at, element) {
    element.remove();
    this.drawn.delete(at);
  }

  /** Draw one item anew. */
  redraw(at) {
    const old = this.drawn.get(at);
    if (!old) return;
    this.erase(at, old);
    this.add(at);
  }

  /** Show that there is nothing beyond this item: it comes into view, and its outline flashes once. */
  flash(at) {
    if (at < 0) return;
    this.pin(at, true);
    const element = this.drawn.get(at);
    element?.classList.remove("flash");
    clearTimeout(this.flashTimer);
    requestAnimationFrame(() => element?.classList.add("flash"));
    this.flashTimer = setTimeout(() => element?.classList.remove("flash"), FLASH_MS);
  }

  /** Keep an item in the document, scrolled into view if asked. */
  pin(at, isRevealed) {
    this.pinned = at;
    if (isRevealed && at >= 0) this.scrollTo(at);
    this.draw();
  }

  /** Scroll an item into view. */
  scrollTo(at) {
    const { scrollTop: scrollPx, clientHeight: heightPx } = this.box;
    const top = scrollTo({ at, itemPx: this.itemPx, scrollPx, heightPx, headPx: this.hasHeads ? this.itemPx : 0 });
    if (top !== scrollPx) this.box.scrollTop = top;
  }
}
