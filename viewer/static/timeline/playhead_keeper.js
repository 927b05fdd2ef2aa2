// @ts-check
/** The playhead in the look: kept where it rests, and brought back where an address names it. */

import { look } from "../page/look.js";

const KEEP_AFTER_MS = 300;

/** Keeps the playhead of one timeline. */
export class PlayheadKeeper {
  constructor(transport, signal) {
    this.transport = transport;
    this.timer = 0;
    this.kept = null;
    this.awaited = look.get("at");
    look.watch("at", (value) => {
      if (value !== this.kept) this.awaited = value;
    }, signal);
    look.onSettle(() => this.keep(), signal);
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** The playhead stands: keep its place once it has stood a moment. */
  rest() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), KEEP_AFTER_MS);
  }

  keep() {
    clearTimeout(this.timer);
    if (!this.transport.canPlay) return;
    this.kept = Number(this.transport.time().toFixed(3));
    look.set("at", this.kept);
  }

  /** Go where the address says, once. */
  restore() {
    if (this.awaited !== null && this.transport.canPlay) this.transport.seek(this.awaited);
    this.awaited = null;
  }
}
