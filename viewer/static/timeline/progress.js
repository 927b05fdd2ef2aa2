// @ts-check
/** The thin bar along the timeline's top: how much of the sound has been read for its waveform. */

import { make } from "./dom.js";

/** Build the bar, hidden. */
export function buildProgress() {
  const bar = make("div", "busy", null, { role: "progressbar", "aria-label": "Reading the sound for its waveform", "aria-valuemin": "0", "aria-valuemax": "100" });
  bar.hidden = true;
  return bar;
}

/** Show a share from 0 to 1, a running bar where none is known but something is waited for, or nothing. */
export function showProgress(bar, share, isWaiting) {
  const isKnown = share !== null && share > 0;
  bar.hidden = !isKnown && share === null && !isWaiting;
  if (isKnown) {
    const percent = Math.floor(share * 100);
    bar.setAttribute("aria-valuenow", String(percent));
    bar.setAttribute("aria-valuetext", `${percent} % read; the pale part of the waveform is preliminary`);
    bar.style.transform = `scaleX(${share})`;
  } else {
    bar.removeAttribute("aria-valuenow");
    bar.removeAttribute("aria-valuetext");
    bar.style.transform = "";
  }
}
