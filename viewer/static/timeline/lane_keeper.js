// @ts-check
/** The lanes that are on: read from the look, tried while a lane is dragged, kept when the hand lets go. */

import { look } from "../page/look.js";
import { canDraw } from "./draw_lanes.js";
import { TIERS, parseLanes, writeLanes } from "./lane_choice.js";
import { isNarrow } from "./one_speaker.js";

/** What a phone has room for, where nothing else was chosen. */
const NARROW_LANES = "gold,decisions";
const OFFERED = TIERS.filter(({ kind }) => canDraw(kind)).map(({ name }) => name);

/** Holds the choice of lanes of one timeline. */
export class LaneKeeper {
  /** `onChange()` lays out again; it is called at most once a frame. */
  constructor(onChange, signal) {
    this.offered = OFFERED;
    this.draft = null;
    this.frame = 0;
    this.onChange = onChange;
    look.watch("lanes", () => this.change(), signal);
    signal.addEventListener("abort", () => cancelAnimationFrame(this.frame));
  }

  /** The choice that the look holds. */
  get kept() {
    return parseLanes(look.get("lanes") || (isNarrow() ? NARROW_LANES : ""), this.offered);
  }

  /** The choice that is drawn. */
  get choice() {
    return this.draft ?? this.kept;
  }

  /** Draw a choice without keeping it; null goes back to the kept one. */
  try(choice) {
    this.draft = choice;
    this.change();
  }

  /** Keep a choice: in the address, and for the next visit. */
  keep(choice) {
    const hadDraft = this.draft !== null;
    this.draft = null;
    look.set("lanes", writeLanes(choice));
    if (hadDraft) this.change();
  }

  change() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.onChange();
    });
  }
}
