// @ts-check
/** Run a built-in detector on the open dialogue: pick one, start it, watch it, cancel it. */

import { menu } from "./controls.js";
import { guardKeys, h, set, setText, watchContent } from "./dom.js";

/** Mount the row in `root`. */
export function mount({ model, root, signal }) {
  const run = new DetectorRun(model);
  root.className = "rail run";
  root.append(run.element);
  guardKeys(root, signal);
  watchContent(model, (content) => run.show(content));
}

/** The detector to offer: the picked one while it can run, else the first that can. */
export function offered(detectors, picked) {
  const able = detectors.filter(({ problem }) => !problem);
  return (able.find(({ name }) => name === picked) ?? able[0])?.name ?? null;
}

class DetectorRun {
  constructor(model) {
    this.model = model;
    this.picked = null;
    this.menu = menu({ name: "Detector", onPick: (name) => (this.picked = name) });
    this.start = h("button", { type: "button", class: "button small", onclick: () => this.run() }, "Run");
    this.cancel = h(
      "button",
      { type: "button", class: "button small", onclick: () => model.send_msg({ type: "detect-cancel" }) },
      "Cancel",
    );
    this.bar = h("progress", { max: 1, "aria-label": "Share of the dialogue that is heard" });
    this.text = h("p", { class: "note", role: "status" });
    this.notes = h("div", {});
    this.element = h(
      "details",
      { class: "protocol" },
      h("summary", {}, "Run a detector on this dialogue"),
      h("div", { class: "line run-line" }, this.menu.element, this.start, this.cancel),
      this.bar,
      this.text,
      this.notes,
    );
  }

  run() {
    const name = offered(this.content.detectors, this.picked);
    if (name) this.model.send_msg({ type: "detect", detector: name });
  }

  /** Show a new content; null: detectors are off. */
  show(content) {
    this.content = content;
    this.element.hidden = !content;
    if (!content) return;
    const { detectors, is_running: isRunning, share, text, notes } = content;
    const options = detectors.map(({ name, title, problem }) => ({ value: name, text: title, disabled: !!problem }));
    const name = isRunning ? content.detector : offered(detectors, this.picked);
    this.menu.show(name, options);
    this.menu.element.disabled = isRunning || !name;
    this.start.disabled = !name;
    this.start.hidden = isRunning;
    this.cancel.hidden = !isRunning;
    this.bar.hidden = !isRunning;
    this.bar.value = share;
    this.text.hidden = !text;
    setText(this.text, text);
    this.notes.replaceChildren(...notes.map((note) => h("p", { class: "note dim" }, note)));
    if (isRunning) set(this.element, "open", true);
  }
}
