// @ts-check
/** The page's head: names, pages, notice, theme, help; and a first visit's sentence below it. */

import { look } from "../page/look.js";
import { key } from "./controls.js";
import { magnifier } from "./dialogue_card.js";
import { guardKeys, h, hear, s, set, setText, tell, watchContent } from "./dom.js";
import { recall, remember } from "./memory.js";
import { PageLinks } from "./page_links.js";
import { keepTheme } from "./theme.js";

const SEEN = "turnbench-sentence-seen";
const TOUR_SEEN = "turnbench-tour-seen";
const ALL_TERMS = "all";
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
  const header = new Header({ model, root, base, signal });
  root.className = "header";
  root.append(...header.elements());
  guardKeys(root, signal);
  hear("help", signal, () => header.openHelp());
  hear("tour", signal, () => header.startTour());
  hear("term", signal, ({ term }) => header.openTerm(term));
  look.watch("term", (term) => header.showTerm(term), signal);
  watchContent(model, (content) => header.show(content));
  header.showTerm(look.get("term"));
}

class Header {
  constructor(context) {
    const { base, signal } = context;
    this.context = context;
    this.base = base;
    this.tour = null;
    this.links = new PageLinks(base, (page) => context.model.send_msg({ type: "page", page }));
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
    const find = { type: "button", class: "find", title: "Find conversations, words, commands (g, Ctrl K)" };
    this.find = h("button", { ...find, onclick: () => tell("palette", {}) }, magnifier(), h("span", {}, "Go to"), key("g"));
    this.help = h("button", { type: "button", class: "button square help-button", title: "Help (?)", "aria-label": "Help" }, "?");
    this.help.addEventListener("click", () => this.openHelp());
    this.sentence = h("span", { class: "grow" });
    this.offer = h(
      "button",
      { type: "button", class: "button small", onclick: () => this.startTour() },
      "Take the 2-minute tour",
    );
    this.hello = h(
      "div",
      { class: "hello", hidden: true },
      this.sentence,
      this.offer,
      h("button", { type: "button", class: "button small", onclick: () => this.dismiss() }, "Got it"),
    );
  }

  elements() {
    const brand = h("h1", { class: "brand" }, mark(), h("span", {}, "TurnBench Viewer"));
    const bar = h(
      "header",
      { class: "bar" },
      h("div", { class: "names" }, brand, h("div", { class: "corpus" }, this.corpus, this.where)),
      ...this.links.elements(),
      h("div", { class: "tools" }, this.notice, this.find, this.theme, this.help),
    );
    return [bar, this.hello];
  }

  /** Show a new content. */
  show({ corpus, split, conversations, notice, sentence, pages }) {
    this.links.show(pages, split);
    const noun = conversations === 1 ? "conversation" : "conversations";
    const count = typeof conversations === "number" ? `${conversations} ${noun}` : "";
    setText(this.corpus, corpus);
    setText(this.where, [split, count].filter(Boolean).map((text) => ` · ${text}`).join(""));
    set(this.corpus.parentElement, "title", [corpus, split, count].filter(Boolean).join(" · "));
    this.notice.hidden = !notice;
    setText(this.noticeText, notice);
    set(this.notice, "title", notice || null);
    setText(this.sentence, sentence);
    this.hello.hidden = !sentence || recall(SEEN) === sentence || this.tour !== null;
    this.offer.hidden = recall(TOUR_SEEN) !== null;
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

  /** What is there to learn with: loaded when it is first asked for, nobody waits for it before. */
  async learn() {
    this.lessons ??= loadLessons(this.context);
    try {
      return await this.lessons;
    } catch (error) {
      this.lessons = null;
      setText(this.sentence, "Help could not be loaded from the server. Try again.");
      this.hello.hidden = false;
      throw error;
    }
  }

  /** Open the sheet, unless Escape comes before it is there. */
  async openHelp() {
    const waiting = new AbortController();
    let isWanted = true;
    const giveUp = ({ key: pressed }) => (isWanted = isWanted && pressed !== "Escape");
    document.addEventListener("keydown", giveUp, { signal: waiting.signal });
    const { helpDialog } = await this.learn().finally(() => waiting.abort());
    if (!isWanted) return;
    this.dialog ??= this.context.root.appendChild(helpDialog());
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Have the glossary show an entry; it stands in the address, so that a link leads to it. */
  openTerm(term) {
    this.dialog?.close();
    const name = term || ALL_TERMS;
    if (look.get("term") === name) this.showTerm(name);
    else look.set("term", name);
  }

  async showTerm(term) {
    if (!term && !this.glossary) return;
    const { Glossary } = await this.learn();
    this.glossary ??= new Glossary(this.context);
    if (term) this.glossary.open(term);
    else this.glossary.close();
  }

  /** Walk over the page; it is offered once, and can be asked for at any time. */
  async startTour() {
    if (this.tour) return;
    const { Tour } = await this.learn();
    if (this.tour) return;
    this.dialog?.close();
    look.set("term", "");
    this.dismiss();
    const tour = new Tour({ ...this.context, onEnd: () => (this.tour = null) });
    this.tour = tour;
    if (!tour.start()) this.tour = null;
  }

  /** The first visit's sentence was read, or the tour that it offers has begun: neither comes again. */
  dismiss() {
    this.hello.hidden = true;
    if (this.sentence.textContent) remember(SEEN, this.sentence.textContent);
    remember(TOUR_SEEN, "1");
  }
}

/** The modules and the style of help, glossary and tour. */
async function loadLessons({ base, root }) {
  const sheet = h("link", { rel: "stylesheet", href: `${base}static/learn/learn.css` });
  const styled = new Promise((done) => {
    sheet.addEventListener("load", done);
    sheet.addEventListener("error", done);
  });
  root.append(sheet);
  const modules = await Promise.all([
    import("../learn/help.js"), import("../learn/glossary.js"), import("../learn/tour.js"), styled,
  ]);
  return Object.assign({}, ...modules.slice(0, 3));
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
