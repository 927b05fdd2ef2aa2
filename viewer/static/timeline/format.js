// @ts-check
/** Times, latencies and spans as the page writes them. */

export const MINUS = "\u2212";

/** Seconds as mm:ss.s, or h:mm:ss.s from one hour on, cut (never rounded up) to `decimals` places. */
export function clock(seconds, decimals = 1) {
  const sign = seconds < 0 ? MINUS : "";
  const scale = 10 ** decimals;
  // The epsilon keeps 45.2 from becoming 45.1: binary 45.2 * 10 is a hair below 452.
  const units = Math.floor(Math.abs(seconds) * scale + 1e-6);
  const whole = Math.floor(units / scale);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const head = hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`;
  return sign + head + (decimals > 0 ? `.${String(units % scale).padStart(decimals, "0")}` : "");
}

function two(number) {
  return String(number).padStart(2, "0");
}

/** A latency in seconds as whole signed milliseconds: "+340 ms", "−120 ms". */
export function latency(seconds) {
  const ms = Math.round(seconds * 1000);
  return `${ms < 0 ? MINUS : "+"}${Math.abs(ms)} ms`;
}

/** The length of the view for the zoom field: "250 ms", "18.0 s", "2.5 min". */
export function span(seconds) {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`;
  return `${(seconds / 60).toFixed(1)} min`;
}

/** A playback speed: "1.0×", "0.75×". */
export function speed(rate) {
  return `${Number.isInteger(rate * 10) ? rate.toFixed(1) : rate.toFixed(2)}×`;
}

/** "1 turn", "3 turns". */
export function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
