// @ts-check
/** The tour's card and its rings, above everything else on the page. */

import { h, setText } from "../rails/dom.js";
import { placeCoach } from "./place_coach.js";

const RING_PX = 4;

/** One card; it follows what it speaks of, wherever that moves. */
export class Coach {
  /** `on` has `next()`, `back()` and `skip()`. */
  constructor(root, on) {
    this.on = on;
    this.boxes = () => [];
    this.shown = "";
    this.frame = 0;
    this.title = h("h2", { id: "coach-title" });
    this.text = h("p", { id: "coach-text" });
    this.progress = h("span", { class: "dim" });
    this.live = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
    this.skipButton = h("button", { type: "button", class: "button small skip", onclick: () => on.skip() }, "Skip");
    this.backButton = h("button", { type: "button", class: "button small", onclick: () => on.back() }, "Back");
    this.nextButton = h("button", { type: "button", class: "button small next", onclick: () => on.next() });
    this.card = h(
      "div",
      { class: "coach", role: "dialog", "aria-labelledby": "coach-title", "aria-describedby": "coach-text" },
      this.title,
      this.text,
      h("div", { class: "line" }, this.progress, h("span", { class: "grow" }), this.skipButton, this.backButton, this.nextButton),
      this.live,
    );
    this.rings = h("div", { "aria-hidden": "true" });
    this.layer = h("div", { class: "coach-layer", popover: "manual" }, this.rings, this.card);
    root.append(this.layer);
    this.onKey = (event) => this.handleKey(event);
  }

  open() {
    this.layer.showPopover();
    document.addEventListener("keydown", this.onKey, { capture: true });
    this.follow();
  }

  close() {
    cancelAnimationFrame(this.frame);
    document.removeEventListener("keydown", this.onKey, { capture: true });
    this.layer.remove();
  }

  /** Say something about what `boxes()` returns, in the window's pixels. */
  say({ title, text, at, count, boxes }) {
    this.boxes = boxes;
    this.shown = "";
    // New rings: each step's draw the eye anew.
    this.rings.replaceChildren();
    setText(this.title, title);
    setText(this.text, text);
    setText(this.progress, `${at + 1} of ${count}`);
    setText(this.live, `Step ${at + 1} of ${count}. ${title}. ${text}`);
    setText(this.nextButton, at + 1 === count ? "Done" : "Next");
    this.backButton.disabled = at === 0;
    this.skipButton.hidden = at + 1 === count;
    this.place();
    this.nextButton.focus({ preventScroll: true });
  }

  follow() {
    this.frame = requestAnimationFrame(() => {
      this.place();
      this.follow();
    });
  }

  /** Stand beside the boxes; nothing is written while nothing has moved. */
  place() {
    const boxes = this.boxes();
    const size = { width: this.card.offsetWidth, height: this.card.offsetHeight };
    const frame = { width: window.innerWidth, height: window.innerHeight };
    const key = JSON.stringify([boxes, size, frame]);
    if (key === this.shown) return;
    this.shown = key;
    const middle = { left: (frame.width - size.width) / 2, top: (frame.height - size.height) / 2 };
    const found = boxes.length > 0 ? placeCoach(boxes.map((box) => grown(box)), size, frame) : null;
    const { left, top } = found ?? middle;
    this.card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    while (this.rings.childElementCount > boxes.length) this.rings.lastElementChild.remove();
    while (this.rings.childElementCount < boxes.length) this.rings.append(h("i", { class: "ring" }));
    boxes.forEach((box, index) => putAround(this.rings.children[index], box));
  }

  /** Enter and the arrows lead through the tour, Escape out of it; the page's other keys go on working. */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.composedPath()[0];
    const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? "") && event.key !== "Escape";
    const isOtherButton = event.key === "Enter" && target?.tagName === "BUTTON" && target !== this.nextButton;
    const act = { Enter: this.on.next, ArrowRight: this.on.next, ArrowLeft: this.on.back, Escape: this.on.skip }[event.key];
    if (!act || isField || isOtherButton) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) act();
  }
}

const grown = ({ x, y, width, height }) => {
  return { x: x - RING_PX, y: y - RING_PX, width: width + 2 * RING_PX, height: height + 2 * RING_PX };
};

function putAround(ring, box) {
  const { x, y, width, height } = grown(box);
  ring.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  ring.style.width = `${Math.round(width)}px`;
  ring.style.height = `${Math.round(height)}px`;
}
