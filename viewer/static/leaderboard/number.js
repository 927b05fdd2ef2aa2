// @ts-check
/** A number that opens the events that it counts. */

import { h } from "../rails/dom.js";

/**
 * A button that sends a number's pick; plain text where nothing can be opened.
 * @param {{text: string, count: number, pick: string}} number
 * @param {(message: object) => void} send
 * @param {string} name what the number is, for screen readers and the tooltip
 */
export function numberElement(number, send, name) {
  if (!number.pick) return h("span", { class: "number" }, number.text);
  const events = `${number.count} ${number.count === 1 ? "event" : "events"}`;
  const open = (event) => {
    event.stopPropagation();
    send({ type: "pick", pick: number.pick });
  };
  return h(
    "button",
    { type: "button", class: "number", "data-key": number.pick + name, "data-count": number.count, title: `List the ${events}`, "aria-label": `${name}${name === number.text ? "" : ` ${number.text}`}: list the ${events}`, onclick: open },
    number.text,
  );
}
