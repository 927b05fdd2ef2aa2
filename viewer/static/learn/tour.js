// @ts-check
/** The tour: a walk over the page as it is. What it does is done for real, and is as before when it ends. */

import { boxOf } from "../page/boxes.js";
import { guideOf } from "../page/guides.js";
import { look } from "../page/look.js";
import { Coach } from "./coach.js";
import { stepsFor, wordsOf } from "./tour_steps.js";

const SETTLED_WITHIN_MS = 4000;

export class Tour {
  /** `model` is the header's, `root` its root; `onEnd()` is called when the page is as before. */
  constructor({ model, root, onEnd }) {
    this.model = model;
    this.root = root;
    this.onEnd = onEnd;
    this.isOver = false;
    this.undo = null;
  }

  /** Begin; false where no dialogue is open. */
  start() {
    const timeline = guideOf("timeline");
    if (!timeline?.facts()) return false;
    this.timeline = timeline;
    const restore = [timeline.remember(), guideOf("card")?.remember()];
    look.write();
    this.before = { search: location.search, focus: focused(), restore };
    document.documentElement.dataset.tour = "";
    timeline.pause();
    timeline.showEvent();
    this.facts = { ...timeline.facts(), ...(guideOf("card")?.facts() ?? { hasScore: false, latest_s: null }) };
    this.steps = stepsFor(this.facts);
    this.coach = new Coach(this.root, { next: () => this.go(1), back: () => this.go(-1), skip: () => this.end() });
    this.coach.open();
    this.at = -1;
    this.go(1);
    return true;
  }

  go(by) {
    const at = this.at + by;
    if (this.isOver || at < 0) return;
    if (at >= this.steps.length) {
      this.end();
      return;
    }
    this.leave();
    this.at = at;
    const step = this.steps[at];
    const stage = this.stage();
    // What a step does may bring into view what it speaks of.
    this.undo = step.act?.(stage, this.facts) ?? null;
    this.coach.say({ ...wordsOf(step, this.facts), at, count: this.steps.length, boxes: () => step.boxes(stage) });
  }

  leave() {
    this.undo?.();
    this.undo = null;
  }

  /** What the steps may use of the page. */
  stage() {
    return {
      timeline: this.timeline,
      card: guideOf("card"),
      help: () => [boxOf(this.root.querySelector(".help-button"))],
      playEvent: () => this.playEvent(),
    };
  }

  /** Play the event until it has been heard; returns what stops it. */
  playEvent() {
    const until = this.timeline.playEvent();
    let frame = 0;
    const watch = () => {
      if (this.timeline.time() >= until) this.timeline.pause();
      else frame = requestAnimationFrame(watch);
    };
    if (until !== null) watch();
    return () => {
      cancelAnimationFrame(frame);
      this.timeline.pause();
    };
  }

  /** End, and have the page as it was; where somebody went elsewhere meanwhile, go back there. */
  async end() {
    if (this.isOver) return;
    this.isOver = true;
    this.leave();
    this.coach.close();
    for (const act of this.before.restore) act?.();
    this.before.focus?.focus?.({ preventScroll: true });
    const isSame = () => location.search === this.before.search;
    if (!(await within(SETTLED_WITHIN_MS, isSame))) {
      look.take(this.before.search);
      this.model.send_msg({ type: "address", search: this.before.search });
      await within(SETTLED_WITHIN_MS, isSame);
    }
    delete document.documentElement.dataset.tour;
    this.onEnd();
  }
}

/** Wait until something holds, at most so long; whether it does. */
async function within(ms, holds) {
  const end = performance.now() + ms;
  // The address is written a moment after what it tells of.
  look.write();
  while (!holds() && performance.now() < end) {
    await new Promise((done) => setTimeout(done, 50));
    look.write();
  }
  return holds();
}

function focused() {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}
