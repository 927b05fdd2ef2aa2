import assert from "node:assert/strict";
import { test } from "node:test";

import { eventsLike, isEventLike, parseTime } from "../../viewer/static/rails/goto.js";
import { COMMANDS, isSearched, sectionsOf, stillFound } from "../../viewer/static/rails/palette_rows.js";
import { KEYS } from "../../viewer/static/timeline/keys.js";
import * as fixture from "./fixtures/timeline_texts.js";

const CONTENT = {
  pages: [{ name: "explore", title: "Explore" }, { name: "leaderboard", title: "Leaderboard" }],
  splits: [{ name: "dev", is_open: true }, { name: "test", is_open: false }],
  dialogues: [
    { id: "d-20", title: "Two canoes", type: "Casual", duration: "05:12" },
    { id: "d-21", title: "Café au lait", type: "Task", duration: "03:00" },
  ],
  models: [{ name: "cadence", title: "Cadence 2", is_active: true }, { name: "verge", title: "Verge", is_active: false }],
  no_words: "",
};
const OPENED = { dialogue: { id: "d-20", duration: 312 }, models: [] };
const list = (query, more = {}) => sectionsOf({ query, content: CONTENT, opened: OPENED, recent: [], found: null, ...more });
const names = (sections) => sections.map(({ name }) => name);
const section = (sections, name) => sections.find((one) => one.name === name);
const texts = (sections, name) => section(sections, name)?.rows.map(({ parts }) => parts.join(""));

test("adding a model of one's own is a command of another part of the page", () => {
  const [row] = section(list("add a model"), "Commands").rows;
  assert.deepEqual(row.act, { type: "uploads", action: "uploads", value: undefined, command: "uploads:" });
});

test("times are read as people write them", () => {
  const cases = { 83: 83, "83.4": 83.4, "83,4": 83.4, "1:23.4": 83.4, "01:23": 83, "1:02:03.5": 3723.5, " 5 s": 5, "0": 0, "90:00": 5400, "7.": 7 };
  for (const [text, seconds] of Object.entries(cases)) assert.equal(parseTime(text), seconds, text);
});

test("what is no time is not taken for one", () => {
  for (const text of ["", "a", "1:75", "1:99:00", "-3", "1e5", "1:2:3:4", "1.2.3", "::", "12:", "0x10"]) assert.equal(parseTime(text), null, text);
});

test("a typed time comes first, and one beyond the end says so", () => {
  const [first] = list("1:23.4");
  assert.equal(first.name, "Go to");
  assert.deepEqual(first.rows[0].act, { type: "perform", action: "go-to", value: { at: 83.4 } });
  assert.deepEqual([list("99:00")[0].rows.length, list("99:00")[0].note], [0, "This conversation ends at 05:12.0."]);
});

test("an event is found by the beginning of its id, once for all models", () => {
  const models = fixture.models();
  const ids = eventsLike(models, "eot-", 100);
  assert.ok(ids.length > 1);
  assert.equal(new Set(ids).size, ids.length);
  const [row] = section(list(ids[0].toUpperCase(), { opened: { ...OPENED, models } }), "Go to").rows;
  assert.deepEqual(row.act, { type: "event", event: ids[0] });
  assert.equal(section(list("eot-1-p-9999", { opened: { ...OPENED, models } }), "Go to").note, "This conversation has no such event.");
  assert.ok(!isEventLike("eotx"));
});

test("every key of the table is a command with its keys, but those of the palette itself", () => {
  const known = COMMANDS.map(({ action }) => action);
  for (const { action } of KEYS) assert.equal(known.includes(action), !["palette", "clear", "threshold"].includes(action), action);
  assert.equal(new Set(COMMANDS.map(({ id }) => id)).size, COMMANDS.length);
  const [row] = section(list("next model"), "Commands").rows;
  assert.deepEqual([row.keys, row.act.action], [["m"], "next-model"]);
});

test("what only the audit desk can do is offered there alone", () => {
  assert.equal(section(list("cannot tell"), "Commands"), undefined);
  const [row] = section(list("cannot tell", { page: "audit" }), "Commands").rows;
  assert.deepEqual([row.keys, row.act.action, row.act.value, row.act.page], [["6"], "desk-verdict", 6, "audit"]);
});

test("without a query recent commands come first, then everything", () => {
  const sections = list("", { recent: ["theme:", "gone:1", "next-model:"] });
  assert.deepEqual(names(sections), ["Recent", "Conversations", "Models", "Pages", "Splits", "Commands"]);
  assert.deepEqual(texts(sections, "Recent"), ["Theme", "Next model"]);
  assert.ok(!texts(sections, "Commands").includes("Theme"));
});

test("a conversation is found by its title, folded, and by its id", () => {
  assert.deepEqual(texts(list("cafe"), "Conversations"), ["Café au lait"]);
  assert.deepEqual(texts(list("d-21"), "Conversations"), ["Café au lait"]);
  assert.deepEqual(texts(list("canoes 20"), "Conversations"), ["Two canoes"]);
});

test("a guess is made only where nothing is found", () => {
  assert.deepEqual(names(list("nmo")), ["Commands"]);
  const isGuessed = list("tc").some(({ name }) => name === "Conversations");
  assert.ok(isGuessed);
  assert.ok(!texts(list("t c"), "Conversations")?.includes("Verge"));
});

test("models, pages, splits and words carry what opens them", () => {
  assert.deepEqual(section(list("verge"), "Models").rows[0].act, { type: "model", model: "verge" });
  assert.deepEqual(section(list("leader"), "Pages").rows[0].act, { type: "page", page: "leaderboard" });
  assert.deepEqual(section(list("test"), "Splits").rows[0].act, { type: "split", split: "test" });
  const found = { rows: [{ dialogue: "d-21", title: "Café", speaker: 2, clock: "00:05.0", at_s: 5, parts: ["a ", "cab", "in"] }], note: "" };
  const [row] = section(list("cab", { found }), "Words").rows;
  assert.deepEqual([row.act, row.speaker, row.parts], [{ type: "word", dialogue: "d-21", at: 5 }, 2, ["a ", "cab", "in"]]);
});

test("where there are no transcripts the words say so", () => {
  const content = { ...CONTENT, no_words: "The labels are hidden." };
  assert.equal(section(list("cab", { content }), "Words").note, "The labels are hidden.");
});

test("nothing is open: nothing to go to, and no error", () => {
  assert.equal(section(list("12", { opened: { dialogue: null, models: [] } }), "Go to"), undefined);
});

test("until the answer comes, only finds that hold the new query stay", () => {
  const found = { rows: [{ parts: ["a ", "so", "fa"] }, { parts: ["", "so", " then"] }], note: "The first 60 are shown." };
  assert.deepEqual(stillFound(found, "SÓF"), { rows: [found.rows[0]], note: "" });
  assert.equal(stillFound(null, "so"), null);
});

test("one Latin letter is too little to search all words for", () => {
  assert.deepEqual(["a", " a ", "ab", "我", ""].map(isSearched), [false, false, true, true, false]);
});

test("a long list says how many more there are", () => {
  const dialogues = Array.from({ length: 40 }, (_, at) => ({ id: `x${at}`, title: `Talk ${at}`, type: "", duration: "" }));
  const found = section(list("talk", { content: { ...CONTENT, dialogues } }), "Conversations");
  assert.deepEqual([found.rows.length, found.note], [12, "28 more: type on to find them."]);
});
