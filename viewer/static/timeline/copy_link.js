// @ts-check
/** A link to exactly what is seen, into the clipboard; where there is none, into a field to copy from. */

import { look } from "../page/look.js";
import { button, make } from "./dom.js";
import { iconElement } from "./glyphs.js";
import { popover } from "./popover.js";

const ICON = "M6.5 9.5l3-3M7.2 5l1.6-1.6a2.8 2.8 0 0 1 4 4L11.2 9M8.8 11l-1.6 1.6a2.8 2.8 0 0 1-4-4L4.8 7";
const SHOWN_MS = 2500;

/** The button and its panel; `say(text)` speaks. */
export class CopyLink {
  constructor({ say, signal }) {
    this.say = say;
    this.opener = button("square link-opener", [iconElement(ICON)], "Copy a link to this view (y)", () => this.copy());
    this.told = make("p", "", "");
    this.field = make("input", "link-field", null, { type: "text", readonly: "", "aria-label": "Link to this view", spellcheck: "false" });
    this.field.addEventListener("focus", () => this.field.select());
    this.panel = make("div", "popover link-panel", [this.told, this.field], { role: "dialog", "aria-label": "Link to this view" });
    this.popover = popover(this.opener, this.panel, { signal });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Write what is seen into the address and copy it. */
  async copy() {
    clearTimeout(this.timer);
    look.settle();
    const link = location.href;
    const isCopied = await written(link);
    this.field.hidden = isCopied;
    this.field.value = link;
    this.told.textContent = isCopied ? "Link copied" : "This browser does not let the page copy here: press Ctrl C.";
    this.popover.open();
    if (isCopied) {
      this.say("Link copied");
      this.timer = setTimeout(() => this.popover.close(), SHOWN_MS);
    } else this.field.focus();
  }
}

/** Whether the text is in the clipboard now; without a secure origin there is none, and it can be forbidden. */
async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
