// @ts-check
/** Light, dark, or as the system has it. */

import { hear, tell } from "./dom.js";
import { recall, remember } from "./memory.js";

const STORE = "turnbench-theme";
const CHOICES = ["auto", "light", "dark"];

/** The theme that a choice means here. */
export function resolveTheme(choice, prefersDark) {
  return choice === "light" || choice === "dark" ? choice : prefersDark ? "dark" : "light";
}

/** The choice after this one; the first step away from "auto" is one that can be seen. */
export function nextChoice(choice, prefersDark) {
  const order = prefersDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  return order[(order.indexOf(choice) + 1) % order.length];
}

/** Keep the page in its theme; `onChange({choice, theme})` now and at every change. Returns what toggles it. */
export function keepTheme(onChange, signal) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let choice = remembered();
  const apply = () => {
    const theme = resolveTheme(choice, system.matches);
    document.documentElement.dataset.theme = theme;
    onChange({ choice, theme });
    tell("theme", { theme });
  };
  const toggle = () => {
    choice = nextChoice(choice, system.matches);
    remember(STORE, choice);
    apply();
  };
  system.addEventListener("change", apply, { signal });
  hear("theme-toggle", signal, toggle);
  apply();
  return toggle;
}

function remembered() {
  const choice = recall(STORE);
  return choice !== null && CHOICES.includes(choice) ? choice : "auto";
}
