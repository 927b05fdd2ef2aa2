// @ts-check
/** The latency strip's axis; pure, so that Node tests it. */

const EARLIEST_MS = -250;
const STEPS_MS = [250, 500, 1000, 2000, 5000, 10000];
const MOST_STEPS = 4;

/**
 * From -250 ms (or earlier, if a latency is) to the first round number past the last latency, with ticks
 * at round numbers: `{from, to, ticks}`.
 */
export function stripAxis(latencies) {
  const finite = latencies.filter(Number.isFinite);
  const last = finite.reduce((most, each) => Math.max(most, each), 0);
  const first = finite.reduce((least, each) => Math.min(least, each), EARLIEST_MS);
  const step = STEPS_MS.find((each) => Math.ceil(last / each) <= MOST_STEPS) ?? STEPS_MS[STEPS_MS.length - 1];
  const from = first < EARLIEST_MS ? Math.floor(first / step) * step : EARLIEST_MS;
  const to = Math.max(step, Math.ceil(last / step) * step);
  const ticks = [from];
  for (let tick = Math.ceil((from + 1) / step) * step; tick <= to; tick += step) ticks.push(tick === 0 ? 0 : tick);
  return { from, to, ticks };
}

/** Where a latency stands, as a share of the axis, held inside it. */
export function share(axis, ms) {
  return Math.max(0, Math.min(1, (ms - axis.from) / (axis.to - axis.from)));
}

/** One upright stroke per latency, as a path in a box 1000 wide; strokes in the same place are drawn once. */
export function pointPath(axis, latencies, top, bottom) {
  const places = new Set(latencies.filter(Number.isFinite).map((ms) => Math.round(share(axis, ms) * 1000)));
  return [...places].sort((a, b) => a - b).map((x) => `M${x} ${top}V${bottom}`).join("");
}
