// @ts-check
/** What stands in the waveform's place when its sound could not be loaded: why, and a button that tries again. */

import { button, make } from "./dom.js";
import { glyphElement } from "./glyphs.js";

const CHANGED = "The file of this sound has changed since the page was opened. Retry opens it anew.";

/** Build it, hidden. */
export function failureParts(onRetry) {
  const text = make("span", "failure-text");
  const retry = button("small-button", "Retry", "Load the sound again", onRetry);
  const box = make("div", "failure", [glyphElement("false_alarm", 12), text, retry], { role: "alert" });
  box.hidden = true;
  return { box, text, retry };
}

/** Say what has failed, if anything has. */
export function showFailure({ box, text }, { state, problem, isChanged }, isAudioFailed) {
  box.hidden = !(state === "failed" || isAudioFailed);
  if (state === "failed" && isChanged) text.textContent = CHANGED;
  else if (state === "failed") text.textContent = `The waveform could not be loaded (${problem}).`;
  else if (isAudioFailed) text.textContent = "The sound could not be loaded; the timeline stays usable.";
}

/** Try again; a sound whose file has changed is another dialogue for the server, so the page is opened anew. */
export async function retry(timeline) {
  const { waveform, transport, navigator, busy } = timeline;
  timeline.keepView(navigator.view); // what a reload would lose
  if (await waveform.isGone()) {
    location.reload();
    return;
  }
  if (waveform.state === "failed") waveform.retry();
  transport.retry();
  busy.watch();
}
