// @ts-check
/** The transcript beside the timeline: both speakers' turns, the heard word marked, a click plays. */

import { opened } from "../page/opened.js";
import { clock } from "../timeline/format.js";
import { CLASSES } from "../timeline/scene.js";
import { h, set, setText, tell } from "./dom.js";
import {
  bySpeaker, codeOf, heardAt, lastBegun, linesOf, turnOfEvent, turnsOf, wordAt, wordTime, wordless,
} from "./transcript_rows.js";
import { VirtualList } from "./virtual_list.js";

const LINE_PX = 20;
const CODE_ROOM_PX = 14;
const PAGE_TURNS = 8;
const TIMES_ARE_SPREAD = "Word times are not in the data: a turn's length is shared out to its words by their letters.";

/** Whose words stand there, in short and in a sentence. */
function originOf({ annotator, hasGold }) {
  const name = `annotator ${annotator}`;
  if (!hasGold) return [name, `The words of ${name}: there is no consensus.`];
  return ["gold", `The words of the consensus; where there is none, those of ${name}, in grey.`];
}

/** Mount the transcript in `root`: `show(isShown)`, and `aside`, which stands beside its name. It works only while shown. */
export function mountTranscript({ root, signal }) {
  const transcript = new Transcript(root, signal);
  /** @type {AbortController | null} */
  let watching = null;
  const show = (isShown) => {
    if (isShown === Boolean(watching)) return;
    watching?.abort();
    watching = isShown ? new AbortController() : null;
    if (watching) transcript.keepUp(watching.signal);
  };
  signal.addEventListener("abort", () => show(false));
  return { show, aside: transcript.aside };
}

class Transcript {
  constructor(root, signal) {
    Object.assign(this, { dialogue: null, gold: null, turns: [], lines: [], firstLines: [], places: [[], []] });
    this.heard = [-1, -1]; // the turn of each speaker that is heard
    this.words = [-1, -1]; // and the word in it
    this.selected = -1;
    this.cursor = -1;
    this.isFollowing = true;
    this.linePx = 0;
    this.source = h("span", { class: "dim grow" });
    const follower = { type: "button", class: "chip", title: "Keep the heard words in view" };
    this.follower = h("button", { ...follower, onclick: () => this.setFollowing(!this.isFollowing) }, "Follow");
    this.aside = h("div", { class: "line" }, this.source, this.follower);
    this.empty = h("p", { class: "empty" }, "This conversation has no transcript.");
    this.list = new VirtualList({ name: "Transcript", draw: (line) => this.drawLine(line), signal, itemPx: LINE_PX });
    const { box } = this.list;
    box.classList.add("transcript");
    box.addEventListener("click", (event) => this.onClick(event));
    box.addEventListener("keydown", (event) => this.onKey(event));
    box.addEventListener("focus", () => box.matches(":focus-visible") && this.placeCursor(this.startingPlace()));
    box.addEventListener("blur", () => this.placeCursor(-1));
    box.addEventListener("scroll", () => this.onScroll(), { passive: true });
    this.shownTop = 0; // where the box was scrolled to from here
    this.revealed = -1; // the line that was last scrolled to while following
    const observer = new ResizeObserver(() => this.layOut());
    observer.observe(box);
    signal.addEventListener("abort", () => observer.disconnect());
    root.classList.add("rail");
    root.append(box, this.empty);
    this.setFollowing(true);
  }

  /** Keep in step with what is open until `signal` aborts. */
  keepUp(signal) {
    opened.watch("content", () => this.take(), signal);
    opened.watch("selected", () => this.select(), signal);
    opened.watch("playhead", () => this.hear(), signal);
    this.take();
    this.select();
    this.hear();
    this.setFollowing(this.isFollowing);
  }

  /** Another dialogue, or another gold of it; a change of verdicts changes no words. */
  take() {
    const { dialogue, gold } = opened;
    if (dialogue === this.dialogue && gold === this.gold) return;
    const isOther = dialogue?.id !== this.dialogue?.id;
    const found = turnsOf(dialogue, gold);
    const { turns } = found;
    Object.assign(this, { dialogue, gold, turns, places: bySpeaker(turns) });
    Object.assign(this, { heard: [-1, -1], words: [-1, -1], linePx: 0, cursor: -1 });
    this.selected = turnOfEvent(turns, this.places, opened.selected);
    this.list.box.hidden = this.follower.hidden = turns.length === 0;
    this.empty.hidden = turns.length > 0;
    const [name, sentence] = turns.length > 0 ? originOf(found) : ["", ""];
    setText(this.source, name);
    set(this.source, "title", `${sentence} ${TIMES_ARE_SPREAD}`);
    this.layOut();
    if (isOther) {
      this.scrollTo(0);
      this.setFollowing(true);
    }
    this.hear();
  }

  /** Break the turns into lines, if the room for them is another. */
  layOut() {
    const { box } = this.list;
    const style = getComputedStyle(box);
    const px = (name) => Number.parseFloat(style.getPropertyValue(name));
    const linePx = box.clientWidth - px("--text-left") - px("--text-right");
    if (linePx === this.linePx || !(linePx > 0)) return;
    this.linePx = linePx;
    const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    pen.font = `${style.fontSize} ${style.fontFamily}`;
    const widths = new Map();
    const widthOf = (word) => {
      if (!widths.has(word)) widths.set(word, pen.measureText(word).width);
      return widths.get(word);
    };
    const codePx = (code) => widthOf(code) + CODE_ROOM_PX;
    this.lines = linesOf(this.turns, { linePx, spacePx: widthOf(" "), widthOf, codePx });
    this.firstLines = [];
    this.lines.forEach(({ turn, isFirst }, at) => isFirst && (this.firstLines[turn] = at));
    this.list.setItems(this.lines, false);
    this.shownTop = box.scrollTop;
    this.revealed = -1;
    if (this.isFollowing) this.revealHeard();
  }

  drawLine({ turn: at, from, to, isFirst }) {
    const turn = this.turns[at];
    const code = isFirst ? codeOf(turn) : "";
    const place = (index) => ({ class: "w", "data-word": from + index });
    const words = turn.words.slice(from, to).flatMap((word, index) => [h("span", place(index), word), " "]);
    const kinds = { first: isFirst, other: !turn.isAgreed, selected: at === this.selected };
    const classes = ["turn-line", `s${turn.speaker + 1}`, ...Object.keys(kinds).filter((kind) => kinds[kind])];
    const element = h(
      "div",
      { class: classes.join(" "), "data-turn": at, ...(isFirst ? this.option(turn, at) : { role: "presentation" }) },
      h("span", { class: "clock", title: isFirst ? "Centre this turn" : null }, isFirst ? clock(turn.start, 1) : ""),
      h("span", { class: "said" }, code ? h("span", { class: `code c-${CLASSES[turn.code].key}` }, code) : null, ...words),
    );
    if (turn.words.length === 0) element.lastElementChild?.append(h("span", { class: "dim" }, wordless(turn)));
    this.mark(element, at, from);
    return element;
  }

  /** What assistive technology reads of a whole turn, at its first line. */
  option(turn, at) {
    const name = CLASSES[turn.code]?.name ?? turn.label;
    const words = turn.words.length > 0 ? turn.words.join(" ") : wordless(turn);
    const parts = [`Speaker ${turn.speaker + 1}`, clock(turn.start, 1), turn.code === 0 ? "" : name, words];
    return {
      role: "option", id: `turn-${at}`, "aria-posinset": at + 1, "aria-setsize": this.turns.length,
      "aria-selected": String(at === this.selected), "aria-label": parts.filter(Boolean).join(", "),
    };
  }

  /** Mark a drawn line as heard, and the word in it. */
  mark(element, at, from) {
    const { speaker } = this.turns[at];
    const isHeard = this.heard[speaker] === at;
    element.classList.toggle("heard", isHeard);
    element.classList.toggle("cursor", this.cursor === at);
    element.querySelector(".now")?.classList.remove("now");
    if (isHeard) element.lastElementChild.querySelectorAll(".w")[this.words[speaker] - from]?.classList.add("now");
  }

  /** The drawn lines of a turn: `use(element, line)`. */
  eachLine(at, use) {
    if (at < 0) return;
    for (let place = this.firstLines[at]; this.lines[place]?.turn === at; place += 1) {
      const element = this.list.drawn.get(place);
      if (element) use(element, this.lines[place]);
    }
  }

  remark(at) {
    this.eachLine(at, (element, { from }) => this.mark(element, at, from));
  }

  /** The playhead has moved: the document is touched only where another word is heard. */
  hear() {
    let isMoved = false;
    for (const speaker of [0, 1]) {
      const at = heardAt(this.turns, this.places[speaker], opened.time);
      const word = at < 0 ? -1 : wordAt(this.turns[at], opened.time);
      const before = this.heard[speaker];
      if (at === before && word === this.words[speaker]) continue;
      this.heard[speaker] = at;
      this.words[speaker] = word;
      if (before !== at) this.remark(before);
      this.remark(at);
      if (at >= 0) isMoved = true;
    }
    if (isMoved && this.isFollowing) this.revealHeard();
  }

  /** Show the line of the heard word; of two speakers, the one who began last; in a pause, the turn before it. */
  revealHeard() {
    const isHeard = Math.max(...this.heard) >= 0;
    const at = isHeard ? Math.max(...this.heard) : lastBegun(this.turns, opened.time);
    if (at < 0 || this.lines.length === 0) return;
    const word = isHeard ? this.words[this.turns[at].speaker] : 0;
    let place = this.firstLines[at];
    while (this.lines[place].to <= word && this.lines[place + 1]?.turn === at) place += 1;
    // Asking how far the box is scrolled makes the browser lay it out: once for each line, not for each word.
    if (place !== this.revealed) this.scrollTo(place);
    this.revealed = place;
  }

  scrollTo(place) {
    this.list.scrollTo(place);
    this.revealed = -1;
    this.shownTop = this.list.box.scrollTop;
  }

  /** Whoever scrolls away by hand does not want to be scrolled back. */
  onScroll() {
    if (Math.abs(this.list.box.scrollTop - this.shownTop) > 1) this.setFollowing(false);
  }

  setFollowing(isFollowing) {
    this.isFollowing = isFollowing;
    this.revealed = -1;
    set(this.follower, "aria-pressed", String(isFollowing));
    if (isFollowing) this.revealHeard();
  }

  /** Another event is selected: the turn that it speaks of is marked and shown. */
  select() {
    const before = this.selected;
    this.selected = turnOfEvent(this.turns, this.places, opened.selected);
    if (before === this.selected) return;
    for (const at of [before, this.selected]) {
      this.eachLine(at, (element, { isFirst }) => {
        element.classList.toggle("selected", at === this.selected);
        if (isFirst) set(element, "aria-selected", String(at === this.selected));
      });
    }
    if (this.selected >= 0 && this.lines.length > 0) this.scrollTo(this.firstLines[this.selected]);
  }

  onClick(event) {
    const line = event.target.closest(".turn-line");
    const turn = this.turns[Number(line?.dataset.turn)];
    if (!turn) return;
    const word = event.target.closest(".w");
    if (word) this.play(turn, Number(word.dataset.word));
    else if (event.target.closest(".clock")) tell("perform", { action: "show-span", value: { start: turn.start, end: turn.end } });
    else this.play(turn, 0);
  }

  play(turn, word) {
    tell("perform", { action: "play-from", value: wordTime(turn, word) });
    this.setFollowing(true);
  }

  /** Arrows go from turn to turn, Enter plays one, Shift Enter centres it. */
  onKey(event) {
    const last = this.turns.length - 1;
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_TURNS, PageUp: -PAGE_TURNS, Home: -last - 1, End: last + 1 };
    const turn = this.turns[this.cursor];
    if (event.key === "Enter" && event.shiftKey && turn) tell("perform", { action: "show-span", value: { start: turn.start, end: turn.end } });
    else if (event.key === "Enter" && turn) this.play(turn, 0);
    else if (event.key in moves) {
      this.setFollowing(false);
      this.placeCursor(Math.max(0, Math.min(last, this.cursor + moves[event.key])));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Where the keyboard comes in: at what is heard, else selected, else at the first turn. */
  startingPlace() {
    return [Math.max(...this.heard), this.selected].find((at) => at >= 0) ?? 0;
  }

  placeCursor(at) {
    const before = this.cursor;
    this.cursor = at;
    if (at >= 0 && this.lines.length > 0) {
      this.scrollTo(this.firstLines[at]);
      this.list.draw();
    }
    this.remark(before);
    this.remark(at);
    set(this.list.box, "aria-activedescendant", at >= 0 ? `turn-${at}` : null);
  }
}
