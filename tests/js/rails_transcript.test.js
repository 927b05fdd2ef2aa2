import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bySpeaker, codeOf, heardAt, linesOf, spread, turnOfEvent, turnsOf, wordAt, wordTime, wordless,
} from "../../viewer/static/rails/transcript_rows.js";
import { parseDialogue, parseGold } from "../../viewer/static/timeline/scene.js";

const track = (speaker, annotator, rows) => ({
  speaker, annotator, start: rows.map(([start]) => start), end: rows.map(([, end]) => end),
  class: rows.map(() => 0), label: rows.map(() => "Normal Turn"), text: rows.map(([, , text]) => text),
});
const dialogueOf = (first, second = []) => parseDialogue(JSON.stringify({ id: "d", duration_s: 60, tracks: [track(1, "a", first), track(2, "a", second)] }));
const column = (rows) => ({ start: rows.map(([start]) => start), end: rows.map(([, end]) => end), class: rows.map(([, , , code = 0]) => code), text: rows.map(([, , text]) => text) });
const goldOf = (first, second = []) => parseGold(JSON.stringify({ events: [column(first), column(second)], excluded: {} }));

//  s1 gold   |so then|         |okay|
//  s1 a      |so then|  |um|   |okay|
//  s2 gold           |yes|
const DIALOGUE = dialogueOf([[1, 3, "so then"], [4, 5, "um"], [6, 7, "okay"]], [[3, 4, "yes"]]);
const GOLD = goldOf([[1.1, 3, "so then"], [6, 7, "okay", 3]], [[3, 4, "yes"]]);

test("the consensus is the transcript, an annotator's words stand where there is none", () => {
  const { turns, hasGold, annotator } = turnsOf(DIALOGUE, GOLD);
  assert.deepEqual(turns.map(({ words }) => words.join(" ")), ["so then", "yes", "um", "okay"]);
  assert.deepEqual(turns.map(({ isAgreed }) => isAgreed), [true, true, false, true]);
  assert.deepEqual([hasGold, annotator, turns[0].start], [true, "a", 1.1]);
});

test("a segment that the consensus tells in two parts is not told twice", () => {
  const { turns } = turnsOf(dialogueOf([[0, 10, "one two"]]), goldOf([[0, 4, "one"], [6, 10, "two"]]));
  assert.deepEqual(turns.map(({ words }) => words.join(" ")), ["one", "two"]);
});

test("without gold all words are the first annotator's; without labels there are none", () => {
  const { turns, hasGold } = turnsOf(DIALOGUE, null);
  assert.deepEqual([turns.length, hasGold, turns[0].start], [4, false, 1]);
  assert.deepEqual(turnsOf(parseDialogue(JSON.stringify({ id: "d", duration_s: 1, tracks: [] })), null).turns, []);
  assert.deepEqual(turnsOf(null, null).turns, []);
});

test("a turn's length is shared out to its words by their letters", () => {
  assert.deepEqual([...spread(["four", "more"])], [0, 0.5]);
  assert.deepEqual([...spread(["a", "bcd"])], [0, 0.25]);
  assert.deepEqual([...spread(["𝒳", "b"])], [0, 0.5]);
  assert.deepEqual([...spread([])], []);
});

test("the word at a time is the one whose share it lies in, and its own beginning belongs to it", () => {
  const turn = { start: 10, end: 12, shares: spread(["four", "more"]) };
  assert.deepEqual([10, 10.99, 11, 12].map((time) => wordAt(turn, time)), [0, 0, 1, 1]);
  const long = { start: 3.3, end: 9.1, shares: spread("so what I meant was that we could go".split(" ")) };
  long.shares.forEach((_, at) => assert.equal(wordAt(long, wordTime(long, at)), at));
  assert.equal(wordAt({ start: 5, end: 5, shares: spread(["a", "b"]) }, 5), 0);
});

test("the heard turn ends where it ends", () => {
  const { turns } = turnsOf(DIALOGUE, GOLD);
  const places = bySpeaker(turns);
  assert.deepEqual([0, 1.1, 2.9, 3, 4.5, 6.5, 7].map((time) => heardAt(turns, places[0], time)), [-1, 0, 0, -1, 2, 3, -1]);
  assert.equal(heardAt(turns, places[1], 3.5), 1);
});

test("an event speaks of the turn that it ends, begins or lies in", () => {
  const { turns } = turnsOf(DIALOGUE, GOLD);
  const places = bySpeaker(turns);
  const of = (id) => turnOfEvent(turns, places, id);
  assert.deepEqual(["eot-1-p-3.0", "int-1-p-6.0", "int-1-n-6.0~2", "eot-1-n-3.0", "eot-2-d-3.9", "eot-1-p-0.5"].map(of), [0, 3, 3, 0, 1, -1]);
  assert.equal(of(null), -1);
  assert.equal(of("<b>"), -1);
  const touching = turnsOf(null, goldOf([[1, 3, "one"], [3, 4, "two"]])).turns;
  assert.equal(turnOfEvent(touching, bySpeaker(touching), "eot-1-p-3.0"), 0);
});

test("lines break between words, and a word wider than a line stands alone", () => {
  const { turns } = turnsOf(null, goldOf([[0, 5, "aa bbb c dddddddddddd e"], [6, 7, ""], [8, 9, "mhm", 3]]));
  const lines = linesOf(turns, { linePx: 6, spacePx: 1, widthOf: (word) => word.length, codePx: () => 4 });
  assert.deepEqual(lines.map(({ turn, from, to }) => [turn, from, to]), [[0, 0, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5], [1, 0, 0], [2, 0, 1]]);
  assert.deepEqual(lines.map(({ isFirst }) => isFirst), [true, false, false, false, true, true]);
});

test("a class code stands before what is no plain turn, a class where there are no words", () => {
  assert.deepEqual([0, 3, -1].map((code) => codeOf({ code })), ["", "BC", ""]);
  assert.equal(wordless({ code: 5, label: "" }), "(laughter)");
  assert.equal(wordless({ code: -1, label: "Cough" }), "(cough)");
  assert.equal(wordless({ code: -1, label: "" }), "(no words)");
});

test("two hours of labels are ready at once", () => {
  const rows = Array.from({ length: 7680 }, (_, at) => [at * 0.9, at * 0.9 + 0.8, "so what I meant was that"]);
  const { turns } = turnsOf(dialogueOf(rows, rows), null);
  assert.equal(turns.length, 15_360);
  assert.equal(linesOf(turns, { linePx: 100, spacePx: 1, widthOf: (word) => word.length, codePx: () => 0 }).length, 15_360);
});
