// @ts-check
/** The few controls that the rails share. Each returns its element and how to update it. */

import { h, set, setText } from "./dom.js";

/**
 * A row of buttons of which one is pressed. `show(value, options?)` updates it.
 * @param {{name: string, kind: "seg" | "chips", options?: {value: any, text: string, title?: string}[],
 *   onPick: (value: any) => void}} spec
 */
export function choice({ name, kind, options = [], onPick }) {
  const element = h("div", { class: kind, role: "group", "aria-label": name });
  let buttons = [];
  let known = "";
  const build = (wanted) => {
    const text = JSON.stringify(wanted);
    if (text === known) return;
    known = text;
    const focused = buttons.find(({ button }) => button.matches(":focus"))?.value;
    buttons = wanted.map(({ value, text: label, title }) => {
      const button = h(
        "button",
        { type: "button", class: kind === "seg" ? "" : "chip", title: title ?? null, onclick: () => onPick(value) },
        label,
      );
      return { value, button };
    });
    element.replaceChildren(...buttons.map(({ button }) => button));
    buttons.find(({ value }) => value === focused)?.button.focus();
  };
  const show = (value, wanted = null) => {
    if (wanted) build(wanted);
    for (const each of buttons) set(each.button, "aria-pressed", String(each.value === value));
  };
  build(options);
  return { element, show };
}

/** A native menu. `show(value, options?)` updates it without closing it needlessly. */
export function menu({ name, options = [], onPick }) {
  const element = h("select", { class: "menu", "aria-label": name, onchange: () => onPick(element.value) });
  let known = "";
  const show = (value, wanted = null) => {
    const text = wanted ? JSON.stringify(wanted) : known;
    if (text !== known) {
      known = text;
      const option = ({ value, text: label, disabled }) => h("option", { value, disabled: disabled ?? null }, label);
      element.replaceChildren(...wanted.map(option));
    }
    element.value = value ?? "";
  };
  show(null, options);
  return { element, show };
}

/** A key as it is drawn beside what it does. */
export function key(text) {
  return h("kbd", {}, text);
}

/** A region that a screen reader speaks; `say` repeats even the same words. */
export function announcer() {
  const element = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
  const say = (text) => {
    element.textContent = "";
    requestAnimationFrame(() => setText(element, text));
  };
  return { element, say };
}
