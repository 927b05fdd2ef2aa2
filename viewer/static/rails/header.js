// @ts-check
/** The page's head: names, pages, notice, theme, help; and a first visit's sentence below it. */

import { guardKeys, h, hear, onPageKey, s, set, setText, watchContent } from "./dom.js";
import { helpDialog } from "./help.js";
import { recall, remember } from "./memory.js";
import { keepTheme } from "./theme.js";

const SEEN = "turnbench-sentence-seen";
const ICONS = {
  auto: "M8 2.5A5.5 5.5 0 1 1 8 13.5A5.5 5.5 0 1 1 8 2.5Z",
  light:
    "M8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1" +
    "M5.2 8a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0",
  dark: "M13 9.6A5.4 5.4 0 0 1 6.4 3A5.4 5.4 0 1 0 13 9.6Z",
  contrast: "M2.5 2.5h11v11h-11ZM2.5 13.5L13.5 2.5",
};

/** Mount the header in `root`. */
export function mount({ model, root, base, signal }) {
  const header = new Header(base, signal);
  root.className = "header";
  root.append(...header.elements());
  guardKeys(root, signal);
  onPageKey(["?"], signal, () => header.openHelp());
  hear("help", signal, () => header.openHelp());
  watchContent(model, (content) => header.show(content));
}

class Header {
  constructor(base, signal) {
    this.base = base;
    this.corpus = h("b", {});
    this.where = h("span", {});
    this.noticeText = h("span", {});
    this.notice = h(
      "button",
      { type: "button", class: "notice", "aria-expanded": "false", onclick: () => this.flipNotice() },
      this.noticeText,
    );
    this.notice.addEventListener("blur", () => this.flipNotice(false));
    this.theme = h("button", { type: "button", class: "button square" });
    this.theme.addEventListener("click", keepTheme((state) => this.showTheme(state), signal));
    this.help = h("button", { type: "button", class: "button square", title: "Help (?)", "aria-label": "Help" }, "?");
    this.help.addEventListener("click", () => this.openHelp());
    this.dialog = helpDialog();
    this.sentence = h("span", { class: "grow" });
    this.hello = h(
      "div",
      { class: "hello", hidden: true },
      this.sentence,
      h("button", { type: "button", class: "button small", onclick: () => this.dismiss() }, "Got it"),
    );
  }

  elements() {
    const brand = h("div", { class: "brand" }, mark(), "TurnBench Viewer");
    const explore = h("a", { href: this.base.replace(/\/$/, ""), "aria-current": "page" }, "Explore");
    const bar = h(
      "header",
      { class: "bar" },
      h("div", { class: "names" }, brand, h("div", { class: "corpus" }, this.corpus, this.where)),
      h("nav", { "aria-label": "Pages" }, explore),
      h("div", { class: "tools" }, this.notice, this.theme, this.help),
    );
    return [bar, this.hello, this.dialog];
  }

  /** Show a new content. */
  show({ corpus, split, conversations, notice, sentence }) {
    const noun = conversations === 1 ? "conversation" : "conversations";
    const count = typeof conversations === "number" ? `${conversations} ${noun}` : "";
    setText(this.corpus, corpus);
    setText(this.where, [split, count].filter(Boolean).map((text) => ` · ${text}`).join(""));
    set(this.corpus.parentElement, "title", [corpus, split, count].filter(Boolean).join(" · "));
    this.notice.hidden = !notice;
    setText(this.noticeText, notice);
    set(this.notice, "title", notice || null);
    setText(this.sentence, sentence);
    this.hello.hidden = !sentence || recall(SEEN) === sentence;
  }

  showTheme({ choice, theme }) {
    const name = theme.startsWith("contrast") ? "high contrast" : theme;
    const text = choice === "auto" ? `Theme: as the system (${name})` : `Theme: ${name}`;
    set(this.theme, "title", `${text} (t)`);
    set(this.theme, "aria-label", text);
    const half = choice === "auto" ? s("path", { class: "solid", d: "M8 2.5A5.5 5.5 0 0 0 8 13.5Z" }) : null;
    const box = { class: "icon", width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" };
    this.theme.replaceChildren(s("svg", box, s("path", { d: ICONS[choice] }), half));
  }

  flipNotice(isOpen = !this.notice.classList.contains("is-open")) {
    this.notice.classList.toggle("is-open", isOpen);
    set(this.notice, "aria-expanded", String(isOpen));
  }

  openHelp() {
    if (!this.dialog.open) this.dialog.showModal();
  }

  dismiss() {
    this.hello.hidden = true;
    remember(SEEN, this.sentence.textContent ?? "");
  }
}

/** The product's mark: two speakers' lanes and the moment between them. */
function mark() {
  return s(
    "svg",
    { width: 20, height: 20, viewBox: "0 0 20 20", "aria-hidden": "true" },
    s("rect", { x: 1, y: 3, width: 10, height: 5, rx: 2, style: "fill:var(--spk1)" }),
    s("rect", { x: 9, y: 12, width: 10, height: 5, rx: 2, style: "fill:var(--spk2)" }),
    s("path", { d: "M10 1V19", style: "stroke:var(--ink);stroke-width:1.4;stroke-linecap:round" }),
  );
}
