// @ts-check
/** Lane labels as text of the page, in reading order, with the speakers' solo and mute buttons. */

import { term } from "../page/term.js";
import { threshold } from "../page/threshold.js";
import { button, make, press, setText } from "./dom.js";
import { tierOf } from "./lane_choice.js";
import { FULL_HEAD_PX } from "./lanes.js";

const PROBABILITY_NAMES = { eot: "p(turn end)", int: "p(interruption)" };

/** Build the labels of a layout; returns the buttons whose state changes: `[{solo, mute}, …]`. */
export function buildGutter(gutter, layout, dialogue, { onSolo, onMute, onModel }) {
  const buttons = [];
  const parts = [];
  for (const block of [...layout.blocks].sort((one, other) => one.y - other.y)) {
    const bar = make("div", `block-bar spk${block.speaker + 1}`);
    place(bar, block);
    parts.push(bar, speakerHead(block, dialogue, buttons, onSolo, onMute));
  }
  for (const lane of layout.lanes) {
    if (lane.y === layout.blocks[lane.speaker].head.y) continue;
    if (lane.kind === "note") parts.push(place(make("div", "lane-note", lane.name), lane));
    else parts.push(laneLabel(lane, onModel));
  }
  for (const speaker of layout.isDesk ? [] : [0, 1]) {
    const lanes = layout.lanes.filter((lane) => lane.kind === "annotator" && lane.speaker === speaker);
    const middle = lanes[Math.floor(lanes.length / 2)];
    if (middle) parts.push(place(make("div", "lane-group", "annotators"), middle));
  }
  gutter.replaceChildren(...parts);
  return buttons;
}

/** The speaker's name and buttons: on a tall waveform below each other, else in one line. */
function speakerHead({ speaker, head }, dialogue, buttons, onSolo, onMute) {
  const isFull = head.height >= FULL_HEAD_PX;
  const name = dialogue.speakers[speaker]?.name || `Speaker ${speaker + 1}`;
  const actor = dialogue.speakers[speaker]?.actor ?? "";
  const solo = button("letter", "S", `Solo ${name}`, () => onSolo(speaker));
  const mute = button("letter", "M", `Mute ${name}`, () => onMute(speaker));
  buttons[speaker] = { solo, mute };
  const lines = [make("h3", "", name, { title: [name, actor].filter(Boolean).join(" · ") })];
  if (isFull) lines.push(make("span", "actor", actor, { title: actor }));
  lines.push(make("div", "letters", [solo, mute]));
  return place(make("div", `speaker${isFull ? "" : " in-line"}`, lines), head);
}

function laneLabel(lane, onModel) {
  if (lane.kind === "decisions") {
    return place(make("div", `lane-label active-model${lane.height < 48 ? " is-low" : ""}`, [
      make("i", "model-dot"), make("span", "model-name", [make("b", "", lane.name)], { title: lane.name }), make("span", "", lane.note ?? "decisions"),
    ]), lane);
  }
  if (lane.kind === "other" || lane.kind === "folded") {
    const names = lane.models.map((model) => model.title).join(", ");
    const made = button(`lane-label model-button ${lane.kind}`, lane.name, `Make ${lane.models[0].title} the active model`,
      () => onModel(lane.models[0].model));
    made.title = names;
    return place(made, lane);
  }
  if (lane.kind === "prob") return place(make("div", "lane-label prob", [make("span"), make("b")]), lane);
  const note = lane.note ? [make("span", "lane-holds", lane.note, { title: lane.note })] : [];
  return place(make("div", `lane-label ${lane.kind}`, [laneName(lane), ...note]), lane);
}

/** Write the threshold that is shown beside the probability lanes. */
export function showTheta(gutter, shown) {
  const label = shown?.isLive ? threshold.text : (shown?.frames.label ?? "");
  for (const one of gutter.querySelectorAll(".lane-label.prob")) {
    setText(one.firstElementChild, PROBABILITY_NAMES[shown?.frames.task] ?? "p");
    setText(one.lastElementChild, label);
  }
}

/** What a lane without a model is called; the gold's name leads to the glossary. */
function laneName({ kind, name, tier }) {
  if (kind === "gold") return term("gold", name);
  return make("span", "", kind === "annotator" || !tier ? name : tierOf(tier).title);
}

function place(element, { y, height }) {
  element.style.top = `${y}px`;
  element.style.height = `${height}px`;
  return element;
}

/** Show which speaker is alone or silent. */
export function showMutes(buttons, transport) {
  buttons.forEach(({ solo, mute }, speaker) => {
    press(solo, transport.solo === speaker);
    press(mute, transport.mutes[speaker]);
  });
}
