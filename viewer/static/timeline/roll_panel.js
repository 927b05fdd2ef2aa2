// @ts-check
/** Pre-roll and post-roll: a button in the transport bar, and a small panel with both numbers. */

import { button, make, press, setText } from "./dom.js";
import { FIELDS, look } from "../page/look.js";

const FIELDS_SHOWN = [
  { name: "before", label: "Start before an event" },
  { name: "after", label: "Loop on after it" },
];

/** Build button and panel; `show()` writes what the look says. */
export function buildRollPanel() {
  const text = make("span", "roll-text");
  const panel = make("div", "roll-panel", null, { role: "dialog", "aria-label": "Pre-roll and post-roll" });
  panel.hidden = true;
  const open = (isOpen) => {
    panel.hidden = !isOpen;
    press(toggle, isOpen);
    toggle.setAttribute("aria-expanded", String(isOpen));
  };
  const toggle = button("roll-button", text, "Pre-roll and post-roll of events", () => {
    open(panel.hidden);
    if (!panel.hidden) inputs.before.select();
  });
  const inputs = Object.fromEntries(FIELDS_SHOWN.map((field) => [field.name, numberField(panel, field)]));
  const element = make("div", "roll", [toggle, panel]);
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.stopPropagation();
    open(false);
    toggle.focus();
  });
  element.addEventListener("focusout", (event) => {
    if (!panel.hidden && event.relatedTarget && !element.contains(event.relatedTarget)) open(false);
  });
  const show = () => {
    for (const { name } of FIELDS_SHOWN) {
      const value = String(look.get(name));
      if (inputs[name] !== inputs[name].getRootNode().activeElement && inputs[name].value !== value) inputs[name].value = value;
    }
    setText(text, `\u2212${look.get("before")} / +${look.get("after")} s`);
  };
  return { element, show };
}

function numberField(panel, { name, label }) {
  const input = make("input", "", null, { type: "number", min: 0, max: 30, step: 0.5, inputmode: "decimal" });
  input.addEventListener("input", () => {
    const value = FIELDS[name].read(input.value);
    input.setAttribute("aria-invalid", String(value === undefined));
    if (value !== undefined) look.set(name, value);
  });
  input.addEventListener("change", () => {
    input.value = String(look.get(name));
    input.removeAttribute("aria-invalid");
  });
  panel.append(make("label", "", [make("span", "", label), input, make("span", "unit", "s")]));
  return input;
}
