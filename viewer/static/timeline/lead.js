// @ts-check
/** Where an event begins to be played: ahead of what is to be heard, and a little beyond it. */

import { clamp } from "./axis.js";

/**
 * The moment of an event that is to be heard: a positive's gold time, a decision's own time. In a span that was fired
 * upon it is the decision that fired, which in a long span may be far from its middle; else the span's start.
 */
export function heardTime(models, event) {
  if (event.kind !== "n") return event.time;
  const decisions = models.find((one) => one.model === event.model)?.tasks[event.task][event.speaker].decisions;
  const fired = decisions?.owner.findIndex((owner, index) => owner === event.index && decisions.fate[index] === "false_alarm") ?? -1;
  return fired >= 0 ? decisions.time[fired] : event.start;
}

/** From where an event is played, seconds. */
export function leadIn(models, event, { before }) {
  return Math.max(0, heardTime(models, event) - before);
}

/** What a loop of an event repeats: all of it, with pre-roll and post-roll. */
export function eventLoop(models, event, { before, after }, duration) {
  const start = Math.min(leadIn(models, event, { before }), event.start);
  const end = Math.max(event.end, event.mark) + after;
  return { start: clamp(start, 0, duration), end: clamp(end, 0, duration) };
}
