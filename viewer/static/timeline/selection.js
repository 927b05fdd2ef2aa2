// @ts-check
/** The selected event and the dragged range: what is highlighted, looped, zoomed to, played. */

import { clamp } from "./axis.js";
import { eventLoop } from "./lead.js";
import { activeModel, eventOf } from "./scene.js";

const PENDING_MS = 5000;

/** What is selected in one timeline. */
export class Selection {
  constructor() {
    this.id = null;
    this.model = null;
    this.event = null;
    this.range = null;
    this.pending = null;
  }

  /** Forget everything, as when another dialogue opens; what waits for that dialogue stays. */
  clear() {
    this.id = null;
    this.model = null;
    this.event = null;
    this.range = null;
  }

  /** Find an event in the active model, else in any model that has it. */
  find(models, id, model = null) {
    const named = models.find((one) => one.model === model);
    for (const one of [named, activeModel(models), ...models]) {
      const event = one && eventOf(one, id);
      if (event) return event;
    }
    return null;
  }

  /** Select an event that is here; remembers one that is not, for the dialogue that is still loading. */
  choose(models, id, { play = false, model = null, isPlaced = true } = {}) {
    const event = this.find(models, id, model);
    this.pending = event ? null : { id, play, model, isPlaced, at: performance.now() };
    if (!event) return null;
    this.id = id;
    this.model = model;
    this.event = event;
    return event;
  }

  /** The selection that waited for these verdicts, if it is not too old. */
  takePending(models) {
    const { pending } = this;
    if (!pending) return null;
    if (performance.now() - pending.at > PENDING_MS) this.pending = null;
    else if (this.find(models, pending.id, pending.model)) return pending;
    return null;
  }

  /** Verdicts changed: the same event as they see it now; its highlight goes when they know no such event. */
  refresh(models) {
    this.event = this.id === null ? null : this.find(models, this.id, this.model);
  }

  /** The range a loop repeats: the dragged range, the event with `roll` before and after it, or what is in view. */
  loopRange(models, view, duration, roll) {
    const { event, range } = this;
    if (range) return { ...range };
    if (event) return eventLoop(models, event, roll, duration);
    return { start: clamp(view.start, 0, duration), end: clamp(view.end, 0, duration) };
  }

  /** The range "zoom to selection" shows, or null. */
  zoomRange() {
    if (this.range) return this.range;
    if (!this.event) return null;
    const { start, end, time, mark } = this.event;
    return { start: Math.min(start, time, mark), end: Math.max(end, time, mark) };
  }
}
