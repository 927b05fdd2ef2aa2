// @ts-check
/** One entry of the glossary, with its example to hear. */

import { term } from "../page/term.js";
import { h, set, setText } from "../rails/dom.js";

/** Build an entry; `onPlay(example)` plays or stops it, `onShow(example)` goes there. */
export function entryElement(entry, { nameOf, onPlay, onShow }) {
  const { id, name, short, text, roles, related, source } = entry;
  const head = h("h4", { id: `entry-${id}`, tabindex: -1 }, name, short ? h("span", { class: "short" }, short) : null);
  const links = related.map((one) => term(one, nameOf(one), "chip"));
  return h(
    "article",
    { class: "entry", "data-entry": id, "aria-labelledby": `entry-${id}` },
    head,
    h("p", {}, text),
    roles.length ? h("ul", { class: "roles" }, ...roles.map((role) => h("li", {}, role))) : null,
    entry.is_heard ? exampleElement(entry, { onPlay, onShow }) : null,
    h("div", { class: "foot-line" }, h("span", { class: "related" }, ...links), h("span", { class: "source" }, source)),
  );
}

function exampleElement({ name, example }, { onPlay, onShow }) {
  if (!example) return h("p", { class: "no-example" }, "No example in this corpus.");
  const play = h(
    "button",
    { type: "button", class: "button small hear", "aria-pressed": "false", onclick: () => onPlay(example) },
    "Hear it",
  );
  set(play, "aria-label", `Hear an example of ${name}`);
  play.disabled = !example.media;
  const where = `Speaker ${example.speaker} · ${example.title} · ${example.clock}`;
  const show = h("button", { type: "button", class: "show", onclick: () => onShow(example) }, "Show on the timeline");
  return h(
    "div",
    { class: "example" },
    h("div", { class: "line" }, play, track(example), h("span", { class: `who s${example.speaker}` }, `S${example.speaker}`)),
    h("p", { class: "hear-status", role: "status" }, example.media ? "" : "This dialogue has no sound."),
    example.words ? h("p", { class: "said" }, `“${example.words}”`) : null,
    h("p", { class: "note" }, example.note),
    h("p", { class: "where" }, h("span", {}, where), show),
  );
}

/** The excerpt as a line: the example itself is thick, a moment is a mark, and what is heard moves along. */
function track({ from_s: from, to_s: to, start_s: start, end_s: end, at_s: at }) {
  const share = (time) => `${(((time - from) / (to - from)) * 100).toFixed(2)}%`;
  const part = h("i", { class: at === null ? "part" : "part moment" });
  part.style.left = share(at ?? start);
  if (at === null) part.style.right = `calc(100% - ${share(end)})`;
  return h("span", { class: "excerpt", "aria-hidden": "true" }, part, h("i", { class: "heard", hidden: true }));
}

/** Show what an example's player does. */
export function showState(element, state, problem = "") {
  const button = element.querySelector(".hear");
  const isOn = state === "playing" || state === "loading";
  setText(button, isOn ? "Stop" : "Hear it");
  set(button, "aria-pressed", String(isOn));
  element.querySelector(".heard").hidden = state !== "playing";
  setText(element.querySelector(".hear-status"), state === "failed" ? `The sound could not be loaded (${problem}). Try again.` : "");
}

/** Move the mark of what is heard. */
export function showTime(element, { from_s: from, to_s: to }, time) {
  const share = Math.max(0, Math.min(1, (time - from) / (to - from)));
  element.querySelector(".heard").style.left = `${(share * 100).toFixed(2)}%`;
}
