// @ts-check
/** What is exported: the range dragged with Shift, else what is in view, within the dialogue. */

import { clock } from "../timeline/format.js";

/** Longest sound in one file: a browser holds the whole file before it saves it. */
export const LONGEST_WAV_S = 7200;
/** Longest clip on one page: a quarter of an hour of 48 kHz stereo is 230 MB of text, as much as a browser opens well. */
export const LONGEST_PAGE_S = 900;

const BYTES_PER_FRAME = 4;

/**
 * The range of an export, and what of the axis a picture shows: the view may reach beyond the dialogue's ends.
 * Null where nothing of the dialogue is in view.
 */
export function exportRange({ dialogue, range, view }) {
  if (!dialogue) return null;
  const shown = range ?? view;
  const start = Math.max(shown.start, 0);
  const end = Math.min(shown.end, dialogue.duration);
  return end > start ? { start, end, view: { ...shown }, isDragged: Boolean(range) } : null;
}

/** "00:12.00 to 00:30.50 (18.50 s), as dragged with Shift". */
export function rangeLine(range) {
  if (!range) return "Nothing of the dialogue is in view.";
  const length = (range.end - range.start).toFixed(2);
  const origin = range.isDragged ? "the range dragged with Shift" : "what is in view";
  return `${clock(range.start, 2)} to ${clock(range.end, 2)} (${length} s): ${origin}`;
}

/** Bytes of the clip as a WAV file. */
export function wavBytes(range, sampleRate) {
  return 44 + Math.ceil((range.end - range.start) * sampleRate) * BYTES_PER_FRAME;
}
