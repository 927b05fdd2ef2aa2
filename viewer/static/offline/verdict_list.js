// @ts-check
/** The clip's events as a table: a click, or Enter, centres and plays one. */

import { make, setText } from "../timeline/dom.js";
import { clock, counted, latency } from "../timeline/format.js";
import { glyphElement } from "../timeline/glyphs.js";
import { FATE_NAMES, TASK_NAMES } from "../timeline/scene.js";
import { isError } from "./clip_events.js";

const COLUMNS = ["Time", "Verdict", "Task", "Speaker", "Model", "Latency", "Reason"];

/** The list of one page. */
export class VerdictList {
  /** `rows` are the clip's events, `models` its models; `open(row)` centres and plays. */
  constructor(rows, models, open) {
    this.rows = rows;
    this.open = open;
    this.chosen = null;
    this.model = this.select(models);
    this.errors = make("input", "", null, { type: "checkbox", id: "errors-only" });
    this.errors.addEventListener("change", () => this.show());
    this.count = make("span", "count", "", { role: "status" });
    this.body = make("tbody");
    const head = make("tr", "", COLUMNS.map((name) => make("th", "", name, { scope: "col" })));
    const tools = make("div", "list-tools", [
      make("h2", "", "Events"), this.model, this.errors, make("label", "", "Errors only", { for: "errors-only" }), this.count,
    ]);
    this.element = make("section", "verdicts", [tools, make("div", "table", [make("table", "", [make("thead", "", [head]), this.body])])], { "aria-label": "Events" });
    this.show();
  }

  select(models) {
    const choices = models.map(({ name, title }) => make("option", "", title, { value: name }));
    const select = make("select", "", [make("option", "", "All models", { value: "" }), ...choices], { "aria-label": "Model" });
    select.value = models.find((model) => model.is_active)?.name ?? "";
    select.addEventListener("change", () => this.show());
    return select;
  }

  /** The rows that the filters leave. */
  get shown() {
    return this.rows.filter((row) => (!this.model.value || row.model === this.model.value) && (!this.errors.checked || isError(row)));
  }

  show() {
    const rows = this.shown;
    setText(this.count, counted(rows.length, "event"));
    this.body.replaceChildren(...rows.map((row) => this.line(row)));
  }

  line(row) {
    const time = make("button", "time", clock(row.time, 2), { type: "button", "aria-label": `Play ${clock(row.time, 2)}, ${FATE_NAMES[row.fate]}` });
    const verdict = make("td", "verdict", [glyphElement(row.fate), FATE_NAMES[row.fate]]);
    const texts = [TASK_NAMES[row.task], `S${row.speaker}`, row.title, row.latency === null ? "" : latency(row.latency / 1000), row.reason];
    const line = make("tr", row === this.chosen ? "chosen" : "", [make("td", "", [time]), verdict, ...texts.map((text) => make("td", "", text))]);
    line.addEventListener("click", () => this.choose(row));
    return line;
  }

  /** Mark a row and open its event. */
  choose(row) {
    this.chosen = row;
    this.shown.forEach((one, index) => this.body.children[index].classList.toggle("chosen", one === row));
    this.open(row);
  }

  /** The next row, or the one before; from none, the first or the last. */
  step(step) {
    const rows = this.shown;
    const at = rows.indexOf(this.chosen);
    const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1);
    if (rows[next]) this.choose(rows[next]);
    this.body.children[next]?.scrollIntoView({ block: "nearest" });
  }
}
