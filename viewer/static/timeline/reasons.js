// @ts-check
/** Why an event is judged as it is, one sentence, asked for when somebody looks at it. */

const ASK_AGAIN_MS = 1000;
const MOST_ASKED = 1000;

/** Asks for the sentences of one timeline's models, and gives them those that come. */
export class Reasons {
  /** `send(message)` goes to Python, `now()` is a clock in milliseconds. */
  constructor(send, now = () => performance.now()) {
    this.send = send;
    this.now = now;
    this.asked = new Map();
  }

  /** The sentence of an event; "" while it is not here, and then it is asked for, unless that was just done. */
  of(models, event) {
    const model = models.find((one) => one.model === event.model);
    if (!model) return "";
    const known = model.reasons.get(event.id);
    if (known === undefined) this.ask(model, event.id);
    return known ?? "";
  }

  ask({ model, version }, id) {
    const key = [version, model, id].join(" ");
    if (this.now() - (this.asked.get(key) ?? -Infinity) < ASK_AGAIN_MS) return;
    if (this.asked.size >= MOST_ASKED) this.asked.clear();
    this.asked.set(key, this.now());
    this.send({ type: "reasons", model, version, events: id });
  }

  /** Take an answer; false if its verdicts are shown no more. */
  take({ model, version, sentences }, models) {
    const found = models.find((one) => one.model === model && one.version === version);
    if (!found) return false;
    for (const [id, sentence] of Object.entries(sentences)) found.reasons.set(id, sentence);
    return true;
  }
}
