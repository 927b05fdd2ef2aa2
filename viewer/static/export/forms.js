// @ts-check
/** What can be exported, as one table for menu, keys and palette. */

import { sizeText } from "./names.js";
import { LONGEST_PAGE_S, LONGEST_WAV_S, wavBytes } from "./range.js";

/** Every form: `{form, name, note, limit, needsSound}`; `limit` in seconds. */
export const FORMS = [
  { form: "wav", name: "Sound (WAV)", note: "both channels as recorded", limit: LONGEST_WAV_S, needsSound: true },
  { form: "json", name: "Labels and verdicts (JSON)", note: "segments, gold, decisions, reasons" },
  { form: "wav+json", name: "Both (WAV + JSON)", note: "two files", limit: LONGEST_WAV_S, needsSound: true },
  { form: "png", name: "Picture (PNG)", note: "the timeline, at twice its size" },
  { form: "svg", name: "Picture (SVG)", note: "the timeline, as vectors" },
  { form: "html", name: "Offline page (HTML)", note: "sound, lanes and verdicts in one file", limit: LONGEST_PAGE_S },
];

const BASE64 = 4 / 3;
const PAGE_BYTES = 400_000;

/** Why a form cannot be exported now, or "". */
export function whyNot({ limit, needsSound }, range, media) {
  if (!range) return "Nothing of the dialogue is in view.";
  if (needsSound && !media) return "This dialogue has no sound.";
  if (limit && media && range.end - range.start > limit) return `At most ${limit / 60} minutes: zoom in, or drag a range with Shift.`;
  return "";
}

/** What a form is, with its size where that matters. */
export function noteOf({ form, note }, range, media) {
  if (!range || !media) return note;
  const bytes = wavBytes(range, media.sample_rate);
  if (form === "wav") return `${note}, ${sizeText(bytes)}`;
  return form === "html" ? `${note}, about ${sizeText(bytes * BASE64 + PAGE_BYTES)}` : note;
}
