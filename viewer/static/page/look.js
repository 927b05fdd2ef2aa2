// @ts-check
/**
 * The look: how this browser shows a place (zoom, lanes, who is heard, filters), not what the place is. One store for
 * all components of the page; it stands in the address, and partly in the browser's memory for the next visit.
 */

import { recall, remember } from "../rails/memory.js";
import { isReloaded, takeOver } from "./leaving.js";

const WRITE_AFTER_MS = 250;
const MEMORY = "turnbench-look";

/** A value of a few, the first of which is the default. */
const oneOf = (...choices) => ({ usual: choices[0], read: (text) => (choices.includes(text) ? text : undefined), write: String });

/** A number within bounds. */
const number = (usual, least, most, decimals = 3) => ({
  usual,
  read: (text) => {
    const value = Number(text);
    return text.trim() !== "" && value >= least && value <= most ? value : undefined;
  },
  write: (value) => String(Number(value.toFixed(decimals))),
});

const text = (longest) => ({ usual: "", read: (found) => found.slice(0, longest), write: String });

const FARTHEST_S = 1e7;

/** A range of seconds as `start,end`, or null. */
const range = {
  usual: null,
  read: (found) => {
    const [start, end, ...rest] = found.split(",").map(Number);
    const isRange = rest.length === 0 && start < end && start > -FARTHEST_S && end < FARTHEST_S;
    return isRange ? { start, end } : undefined;
  },
  write: (value) => {
    if (!value) return "";
    // A view of a few milliseconds must come back to the sample.
    const places = value.end - value.start < 1 ? 6 : 3;
    return `${value.start.toFixed(places)},${value.end.toFixed(places)}`;
  },
};

/** Every name of the look: its default, its form in the address, and whether the next visit starts with it. */
export const FIELDS = {
  t: range,
  at: number(null, 0, FARTHEST_S),
  lanes: { ...text(400), isKept: true },
  swept: text(400),
  solo: oneOf("", "1", "2"),
  mute: oneOf("", "1", "2", "12"),
  ears: { ...oneOf("apart", "both"), isKept: true },
  speed: { ...number(1, 0.5, 2, 2), isKept: true },
  follow: { ...oneOf("centred", "page", "off"), isKept: true },
  before: { ...number(2, 0, 30, 1), isKept: true },
  after: { ...number(0.5, 0, 30, 1), isKept: true },
  find: text(200),
  kind: text(60),
  wrong: oneOf("", "1"),
  term: text(80),
  side: { ...oneOf("playlist", "transcript"), isKept: true },
  speaker: oneOf("1", "2"),
  folded: { ...oneOf("", "left", "right", "both"), isKept: true },
};

/** The look of one page. */
export class Look {
  /** `storage` is where it is kept: `recall(name)`, `remember(name, text)`. */
  constructor(storage = { recall, remember }) {
    this.storage = storage;
    this.values = {};
    this.listeners = new Set();
    this.writers = new Set();
    this.settlers = new Set();
    this.timer = 0;
    this.kept = this.readKept();
  }

  readKept() {
    const found = {};
    const query = new URLSearchParams(this.storage.recall(MEMORY) ?? "");
    for (const [name, field] of Object.entries(FIELDS)) {
      if (field.isKept && query.has(name)) found[name] = field.read(query.get(name));
    }
    return found;
  }

  /** The value of a name: the address's, else the last visit's, else the usual one. */
  get(name) {
    return this.values[name] ?? this.kept[name] ?? FIELDS[name].usual;
  }

  /** Whether the address names a value itself. */
  has(name) {
    return this.values[name] !== undefined;
  }

  /** Change a value by hand: everybody who follows it hears of it, the address a moment later; `isKept`: the next visit too. */
  set(name, value, { isKept = FIELDS[name].isKept } = {}) {
    const before = this.get(name);
    this.values[name] = value;
    if (isKept) this.keep(name, value);
    this.scheduleWrite();
    if (this.written(name, before) !== this.written(name, value)) this.tell(name);
  }

  /** Take the values of an address, as at the start and when the back button leads there. */
  take(search) {
    const query = new URLSearchParams(search);
    const before = Object.keys(FIELDS).map((name) => this.written(name, this.get(name)));
    this.values = {};
    for (const [name, field] of Object.entries(FIELDS)) if (query.has(name)) this.values[name] = field.read(query.get(name));
    Object.keys(FIELDS).forEach((name, index) => {
      if (this.written(name, this.get(name)) !== before[index]) this.tell(name);
    });
  }

  /** Call `use(value)` at every change of a name until `signal` aborts; not now. */
  watch(name, use, signal) {
    const entry = { name, use };
    this.listeners.add(entry);
    signal?.addEventListener("abort", () => this.listeners.delete(entry));
  }

  /** Call `settle()` before the page is left or its link copied: who holds a value that has not come to rest sets it. */
  onSettle(settle, signal) {
    this.settlers.add(settle);
    signal?.addEventListener("abort", () => this.settlers.delete(settle));
  }

  /** Call `write(query)` when the address has to change. */
  onWrite(write, signal) {
    this.writers.add(write);
    signal?.addEventListener("abort", () => this.writers.delete(write));
  }

  /** What stands in the address: only what differs from a stranger's usual look. */
  query() {
    const query = new URLSearchParams();
    for (const [name, field] of Object.entries(FIELDS)) {
      const value = this.get(name);
      const written = this.written(name, value);
      if (written !== "" && written !== this.written(name, field.usual)) query.set(name, written);
    }
    return query;
  }

  written(name, value) {
    return value === null || value === undefined ? "" : FIELDS[name].write(value);
  }

  keep(name, value) {
    this.kept[name] = value;
    const query = new URLSearchParams();
    for (const [one, kept] of Object.entries(this.kept)) if (kept !== undefined) query.set(one, FIELDS[one].write(kept));
    this.storage.remember(MEMORY, query.toString());
  }

  tell(name) {
    for (const entry of [...this.listeners]) if (entry.name === name) entry.use(this.get(name));
  }

  scheduleWrite() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), WRITE_AFTER_MS);
  }

  /** Write now also what has not come to rest. */
  settle() {
    for (const settle of [...this.settlers]) settle();
    this.write();
  }

  /** Write now what waits to be written. */
  write() {
    clearTimeout(this.timer);
    for (const write of [...this.writers]) write();
  }
}

/** The look of this page. */
export const look = new Look();
if (typeof location !== "undefined") look.take(takeOver(location.search, isReloaded()));
