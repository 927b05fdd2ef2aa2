// @ts-check
/** The top of the corpus page: which dialogues it is about, what can be saved, and the dynamics by type. */

import { save } from "../export/saving.js";
import { guardKeys, h, watchContent } from "../rails/dom.js";
import { Pressed, card, heads, number, redraw, table } from "./number.js";

const UNNAMED = /[^\p{L}\p{N}._-]+/gu;

/** Draw the top of the page from `model.content`, and save the files it asks for. */
export function mount({ model, root, signal }) {
  const send = (message) => model.send_msg(message);
  const files = new Files(model, signal);
  guardKeys(root, signal);
  const pressed = new Pressed(root, signal);
  watchContent(model, (content) => {
    redraw(root, page(content, send, files));
    pressed.mark();
  });
}

function page(content, send, files) {
  if (content.is_hidden) {
    return h("div", { class: "stack" }, card("Hidden labels", h("h2", {}, "Corpus"), h("p", { class: "message" }, content.message)));
  }
  files.scope = content.scope;
  const notes = [content.message, content.settings_note].filter(Boolean).map((text) => h("p", { class: "note" }, text));
  return h("div", { class: "stack" }, bar(content, send, files), ...notes, dynamics(content.dynamics, send));
}

function bar({ filters, scope, files: offered }, send, files) {
  const option = (name) => (value) => send({ type: "option", name, value });
  const counted = ({ name, title, dialogues }) => ({ name, title: `${title} (${dialogues})` });
  return h(
    "div",
    { class: "line", role: "group", "aria-label": "Filters" },
    h("h2", {}, "Corpus"),
    h("span", { class: "note grow", "aria-live": "polite" }, scope),
    choice("Type", filters.type, [{ name: "", title: "all types" }, ...filters.types.map(counted)], option("type")),
    choice("Speakers", filters.pairing, [{ name: "", title: "any" }, ...filters.pairings.map(counted)], option("pairing")),
    choice("Dialogue", filters.dialogue, [{ name: "", title: "all" }, ...filters.dialogues], option("only")),
    menu(offered, files),
  );
}

function choice(label, chosen, choices, act) {
  const options = choices.map(({ name, title }) => h("option", { value: name, selected: name === chosen }, title));
  return h("label", { class: "field" }, label, h("select", { "aria-label": label, onchange: (event) => act(event.target.value) }, ...options));
}

function menu(offered, files) {
  const details = h("details", { class: "menu" }, h("summary", { class: "button" }, "Export"));
  const item = (title, act) => h("button", { type: "button", onclick: () => { details.open = false; act(); } }, title);
  const choices = offered.map(({ name, title }) => item(title, () => files.ask(name)));
  for (const form of ["png", "svg"]) choices.push(item(`Charts, ${form.toUpperCase()}`, () => files.charts(form)));
  details.append(h("div", { class: "choices" }, ...choices));
  details.addEventListener("focusout", (event) => {
    if (!details.contains(/** @type {Node | null} */ (event.relatedTarget))) details.open = false;
  });
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    details.open = false;
    event.stopPropagation();
    details.querySelector("summary")?.focus();
  });
  return details;
}

function dynamics({ columns, rows, note }, send) {
  const cells = (row) => row.cells.map((cell, at) => h("td", {}, number(send, cell, `${row.name}, ${columns[at].title}`), beside(cell)));
  const drawn = rows.map((row) =>
    h(
      "tr",
      { class: row.is_chosen ? "chosen" : row.is_all ? "sum" : null },
      h("th", { scope: "row", class: "start" }, name(row, send)),
      h("td", {}, String(row.dialogues)),
      ...cells(row),
    ),
  );
  const head = heads([{ title: "Conversation type", isStart: true }, { title: "dialogues" }, ...columns]);
  const legend = h("span", { class: "note" }, "below each number: ", h("i", {}, "published"), " and the difference");
  return card(
    "Dynamics",
    h("div", { class: "line" }, h("h2", {}, "Dynamics by conversation type"), legend),
    table("Dynamics by conversation type", head, drawn),
    h("p", { class: "note" }, note),
  );
}

function name({ name: text, type, is_chosen: isChosen, is_all: isAll }, send) {
  if (isChosen || isAll) return text;
  const act = () => send({ type: "option", name: "type", value: type });
  return h("button", { type: "button", class: "open", title: `Only ${type}`, onclick: act }, text);
}

function beside({ published, difference }) {
  if (published === undefined) return null;
  return h("span", { class: "beside" }, h("i", { title: "published" }, published), " ", h("span", { title: "difference" }, difference));
}

/** Asks for files, and hands them to the browser's downloads. */
class Files {
  constructor(model, signal) {
    this.model = model;
    this.scope = "";
    this.asked = new Map();
    model.on("msg:custom", (event) => signal.aborted || this.hear(event.data ?? event));
  }

  ask(file) {
    const nonce = this.asked.size + 1;
    this.asked.set(nonce, file);
    this.model.send_msg({ type: "corpus-export", file, nonce });
  }

  charts(form) {
    this.model.send_msg({ type: "corpus-charts", form });
  }

  hear({ type, nonce, text, error }) {
    const file = this.asked.get(nonce);
    if (type !== "corpus-export" || !file) return;
    if (text === null) throw new Error(error);
    const kind = file.endsWith(".json") ? "application/json" : "text/csv";
    const scope = this.scope.replace(UNNAMED, "-").replace(/^[.-]+|[.-]+$/g, "").slice(0, 60);
    save(new Blob([text], { type: kind }), `corpus-${scope}-${file.replace("corpus.json", "tables.json")}`);
  }
}
