// @ts-check
/** The card of what the pointer rests on: shown after 120 ms, inside the component, never over its mark. */

import { term } from "../page/term.js";
import { make } from "./dom.js";
import { clock } from "./format.js";
import { glyphElement } from "./glyphs.js";
import { FATE_NAMES, TASK_NAMES, classOf } from "./scene.js";

const SHOW_AFTER_MS = 120;
const HIDE_AFTER_MS = 160;
const GAP_PX = 6;

/**
 * Where a card of `size` stands beside its mark: below, or above where there is more room, or at its side.
 *
 * `mark` is `{x, y, half}`; everything in the coordinates of `bounds` `{width, height}`.
 */
export function placeCard(mark, size, bounds) {
  const left = Math.min(Math.max(mark.x - 40, 8), Math.max(bounds.width - size.width - 8, 8));
  const below = mark.y + mark.half + GAP_PX;
  if (below + size.height <= bounds.height - 8) return { left, top: below };
  const above = mark.y - mark.half - GAP_PX - size.height;
  if (above >= 8) return { left, top: above };
  const top = Math.max(8, bounds.height - size.height - 8);
  const right = mark.x + mark.half + GAP_PX;
  if (right + size.width <= bounds.width - 8) return { left: right, top };
  return { left: Math.max(8, mark.x - mark.half - GAP_PX - size.width), top };
}

/** The fate as the card's title, where the sentence below does not begin with it. */
export function titleOf({ fate }, reason) {
  const name = FATE_NAMES[fate] ?? "";
  return (reason ?? "").toLowerCase().startsWith(`${name.toLowerCase()}:`) ? "" : name;
}

/** One card per timeline. */
export class HoverCard {
  /** `onPlay(event)` is the card's action; `reasonOf(event)` is its sentence, "" while that is under way. */
  constructor(root, onPlay, reasonOf) {
    this.root = root;
    this.hit = null;
    this.showTimer = 0;
    this.hideTimer = 0;
    this.card = document.createElement("div");
    this.card.className = "card";
    this.card.hidden = true;
    this.card.addEventListener("pointerenter", () => clearTimeout(this.hideTimer));
    this.card.addEventListener("pointerleave", () => this.offer(null));
    this.onPlay = onPlay;
    this.reasonOf = reasonOf;
    root.append(this.card);
  }

  get isOpen() {
    return !this.card.hidden;
  }

  /** The event whose card is open, or null. */
  get event() {
    return this.card.hidden ? null : (this.hit?.event ?? null);
  }

  /** What the pointer is on now (null: nothing); `mark` is where, in the root's coordinates. */
  offer(hit, mark = null) {
    if (hit && sameHit(hit, this.hit)) {
      clearTimeout(this.hideTimer);
      return;
    }
    clearTimeout(this.showTimer);
    clearTimeout(this.hideTimer);
    if (!hit) {
      if (this.card.hidden) this.hit = null;
      else this.hideTimer = setTimeout(() => this.close(), HIDE_AFTER_MS);
      return;
    }
    this.card.hidden = true;
    this.hit = hit;
    this.mark = mark;
    if (hit.type === "event") this.reasonOf(hit.event); // so that it is here when the card opens
    this.showTimer = setTimeout(() => this.open(hit, mark), SHOW_AFTER_MS);
  }

  open(hit, mark) {
    this.card.replaceChildren(...(hit.type === "event" ? this.eventParts(hit.event) : segmentParts(hit)));
    this.card.hidden = false;
    const size = { width: this.card.offsetWidth, height: this.card.offsetHeight };
    const place = placeCard(mark, size, { width: this.root.clientWidth, height: this.root.clientHeight });
    this.card.style.transform = `translate(${Math.round(place.left)}px, ${Math.round(place.top)}px)`;
  }

  /** A sentence has come: an open card shows it, unless a button of it is in use. */
  refresh() {
    if (this.isOpen && !this.card.matches(":focus-within")) this.open(this.hit, this.mark);
  }

  /** Close at once. */
  close() {
    clearTimeout(this.showTimer);
    clearTimeout(this.hideTimer);
    this.hit = null;
    this.card.hidden = true;
  }

  eventParts(event) {
    const place = [term(event.task, TASK_NAMES[event.task]), ` · Speaker ${event.speaker + 1} · ${clock(event.told, 2)}`];
    const reason = this.reasonOf(event);
    const title = titleOf(event, reason);
    const parts = [make("div", "card-head", [glyphElement(event.fate), make("b", "", title ? [term(event.fate, title)] : ""), make("span", "card-place", place)])];
    if (reason) parts.push(make("p", "", reasonParts(event, reason)));
    const play = make("button", "card-action", [make("kbd", "", "Enter"), "play from \u22122 s"], { type: "button" });
    play.addEventListener("click", () => this.onPlay(event));
    parts.push(make("div", "card-foot", [play]));
    return parts;
  }
}

/** The sentence; where it begins with the fate's name, that is the term. */
function reasonParts(event, reason) {
  const name = FATE_NAMES[event.fate] ?? "";
  return titleOf(event, reason) ? reason : [term(event.fate, reason.slice(0, name.length)), reason.slice(name.length)];
}

function sameHit(a, b) {
  if (!a || !b || a.type !== b.type) return false;
  if (a.type === "event") return a.event.id === b.event.id && a.event.model === b.event.model;
  return a.lane === b.lane && a.start === b.start && a.end === b.end && a.code === b.code;
}

/** A label or class of the taxonomy, which the glossary explains; another label as it stands in the file. */
function nameOf({ label, code }) {
  const { key, name } = classOf(code);
  if (!name) return label || "Outside the taxonomy";
  return [label ? term(label, label) : term(`class_${key}`, name)];
}

function segmentParts(hit) {
  const place = `${clock(hit.start, 2)} to ${clock(hit.end, 2)}`;
  const swatch = make("span", `swatch cls-${classOf(hit.code).key}`);
  const parts = [make("div", "card-head", [swatch, make("b", "", nameOf(hit)), make("span", "card-place", place)])];
  if (hit.text) parts.push(make("p", "", hit.text));
  return parts;
}
