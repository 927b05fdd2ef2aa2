// @ts-check
/** The links to the pages, in the header, or a menu of them where there is no room: neither reloads the page. */

import { menu } from "./controls.js";
import { h, set, tell } from "./dom.js";

/** The navigation; `onOpen(page)` tells the server. */
export class PageLinks {
  constructor(base, onOpen) {
    this.base = base.replace(/\/$/, "");
    this.onOpen = onOpen;
    this.element = h("nav", { "aria-label": "Pages" });
    this.names = "";
    this.menu = menu({ name: "Page", onPick: (name) => this.go(name) });
    this.menu.element.classList.add("page-menu");
  }

  /** Both forms; the style sheet shows the one that fits. */
  elements() {
    return [this.element, this.menu.element];
  }

  /** Show the pages, each `{name, title, is_open}`. */
  show(pages, split) {
    const names = JSON.stringify([split, pages.map(({ name }) => name)]);
    if (names !== this.names) {
      this.names = names;
      this.element.replaceChildren(...pages.map((page) => this.link(page, split)));
      this.menu.show(null, pages.map(({ name, title }) => ({ value: name, text: title })));
    }
    const open = pages.find((page) => page.is_open) ?? pages[0];
    this.mark(open.name);
  }

  link({ name, title }, split) {
    const query = new URLSearchParams({ split, page: name });
    const link = h("a", { href: `${this.base}?${query}`, "data-name": name }, title);
    link.addEventListener("click", (event) => {
      // A new tab or window is the browser's.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      this.go(name);
    });
    return link;
  }

  go(name) {
    this.mark(name);
    this.onOpen(name);
  }

  /** Show a page at once: its own parts come from the server, the frame does not wait for them. */
  mark(name) {
    const { dataset } = document.documentElement;
    const isOther = dataset.page !== name;
    dataset.page = name;
    if (isOther) tell("page", { page: name });
    for (const link of this.element.children) set(link, "aria-current", link.dataset.name === name ? "page" : null);
    this.menu.show(name);
  }
}
