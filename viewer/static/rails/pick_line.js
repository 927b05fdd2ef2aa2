// @ts-check
/** Above a playlist: which number's events it lists, the way back, and its outcomes as a file. */

import { save } from "../export/saving.js";
import { h, set, setText } from "./dom.js";

const UNNAMED = /[^\p{L}\p{N}._-]+/gu;

/** The line of a pick, and the button that downloads what is listed. */
export class PickLine {
  constructor(model, signal) {
    this.model = model;
    this.nonce = 0;
    this.name = "outcomes.csv";
    this.words = h("span", { class: "grow" });
    const all = { type: "button", class: "button small", onclick: () => model.send_msg({ type: "pick", pick: "" }) };
    this.element = h("div", { class: "line picked", hidden: true }, this.words, h("button", all, "All events"));
    const csv = { type: "button", class: "button small", "aria-label": "Save these outcomes as CSV", title: "Save these outcomes as CSV" };
    this.download = h("button", { ...csv, onclick: () => this.ask() }, "CSV");
    model.on("msg:custom", (event) => signal.aborted || this.hear(event.data ?? event));
  }

  /** Show the pick of a content, if it has one. */
  show({ pick, rows, dialogue }) {
    this.element.hidden = !pick;
    setText(this.words, pick?.words ?? "");
    set(this.words, "title", pick?.words ?? null);
    this.download.hidden = rows.length === 0;
    this.name = `outcomes-${(pick?.words ?? dialogue ?? "").replace(UNNAMED, "-").slice(0, 80)}.csv`;
  }

  ask() {
    this.nonce += 1;
    this.model.send_msg({ type: "outcomes", nonce: this.nonce });
  }

  hear({ type, nonce, csv, error }) {
    if (type !== "outcomes" || nonce !== this.nonce) return;
    if (csv === null) setText(this.words, error);
    else save(new Blob([csv], { type: "text/csv" }), this.name);
    if (csv === null) this.element.hidden = false;
  }
}
