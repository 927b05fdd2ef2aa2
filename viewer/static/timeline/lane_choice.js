// @ts-check
/**
 * Which lanes are on, in which order, how tall: the text `wave:80,labels,gold` and the rules of changing it.
 *
 * A choice is `[{name, px}]` from the top, for both speakers alike; `px` is null at the usual height. Of a group
 * (annotators, other models) it is the height of one of its lanes.
 */

/**
 * Every tier in its usual order: its name in the text, the kind of its lanes, what it is called, and its bounds.
 * @type {{name: string, kind: string, title: string, least: number, most: number}[]}
 */
export const TIERS = [
  { name: "wave", kind: "waveform", title: "Waveform", least: 20, most: 400 },
  { name: "mel", kind: "mel", title: "Spectrogram, mel", least: 32, most: 400 },
  { name: "linear", kind: "linear", title: "Spectrogram, linear", least: 32, most: 400 },
  { name: "pitch", kind: "pitch", title: "Pitch (F0)", least: 24, most: 240 },
  { name: "intensity", kind: "intensity", title: "Intensity", least: 24, most: 240 },
  { name: "labels", kind: "annotator", title: "Annotators", least: 10, most: 48 },
  { name: "gold", kind: "gold", title: "Consensus gold", least: 16, most: 80 },
  { name: "prob", kind: "prob", title: "Probability, active model", least: 24, most: 240 },
  { name: "decisions", kind: "decisions", title: "Decisions, active model", least: 36, most: 160 },
  { name: "others", kind: "other", title: "Decisions, other models", least: 12, most: 64 },
];

/** Those of the sweep page, with their heights. */
export const SWEEP_LANES = "wave:28,gold:22,prob:44,decisions:40";
export const USUAL_LANES = ["wave", "labels", "gold", "prob", "decisions", "others"];

const BY_NAME = new Map(TIERS.map((tier) => [tier.name, tier]));
const ALL = TIERS.map((tier) => tier.name);

/** The tier of a name. */
export function tierOf(name) {
  return BY_NAME.get(name);
}

/** A height within a tier's bounds, in whole pixels. */
export function boundedPx(name, px) {
  const { least, most } = tierOf(name);
  return Math.round(Math.min(Math.max(px, least), most));
}

/** The usual choice. */
export function usualChoice() {
  return USUAL_LANES.map((name) => ({ name, px: null }));
}

/**
 * The choice that a text means. Names that are unknown, doubled or not among `offered` are dropped, a height that is
 * no number counts as usual; where nothing is left, the usual choice.
 */
export function parseLanes(text, offered = ALL) {
  const choice = [];
  for (const part of text.split(",")) {
    const [name, height] = part.trim().split(":");
    if (!offered.includes(name) || choice.some((one) => one.name === name)) continue;
    choice.push({ name, px: /^\d+$/.test(height ?? "") ? boundedPx(name, Number(height)) : null });
  }
  return choice.length > 0 ? choice : usualChoice();
}

/** The text of a choice; empty for the usual one. */
export function writeLanes(choice, usual = USUAL_LANES.join(",")) {
  const text = choice.map(({ name, px }) => (px === null ? name : `${name}:${px}`)).join(",");
  return text === usual ? "" : text;
}

/** Switch a tier off, or on where it usually stands; the last one stays on. */
export function toggled(choice, name) {
  if (!choice.some((one) => one.name === name)) {
    const next = [...choice];
    next.splice(usualPlace(choice.map((one) => one.name), name), 0, { name, px: null });
    return next;
  }
  return choice.length > 1 ? choice.filter((one) => one.name !== name) : choice;
}

/** Put a tier at place `to` among those that are on, 0 being the top. */
export function moved(choice, name, to) {
  const one = choice.find((each) => each.name === name);
  if (!one) return choice;
  const rest = choice.filter((each) => each !== one);
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, one);
  return rest;
}

/** Give a tier a height; null is the usual one. */
export function resized(choice, name, px) {
  return choice.map((one) => (one.name === name ? { name, px: px === null ? null : boundedPx(name, px) } : one));
}

/** Every offered tier in the order of a menu: those that are off stand where they would come on. */
export function menuOrder(choice, offered = ALL) {
  const order = choice.map((one) => one.name);
  for (const name of offered) if (!order.includes(name)) order.splice(usualPlace(order, name), 0, name);
  return order;
}

/** Where a name belongs in a list: behind the nearest one that usually comes before it. */
function usualPlace(names, name) {
  for (const before of ALL.slice(0, ALL.indexOf(name)).reverse()) {
    const at = names.indexOf(before);
    if (at >= 0) return at + 1;
  }
  return 0;
}
