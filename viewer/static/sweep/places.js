// @ts-check
/** The panels of the curves from the top, and which curve's value stands in which. */

export const PANELS = [
  { figure: "sweep-recall", title: "Recall" },
  { figure: "sweep-rates", title: "False alarms" },
  { figure: "sweep-latency", title: "Latency ms" },
];

/** `text` is the place among a row's texts. */
export const CURVES = [
  { name: "recall", panel: 0, text: 3, hasValue: true },
  { name: "fp_rate", panel: 1, text: 4, hasValue: true },
  { name: "backchannel_fire_rate", panel: 1, text: 5, hasValue: false },
  { name: "p50", panel: 2, text: 7, hasValue: true, unit: "ms" },
];

const EDGE_PX = 24;
const SLIDER_PX = 37;

/** Where the slider stands on a phone, which has no curves. */
export function narrowPlaces(width) {
  return PANELS.map(() => ({ left: EDGE_PX, top: SLIDER_PX, width: Math.max(width - 2 * EDGE_PX, 1), height: 0, low: 0, high: 1 }));
}

/** The pixel of a value in a panel; what lies beyond stands at its edge. */
export function placeOf({ top, height, low, high }, value) {
  const share = Math.min(Math.max((value - low) / (high - low), 0), 1);
  return top + height * (1 - share);
}
