// @ts-check
/** The lower edge of every lane as a grip: dragged, moved with arrow keys, back to usual with a double click. */

import { make } from "./dom.js";
import { boundedPx, resized, tierOf } from "./lane_choice.js";

const GRIP_PX = 6;
const STEPS_PX = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };

/** The grips of one timeline; they stay the same elements while lanes move, so that a drag keeps its pointer. */
export class LaneGrips {
  /** `box` lies over the lanes; `keeper` holds the choice; `layout()` is what is drawn, `say(text)` speaks. */
  constructor(box, keeper, { layout, say }) {
    Object.assign(this, { box, keeper, layout, say, grips: new Map() });
  }

  /** Put a grip at the lower edge of every tier's last lane. */
  show() {
    const edges = edgesOf(this.layout());
    for (const [key, grip] of this.grips) {
      if (edges.has(key)) continue;
      grip.remove();
      this.grips.delete(key);
    }
    for (const [key, edge] of edges) {
      const grip = this.grips.get(key) ?? this.make(key, edge);
      grip.style.transform = `translateY(${edge.y - GRIP_PX / 2}px)`;
      grip.setAttribute("aria-valuenow", String(edge.px));
      grip.setAttribute("aria-valuetext", `${edge.px} px`);
    }
    this.box.append(...[...edges.keys()].map((key) => this.grips.get(key)).filter((grip) => !grip.isConnected));
  }

  make(key, { tier, speaker }) {
    const { title, least, most } = tierOf(tier);
    const grip = make("div", "lane-grip", null, {
      role: "separator", "aria-orientation": "horizontal", "aria-label": `Height of ${title}, speaker ${speaker + 1}`,
      "aria-valuemin": least, "aria-valuemax": most, tabindex: speaker === 0 ? 0 : -1, title: "Drag to resize, double click for the usual height",
    });
    grip.addEventListener("pointerdown", (event) => this.drag(event, grip, key));
    grip.addEventListener("keydown", (event) => this.onKey(event, tier));
    grip.addEventListener("dblclick", () => this.resize(tier, null));
    this.grips.set(key, grip);
    return grip;
  }

  /** Keep a height; null is the usual one. */
  resize(tier, px) {
    this.keeper.keep(resized(this.keeper.kept, tier, px));
    this.say(px === null ? `${tierOf(tier).title}: usual height` : `${tierOf(tier).title}: ${boundedPx(tier, px)} px`);
  }

  onKey(event, tier) {
    // What was kept a moment ago may not be laid out yet: keys can come faster than frames.
    const px = this.keeper.kept.find((one) => one.name === tier)?.px ?? edgesOf(this.layout()).get(`${tier}-1`).px;
    const step = STEPS_PX[event.key];
    if (step) this.resize(tier, px + step);
    else if (event.key === "Home") this.resize(tier, tierOf(tier).least);
    else if (event.key === "End") this.resize(tier, tierOf(tier).most);
    else if (event.key === "Enter" || event.key === "Delete") this.resize(tier, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The edge follows the pointer: a tier's lanes of both speakers grow alike, so each takes its share. */
  drag(event, grip, key) {
    if (event.button !== 0) return;
    event.preventDefault();
    const { tier, px, lanesAbove } = edgesOf(this.layout()).get(key);
    const { kept } = this.keeper;
    // A waveform that fills spare room stands still meanwhile, or the edge would run from the pointer.
    const wave = this.layout().lanes.find((lane) => lane.kind === "waveform");
    const still = wave ? resized(kept, "wave", wave.height) : kept;
    const top = this.contentY(event);
    let wanted = px;
    const life = new AbortController();
    const listen = (name, act) => grip.addEventListener(name, act, { signal: life.signal });
    grip.setPointerCapture(event.pointerId);
    grip.classList.add("is-dragged");
    listen("pointermove", (move) => {
      wanted = boundedPx(tier, px + (this.contentY(move) - top) / lanesAbove);
      this.keeper.try(resized(still, tier, wanted));
    });
    const finish = () => {
      life.abort();
      grip.classList.remove("is-dragged");
      this.keeper.try(null);
      if (wanted !== px) this.resize(tier, wanted);
    };
    listen("pointerup", finish);
    listen("pointercancel", () => {
      wanted = px;
      finish();
    });
  }

  contentY(event) {
    return event.clientY - this.box.getBoundingClientRect().top;
  }
}

/**
 * The edges that can be dragged: `{tier, speaker, y, px, lanesAbove}` by `TIER-SPEAKER`; `lanesAbove` counts the tier's
 * lanes down to this edge, of both speakers.
 */
export function edgesOf({ lanes }) {
  const edges = new Map();
  const counts = {};
  for (const { kind, tier, speaker, y, height } of lanes) {
    if (kind === "note") continue;
    counts[tier] = (counts[tier] ?? 0) + 1;
    edges.set(`${tier}-${speaker + 1}`, { tier, speaker, y: y + height, px: height, lanesAbove: counts[tier] });
  }
  return edges;
}
