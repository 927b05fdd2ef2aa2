// @ts-check
/** A number that opens its moments, and other small parts that the corpus page's tables share. */

import { h, hear, set } from "../rails/dom.js";

/** Make a number's button; without moments it is plain text. */
export function number(send, { text, count, moments }, what) {
  if (!moments) return h("span", { title: count === 0 ? "no moments" : null }, text);
  const noun = count === 1 ? "moment" : "moments";
  const label = `${what}: ${text}, ${count} ${noun}`;
  const attributes = { type: "button", class: "open", title: `List ${count} ${noun}`, "aria-label": label };
  return h("button", { ...attributes, "data-moments": moments, onclick: () => send({ type: "option", name: "moments", value: moments }) }, text);
}

/** Mark the numbers of a face whose moments are listed, from now on. */
export class Pressed {
  constructor(root, signal) {
    this.root = root;
    this.pick = "";
    hear("listed", signal, ({ pick }) => {
      this.pick = pick;
      this.mark();
    });
  }

  /** Mark what is drawn now. */
  mark() {
    for (const button of this.root.querySelectorAll("[data-moments]")) {
      set(button, "aria-pressed", this.pick === button.dataset.moments ? "true" : null);
    }
  }
}

/** Draw a root's content anew; the control that has the focus has it again, if there is one of its name. */
export function redraw(root, content) {
  const focused = /** @type {ShadowRoot} */ (root.getRootNode()).activeElement;
  const [tag, name] = [focused?.tagName, focused?.getAttribute("aria-label") ?? focused?.textContent];
  const hadFocus = focused && root.contains(focused);
  root.replaceChildren(content);
  if (!hadFocus) return;
  const again = [...root.querySelectorAll(tag.toLowerCase())];
  again.find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name)?.focus();
}

/** Make a card with a heading. */
export function card(title, ...children) {
  return h("section", { class: "card", "aria-label": title }, ...children);
}

/** Make a head of columns: each `{title, unit, isStart}` or an element. */
export function heads(columns) {
  const cell = (one) =>
    one instanceof Element
      ? one
      : h("th", { scope: "col", class: one.isStart ? "start" : null }, one.title, one.unit ? h("span", { class: "unit" }, one.unit) : null);
  return h("thead", {}, h("tr", {}, ...columns.map(cell)));
}

/** Make a table that scrolls by itself where it is wider than its card. */
export function table(label, head, rows, isTall = false) {
  return h(
    "div",
    { class: isTall ? "scroll tall" : "scroll", tabindex: "0", role: "group", "aria-label": label },
    h("table", {}, head, h("tbody", {}, ...rows)),
  );
}
