// @ts-check
/** What the tour may ask of the score card: where its parts stand, to try a setting, to be as before. */

import { boxOf, visiblePart } from "../page/boxes.js";

const STEP_S = 0.1;
const STEP_MS = 80;

/** The guide of one card. */
export class ScoreGuide {
  /** `root` is the card's own element; what can be seen of it is what its scroller shows. */
  constructor(card, root) {
    this.card = card;
    this.root = root;
  }

  facts() {
    const { card, protocol } = this.card;
    return { hasScore: Boolean(card?.has_score), latest_s: protocol.settings?.tau_max_s ?? null };
  }

  /** The boxes of `counts`, `recall` or `latest` that can be seen. */
  boxes(...names) {
    const frame = boxOf(this.scroller());
    return names.map((name) => visiblePart(boxOf(this.part(name)), frame)).filter(Boolean);
  }

  part(name) {
    if (name === "latest") return this.latest().row;
    return this.root.querySelector(`.${name}`);
  }

  latest() {
    return this.card.protocol.rows.find(({ name }) => name === "tau_max_s");
  }

  show(name) {
    this.part(name).scrollIntoView({ block: "nearest" });
  }

  scroller() {
    let element = this.root;
    while (!/auto|scroll/.test(getComputedStyle(element).overflowY)) {
      const parent = element.parentNode ?? element.getRootNode();
      element = parent instanceof ShadowRoot ? parent.host : parent;
      if (element === document.documentElement) break;
    }
    return element;
  }

  /** Move the latest counted decision step by step, as a hand would; returns what moves it back. */
  moveLatest(to) {
    const { protocol } = this.card;
    const before = protocol.settings.tau_max_s;
    const wasOpen = protocol.element.open;
    protocol.element.open = true;
    this.show("latest");
    const steps = Math.round(Math.abs(to - before) / STEP_S);
    let done = 0;
    const timer = setInterval(() => {
      done += 1;
      protocol.change("tau_max_s", done < steps ? Number((before + ((to - before) * done) / steps).toFixed(3)) : to);
      if (done >= steps) clearInterval(timer);
    }, STEP_MS);
    return () => {
      clearInterval(timer);
      if (done > 0) protocol.change("tau_max_s", before);
      protocol.element.open = wasOpen;
    };
  }

  /** Remember how it is; the function that is returned makes it so again. */
  remember() {
    const scroller = this.scroller();
    const top = scroller.scrollTop;
    return () => {
      scroller.scrollTop = top;
    };
  }
}
