// @ts-check
/** The two edges of the own verdict as grips over the gold lane: dragged, or moved by arrow keys as sliders are. */

import { make, setText } from "./dom.js";
import { EDGES, limitsOf } from "./desk_draft.js";
import { clock } from "./format.js";

const STEPS_S = { ArrowLeft: -0.01, ArrowDown: -0.01, ArrowRight: 0.01, ArrowUp: 0.01, PageDown: -0.1, PageUp: 0.1 };
const REACH_PX = 4;
const HALF_PX = 8;

/** The grips of one desk; the same two elements as long as the timeline stands. */
export class DeskGrips {
  constructor(desk) {
    this.desk = desk;
    this.grips = EDGES.map((edge) => this.make(edge));
    this.box = make("div", "desk-grips", this.grips.map(({ element }) => element));
    this.box.hidden = true;
    desk.timeline.parts.lanes.after(this.box);
  }

  make(edge) {
    const tag = make("span", "desk-tag");
    const element = make("div", `desk-grip ${edge}`, [make("i", "desk-knob"), tag], {
      role: "slider", tabindex: 0, "aria-orientation": "horizontal", "aria-label": edge === "start" ? "Start of own verdict" : "End of own verdict",
      title: "Drag, or ← → by 10 ms, Shift by 100 ms; Alt: no snapping",
    });
    element.addEventListener("focus", () => this.desk.drafting.hold(edge));
    element.addEventListener("pointerdown", (event) => this.drag(event, element, edge));
    element.addEventListener("keydown", (event) => this.onKey(event, edge));
    return { edge, element, tag };
  }

  onKey(event, edge) {
    const step = STEPS_S[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.desk.drafting.hold(edge);
    this.desk.nudge(event.shiftKey ? Math.sign(step) * 0.1 : step);
  }

  /** The edge keeps its distance from the pointer that took it. */
  drag(event, element, edge) {
    if (event.button !== 0) return;
    event.preventDefault();
    const { drafting, timeline } = this.desk;
    const { navigator, painter } = timeline;
    const perPx = navigator.span / painter.width;
    const from = drafting.draft[edge] - event.clientX * perPx;
    const life = new AbortController();
    const listen = (name, act) => element.addEventListener(name, act, { signal: life.signal });
    // The text may have taken the draft away meanwhile.
    const finish = (isCancelled) => {
      life.abort();
      element.classList.remove("is-dragged");
      if (drafting.isHeld) drafting.letGo({ isCancelled });
    };
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    element.classList.add("is-dragged");
    drafting.grab(edge);
    listen("pointermove", (move) => drafting.isHeld && drafting.drag(from + move.clientX * perPx, { isFree: move.altKey }));
    listen("pointerup", () => finish(false));
    listen("pointercancel", () => finish(true));
  }

  /** Where the focus is on a grip, it goes to the one that is held now. */
  focusHeld() {
    const root = /** @type {ShadowRoot | Document} */ (this.box.getRootNode());
    const isHere = this.grips.some(({ element }) => element === root.activeElement);
    if (isHere) this.grips.find(({ edge }) => edge === this.desk.drafting.edge).element.focus({ preventScroll: true });
  }

  /** Put the grips where the frame has the draft's edges. */
  place({ layout, px, width, dialogue }) {
    const { drafting, speaker, shown } = shownOf(this.desk);
    this.box.hidden = !shown || !drafting.isOpen;
    if (this.box.hidden) return;
    const lane = layout.lanes.find((one) => one.kind === "gold" && one.speaker === speaker);
    this.box.style.width = `${width}px`;
    this.box.style.height = `${layout.height}px`;
    for (const { edge, element, tag } of this.grips) {
      const time = drafting.draft[edge];
      const x = px(time);
      const isHeld = edge === drafting.edge;
      element.hidden = x < -HALF_PX || x > width + HALF_PX;
      element.style.transform = `translate(${x - HALF_PX}px,${lane.y - REACH_PX}px)`;
      element.style.height = `${lane.height + 2 * REACH_PX}px`;
      element.classList.toggle("is-held", isHeld);
      element.classList.toggle("is-turned", isTurned(edge, x, width));
      const name = isHeld ? drafting.snapped?.name : null;
      const text = clock(time, 3);
      setText(tag, name ? `${text} · ${name}` : text);
      const [least, most] = limitsOf(drafting.draft, edge, dialogue.duration);
      const values = { valuemin: least, valuemax: most, valuenow: time, valuetext: name ? `${text}, ${name}` : text };
      for (const [attribute, value] of Object.entries(values)) element.setAttribute(`aria-${attribute}`, String(value));
    }
  }
}

function shownOf(desk) {
  return { drafting: desk.drafting, shown: desk.shown, speaker: desk.now?.speaker };
}

const TAG_ROOM_PX = 96;

/** A start's tag stands left of it, an end's right, or on the other side where there is no room. */
function isTurned(edge, x, width) {
  return edge === "start" ? x < TAG_ROOM_PX : x > width - TAG_ROOM_PX;
}
