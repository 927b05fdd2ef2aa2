// @ts-check
/** In a window as narrow as a phone's the lanes show one speaker at a time; two tabs say which. */

import { look } from "../page/look.js";
import { button, make, press } from "./dom.js";

const NARROW = "(max-width: 719px)";
const MARGIN_PX = 8;

/** Whether the window is that narrow, on a page that has a layout for it: the page of a clip has not. */
export function isNarrow() {
  return matchMedia(NARROW).matches && document.querySelector(".page-timeline") !== null;
}

/** The tabs of one timeline, and what they do to its lanes. */
export class OneSpeaker {
  /** `onChange()` lays out again, as when the window has become narrow or wide. */
  constructor({ stage, gutter }, { layout, onChange, signal }) {
    Object.assign(this, { stage, layout });
    this.tabs = [0, 1].map((speaker) => button("", make("span", "", `S${speaker + 1}`), `Show speaker ${speaker + 1}`, () => this.choose(speaker)));
    const group = make("div", "speakers only-phone", this.tabs, { role: "group", "aria-label": "Speaker shown" });
    stage.before(group);
    look.watch("speaker", () => this.show(), signal);
    matchMedia(NARROW).addEventListener("change", onChange, { signal });
    gutter.addEventListener("focusin", (event) => this.follow(event.target), { signal });
  }

  get speaker() {
    return look.get("speaker") === "2" ? 1 : 0;
  }

  choose(speaker) {
    if (isNarrow()) look.set("speaker", String(speaker + 1));
  }

  /** Where the focus goes, there the lanes are. */
  follow(element) {
    const fromBelow = [...this.layout().blocks].sort((one, other) => other.y - one.y);
    const box = element.closest(".gutter > *");
    if (box) this.choose(fromBelow.find(({ y }) => box.offsetTop >= y)?.speaker ?? 0);
  }

  /** Put the speaker's block into the stage, and the names on the tabs. */
  show(dialogue = this.dialogue) {
    this.dialogue = dialogue;
    const block = this.layout().blocks[this.speaker];
    this.stage.style.setProperty("--block-px", `${block.height + 2 * MARGIN_PX}px`);
    this.stage.style.setProperty("--block-top-px", `${block.y - MARGIN_PX}px`);
    this.tabs.forEach((tab, speaker) => {
      press(tab, speaker === this.speaker);
      const name = dialogue?.speakers[speaker]?.name || `Speaker ${speaker + 1}`;
      tab.title = name;
      tab.setAttribute("aria-label", `Show S${speaker + 1}, ${name}`);
    });
  }
}
