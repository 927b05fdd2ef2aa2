// @ts-check
/** The desk's head in place of the sub-bar: what is in dispute, how long, where, and how to hear it. */

import { button, make, press, setText } from "./dom.js";
import { clock } from "./format.js";
import { iconElement } from "./glyphs.js";

const ICONS = { play: "M5 3.2v9.6l8-4.8z", pause: "M4.5 3.5h2.5v9h-2.5zM9 3.5h2.5v9H9z" };

/** The head of one desk. */
export class DeskHead {
  constructor(desk) {
    const perform = (action, value) => () => desk.timeline.perform(action, value);
    this.desk = desk;
    this.title = make("h2", "title");
    this.length = make("span", "tag");
    this.place = make("span", "facts");
    this.gold = make("span", "tag gold-name", "corrected gold", { title: "Gold and marks below are those of the corrections that are on" });
    this.word = make("span", "", "Play dispute");
    this.play = button("", [iconElement(ICONS.play, true), this.word], "Play dispute (Space)", perform("desk-play"), ["Space"]);
    this.loop = button("", "Loop", "Loop the dispute (l)", perform("loop"), ["l"]);
    const zoomOut = button("square", "\u2212", "Zoom out", perform("zoom", 1 / 0.7));
    const zoomIn = button("square", "+", "Zoom in", perform("zoom", 0.7));
    this.element = make("div", "desk-head", [this.title, this.length, this.place, this.gold, make("span", "spring"), this.play, this.loop, zoomOut, zoomIn]);
    this.element.hidden = true;
    desk.timeline.parts.stage.before(this.element);
  }

  /** Show what is in dispute, and whether it sounds. */
  show() {
    const { now, isLooped, timeline } = this.desk;
    this.element.hidden = !this.desk.isOn;
    if (!this.desk.isOn) return;
    const { title, length, speaker } = this.desk.facts;
    setText(this.title, title);
    this.title.title = title;
    setText(this.length, length);
    setText(this.place, `${clock(now.span.start, 3)} to ${clock(now.span.end, 3)} · ${speaker}`);
    this.gold.hidden = !now.isCorrected;
    const { playing, canPlay } = timeline.transport;
    this.play.disabled = !canPlay;
    setText(this.word, playing ? "Pause" : "Play dispute");
    this.play.setAttribute("aria-label", playing ? "Pause (Space)" : "Play dispute (Space)");
    this.play.querySelector("path").setAttribute("d", playing ? ICONS.pause : ICONS.play);
    press(this.loop, isLooped);
  }
}
