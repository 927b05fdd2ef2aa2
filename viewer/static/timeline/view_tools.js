// @ts-check
/** The right end of the sub-bar: lanes, earlier and later views, the link, the right rail. */

import { fold, isFolded, watchFolds } from "../page/folds.js";
import { CopyLink } from "./copy_link.js";
import { button, make } from "./dom.js";
import { iconElement } from "./glyphs.js";
import { LaneMenu } from "./lane_menu.js";

const ICONS = {
  back: "M6 4.5L2.8 7.7 6 10.9M3 7.7h6.2a3.3 3.3 0 0 1 0 6.6",
  forward: "M10 4.5l3.2 3.2-3.2 3.2M13 7.7H6.8a3.3 3.3 0 0 0 0 6.6",
  side: "M2.5 3h11v10h-11zM10 3v10",
};

/** The tools of one timeline: `{bar, panels}` for the shell, and how to work them. */
export class ViewTools {
  /** `perform(action, value)` is the same function the keys call. */
  constructor(keeper, perform, signal) {
    this.said = make("div", "live", null, { "aria-live": "polite", role: "status" });
    const say = (text) => {
      this.said.textContent = text;
    };
    this.say = say;
    this.menu = new LaneMenu(keeper, { say, signal });
    this.link = new CopyLink({ say, signal });
    this.back = button("square", [iconElement(ICONS.back)], "Previous zoom (u)", () => perform("view-step", -1));
    this.forward = button("square", [iconElement(ICONS.forward)], "Next zoom (Shift u)", () => perform("view-step", 1));
    this.side = button("square side-fold", [iconElement(ICONS.side)], "", () => perform("right-rail"));
    const views = make("div", "segmented", [this.back, this.forward], { role: "group", "aria-label": "Zoom history" });
    this.bar = make("div", "tools", [this.menu.opener, views, this.link.opener, this.side]);
    this.panels = [this.menu.panel, this.link.panel, this.said];
    watchFolds(() => this.showSide(), signal);
    this.showSide();
  }

  /** Show whether there are views to go back or forward to. */
  showHistory({ canGoBack, canGoForward }) {
    this.back.disabled = !canGoBack;
    this.forward.disabled = !canGoForward;
  }

  flipSide() {
    fold("right", !isFolded("right"));
    this.say(isFolded("right") ? "Right rail folded" : "Right rail open");
  }

  showSide() {
    const isOpen = !isFolded("right");
    const label = `${isOpen ? "Fold" : "Open"} the right rail (r)`;
    this.side.setAttribute("aria-expanded", String(isOpen));
    this.side.setAttribute("aria-label", label);
    this.side.title = label;
  }
}
