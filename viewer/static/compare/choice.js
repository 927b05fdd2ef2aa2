// @ts-check
/** The page's first card: which models are compared, on which task, and how the first two differ in words. */

import { choice } from "../rails/controls.js";
import { guardKeys, h, watchContent } from "../rails/dom.js";
import { badge, card, compareText, redraw } from "./numbers.js";

const TASKS = [
  { value: "eot", text: "EOT", title: "Ends of turn (e)" },
  { value: "int", text: "INT", title: "Interruptions (i)" },
];

/** Draw the choice and send what is chosen. */
export function mount({ model, root, signal }) {
  guardKeys(root, signal);
  const send = (message) => model.send_msg(message);
  const tasks = choice({ name: "Task", kind: "seg", options: TASKS, onPick: (task) => send({ type: "task", task }) });
  watchContent(model, (content) => {
    tasks.show(content.task);
    redraw(root, drawn(content, tasks.element, send));
  });
}

function drawn(content, tasks, send) {
  const names = content.chosen.map(({ name }) => name);
  const choose = (chosen) => send({ type: "option", name: "compare", value: compareText(chosen) });
  const head = [tasks, h("span", { class: "grow dim" }, content.events ?? "")];
  if (!content.is_benchmark) head.push(h("span", { class: "note" }, "Not the benchmark's settings"));
  if (content.models.length === 0) return card("Compare", head, h("p", { class: "message" }, content.message));
  return card("Compare", head, slots(content, names, choose), ...words(content));
}

/** A menu for each chosen model, and one that adds another. */
function slots({ models, chosen }, names, choose) {
  const line = h("div", { class: "slots", role: "group", "aria-label": "Models" });
  chosen.forEach(({ name, title, letter }, row) => {
    const others = models.filter((one) => one.name === name || !names.includes(one.name));
    const pick = (next) => choose(names.map((one, at) => (at === row ? next : one)));
    line.append(h("span", { class: "slot" }, badge(letter), menuOf(others, name, `Model ${letter}`, pick), removal(names, row, title, choose)));
  });
  const rest = models.filter((one) => !names.includes(one.name));
  if (rest.length > 0) {
    const add = [{ name: "", title: names.length < 2 ? "Choose a model" : "Add a model", note: "" }, ...rest];
    line.append(menuOf(add, "", "Add a model", (name) => choose([...names, name])));
  }
  if (names.length > 1) {
    const swap = () => choose([names[1], names[0], ...names.slice(2)]);
    const label = "Swap A and B";
    line.children[0].after(h("button", { type: "button", class: "away", title: label, "aria-label": label, onclick: swap }, "\u21c4"));
  }
  return line;
}

function menuOf(models, value, label, onPick) {
  const options = models.map(({ name, title, note }) => h("option", { value: name, disabled: note !== "" }, note ? `${title} (${note})` : title));
  const element = h("select", { class: "menu", "aria-label": label }, ...options);
  element.value = value;
  element.addEventListener("change", () => element.value && onPick(element.value));
  return element;
}

function removal(names, row, title, choose) {
  if (names.length <= 2) return null;
  const label = `Leave ${title} out`;
  const away = () => choose(names.filter((_, at) => at !== row));
  return h("button", { type: "button", class: "away", title: label, "aria-label": label, onclick: away }, "\u00d7");
}

function words({ message, refused, sentences, method }) {
  const lines = refused.map((text) => h("p", { class: "refused" }, text));
  if (message) lines.push(h("p", { class: "message" }, message));
  for (const text of sentences ?? []) lines.push(h("p", { class: "said" }, text));
  for (const text of method ?? []) lines.push(h("p", { class: "note" }, text));
  return lines;
}
