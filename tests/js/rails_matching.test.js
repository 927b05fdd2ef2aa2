import assert from "node:assert/strict";
import { test } from "node:test";

import { TIERS, fold, match, partsOf, queryWords, ranked } from "../../viewer/static/rails/matching.js";

const tier = (query, text) => match(queryWords(query), fold(text))?.tier ?? null;
const marked = (query, text) => partsOf(text, match(queryWords(query), fold(text)).spans);

test("case and accents do not count", () => {
  assert.equal(fold("Crème BRÛLÉE"), "creme brulee");
  assert.equal(tier("cafe", "Café au lait"), TIERS.whole);
  assert.equal(tier("CAFÉ", "cafe au lait"), TIERS.whole);
  assert.equal(fold("ΣΊΣΥΦΟΣ"), fold("σίσυφος"));
});

test("the beginning is better than a word's beginning, that better than the middle of a word", () => {
  assert.equal(tier("next", "next model"), TIERS.whole);
  assert.equal(tier("mod", "next model"), TIERS.words);
  assert.equal(tier("model next", "next model"), TIERS.words);
  assert.equal(tier("ode", "next model"), TIERS.parts);
  assert.equal(tier("zoo", "next model"), null);
});

test("a word's beginning is found behind the same letters inside a word", () => {
  assert.equal(tier("an", "banana and"), TIERS.words);
  assert.deepEqual(marked("an", "banana and"), ["banana ", "an", "d"]);
});

test("beginnings of words spell a name, scattered letters do not", () => {
  assert.equal(tier("nmo", "next model"), TIERS.letters);
  assert.equal(tier("nxt", "next model"), null);
  assert.equal(tier("sv2", "Silero VAD, 200 ms"), TIERS.letters);
});

test("items come best first and keep their order within a tier", () => {
  const found = ranked(queryWords("so"), ["also", "a sofa", "so then", "person", "some"], (item) => item);
  assert.deepEqual(found.map(({ item }) => item), ["so then", "some", "a sofa", "also", "person"]);
});

test("marks stand on whole characters of the text itself", () => {
  assert.deepEqual(marked("e au", "Café au lait").join("|"), "Caf|é| |au| lait");
  assert.deepEqual(marked("ffi", "the oﬃce"), ["the o", "ﬃ", "ce"]);
  assert.deepEqual(marked("fi", "𝒳 ﬁn"), ["𝒳 ", "ﬁ", "n"]);
});

test("overlapping marks are not written twice", () => {
  assert.equal(marked("th the", "the other").join(""), "the other");
});

test("hostile text is compared in no time and comes out whole", () => {
  const long = "a ".repeat(50_000);
  assert.equal(tier("abababababab", long), null);
  assert.equal(marked("<b>", "x <b>y").join(""), "x <b>y");
  assert.equal(match([], "anything"), null);
});
