// @ts-check
/** Exports of one timeline: a menu, the keys' and the palette's commands, and each form's making. */

import { ClipRequest } from "./clip_request.js";
import { FORMS, whyNot } from "./forms.js";
import { ExportMenu } from "./menu.js";
import { fileName } from "./names.js";
import { offlineParts } from "./offline_file.js";
import { exportRange } from "./range.js";
import { save } from "./saving.js";

/** Put the menu among a timeline's tools and serve it until `signal` aborts. */
export function mountExports(timeline, { model, base, signal }) {
  const exports = new Exports(timeline, { send: (message) => model.send_msg(message), base, signal });
  timeline.tools.link.opener.after(exports.menu.opener);
  timeline.root.append(exports.menu.panel);
  model.on("msg:custom", (event) => exports.request.hear(event.data ?? event));
  document.addEventListener("turnbench:export", (event) => exports.perform(/** @type {CustomEvent} */ (event).detail?.form ?? null), { signal });
  signal.addEventListener("abort", () => exports.request.dispose());
  return exports;
}

/** What can be taken home from one timeline. */
export class Exports {
  constructor(timeline, { send, base, signal }) {
    this.timeline = timeline;
    this.base = base;
    this.request = new ClipRequest(send);
    this.menu = new ExportMenu(() => this.what(), (form) => this.run(form), signal);
  }

  what() {
    const { dialogue, selection, navigator } = this.timeline;
    return { range: exportRange({ dialogue, range: selection.range, view: navigator.view }), media: dialogue?.media ?? null };
  }

  /** A command: open the menu, or export at once and let the menu say how it went. */
  perform(form) {
    this.menu.popover.open();
    if (form) this.run(form);
  }

  async run(form) {
    const entry = FORMS.find((one) => one.form === form);
    if (!entry || this.menu.isBusy) return;
    const { range, media } = this.what();
    const problem = whyNot(entry, range, media);
    if (problem) {
      this.menu.say(problem, { isError: true });
      return;
    }
    this.menu.say(`Making: ${entry.name} …`, { isBusy: true });
    try {
      const names = await this.make(form, range);
      this.menu.say(`Saved: ${names.join(", ")}`);
    } catch (error) {
      this.menu.say(String(error?.message ?? error), { isError: true });
    }
  }

  /** Make the files of a form and save them; returns their names. */
  async make(form, range) {
    const text = await this.request.ask(range.start, range.end);
    const clip = JSON.parse(text);
    const { dialogue } = this.timeline;
    this.requireOpen(clip);
    const name = (ending) => fileName(clip.dialogue.id, clip.range.start_s, clip.range.stop_s, ending);
    const files = await this.files(form, { text, clip, range, dialogue });
    return files.map(([ending, blob]) => {
      save(blob, name(ending));
      return name(ending);
    });
  }

  requireOpen({ dialogue }) {
    if (dialogue.id !== this.timeline.dialogue?.id) throw new Error("Another dialogue was opened meanwhile: export again.");
  }

  /** `[ending, blob]` of each file of a form. */
  async files(form, { text, clip, range, dialogue }) {
    const json = new Blob([text], { type: "application/json" });
    if (form === "json") return [["json", json]];
    if (form === "wav") return [["wav", await this.wav(dialogue, clip)]];
    if (form === "wav+json") return [["wav", await this.wav(dialogue, clip)], ["json", json]];
    if (form === "html") return [["html", await this.page(dialogue, clip, text)]];
    const { pngOf, svgOf } = await import("./picture/files.js");
    this.requireOpen(clip);
    return [[form, await (form === "png" ? pngOf : svgOf)(this.timeline, range, clip)]];
  }

  async wav(dialogue, { range }) {
    const url = dialogue.media.pcm.replace(/pcm$/, "clip.wav");
    const response = await this.fetch(`${url}?start=${range.start_sample}&stop=${range.stop_sample}`);
    // A blob may lie on the disk: two hours are more than a tab should hold.
    return response.blob();
  }

  async page(dialogue, clip, text) {
    const page = await (await this.fetch("export/offline.html")).text();
    const wav = dialogue.media ? new Uint8Array(await (await this.wav(dialogue, clip)).arrayBuffer()) : null;
    return new Blob(await offlineParts(page, text, wav), { type: "text/html" });
  }

  async fetch(url) {
    const response = await fetch(this.base + url.replace(/^\/+/, ""));
    if (!response.ok) throw new Error(`The server answered ${response.status} for ${url.split("?")[0]}.`);
    return response;
  }
}
