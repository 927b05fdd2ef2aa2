// @ts-check
/** Files of one's own: chosen here or dropped anywhere, sent, listed; and model files that have changed. */

import { guardKeys, h, hear, setText, watchContent } from "../rails/dom.js";
import { ChangedFiles } from "./changed_files.js";
import { takeDrops } from "./drop.js";
import { FileRow } from "./file_row.js";
import { Queue } from "./queue.js";

/** Mount the panel in `root`; it is seen once somebody asks for it or drops a file. */
export function mount({ model, root, base, signal }) {
  root.className = "rail files-root";
  const panel = new Uploads(model, base, signal);
  root.append(panel.element, panel.changed.element);
  guardKeys(root, signal);
  takeDrops({ root, onFiles: (files) => panel.take(files), signal });
  panel.take(/** @type {any} */ (window).turnbenchDropped());
  hear("uploads", signal, () => panel.open());
  watchContent(model, (content) => panel.show(content));
}

class Uploads {
  constructor(model, base, signal) {
    const send = (message) => model.send_msg(message);
    this.send = send;
    this.content = null;
    /** Files that came before the content did. */
    this.early = [];
    this.rows = new Map();
    this.queue = new Queue({ send, base, onMove: () => this.draw(), signal });
    this.changed = new ChangedFiles({ reload: (name) => send({ type: "model-reload", model: name }) });
    this.field = h("input", { type: "file", multiple: true, accept: ".json,application/json", "aria-label": "Files", hidden: true });
    this.field.addEventListener("change", () => {
      this.take([...this.field.files]);
      this.field.value = "";
    });
    this.choose = h("button", { type: "button", class: "button", onclick: () => this.field.click() }, "Choose files");
    this.note = h("p", { class: "note" });
    this.list = h("ul", { class: "files" });
    const close = h("button", { type: "button", class: "ghost", "aria-label": "Close", title: "Close (Esc)", onclick: () => this.close() }, "×");
    this.element = h(
      "div",
      { class: "files-panel", popover: "manual", role: "dialog", "aria-label": "Models of your own" },
      h("div", { class: "line files-head" }, h("h2", { class: "grow" }, "Models of your own"), close),
      this.note,
      h("div", { class: "line" }, this.choose, this.field, h("span", { class: "note dim" }, "or drop them anywhere on the page")),
      this.list,
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  open() {
    if (!this.content) return;
    if (!this.element.matches(":popover-open")) this.element.showPopover();
    this.choose.focus();
  }

  close() {
    if (this.element.matches(":popover-open")) this.element.hidePopover();
  }

  /** Send files; those that come before the panel knows what it may take wait for that. */
  take(files) {
    if (files.length === 0) return;
    if (!this.content) {
      this.early.push(...files);
      return;
    }
    this.open();
    this.queue.add(files, this.content);
  }

  /** Show a new content. */
  show(content) {
    this.content = content;
    this.queue.hear(content);
    setText(this.note, content.note);
    this.changed.show(content.changed);
    this.draw();
    this.take(this.early.splice(0));
  }

  draw() {
    if (!this.content) return;
    const hidden = new Set(this.queue.own.map(({ nonce }) => nonce));
    const rows = [...this.content.rows.filter(({ nonce }) => !hidden.has(nonce)), ...this.queue.own];
    const known = this.rows;
    this.rows = new Map(rows.map(({ nonce }) => [nonce, known.get(nonce) ?? this.makeRow()]));
    for (const row of rows) this.rows.get(row.nonce).show(row, this.queue.share(row.nonce));
    const elements = rows.map(({ nonce }) => this.rows.get(nonce).element);
    // Replaced only where it is another list: a field that is typed in keeps its place.
    if (elements.length !== this.list.children.length || elements.some((one, index) => one !== this.list.children[index])) {
      this.list.replaceChildren(...elements);
    }
  }

  makeRow() {
    return new FileRow({
      act: (kind, row) => this.act(kind, row),
      rename: (row, name, title) => this.send({ type: "upload-name", upload: row.id, name, title }),
    });
  }

  act(kind, row) {
    const { id: upload, nonce, model } = row;
    const acts = {
      cancel: () => {
        if (row.stage === "reading") this.send({ type: "upload-cancel", upload });
        else this.queue.cancel(nonce);
      },
      remove: () => {
        this.queue.cancel(nonce);
        this.send(row.stage === "done" ? { type: "upload-remove", upload } : { type: "upload-dismiss", nonce });
      },
      show: () => {
        this.send({ type: "model", model });
        this.close();
      },
      save: () => this.send({ type: "upload-save", upload }),
      score: () => this.send({ type: "upload-score", upload }),
    };
    acts[kind]();
  }
}
