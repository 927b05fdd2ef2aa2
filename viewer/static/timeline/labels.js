// @ts-check
/** Text that fits: labels drawn only whole, words cut at the end with an ellipsis. */

const ELLIPSIS = "…";

/** Widths of texts in one font, each measured once. */
export class Ruler {
  /** `measure(font, text)` gives a width in pixels. */
  constructor(measure) {
    this.measure = measure;
    this.known = new Map();
  }

  width(font, text) {
    const key = `${font}\n${text}`;
    let width = this.known.get(key);
    if (width === undefined) {
      if (this.known.size > 20000) this.known.clear();
      width = this.measure(font, text);
      this.known.set(key, width);
    }
    return width;
  }

  /** The first of `candidates` (name, short name, code) that fits whole, else "". */
  firstFitting(font, candidates, room) {
    for (const text of candidates) if (text && this.width(font, text) <= room) return text;
    return "";
  }

  /** `text` cut at a word's end so that it fits with an ellipsis; "" when not even one word does. */
  cut(font, text, room) {
    if (room < 12) return "";
    if (this.width(font, text) <= room) return text;
    const words = text.split(" ");
    let low = 0;
    let high = words.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.width(font, `${words.slice(0, middle).join(" ")} ${ELLIPSIS}`) <= room) low = middle;
      else high = middle - 1;
    }
    return low > 0 ? `${words.slice(0, low).join(" ")} ${ELLIPSIS}` : "";
  }
}

/** What a span of view leaves room for: latency text goes first, then connectors, then class codes. */
export function detailOf(spanS) {
  return { latency: spanS <= 60, connectors: spanS <= 120, codes: spanS <= 180, stacks: spanS > 300, envelope: spanS > 60 };
}
