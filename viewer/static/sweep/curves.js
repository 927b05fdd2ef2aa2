// @ts-check
/** Over the curves: the slider, the threshold's line with its values, the saved one's, and the hand on them. */

import { framePlace } from "../charts/places.js";
import { nearestRow, rowOf, stepRow, threshold } from "../page/threshold.js";
import { key } from "../rails/controls.js";
import { guardKeys, h, hear, set, setText, watchContent } from "../rails/dom.js";
import { CURVES, PANELS, narrowPlaces, placeOf } from "./places.js";
import { Hand } from "./hand.js";

/** Mount the slider and what lies over the curves. */
export function mount({ model, root, signal }) {
  const curves = new Curves(model, root, signal);
  guardKeys(root, signal);
  watchContent(model, (content) => curves.take(content));
  model.on("at", () => curves.takeAt());
  curves.takeAt();
}

const EDGE = 0.06;
const LINE_PX = 12;
const NARROW = matchMedia("(max-width: 719px)");

class Curves {
  constructor(model, root, signal) {
    this.model = model;
    this.root = root;
    this.hand = new Hand((message) => model.send_msg(message));
    root.classList.add("sweep-curves");
    this.facts = h("span", { class: "dim grow" });
    const hints = this.hints = h("span", { class: "hints" }, key("←"), key("→"), "step 0.01", key("↑"), key("↓"), "next candidate");
    const head = h("div", { class: "sweep-head" }, h("h2", {}, "Threshold sweep"), this.facts, hints);
    this.message = h("p", { class: "sweep-message", role: "status" });
    this.area = h("div", { class: "sweep-area" });
    this.parts = this.build();
    root.append(head, this.message, this.area);
    this.listen(signal);
    threshold.watch(() => this.draw(), signal);
  }

  build() {
    const label = h("span", { class: "sweep-label slider-label" }, "Threshold");
    const track = h("div", { class: "sweep-track" }, (this.filled = h("i", {})));
    this.thumb = h("div", { class: "sweep-thumb", role: "slider", tabindex: 0, "aria-label": "Threshold", "aria-valuemin": 0, "aria-valuemax": 1 });
    this.tag = h("span", { class: "sweep-tag", "aria-hidden": "true" });
    this.line = h("div", { class: "sweep-line" });
    this.best = h("div", { class: "sweep-best" }, h("span", {}));
    this.saved = h("div", { class: "sweep-saved" }, h("span", {}));
    this.values = Object.fromEntries(CURVES.map(({ name }) => [name, h("span", { class: `sweep-value ${name}`, "aria-hidden": "true" })]));
    this.dots = Object.fromEntries(CURVES.map(({ name }) => [name, h("i", { class: `sweep-dot ${name}` })]));
    this.savedDots = Object.fromEntries(CURVES.map(({ name }) => [name, h("i", { class: `sweep-dot is-saved ${name}` })]));
    this.labels = PANELS.map(({ title }) => h("span", { class: "sweep-label" }, title));
    this.notes = { within: h("span", { class: "sweep-note within" }), over: h("span", { class: "sweep-note over" }), budget: h("span", { class: "sweep-note budget" }), ceiling: h("span", { class: "sweep-note ceiling" }), backchannels: h("span", { class: "sweep-note backchannels" }, "fires on backchannels") };
    this.bands = ["p90", "p50", "p10"].map((name) => h("span", { class: "sweep-note band" }, name));
    this.area.append(label, track, ...this.labels, ...Object.values(this.notes), ...this.bands, this.best, this.saved, ...Object.values(this.savedDots),
      this.line, ...Object.values(this.dots), this.thumb, this.tag, ...Object.values(this.values));
    return null;
  }

  listen(signal) {
    this.area.addEventListener("pointerdown", (event) => this.grab(event), { signal });
    this.area.addEventListener("pointermove", (event) => this.drag(event), { signal });
    for (const end of ["pointerup", "pointercancel"]) this.area.addEventListener(end, () => this.letGo(), { signal });
    hear("threshold", signal, (step) => this.step(step));
    const observer = new ResizeObserver(() => this.place());
    observer.observe(this.root);
    signal.addEventListener("abort", () => observer.disconnect());
    hear("page", signal, () => requestAnimationFrame(() => this.place()));
  }

  /** Another sweep, or why there is none. */
  take(content) {
    threshold.show(content);
    const { sweep, message } = content;
    setText(this.message, message);
    this.message.hidden = message === "";
    this.area.hidden = this.hints.hidden = sweep === null;
    this.root.classList.toggle("is-loading", content.is_loading);
    setText(this.facts, sweep?.facts ?? "");
    this.takeAt();
    this.place();
  }

  /** The threshold that Python shows, unless a newer one was moved here. */
  takeAt() {
    const { sweep } = threshold;
    if (!sweep || !this.model.at) return;
    const { theta, nonce } = JSON.parse(this.model.at);
    if (nonce < this.hand.nonce && threshold.row >= 0) return;
    const row = rowOf(sweep.theta, theta);
    if (row >= 0) threshold.move(row);
  }

  /** Find where the charts stand, and draw there. */
  place() {
    if (!threshold.sweep) return;
    const places = PANELS.map(({ figure }) => framePlace(figure));
    const { left, top, width } = this.area.getBoundingClientRect();
    if (NARROW.matches) this.places = narrowPlaces(width);
    else this.places = places.every(Boolean) ? places.map((one) => ({ ...one, left: one.left - left, top: one.top - top })) : null;
    if (!this.places) {
      // The charts are laid out a moment after this.
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.place(), 60);
      return;
    }
    const [first] = this.places;
    const last = this.places[this.places.length - 1];
    this.area.style.setProperty("--from", `${first.left}px`);
    this.area.style.setProperty("--to", `${first.left + first.width}px`);
    this.area.style.setProperty("--wide", `${first.width}px`);
    this.area.style.setProperty("--floor", `${last.top + last.height}px`);
    this.labels.forEach((label, i) => (label.style.top = `${this.places[i].top}px`));
    this.drawStill();
    this.draw();
  }

  x(theta) {
    return this.places[0].left + theta * this.places[0].width;
  }

  /** What does not move with the hand. */
  drawStill() {
    const { sweep } = threshold;
    const at = (element, theta) => {
      element.hidden = theta === null;
      if (theta === null) return;
      element.style.left = `${this.x(theta)}px`;
      element.classList.toggle("at-start", theta < EDGE);
      element.classList.toggle("at-end", theta > 1 - EDGE);
    };
    at(this.best, sweep.best === null ? null : sweep.theta[sweep.best]);
    at(this.saved, threshold.saved);
    if (sweep.best !== null) setText(this.best.firstElementChild, `best in budget ${sweep.texts[sweep.best][0]}`);
    if (sweep.saved !== null) setText(this.saved.firstElementChild, `saved ${sweep.texts[sweep.saved][0]}`);
    const { regions } = sweep;
    this.note(this.notes.within, this.places[0], regions.within_text, regions.within.at(-1)?.[1], "right", 0);
    this.note(this.notes.over, this.places[0], regions.over_text, regions.over.at(-1)?.[1], "right", 1);
    for (const name of ["budget", "ceiling"]) {
      const place = placeOf(this.places[1], sweep[name]);
      setText(this.notes[name], `${name} ${sweep[name].toFixed(2)}`);
      this.notes[name].style.top = `${name === "budget" ? place + 3 : place - 15}px`;
    }
    this.placeBackchannels();
    this.placeBands();
    for (const one of CURVES) this.dot(this.savedDots[one.name], one, sweep.saved);
  }

  note(element, place, text, theta, side, share) {
    element.hidden = !text || theta === undefined;
    setText(element, text);
    element.style.left = `${this.x(theta ?? 0)}px`;
    element.style.top = `${share === 0 ? place.top + 4 : place.top + place.height - 18}px`;
  }

  /** The name of a curve stands on it, near the left end. */
  placeBackchannels() {
    const { sweep } = threshold;
    const row = nearestRow(sweep.theta, 0.02);
    const value = sweep.curves.backchannel_fire_rate[row];
    this.notes.backchannels.hidden = value === null;
    if (value === null) return;
    this.notes.backchannels.style.left = `${this.x(sweep.theta[row])}px`;
    this.notes.backchannels.style.top = `${placeOf(this.places[1], value) - 16}px`;
  }

  /** The names of the percentiles, from the top, none on another. */
  placeBands() {
    const { sweep } = threshold;
    const row = nearestRow(sweep.theta, 0.02);
    let free = -Infinity;
    for (const label of this.bands) {
      const value = sweep.curves[label.textContent][row];
      label.hidden = value === null;
      if (value === null) continue;
      free = Math.max(free + LINE_PX, placeOf(this.places[2], value) - (label.textContent === "p10" ? 0 : LINE_PX + 2));
      label.style.top = `${free}px`;
    }
  }

  dot(element, { name, panel }, row) {
    const value = row === null || row < 0 ? null : threshold.sweep.curves[name][row];
    element.hidden = value === null;
    if (value === null) return null;
    const at = [this.x(threshold.sweep.theta[row]), placeOf(this.places[panel], value)];
    element.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
    return at;
  }

  /** Everything that moves with the hand; nothing else is touched. */
  draw() {
    const { sweep, row } = threshold;
    if (!sweep || !this.places || row < 0) return;
    const texts = sweep.texts[row];
    const x = this.x(sweep.theta[row]);
    for (const element of [this.line, this.thumb]) element.style.transform = `translateX(${x}px)`;
    this.filled.style.width = `${x - this.places[0].left}px`;
    this.tag.style.transform = `translateX(${x}px)`;
    setText(this.tag, texts[0]);
    set(this.thumb, "aria-valuenow", String(sweep.theta[row]));
    set(this.thumb, "aria-valuetext", `${texts[0]}, recall ${texts[3]}, false alarm rate ${texts[4]}`);
    for (const one of CURVES) {
      const at = this.dot(this.dots[one.name], one, row);
      const value = this.values[one.name];
      value.hidden = at === null || !one.hasValue;
      if (value.hidden) continue;
      const text = one.unit ? `${texts[one.text]} ${one.unit}` : texts[one.text];
      setText(value, sweep.curves[one.name][row] > this.places[one.panel].high ? `${text} ↑` : text);
      value.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
    }
    this.area.classList.toggle("is-left", sweep.theta[row] < 0.12);
  }

  // --- the hand ----------------------------------------------------------------------------------------

  grab(event) {
    if (event.button !== 0 || !this.places) return;
    this.area.setPointerCapture(event.pointerId);
    this.isHeld = true;
    this.thumb.focus({ preventScroll: true });
    this.drag(event);
    event.preventDefault();
  }

  drag(event) {
    if (!this.isHeld) return;
    const { left } = this.area.getBoundingClientRect();
    const share = (event.clientX - left - this.places[0].left) / this.places[0].width;
    this.go(nearestRow(threshold.sweep.theta, Math.min(Math.max(share, 0), 1)));
  }

  letGo() {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.hand.rest();
  }

  step({ direction, hundredths }) {
    if (threshold.sweep && threshold.row >= 0) this.go(stepRow(threshold.sweep.theta, threshold.row, { direction, hundredths }));
  }

  go(row) {
    if (threshold.move(row)) this.hand.moved(!this.isHeld);
  }
}
