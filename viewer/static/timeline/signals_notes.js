// @ts-check
/** What the page says of signals in words: a lane that failed, and the value under the pointer. */

import { button, make, setText } from "./dom.js";
import { glyphElement } from "./glyphs.js";
import { laneAt } from "./lanes.js";
import { dbOf, hzAt } from "./signals_scale.js";
import { SIGNALS } from "./signals_plan.js";

const NAMES = { mel: "The spectrogram", linear: "The spectrogram", pitch: "The pitch", intensity: "The intensity" };
const GAP_PX = 12;

/** The words of one timeline. */
export class SignalNotes {
  /** `body` is what the lanes stand in; `source` gives problems and values. */
  constructor(body, source) {
    this.source = source;
    this.failures = make("div", "signal-failures");
    this.value = make("div", "signal-value", "", { "aria-hidden": "true" });
    this.value.hidden = true;
    this.key = "";
    body.append(this.failures, this.value);
  }

  /** Tell every lane whose signal failed, and let it be tried again. */
  showFailures(layout) {
    const lanes = layout.lanes.filter(({ kind }) => SIGNALS.includes(kind) && this.source.problem(kind));
    const key = JSON.stringify(lanes.map(({ kind, y, height }) => [kind, y, height, this.source.problem(kind)]));
    if (key === this.key) return;
    this.key = key;
    this.failures.replaceChildren(...lanes.map((lane) => this.failure(lane)));
  }

  failure({ kind, y, height }) {
    const text = make("span", "failure-text", `${NAMES[kind]} could not be computed (${this.source.problem(kind)}).`);
    const retry = button("small-button", "Retry", `Compute ${NAMES[kind].toLowerCase()} again`, () => this.source.retry(kind));
    const box = make("div", "failure", [glyphElement("false_alarm", 12), text, retry], { role: "alert" });
    box.style.top = `${y}px`;
    box.style.height = `${height}px`;
    return box;
  }

  /** Show the value at a place of the lanes' canvas; hidden where there is none. */
  point({ layout, navigator, painter }, x, y) {
    const lane = laneAt(layout, y);
    const text = lane && SIGNALS.includes(lane.kind) ? this.textAt(lane, x, y, navigator.view, painter.width) : "";
    this.value.hidden = !text;
    if (!text) return;
    setText(this.value, text);
    const isLeft = x + GAP_PX + 80 > painter.width;
    this.value.style.transform = `translate(${x + (isLeft ? -GAP_PX : GAP_PX)}px, ${lane.y + 2}px)${isLeft ? " translateX(-100%)" : ""}`;
  }

  textAt(lane, x, y, view, width) {
    const { told } = this.source;
    const time = view.start + (x / width) * (view.end - view.start);
    const found = this.source.cellAt(lane.kind, lane.speaker, time, view, width);
    if (!found) return "";
    const { codes } = found.tile;
    if (lane.kind === "pitch") {
      const code = codes[found.index];
      return code > 0 ? `${Math.round(code / told.kinds.pitch.codes_per_hz)} Hz` : "no voice";
    }
    if (lane.kind === "intensity") return decibels(dbOf(codes[found.index], told));
    const { bands, bands_hz: bandsHz } = told.kinds[lane.kind];
    const hz = hzAt(lane, y, bandsHz);
    return `${(hz / 1000).toFixed(2)} kHz  ${decibels(dbOf(codes[found.index * bands + bandsHz.indexOf(hz)], told))}`;
  }

  /** The pointer has left. */
  leave() {
    this.value.hidden = true;
  }
}

function decibels(db) {
  return `${db < 0 ? "\u2212" : ""}${Math.abs(db).toFixed(0)} dB`;
}
