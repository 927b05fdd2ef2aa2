// @ts-check
/** What is wrong with a dialogue's files: one line that opens to the whole list, and can be put away. */

import { button, make, setText } from "./dom.js";
import { counted } from "./format.js";
import { glyphElement } from "./glyphs.js";

/** The entries with their severity, errors first; a plain text is an error. */
export function sortedProblems(raw) {
  const entries = (raw ?? []).map((one) => (typeof one === "string"
    ? { isError: true, text: one }
    : { isError: one?.severity !== "warning", text: String(one?.text ?? "") }));
  return [...entries.filter(({ isError }) => isError), ...entries.filter(({ isError }) => !isError)];
}

/** "2 errors, 81 warnings in this dialogue's files". */
export function problemsLine(entries) {
  const errors = entries.filter(({ isError }) => isError).length;
  const warnings = entries.length - errors;
  const counts = [errors > 0 ? counted(errors, "error") : "", warnings > 0 ? counted(warnings, "warning") : ""];
  return `${counts.filter(Boolean).join(", ")} in this dialogue's files`;
}

/** The banner of one timeline. What was put away stays away, for its dialogue, until the page is left. */
export class Problems {
  constructor() {
    this.dismissed = new Set();
    this.key = "";
    this.line = make("span", "problems-line", "", { role: "status" });
    this.mark = make("span", "problems-mark");
    this.list = make("ul", "problems-list", null, { tabindex: "0", "aria-label": "Problems of this dialogue's files" });
    const copy = button("small-button", "Copy", "Copy the list of problems", () => this.copy(copy));
    const head = make("summary", "", [this.mark, this.line]);
    this.details = make("details", "", [head, make("div", "problems-body", [this.list, copy])]);
    const dismiss = button("ghost small-button", "Dismiss", "Hide these problems until the page is loaded again", () => this.dismiss());
    this.element = make("div", "problems", [this.details, dismiss]);
    this.element.hidden = true;
    this.copyButton = copy;
  }

  /** Show a dialogue's problems; the same ones stay as open and as scrolled as they are. */
  show(dialogue) {
    const entries = sortedProblems(dialogue?.problems);
    const key = JSON.stringify([dialogue?.id ?? null, entries]);
    this.element.hidden = entries.length === 0 || this.dismissed.has(dialogue.id);
    if (key === this.key) return;
    this.key = key;
    this.id = dialogue?.id ?? null;
    this.text = entries.map(({ isError, text }) => `${isError ? "error" : "warning"}: ${text}`).join("\n");
    const hasErrors = entries.some(({ isError }) => isError);
    setText(this.line, entries.length > 0 ? problemsLine(entries) : "");
    this.mark.replaceChildren(sign(hasErrors));
    this.list.replaceChildren(...entries.map(({ isError, text }) => make("li", "", [sign(isError), make("span", "", text)])));
    this.list.scrollTop = 0;
    this.details.open = hasErrors;
    setText(this.copyButton, "Copy");
  }

  dismiss() {
    this.dismissed.add(this.id);
    this.element.hidden = true;
  }

  /** Put the list on the clipboard; where the browser forbids that, mark it, ready to be copied by hand. */
  async copy(made) {
    try {
      await navigator.clipboard.writeText(this.text);
      setText(made, "Copied");
    } catch {
      getSelection()?.selectAllChildren(this.list);
      setText(made, "Marked");
    }
  }
}

/** The false alarm's cross for an error; a neutral sign for a warning, which is no verdict. */
function sign(isError) {
  const mark = isError ? glyphElement("false_alarm", 12) : make("i", "warning-sign", "!", { "aria-hidden": "true" });
  return make("span", "sign", [mark, make("span", "unseen", isError ? "error: " : "warning: ")]);
}
