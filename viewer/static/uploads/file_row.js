// @ts-check
/** One file of one's own: how far it is, what is wrong with it, how it scores, what can be done with it. */

import { h, set, setText } from "../rails/dom.js";
import { ProblemList } from "../rails/problem_list.js";

const GOING = new Set(["waiting", "sending", "reading"]);

export class FileRow {
  /** @param {{act: (kind: string, row: any) => void, rename: (row: any, name: string, title: string) => void}} actions */
  constructor({ act, rename }) {
    this.act = act;
    this.file = h("b", { class: "grow" });
    this.size = h("span", { class: "dim" });
    this.cancel = this.button("Cancel", "cancel");
    this.remove = this.button("Remove", "remove");
    this.bar = h("progress", { max: 1, "aria-label": "Share of the file that is sent" });
    this.text = h("p", { class: "note", role: "status" });
    this.problems = new ProblemList();
    this.copied = h("span", { class: "note", role: "status" });
    this.copy = h("button", { type: "button", class: "button small", onclick: () => this.copyProblems() }, "Copy all");
    this.copyLine = h("div", { class: "line" }, this.copy, this.copied);
    this.name = h("input", { class: "field", "aria-label": "Name", maxlength: "60", spellcheck: "false" });
    this.title = h("input", { class: "field", "aria-label": "Title", maxlength: "80", spellcheck: "false" });
    this.rename = h("button", { type: "submit", class: "button small" }, "Rename");
    this.form = h(
      "form",
      { class: "names", onsubmit: (event) => { event.preventDefault(); rename(this.row, this.name.value, this.title.value); } },
      h("label", {}, "Name", this.name), h("label", {}, "Title", this.title), this.rename,
    );
    this.scores = h("dl", { class: "scores" });
    this.show_ = this.button("Show", "show");
    this.save = this.button("Save", "save");
    this.score = this.button("Score on hidden labels", "score");
    this.actions = h("div", { class: "line" }, this.show_, this.save, this.score);
    this.reply = h("table", { class: "reply", "aria-label": "Reply of the hidden labels" });
    this.replyText = h("p", { class: "note", role: "status" });
    this.element = h(
      "li",
      { class: "file" },
      h("div", { class: "line" }, this.file, this.size, this.cancel, this.remove),
      this.bar, this.text, this.problems.element, this.copyLine, this.scores, this.reply, this.replyText, this.actions, this.form,
    );
  }

  button(text, kind) {
    return h("button", { type: "button", class: "button small", onclick: () => this.act(kind, this.row) }, text);
  }

  /** Show a row; `share` is what is sent of it, null if it is not on its way. */
  show(row, share) {
    const before = this.row;
    this.row = row;
    const isGoing = GOING.has(row.stage);
    const isDone = row.stage === "done";
    setText(this.file, row.file || row.title);
    setText(this.size, row.size ?? "");
    this.cancel.hidden = !isGoing;
    this.remove.hidden = isGoing;
    this.bar.hidden = !isGoing;
    if (share !== null && row.stage === "sending") this.bar.value = share;
    else this.bar.removeAttribute("value");
    const percent = share !== null && row.stage === "sending" ? `: ${Math.floor(share * 100)} %` : "";
    this.text.hidden = !row.text;
    setText(this.text, `${row.text}${percent}`);
    const problems = row.problems ?? [];
    this.problems.show(problems);
    this.copyLine.hidden = problems.length === 0;
    this.form.hidden = !isDone;
    if (before?.model !== row.model || before?.title !== row.title) {
      this.name.value = row.model ?? "";
      this.title.value = row.title ?? "";
    }
    this.showScores(row.scores ?? []);
    this.showReply(row);
    this.show_.hidden = !(isDone && row.is_here);
    this.save.hidden = !row.can_save || row.is_saved;
    this.score.hidden = !row.can_score;
    this.actions.hidden = !isDone;
    set(this.element, "data-stage", row.stage);
  }

  showScores(scores) {
    this.scores.hidden = scores.length === 0;
    this.scores.replaceChildren(...scores.flatMap(({ task, text }) => [h("dt", {}, task), h("dd", {}, text)]));
  }

  showReply({ hidden = [], hidden_text: text = "" }) {
    this.reply.hidden = hidden.length === 0;
    this.replyText.hidden = !text;
    setText(this.replyText, text);
    if (hidden.length === 0) return;
    const cells = (tag, values) => values.map((value) => h(tag, { scope: tag === "th" ? "col" : null }, value));
    const head = h("tr", {}, ...cells("th", ["", "recall", "fp rate", "p10", "p50", "p90 ms"]));
    const rows = hidden.map(({ task, recall, fp_rate: rate, p10, p50, p90 }) =>
      h("tr", {}, h("th", { scope: "row" }, task), ...cells("td", [recall, rate, p10, p50, p90])));
    this.reply.replaceChildren(h("thead", {}, head), h("tbody", {}, ...rows));
  }

  async copyProblems() {
    const text = (this.row.problems ?? []).join("\n");
    try {
      await navigator.clipboard.writeText(text);
      setText(this.copied, "Copied.");
    } catch {
      getSelection()?.selectAllChildren(this.problems.list);
      setText(this.copied, "This browser does not let the page copy here: press Ctrl C.");
    }
  }
}
