// @ts-check
/** What the palette lists for a query; pure, so that Node tests it. */

import { KEYS } from "../timeline/keys.js";
import { clock } from "../timeline/format.js";
import { eventsLike, isEventLike, parseTime } from "./goto.js";
import { TIERS, fold, queryWords, ranked } from "./matching.js";

const MOST_ROWS = 12;
const MOST_RECENT = 5;
const MOST_EVENTS = 8;
/** The palette does not offer itself, nor what closes it, nor the steps of one page's slider. */
const LEFT_OUT = ["palette", "clear", "threshold"];

/** What can be done without a key of its own. */
const KEYLESS = [
  { action: "side", value: "transcript", help: "show the transcript" },
  { action: "side", value: "playlist", help: "show the playlist" },
  { action: "uploads", help: "add a model of your own: predictions.json or probabilities" },
];

/** What is done by another part of the page than the timeline. */
const OWN_ACTS = new Set(["side", "uploads"]);

/** Every command: `{id, text, keys, action, value, page}`; one with a page is offered there alone. */
export const COMMANDS = [...KEYS.filter(({ action }) => !LEFT_OUT.includes(action)), ...KEYLESS].map(commandOf);

function commandOf({ action, value, help, page, label = "", also = "" }) {
  const text = help[0].toUpperCase() + help.slice(1);
  return { id: `${action}:${value ?? ""}`, text, keys: [label, also].filter(Boolean), action, value, page };
}

/**
 * The sections of a query: `[{name, note, rows: [{key, parts, detail, keys, act}]}]`. `parts` are plain, matched, plain, …;
 * `act` says what Enter does.
 * @param {{query: string, content: any, opened: any, recent: string[], found: any, page?: string}} state
 */
export function sectionsOf({ query, content, opened, recent, found, page }) {
  const words = queryWords(query);
  const commands = COMMANDS.filter((one) => one.page === undefined || one.page === page);
  const sections = words.length === 0 ? everything(content, recent, commands) : [goTo(query, opened), ...matched(words, content, commands), wordSection(found, content)];
  return sections.filter(({ rows, note }) => rows.length > 0 || note);
}

function everything({ pages, dialogues, models, splits }, recent, commands) {
  const known = new Map(commands.map((command) => [command.id, command]));
  const first = recent.flatMap((id) => known.get(id) ?? []).slice(0, MOST_RECENT);
  const rest = commands.filter((command) => !first.includes(command));
  const plain = (row, text) => row({ item: text, parts: [text.title ?? text.name ?? text.text] });
  return [
    section("Recent", first.map((one) => plain(commandRow, one)), Infinity),
    section("Conversations", dialogues.map((one) => plain(dialogueRow, one))),
    section("Models", models.map((one) => plain(modelRow, one))),
    section("Pages", pages.map((one) => plain(pageRow, one))),
    section("Splits", splits.length > 1 ? splits.map((one) => plain(splitRow, one)) : []),
    section("Commands", rest.map((one) => plain(commandRow, one)), Infinity),
  ];
}

/** A typed time, or events whose ids begin as typed. */
function goTo(query, { dialogue, models }) {
  const name = "Go to";
  if (!dialogue) return { name, rows: [], note: "" };
  const time = parseTime(query);
  if (time !== null) {
    if (time > dialogue.duration) return { name, rows: [], note: `This conversation ends at ${clock(dialogue.duration, 1)}.` };
    const act = { type: "perform", action: "go-to", value: { at: time } };
    return { name, note: "", rows: [{ key: "time", parts: [`Time ${clock(time, 2)}`], detail: "", keys: [], act }] };
  }
  if (!isEventLike(query)) return { name, rows: [], note: "" };
  const ids = eventsLike(models, query, MOST_EVENTS);
  const rows = ids.map((id) => ({
    key: `event:${id}`, parts: ["", id.slice(0, query.trim().length), id.slice(query.trim().length)], detail: "event", keys: [],
    act: { type: "event", event: id },
  }));
  return { name, rows, note: ids.length === 0 ? "This conversation has no such event." : "" };
}

function matched(words, { pages, dialogues, models, splits }, commands) {
  const lists = [
    ["Commands", ranked(words, commands, ({ text }) => text), commandRow],
    ["Conversations", named(words, dialogues, "id"), dialogueRow],
    ["Models", named(words, models, "name"), modelRow],
    ["Pages", ranked(words, pages, ({ title }) => title), pageRow],
    ["Splits", splits.length > 1 ? ranked(words, splits, ({ name }) => name) : [], splitRow],
  ];
  // Scattered letters are a guess: it is made only where nothing is really found.
  const isFound = lists.some(([, rows]) => rows.some(({ tier }) => tier < TIERS.letters));
  return lists.map(([name, rows, row]) => section(name, rows.filter(({ tier }) => !isFound || tier < TIERS.letters).map(row)));
}

/** Items by title, else by title and another name together. */
function named(words, items, other) {
  const byTitle = ranked(words, items, ({ title }) => title);
  const known = new Set(byTitle.map(({ item }) => item));
  const rest = items.filter((item) => !known.has(item));
  const byBoth = ranked(words, rest, (item) => `${item.title} ${item[other]}`).filter(({ tier }) => tier < TIERS.letters);
  return [...byTitle, ...byBoth.map((one) => ({ ...one, parts: [one.item.title] }))].sort((one, next) => one.tier - next.tier);
}

function section(name, rows, most = MOST_ROWS) {
  const more = rows.length - most;
  return { name, rows: rows.slice(0, most), note: more > 0 ? `${more} more: type on to find them.` : "" };
}

function commandRow({ item: { id, keys, action, value, page }, parts }) {
  return { key: `command:${id}`, parts, detail: "", keys, act: { type: OWN_ACTS.has(action) ? action : "perform", action, value, command: id, ...(page && { page }) } };
}

function pageRow({ item: { name }, parts }) {
  return { key: `page:${name}`, parts, detail: "", keys: [], act: { type: "page", page: name } };
}

function dialogueRow({ item: { id, title, type, duration }, parts }) {
  const detail = [title === id ? "" : id, type, duration].filter(Boolean).join(" · ");
  return { key: `dialogue:${id}`, parts, detail, keys: [], act: { type: "open", dialogue: id } };
}

function modelRow({ item: { name, title, is_active: isActive }, parts }) {
  const detail = [title === name ? "" : name, isActive ? "active" : ""].filter(Boolean).join(" · ");
  return { key: `model:${name}`, parts, detail, keys: [], act: { type: "model", model: name } };
}

function splitRow({ item: { name, is_open: isOpen }, parts }) {
  return { key: `split:${name}`, parts, detail: isOpen ? "open" : "", keys: [], act: { type: "split", split: name } };
}

/** Words found by the server. */
function wordSection(found, content) {
  const name = "Words";
  if (content.no_words) return { name, rows: [], note: content.no_words };
  const rows = (found?.rows ?? []).map((row, index) => ({
    key: `word:${index}:${row.dialogue}:${row.at_s}`, parts: row.parts, detail: `${row.title} · ${row.clock}`, keys: [],
    speaker: row.speaker, act: { type: "word", dialogue: row.dialogue, at: row.at_s },
  }));
  return { name, rows, note: found?.note ?? "" };
}

/** What was found for an earlier query and still holds every word of this one, until the answer to this one comes. */
export function stillFound(found, query) {
  const words = queryWords(query);
  const isHolding = ({ parts }) => words.every((word) => fold(parts.join("")).includes(word));
  return found && { rows: found.rows.filter(isHolding), note: "" };
}

/** Whether a query is long enough to search all words for: two letters, or one of a script that needs no more. */
export function isSearched(query) {
  const plain = fold(query).trim();
  return plain.length > 1 || /[^\x00-\x7f]/.test(plain);
}
