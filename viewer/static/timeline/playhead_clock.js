// @ts-check
/** Which moment of an audio context leaves the loudspeaker now. */

const LONGEST_LATENCY_S = 1;

/**
 * Seconds of the context's clock that are heard at `now` (ms of `performance.now()`).
 *
 * The context's own `currentTime` runs ahead by the output latency, in jumps of a hardware buffer (10 ms and
 * more). Its output time stamp pairs a sample with the moment at which it was heard; from there time runs evenly.
 */
export function heardClock(context, now = performance.now()) {
  const current = context.currentTime;
  const latency = context.outputLatency || context.baseLatency || 0;
  if (context.state !== "running") return current - latency;
  const stamp = context.getOutputTimestamp?.();
  if (!stamp?.performanceTime) return current - latency;
  const heard = stamp.contextTime + (now - stamp.performanceTime) / 1000;
  // A stamp from before the context was suspended tells nothing.
  const isStale = Math.abs(heard - current) > LONGEST_LATENCY_S;
  // Where the output stalls, nothing is heard that was not made.
  return isStale ? current - latency : Math.min(heard, current);
}
