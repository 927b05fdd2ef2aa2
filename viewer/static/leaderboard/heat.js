// @ts-check
/** One model by conversation type and pairing: tiles of both tasks, each with the counts that it divides. */

import { menu } from "../rails/controls.js";
import { guardKeys, h, watchContent } from "../rails/dom.js";
import { keepFocus } from "./focus.js";
import { heatTile } from "./heat_colours.js";
import { numberElement } from "./number.js";
import { standingMark } from "./standing.js";

const MEASURES = { recall: "Recall", fp_rate: "Fp rate" };
const RAMPS = { recall: ["heat-lo", "heat-hi"], fp_rate: ["heat-lo-fp", "heat-hi-fp"] };
const OUTCOMES = { hit: ["TP", "hits"], miss: ["FN", "misses"], false_alarm: ["FP", "false alarms"], quiet: ["TN", "quiet spans"] };

/** Mount the heat map in `root`. */
export function mount({ model, root, signal }) {
  const map = new HeatMap(model);
  root.className = "heat rail";
  root.append(...map.elements());
  guardKeys(root, signal);
  watchContent(model, (content) => keepFocus(root, () => map.show(content)));
  const watcher = new MutationObserver(() => map.draw());
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => watcher.disconnect());
}

class HeatMap {
  constructor(model) {
    this.send = (message) => model.send_msg(message);
    this.content = null;
    this.models = menu({ name: "Model of the heat map", onPick: (name) => this.send({ type: "model", model: name }) });
    this.explore = h("button", { type: "button", class: "button", onclick: () => this.send({ type: "page", page: "explore" }) }, "Open in Explore");
    this.legend = h("span", { class: "ramps" });
    this.table = h("div", { class: "table", tabindex: 0, role: "region", "aria-label": "By conversation type and pairing" });
    this.empty = h("p", { class: "note" });
  }

  elements() {
    const line = h("div", { class: "line wrap" }, h("h2", {}, "By type and pairing"), this.models.element, this.explore, this.legend);
    return [h("div", { class: "head" }, line, this.empty), this.table];
  }

  show(content) {
    this.content = content;
    this.draw();
  }

  draw() {
    const { heat, models, why_no_heat: why } = this.content ?? {};
    this.models.show(heat?.model ?? "", (models ?? []).map(({ name, title }) => ({ value: name, text: title })));
    for (const one of [this.models.element, this.explore, this.legend, this.table]) one.hidden = !heat;
    this.empty.hidden = Boolean(heat);
    this.empty.textContent = why ?? "";
    if (!heat) return;
    this.theme = themeOf();
    this.legend.replaceChildren(...Object.keys(MEASURES).map((name) => this.ramp(name, heat.ramps[name])), marks());
    const kinds = heat.columns.map(({ kind }) => kind);
    const head = h("tr", {}, h("td", { colspan: 2 }), ...heat.columns.map(({ title, note, kind }) => h("th", { scope: "col", class: kind }, title, h("small", {}, note))));
    this.table.replaceChildren(h("table", {}, h("thead", {}, head), h("tbody", {}, ...heat.rows.map((row) => this.row(row, kinds, heat)))));
  }

  row({ task, measure, tiles }, kinds, heat) {
    const isFirst = measure === "recall";
    const cells = tiles.map((tile, at) => this.tile(tile, { task, measure, kind: kinds[at], title: heat.columns[at].title, steps: heat.ramps[measure].steps }));
    return h("tr", { class: isFirst ? "first" : "" }, isFirst ? h("th", { scope: "rowgroup", rowspan: 2, class: "task" }, task.toUpperCase()) : null, h("th", { scope: "row", class: "measure" }, MEASURES[measure]), ...cells);
  }

  tile(tile, { task, measure, kind, title, steps }) {
    const name = `${task.toUpperCase()} ${MEASURES[measure]}, ${title}`;
    const outcome = (one) => h("span", {}, `${OUTCOMES[one.fate][0]} `, numberElement(one, this.send, `${task.toUpperCase()} ${OUTCOMES[one.fate][1]}, ${title}`));
    const isOver = measure === "fp_rate" && ["ceiling", "over"].includes(tile.state);
    const rate = h("div", { class: "value" }, numberElement(tile, this.send, name), isOver ? standingMark(tile.state) : null);
    const cell = h("td", { class: `tile ${kind}` }, rate, tile.step === null ? null : h("div", { class: "outcomes" }, ...tile.outcomes.map(outcome)));
    if (tile.step !== null) {
      const { ground, isInverse } = heatTile(tile.step / steps, this.theme[measure]);
      cell.style.background = ground;
      cell.classList.toggle("inverse", isInverse);
      cell.classList.toggle("is-over", measure === "fp_rate" && tile.state === "over");
    }
    return cell;
  }

  ramp(measure, { low, high, steps }) {
    const cells = Array.from({ length: 8 }, (_, at) => {
      const cell = h("i", {});
      cell.style.background = heatTile(at / 7, this.theme[measure]).ground;
      return cell;
    });
    return h("span", { class: "ramp", title: `${steps + 1} steps` }, `${MEASURES[measure].toLowerCase()} ${low}`, low === high ? "" : ` to ${high}`, h("span", { class: "cells" }, ...cells));
  }
}

function marks() {
  return h("span", { class: "ramp" }, standingMark("ceiling"), "over budget", standingMark("over"), "over the ceiling");
}

function themeOf() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(`--${name}`).trim();
  const measure = ([low, high]) => ({ low: of(low), high: of(high), ink: of("ink"), inverse: of("surface") });
  return Object.fromEntries(Object.entries(RAMPS).map(([name, ends]) => [name, measure(ends)]));
}
