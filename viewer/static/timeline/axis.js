// @ts-check
/** The time axis: seconds to pixels and back, zooming, panning, ticks. A view is `{start, end}` in seconds. */

export const MIN_SPAN_S = 0.005;
export const DEFAULT_SPAN_S = 18;

/** Pixel of a time on an axis `width` pixels wide. */
export function timeToPx(view, width, time) {
  return ((time - view.start) / (view.end - view.start)) * width;
}

/** Time under a pixel. */
export function pxToTime(view, width, px) {
  return view.start + (px / width) * (view.end - view.start);
}

/** Zoom by `factor` (below 1: closer) keeping `time` on its pixel, within the limits of the dialogue. */
export function zoomAround(view, time, factor, duration) {
  const span = view.end - view.start;
  const longest = Math.max(duration, MIN_SPAN_S);
  const next = clamp(span * factor, MIN_SPAN_S, Math.max(longest, factor < 1 ? span : longest));
  const share = (time - view.start) / span;
  const start = time - share * next;
  return clampView({ start, end: start + next }, duration, view);
}

/** Shift a view by `seconds`, stopping at the ends. */
export function pan(view, seconds, duration) {
  return clampView({ start: view.start + seconds, end: view.end + seconds }, duration, view);
}

/**
 * Push a view back inside the dialogue, keeping its length. A view that already reached beyond an end
 * (a centred event near it) may stay as far out as `from` is, but no farther.
 */
export function clampView(view, duration, from = { start: 0, end: duration }) {
  const span = view.end - view.start;
  const low = Math.min(0, from.start);
  const high = Math.max(duration, from.end);
  if (span >= high - low) {
    const start = low + (high - low - span) / 2;
    return { start, end: start + span };
  }
  const start = clamp(view.start, low, high - span);
  return { start, end: start + span };
}

/** The view of `span` seconds whose middle is exactly `time`; it may reach beyond the dialogue. */
export function centredOn(time, span) {
  return { start: time - span / 2, end: time + span / 2 };
}

/** The view that shows [start, end] with a margin of a quarter on each side. */
export function fitted(start, end, duration) {
  const span = Math.min(Math.max((end - start) * 1.5, 1), Math.max(duration, 1));
  return centredOn((start + end) / 2, span);
}

const STEPS_S = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** The smallest nice step whose ticks stand at least `minimum` pixels apart. */
export function tickStep(span, width, minimum) {
  const wanted = (span / width) * minimum;
  for (const step of STEPS_S) if (step >= wanted * (1 - 1e-9)) return step;
  return Math.ceil(wanted / 3600) * 3600;
}

/** Tick times of a view, each a whole multiple of `step`, none outside [low, high]. */
export function ticks(view, step, low, high) {
  const from = Math.ceil(Math.max(view.start, low) / step - 1e-9);
  const to = Math.floor(Math.min(view.end, high) / step + 1e-9);
  const times = [];
  for (let index = from; index <= to; index += 1) times.push(roundTo(index * step));
  return times;
}

/** Decimals a tick label of this step needs (the page's least is one below a minute per step). */
export function tickDecimals(step) {
  if (step >= 30) return 0;
  if (step >= 0.1) return 1;
  return step >= 0.01 ? 2 : 3;
}

function roundTo(value) {
  return Math.round(value * 1e6) / 1e6 + 0; // never -0
}

/** `value` forced into [low, high]. */
export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}
