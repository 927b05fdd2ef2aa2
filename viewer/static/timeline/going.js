// @ts-check
/** Going to a time rather than to an event: from the palette, the transcript, a link. */

import { clamp } from "./axis.js";

/** Put a time into the middle of the view, move the playhead there, and play if asked. */
export function goTo(timeline, { at, play = false }) {
  const { dialogue, navigator, transport } = timeline;
  if (!dialogue || !Number.isFinite(at)) return;
  const time = clamp(at, 0, dialogue.duration);
  const there = { time, start: time, end: time, mark: time };
  navigator.centre(there);
  if (play || transport.playing) navigator.stayOn(there, time);
  if (play) transport.play(time);
  else transport.seek(time);
}

/** Play from a time; the view moves only if the time is outside. */
export function playFrom(timeline, at) {
  if (!timeline.dialogue || !Number.isFinite(at)) return;
  timeline.seek(at);
  timeline.transport.play();
}

/** Put a stretch into the middle of the view; a resting playhead goes to its start. */
export function showSpan(timeline, { start, end }) {
  const { dialogue, navigator, transport } = timeline;
  if (!dialogue || !(end >= start)) return;
  const time = (start + end) / 2;
  navigator.centre({ time, start, end, mark: time });
  if (!transport.playing) transport.seek(clamp(start, 0, dialogue.duration));
}
