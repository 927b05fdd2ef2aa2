// @ts-check
/** Light, dark, high contrast, or as the system has it. */

import { hear } from "./dom.js";
import { recall, remember } from "./memory.js";

const STORE = "turnbench-theme";
const CHOICES = ["auto", "light", "dark", "contrast"];

/** The theme that a choice means on a system: `{isDark, isContrast, isForced}`; where the system forces its colours, ours are strong. */
export function resolveTheme(choice, { isDark, isContrast, isForced = false }) {
  if (isForced) return `contrast-${isDark ? "dark" : "light"}`;
  if (choice === "light" || choice === "dark") return choice;
  const tone = isDark ? "dark" : "light";
  return choice === "contrast" || isContrast ? `contrast-${tone}` : tone;
}

/** The choice after this one; the first step away from "auto" is one that can be seen. */
export function nextChoice(choice, { isDark }) {
  const order = isDark ? ["auto", "light", "dark", "contrast"] : ["auto", "dark", "light", "contrast"];
  return order[(order.indexOf(choice) + 1) % order.length];
}

/** Keep the page in its theme; `onChange({choice, theme})` now and at every change. Returns what toggles it. */
export function keepTheme(onChange, signal) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const forced = matchMedia("(forced-colors: active)");
  const system = () => ({ isDark: dark.matches, isContrast: contrast.matches, isForced: forced.matches });
  let choice = remembered();
  const apply = () => {
    const theme = resolveTheme(choice, system());
    document.documentElement.dataset.theme = theme;
    onChange({ choice, theme });
  };
  const toggle = () => {
    choice = nextChoice(choice, system());
    remember(STORE, choice);
    apply();
  };
  for (const query of [dark, contrast, forced]) query.addEventListener("change", apply, { signal });
  hear("theme-toggle", signal, toggle);
  apply();
  return toggle;
}

function remembered() {
  const choice = recall(STORE);
  return choice !== null && CHOICES.includes(choice) ? choice : "auto";
}
