// @ts-check
/** The protocol's parameters, to be tried out. */

import { term } from "../page/term.js";
import { choice } from "./controls.js";
import { h, set, setText } from "./dom.js";
import { Latest } from "./latest.js";

const SLIDERS = [
  { name: "tau_pre_s", text: "Earliest", hint: "How early a decision may come, s", min: 0, max: 1, step: 0.05 },
  { name: "tau_max_s", text: "Latest", hint: "How late a decision may come, s", min: 0.5, max: 6, step: 0.1 },
  { name: "tolerance_s", text: "Tolerance", hint: "Largest spread of a consensus, s", min: 0, max: 0.5, step: 0.01 },
];
const NAMES = [...SLIDERS.map(({ name }) => name), "min_agree"];

/** True if two sets of parameters are the same for the eye of a slider. */
export function sameSettings(one, other) {
  return NAMES.every((name) => Math.abs(one[name] - other[name]) < 1e-9);
}

/** What a number field takes: "0 to 0.5 s". */
export function rangeSentence({ min, max }) {
  return `${min} to ${max} s`;
}

export class ProtocolSettings {
  constructor(model) {
    this.settings = null;
    this.held = 0;
    this.latest = new Latest({ send: (settings) => model.send_msg({ type: "settings", ...settings }) });
    this.rows = SLIDERS.map((spec) => this.makeRow(spec));
    this.agree = choice({
      name: "Annotators that must agree",
      kind: "seg",
      options: [{ value: 2, text: "2 of 3" }, { value: 3, text: "3 of 3" }],
      onPick: (count) => this.change("min_agree", count),
    });
    const agreeRow = h("div", { class: "setting" }, term("min_agree", "Agreement"), this.agree.element);
    this.element = h(
      "details",
      { class: "protocol" },
      h("summary", {}, "Protocol"),
      ...this.rows.map(({ row }) => row),
      agreeRow,
    );
    this.element.addEventListener("toggle", () => {
      if (this.element.open) this.element.scrollIntoView({ block: "nearest" });
    });
  }

  makeRow({ name, text, hint, min, max, step }) {
    const range = { min, max, step };
    const label = `${hint.replace(/, s$/, "")}, seconds`;
    const slider = h("input", { type: "range", ...range, "aria-label": label });
    const id = `range-of-${name}`;
    const number = h("input", {
      type: "number", ...range, step: "any", required: true, "aria-label": label, "aria-describedby": id,
    });
    const sentence = h("span", { class: "range", id, role: "status" });
    const check = () => setText(sentence, number.validity.valid ? "" : rangeSentence({ min, max }));
    slider.addEventListener("input", () => this.change(name, Number(slider.value)));
    slider.addEventListener("pointerdown", () => this.hold());
    number.addEventListener("input", () => {
      const value = number.valueAsNumber;
      if (Number.isFinite(value) && value >= min && value <= max) this.change(name, value);
      check();
    });
    number.addEventListener("change", () => this.write());
    const unit = h("span", { class: "dim" }, "s");
    const row = h("div", { class: "setting", title: hint }, term(name.replace(/_s$/, ""), text), slider, number, unit, sentence);
    return { name, step, slider, number, check, row };
  }

  /** From press to release the sliders belong to the hand. */
  hold() {
    this.held += 1;
    const release = () => {
      this.held -= 1;
      if (this.shown) this.show(this.shown);
    };
    addEventListener("pointerup", release, { once: true });
  }

  change(name, value) {
    this.settings = { ...this.settings, [name]: value };
    this.latest.push(this.settings);
    this.write();
  }

  /** Show what Python has, unless something newer is set here. */
  show(settings) {
    this.shown = settings;
    this.latest.answered((sent) => sameSettings(sent, settings));
    if (this.held > 0 || this.latest.isBusy) return;
    this.settings = settings;
    this.write();
  }

  /** Forget what was set here: Python is about to send the benchmark's. */
  reset() {
    this.latest.drop();
  }

  write() {
    if (!this.settings) return;
    for (const { name, step, slider, number, check } of this.rows) {
      const value = this.settings[name];
      slider.value = String(value);
      const decimals = step < 0.1 ? 2 : 1;
      const text = Math.abs(value - Number(value.toFixed(decimals))) < 1e-9 ? value.toFixed(decimals) : String(value);
      if (!number.matches(":focus")) number.value = text;
      check();
      set(slider, "aria-valuetext", `${text} seconds`);
    }
    this.agree.show(this.settings.min_agree);
  }
}
