// @ts-check
/** Asks Python for a clip: what stands in a range, with every sentence and number as the core has them. */

const PATIENCE_MS = 30000;

/** One page's questions and their answers. */
export class ClipRequest {
  /** `send(message)` goes to Python; its answers are handed to `hear`. */
  constructor(send, patienceMs = PATIENCE_MS) {
    this.send = send;
    this.patienceMs = patienceMs;
    this.waiting = new Map();
    this.nonce = 0;
  }

  /** The clip's JSON text; rejects with what is wrong, or when nobody answers. */
  ask(start, end) {
    this.nonce += 1;
    const nonce = this.nonce;
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        this.waiting.delete(nonce);
        fail(new Error("The server did not answer. Is the connection up?"));
      }, this.patienceMs);
      this.waiting.set(nonce, { done, fail, timer });
      this.send({ type: "clip", nonce, start_s: start, stop_s: end });
    });
  }

  /** Python's answer `{type: "clip", nonce, clip, error}`; `clip` is a JSON text. */
  hear(answer) {
    const asked = answer?.type === "clip" && this.waiting.get(answer.nonce);
    if (!asked) return;
    this.waiting.delete(answer.nonce);
    clearTimeout(asked.timer);
    if (answer.clip) asked.done(answer.clip);
    else asked.fail(new Error(answer.error || "The server has no such clip."));
  }

  /** Nobody waits any more. */
  dispose() {
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
  }
}
