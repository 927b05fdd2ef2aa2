// @ts-check
/** The button "Export" and its menu: Python makes the file, the browser saves it. */

import { safeName } from "../export/names.js";
import { save } from "../export/saving.js";
import { h, set, setText } from "../rails/dom.js";
import { popover } from "../timeline/popover.js";
import { pngOfSvg } from "./png.js";

/** What can be exported: the form that Python makes, the name, what it is. */
export const FORMS = [
  { form: "csv", name: "Table (CSV)", note: "both tasks, a row for each model" },
  { form: "json", name: "Document (JSON)", note: "everything, unrounded" },
  { form: "latex", name: "Table (LaTeX)", note: "both tasks, for booktabs" },
  { form: "png", name: "Figure (PNG)", note: "the trade-off, at twice its size" },
  { form: "svg", name: "Figure (SVG)", note: "the trade-off, as vectors" },
  { form: "html", name: "Page to publish (HTML)", note: "tables and figures in one file, no scripts" },
];

/** The button and its menu, until `signal` aborts. */
export class BoardExports {
  constructor(model, signal) {
    this.send = (message) => model.send_msg(message);
    this.waiting = new Map();
    this.nonce = 0;
    const opener = h("button", { type: "button", class: "button" }, "Export");
    this.status = h("p", { class: "export-status", role: "status" });
    this.items = FORMS.map((form) => this.item(form));
    const list = h("div", { class: "export-items", role: "menu", "aria-label": "Export the leaderboard" }, ...this.items);
    const panel = h("div", { class: "export-panel" }, list, this.status);
    panel.addEventListener("keydown", (event) => this.onKey(event));
    this.popover = popover(opener, panel, { onOpen: () => this.items[0].focus(), signal });
    opener.setAttribute("aria-haspopup", "menu");
    opener.addEventListener("click", () => (this.popover.isOpen ? this.popover.close() : this.popover.open()));
    this.element = h("div", { class: "exporting" }, opener, panel);
    model.on("msg:custom", (event) => this.hear(event.data ?? event));
  }

  item({ form, name, note }) {
    return h(
      "button",
      { type: "button", class: "export-item", role: "menuitem", tabindex: -1, "data-form": form, onclick: () => this.ask(form, name) },
      h("span", { class: "export-name" }, name),
      h("span", { class: "export-note" }, note),
    );
  }

  ask(form, name) {
    this.nonce += 1;
    this.waiting.set(this.nonce, form);
    this.say(`Making: ${name} …`);
    this.send({ type: "leaderboard-file", form: form === "png" ? "svg" : form, nonce: this.nonce });
  }

  /** Python's answer: `{type: "leaderboard-file", nonce, file, error}`; `file` is a JSON text. */
  async hear(answer) {
    const form = answer?.type === "leaderboard-file" ? this.waiting.get(answer.nonce) : undefined;
    if (!form) return;
    this.waiting.delete(answer.nonce);
    if (answer.error) {
      this.say(answer.error, true);
      return;
    }
    try {
      const { split, ending, media_type: kind, text } = JSON.parse(answer.file);
      const blob = form === "png" ? await pngOfSvg(text) : new Blob([text], { type: `${kind};charset=utf-8` });
      const name = boardFileName(split, form === "png" ? "png" : ending);
      save(blob, name);
      this.say(`Saved: ${name}`);
    } catch (error) {
      this.say(String(error?.message ?? error), true);
    }
  }

  say(text, isError = false) {
    setText(this.status, text);
    set(this.status, "class", isError ? "export-status is-error" : "export-status");
  }

  /** The arrows, Home and End go from one form to the other. */
  onKey(event) {
    const at = this.items.findIndex((item) => item.matches(":focus"));
    const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    this.items[(to + this.items.length) % this.items.length].focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

/** "demo-dev", "csv": "leaderboard-demo-dev.csv". */
export function boardFileName(split, ending) {
  return `leaderboard-${safeName(split) || "split"}.${ending}`;
}
