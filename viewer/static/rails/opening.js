// @ts-check
/** Which conversation is being opened: every step counts from it, Python is asked only for the last one. */

import { Latest } from "./latest.js";

const PATIENCE_MS = 5000;

export class Opening {
  /**
   * @param {(id: string) => void} send asks Python to open a conversation
   * @param {object} how the clock and timers, for tests
   */
  constructor(send, { now = () => performance.now(), ...timers } = {}) {
    this.latest = new Latest({ send, ...timers });
    this.now = now;
    this.target = null;
    this.open = null;
    this.since = -Infinity;
  }

  /** Ask for a conversation. */
  ask(id) {
    this.target = id;
    this.since = this.now();
    this.latest.push(id);
  }

  /** Python shows this one: an answer, or the way to one. */
  shown(id) {
    const isMoved = id !== this.open;
    this.open = id;
    this.latest.answered((sent) => sent === id);
    if (id === this.target || (isMoved && !this.latest.isBusy)) this.target = null;
  }

  /** The one that is on its way, else the one that is open; a refused one is waited for only so long. */
  from(openId) {
    if (this.target !== null && this.now() - this.since > PATIENCE_MS) this.target = null;
    return this.target ?? openId;
  }
}
