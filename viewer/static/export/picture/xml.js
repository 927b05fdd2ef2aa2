// @ts-check
/** Text and numbers as XML takes them. */

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as content: markup becomes text, and what no XML may hold becomes the replacement character. */
export function escapeText(text) {
  return String(text)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}

/** The same, as the value of an attribute. */
export function attribute(text) {
  return escapeText(text).replace(/[\t\n\r]/g, " ");
}

/** A number with at most three decimals. */
export function number(value) {
  if (!Number.isFinite(value)) throw new Error(`SVG: expected a finite number, found ${value}`);
  return String(Math.round(value * 1000) / 1000 + 0);
}
