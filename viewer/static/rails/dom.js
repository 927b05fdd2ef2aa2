// @ts-check
/** Making and keeping DOM. Data only ever becomes text nodes and attribute values. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element: `h("button", {class: "chip", disabled: true, onclick}, "All")`.
 * `on…` functions become listeners, `true` an empty attribute, `null` and `false` none.
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG elements. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Set, replace or (null, false) remove one attribute or listener. */
export function set(element, name, value) {
  if (typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Replace an element's text only if it changed. */
export function setText(element, text) {
  const wanted = text ?? "";
  if (element.textContent !== wanted) element.textContent = wanted;
}

/** Call `draw` with the parsed text now and whenever Python sends another. */
export function watchContent(model, draw) {
  const read = () => {
    if (model.content) draw(JSON.parse(model.content));
  };
  model.on("content", read);
  read();
}

const OWN_KEYS = new Map([
  ["BUTTON", [" ", "Enter"]],
  ["SUMMARY", [" ", "Enter"]],
  ["SELECT", [" ", "Enter", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]],
  ["INPUT", [" ", "Enter", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]],
]);

/** Keep the keys that work a focused control from the page's shortcuts. */
export function guardKeys(root, signal) {
  const guard = (event) => {
    const target = event.composedPath()[0];
    const isSearch = target.tagName === "INPUT" && ["search", "number"].includes(target.type);
    const isOwn = OWN_KEYS.get(target.tagName)?.includes(event.key);
    const isChord = event.ctrlKey || event.metaKey;
    if (event.key !== "Escape" && !isChord && (isSearch || isOwn)) event.stopPropagation();
  };
  root.addEventListener("keydown", guard, { signal });
}

/** Tell the page something: `tell("select", {event, play: true})` is `turnbench:select`. */
export function tell(name, detail) {
  document.dispatchEvent(new CustomEvent(`turnbench:${name}`, { detail }));
}

/** Hear what the page tells, until the view is gone. */
export function hear(name, signal, listener) {
  document.addEventListener(`turnbench:${name}`, (event) => listener(event.detail ?? {}), { signal });
}
