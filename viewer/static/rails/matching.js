// @ts-check
/** How a query matches a name: words before parts of words, accents and case folded; pure, so that Node tests it. */

const GUESSED_LETTERS = 200;
const LONGEST_GUESS = 12;
const WORDLIKE = /[\p{L}\p{N}]/u;

/** How well a query matches, best first. */
export const TIERS = { whole: 0, words: 1, parts: 2, letters: 3 };

/** A text without case and accents, as it is compared. */
export function fold(text) {
  return (text ?? "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");
}

/** The words of a query, folded. */
export function queryWords(query) {
  return fold(query).split(/\s+/).filter(Boolean);
}

/**
 * How the words of a query match a folded text: `{tier, spans}` with ranges of that text, or null. Words
 * spelled by their beginnings are the last resort.
 */
export function match(words, plain) {
  if (words.length === 0) return null;
  const phrase = words.join(" ");
  if (plain.startsWith(phrase)) return { tier: TIERS.whole, spans: [[0, phrase.length]] };
  const places = words.map((word) => wordStart(plain, word));
  if (places.every((at) => at >= 0)) return { tier: TIERS.words, spans: spansOf(places, words) };
  const parts = words.map((word, index) => (places[index] >= 0 ? places[index] : plain.indexOf(word)));
  if (parts.every((at) => at >= 0)) return { tier: TIERS.parts, spans: spansOf(parts, words) };
  const letters = inOrder(plain, words.join(""));
  return letters && { tier: TIERS.letters, spans: letters };
}

/** Where a word begins a word of the text, or -1. */
function wordStart(plain, word) {
  let at = plain.indexOf(word);
  while (at > 0 && WORDLIKE.test(plain[at - 1])) at = plain.indexOf(word, at + 1);
  return at;
}

function spansOf(places, words) {
  return places.map((at, index) => [at, at + words[index].length]).sort((one, other) => one[0] - other[0]);
}

/**
 * The letters of a text that spell a word in order, each right after the one before or at the start of a later word
 * ("nmo" spells "Next model"), or null.
 */
function inOrder(plain, letters) {
  const text = plain.slice(0, GUESSED_LETTERS);
  const dead = new Set();
  const isStart = (at) => WORDLIKE.test(text[at]) && (at === 0 || !WORDLIKE.test(text[at - 1]));
  const spell = (index, from) => {
    if (index === letters.length) return [];
    if (dead.has(index * GUESSED_LETTERS + from)) return null;
    for (let at = text.indexOf(letters[index], from); at >= 0; at = text.indexOf(letters[index], at + 1)) {
      const isNext = index > 0 && at === from;
      const rest = isNext || isStart(at) ? spell(index + 1, at + 1) : null;
      if (rest) return [at, ...rest];
    }
    dead.add(index * GUESSED_LETTERS + from);
    return null;
  };
  const places = letters.length > 1 && letters.length <= LONGEST_GUESS ? spell(0, 0) : null;
  return places && places.map((at) => [at, at + 1]);
}

/** A text cut into parts, every second of them matched, from ranges of its folded form: plain, matched, plain, … */
export function partsOf(text, spans) {
  const origin = [];
  let at = 0;
  for (const character of text) {
    for (let count = fold(character).length; count > 0; count -= 1) origin.push([at, at + character.length]);
    at += character.length;
  }
  const parts = [];
  let done = 0;
  for (const [start, end] of spans) {
    const from = Math.max(done, origin[start]?.[0] ?? text.length);
    const to = Math.max(from, origin[end - 1]?.[1] ?? text.length);
    parts.push(text.slice(done, from), text.slice(from, to));
    done = to;
  }
  return [...parts, text.slice(done)];
}

/** The items that match, best tier first, in their own order within a tier: `[{item, tier, parts}]`. */
export function ranked(words, items, textOf) {
  const found = [];
  for (const item of items) {
    const text = textOf(item);
    const matched = match(words, fold(text));
    if (matched) found.push({ item, tier: matched.tier, parts: partsOf(text, matched.spans) });
  }
  return found.sort((one, other) => one.tier - other.tier);
}
