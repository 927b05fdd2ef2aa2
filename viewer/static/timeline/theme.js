// @ts-check
/** The colours of the page, read from its CSS custom properties; canvas needs them as values. */

import { CLASSES } from "./scene.js";

/** How strongly the waveform is drawn, what stands behind, who is muted. */
const INKS = ["wave-ink", "soft-ink", "muted-ink"];
const NAMES = [
  "bg", "surface", "surface-2", "surface-3", "line", "line-strong", "ink", "ink-2", "ink-3", "accent",
  "accent-soft", "on-accent", "spk1", "spk2", "hit", "hit-ink", "fa", "miss", "redundant", "masked", "ignored",
  "quiet", "win", "win-edge", "hatch", "mask-wash",
  ...CLASSES.flatMap(({ key }) => [`cls-${key}`, `fill-${key}`]),
];

/** Read every colour at once: `{ink: "#18202B", …, font}`. */
export function readTheme(element) {
  const style = getComputedStyle(element);
  const theme = Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  for (const name of INKS) theme[name] = Number(style.getPropertyValue(`--${name}`)) || 1;
  theme["cls-other"] = theme["ink-3"];
  theme["fill-other"] = theme["surface-3"];
  theme.font = style.getPropertyValue("--font").trim() || "sans-serif";
  return theme;
}

/** Call `onChange` whenever the page's colours have changed; returns the function that stops it. */
export function watchTheme(onChange) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
