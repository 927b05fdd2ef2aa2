// @ts-check
/** The thin bar along the timeline's top: how much of the sound has been read for its waveform. */

import { make } from "./dom.js";

const BUSY_AFTER_MS = 300;

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

/** Whether what is awaited has taken so long that it is worth showing. */
export class Busy {
  /** `onShown()` is called when it has. */
  constructor(onShown) {
    this.onShown = onShown;
    this.isShown = false;
    this.timer = 0;
  }

  /** Something is awaited from now on. */
  watch() {
    this.stop();
    this.isShown = false;
    this.timer = setTimeout(() => {
      this.isShown = true;
      this.onShown();
    }, BUSY_AFTER_MS);
  }

  stop() {
    clearTimeout(this.timer);
  }
}
