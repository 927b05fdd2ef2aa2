// @ts-check
/** Small makers of elements. Text goes in as text, never as markup. */

/** An element with a class, text or children, and attributes. */
export function make(tag, className = "", content = null, attributes = {}) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (typeof content === "string") element.textContent = content;
  else if (content) element.append(...[content].flat());
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** A button with a name for screen readers, an optional key hint, and what it does. */
export function button(className, content, label, onClick, keys = []) {
  const made = make("button", className, content, { type: "button", "aria-label": label, title: label });
  for (const key of keys) made.append(make("kbd", "", key, { "aria-hidden": "true" }));
  // A click leaves the focus where it was, so that Space goes on meaning play.
  made.addEventListener("mousedown", (event) => event.preventDefault());
  made.addEventListener("click", onClick);
  return made;
}

/** Show a toggle's state to the eye and to assistive technology. */
export function press(element, isOn) {
  element.classList.toggle("on", isOn);
  element.setAttribute("aria-pressed", String(isOn));
}

/** Write a text only when it changed, so that the browser has nothing to lay out. */
export function setText(element, text) {
  if (element.firstChild?.nodeValue !== text || element.childNodes.length !== 1) element.textContent = text;
}
