// @ts-check
/** What the server hears of a moved threshold: the newest only, and that the hand has come to rest. */

import { threshold } from "../page/threshold.js";
import { Latest } from "../rails/latest.js";

const REST_MS = 150;

/** Tells of the threshold that is shown; `nonce` counts what was told. */
export class Hand {
  constructor(send) {
    this.nonce = 0;
    this.latest = new Latest({ send });
    this.timer = 0;
    current = this;
  }

  /** The threshold moved; `isStep`: by a key, so that no letting go will tell of the rest. */
  moved(isStep) {
    this.latest.push(this.message(false));
    clearTimeout(this.timer);
    if (isStep) this.timer = setTimeout(() => this.rest(), REST_MS);
  }

  rest() {
    clearTimeout(this.timer);
    this.latest.push(this.message(true));
  }

  message(rests) {
    this.nonce += 1;
    return { type: "theta", task: threshold.content.task, theta: threshold.theta, rests, nonce: this.nonce };
  }

  /** Python has answered a message, or one that came later. */
  answered(nonce) {
    this.latest.answered((message) => message.nonce <= nonce);
  }
}

/** @type {Hand | null} */
let current = null;

/** The hand of this page's curves. */
export function theHand() {
  return current;
}
