// @ts-check
/** Numbers that open their events, and small parts that every card of the page shares. */

import { h } from "../rails/dom.js";

/**
 * A number: a button that opens its events, plain text where there is nothing to open.
 * @param {{text: string, count: number, pick: string}} number
 * @param {(message: object) => void} send
 * @param {string} label what it counts, for its title and for screen readers
 */
export function numberOf({ text, count, pick }, send, label) {
  if (!pick) return h("span", { class: "num none" }, text);
  const events = count === 1 ? "1 event" : `${count} events`;
  const title = `${label}: ${text}. Open ${events}.`;
  return h("button", { type: "button", class: "num", title, "aria-label": title, onclick: () => send({ type: "pick", pick }) }, text);
}

/** A model's letter, as it stands before its name everywhere on the page. */
export function badge(letter) {
  return h("span", { class: `letter ${letter === "A" || letter === "B" ? letter.toLowerCase() : "more"}` }, letter);
}

/** A card with a head. */
export function card(title, head, ...body) {
  return h("section", { class: "card", "aria-label": title }, h("div", { class: "card-head" }, h("h2", {}, title), ...head), ...body);
}

/** The option that names these models, as the address holds it. */
export function compareText(names) {
  return names.map(encodeURIComponent).join(",");
}

/** Keep the focus where it was when a card is drawn anew: on the control of the same place. */
export function redraw(root, ...children) {
  const all = () => [...root.querySelectorAll("button, select, summary")];
  const at = all().indexOf(root.getRootNode().activeElement);
  root.replaceChildren(...children);
  if (at >= 0) all()[at]?.focus();
}
