// @ts-check
/** The list beside the corpus page: the moments behind a number, each the way to its place on the timeline. */

import { guardKeys, h, tell, watchContent } from "../rails/dom.js";
import { redraw } from "./number.js";

/** Draw the list from `model.content`. */
export function mount({ model, root, signal }) {
  const send = (message) => model.send_msg(message);
  guardKeys(root, signal);
  root.style.height = "100%";
  watchContent(model, ({ moments, is_hidden: isHidden }) => {
    tell("listed", { pick: moments?.pick ?? "" });
    redraw(root, moments ? list(moments, send) : empty(isHidden));
  });
}

function empty(isHidden) {
  const text = isHidden ? "" : "Click a number, a bar or a bin: the moments that it counts are listed here.";
  return h("div", { class: "list" }, h("p", { class: "hint" }, text));
}

function list(moments, send) {
  const pick = (value) => send({ type: "option", name: "moments", value });
  const go = (text, label, value) =>
    h("button", { type: "button", class: "button small", "aria-label": label, title: label, disabled: !value, onclick: () => pick(value) }, text);
  const close = h("button", { type: "button", class: "button small", onclick: () => pick("") }, "Close");
  const head = h(
    "div",
    { class: "head" },
    h("div", { class: "line" }, h("h2", { class: "grow" }, moments.title), close),
    h("p", { class: "note" }, moments.scope),
    h("p", { class: "note count", "aria-live": "polite" }, moments.summary),
  );
  if (moments.bins) {
    const { below, above, all } = moments.bins;
    head.append(h("div", { class: "line" }, go("◀ bin", "Bin below", below), go("bin ▶", "Bin above", above), go("all bins", "All bins", all)));
  }
  if (moments.range) {
    const { before, after, range } = moments;
    head.append(h("div", { class: "line" }, go("◀", "Those before", before), h("span", {}, range), go("▶", "Those after", after)));
  }
  return h("section", { class: "list", "aria-label": "Moments" }, head, h("div", { class: "rows", role: "group", "aria-label": "Moments" }, ...rows(moments, send)));
}

function rows({ rows: found }, send) {
  const drawn = [];
  let dialogue = null;
  for (const row of found) {
    if (row.dialogue !== dialogue) drawn.push(h("h3", { title: row.title }, row.title));
    dialogue = row.dialogue;
    drawn.push(moment(row, send));
  }
  return drawn;
}

function moment({ dialogue, title, clock, at_s: at, speaker, annotator, value, words }, send) {
  const whose = [speaker ? `speaker ${speaker}` : "", annotator ? `annotator ${annotator}` : ""].filter(Boolean).join(", ");
  const label = [title, clock, whose, value, words].filter(Boolean).join(", ");
  const act = () => send({ type: "open", dialogue, event: null, at_s: at });
  return h(
    "button",
    { type: "button", class: "moment", "aria-label": label, title: words || null, onclick: act },
    h("span", {}, clock),
    h("span", { class: `speaker-${speaker}` }, speaker ? String(speaker) : ""),
    h("span", { class: "whose" }, annotator),
    h("span", { class: "value" }, value),
    h("span", { class: "words" }, words),
  );
}
