// @ts-check
/** The lanes that are on: read from the look, tried while a lane is dragged, kept when the hand lets go. */

import { look } from "../page/look.js";
import { canDraw } from "./draw_lanes.js";
import { SWEEP_LANES, TIERS, USUAL_LANES, parseLanes, writeLanes } from "./lane_choice.js";
import { isNarrow } from "./one_speaker.js";

/** What a phone has room for, where nothing else was chosen. */
const NARROW_LANES = "gold,decisions";
const OFFERED = TIERS.filter(({ kind }) => canDraw(kind)).map(({ name }) => name);

const isSweep = () => document.documentElement.dataset.page === "sweep";

/** Holds the choice of lanes of one timeline. */
export class LaneKeeper {
  /** `onChange()` lays out again; it is called at most once a frame. */
  constructor(onChange, signal) {
    this.offered = OFFERED;
    this.draft = null;
    this.frame = 0;
    this.onChange = onChange;
    for (const name of ["lanes", "swept"]) look.watch(name, () => this.change(), signal);
    document.addEventListener("turnbench:page", () => this.change(), { signal });
    signal.addEventListener("abort", () => cancelAnimationFrame(this.frame));
  }

  /** The name of the choice in the look: the sweep page, which has less room, has one of its own. */
  get name() {
    return isSweep() ? "swept" : "lanes";
  }

  /** The text of the usual choice. */
  get usual() {
    return isSweep() ? SWEEP_LANES : USUAL_LANES.join(",");
  }

  /** The choice that the look holds. */
  get kept() {
    return parseLanes(look.get(this.name) || (isNarrow() ? NARROW_LANES : this.usual), this.offered);
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
    look.set(this.name, writeLanes(choice, this.usual));
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
