// @ts-check
/** Spectrogram, pitch and intensity over HTTP: the tiles that are looked at, kept while there is room. */

import { SIGNALS, cellsIn, cover, levelOf, tilesIn, tilesWanted } from "./signals_plan.js";

const AT_ONCE = 2;
const KEPT_TILES = 160;
/** A tile is asked for when the view has wanted it this long: not every level that a zoom passes by. */
const SETTLE_MS = 100;
const BUSY_RETRY_MS = 500;
const LATE_MS = 1000;

/** Signals of one timeline: one recording at a time. Nothing is asked for before a lane wants it. */
export class SignalsSource {
  /** `resolve` makes URLs the page's, `onChange` is called when there is more to draw; `now` is a clock in ms. */
  constructor(resolve, onChange, now = () => performance.now()) {
    this.resolve = resolve;
    this.onChange = onChange;
    this.now = now;
    this.asked = [];
    this.forget();
  }

  forget() {
    for (const abort of this.flying?.values() ?? []) abort.abort();
    clearTimeout(this.timer);
    this.describing?.abort();
    this.describing = null;
    this.media = null;
    this.told = null;
    this.tiles = new Map();
    this.wanted = new Map();
    this.since = new Map();
    this.flying = new Map();
    this.problems = new Map();
    this.emptySince = new Map();
  }

  /** Take the sound of a dialogue (null: it has none). */
  open(media) {
    this.forget();
    this.media = media?.signals ? media : null;
  }

  /** Forget the recording and stop its requests. */
  close() {
    this.forget();
  }

  /** Why a signal cannot be shown, or "". */
  problem(kind) {
    return this.problems.get(kind) ?? "";
  }

  /** Ask again for a signal that failed. */
  retry(kind) {
    this.problems.delete(kind);
    this.onChange();
  }

  /** Whether the sound is still being worked on after a second. */
  isLate(kind) {
    return this.now() - (this.emptySince.get(kind) ?? Infinity) >= LATE_MS;
  }

  /** A frame begins: nothing is wanted yet. */
  begin() {
    this.wanted.clear();
  }

  /** What there is to draw of a signal in a view `width` pixels wide; what is missing is asked for after the frame. */
  parts(kind, view, width) {
    if (!this.media || this.problems.has(kind)) return { parts: [], isWhole: false };
    this.wanted.set(kind, { view, width });
    if (!this.told) return { parts: [], isWhole: false };
    const level = levelOf(this.told, (view.end - view.start) / width);
    const range = tilesIn(this.told, level, view.start, view.end);
    if (!range) return { parts: [], isWhole: true };
    const has = (one, tile) => this.tiles.has(nameOf(kind, one, tile));
    const parts = cover(this.told, level, range, has).map((part) => ({ ...part, data: this.take(nameOf(kind, part.level, part.tile)) }));
    return { parts, isWhole: parts.length === range[1] - range[0] + 1 && parts.every((part) => part.level === level) };
  }

  /** The tile of that name, marked as used last. */
  take(name) {
    const tile = this.tiles.get(name);
    this.tiles.delete(name);
    this.tiles.set(name, tile);
    return tile;
  }

  /** The frame is drawn: stop what nobody wants any more, ask for what is missing. */
  plan() {
    clearTimeout(this.timer);
    if (this.wanted.size === 0) {
      if (this.flying.size > 0 || this.since.size > 0) this.stopAllBut([]);
      return;
    }
    if (!this.told) {
      this.describe();
      return;
    }
    const missing = this.missing();
    this.stopAllBut(missing.map(({ name }) => name));
    const now = this.now();
    let next = Infinity;
    for (const tile of missing) {
      if (this.flying.has(tile.name)) continue;
      const wait = this.since.get(tile.name) + SETTLE_MS - now;
      if (wait > 0) next = Math.min(next, wait);
      else if (this.flying.size < AT_ONCE) this.fetchTile(tile);
    }
    if (next < Infinity) this.timer = setTimeout(() => this.plan(), next);
  }

  /** Tiles that are wanted and not here: what is seen of every signal before anybody's margin. */
  missing() {
    const found = [];
    for (const [kind, { view, width }] of this.wanted) {
      const level = levelOf(this.told, (view.end - view.start) / width);
      tilesWanted(this.told, level, view).forEach((tile, rank) => {
        const name = nameOf(kind, level, tile);
        if (!this.tiles.has(name)) found.push({ name, kind, level, tile, rank });
      });
    }
    found.sort((a, b) => a.rank - b.rank);
    for (const { name } of found) if (!this.since.has(name)) this.since.set(name, this.now());
    return found;
  }

  stopAllBut(names) {
    const kept = new Set(names);
    for (const name of [...this.since.keys()]) if (!kept.has(name)) this.since.delete(name);
    for (const [name, abort] of [...this.flying]) {
      if (kept.has(name)) continue;
      abort.abort();
      this.flying.delete(name);
    }
  }

  async describe() {
    if (this.describing) return;
    const abort = new AbortController();
    this.describing = abort;
    this.noteEmpty();
    try {
      const response = await fetch(this.resolve(this.media.signals), { signal: abort.signal });
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const told = await response.json();
      if (!abort.signal.aborted) this.told = told;
    } catch (error) {
      if (abort.signal.aborted) return;
      for (const kind of SIGNALS) this.problems.set(kind, messageOf(error));
    }
    this.describing = null;
    this.onChange();
  }

  async fetchTile({ name, kind, level, tile }) {
    const abort = new AbortController();
    this.flying.set(name, abort);
    this.asked.push(name);
    this.noteEmpty();
    try {
      const response = await fetch(`${this.resolve(this.media.signals)}/tile?kind=${kind}&level=${level}&tile=${tile}`, { signal: abort.signal });
      if (response.status === 503) {
        // Others wait for the same server: no failure, only later.
        this.since.set(name, this.now() + BUSY_RETRY_MS);
      } else if (response.ok) this.keep(name, kind, level, tile, await response.arrayBuffer(), abort.signal);
      else throw new Error(`the server answered ${response.status}`);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.problems.set(kind, messageOf(error));
    }
    if (abort.signal.aborted) return;
    this.flying.delete(name);
    this.onChange();
  }

  keep(name, kind, level, tile, bytes, signal) {
    if (signal.aborted) return;
    const cells = cellsIn(this.told, level, tile);
    const expected = 2 * cells * (kind === "pitch" ? 2 : (this.told.kinds[kind].bands ?? 1));
    if (bytes.byteLength !== expected) throw new Error(`expected ${expected} bytes, found ${bytes.byteLength}`);
    const codes = kind === "pitch" ? new Uint16Array(bytes) : new Uint8Array(bytes);
    const start = tile * this.told.tile_cells * this.told.cells_s[level];
    this.tiles.set(name, { kind, level, codes, cells, start, cell: this.told.cells_s[level], pictures: [null, null] });
    this.since.delete(name);
    this.emptySince.delete(kind);
    if (this.tiles.size > KEPT_TILES) this.tiles.delete(this.tiles.keys().next().value);
  }

  /** Remember since when a signal has nothing to show, and look again when that is a second ago. */
  noteEmpty() {
    for (const kind of this.wanted.keys()) {
      if (this.emptySince.has(kind) || [...this.tiles.values()].some((tile) => tile.kind === kind)) continue;
      this.emptySince.set(kind, this.now());
      setTimeout(() => this.emptySince.has(kind) && this.onChange(), LATE_MS);
    }
  }

  /** The code of one speaker's cell at a time, with the tile it stands in; null where none has arrived. */
  cellAt(kind, speaker, time, view, width) {
    if (!this.told || !this.media) return null;
    const level = levelOf(this.told, (view.end - view.start) / width);
    const range = tilesIn(this.told, level, time, time + 1e-9);
    const [part] = range ? cover(this.told, level, range, (one, tile) => this.tiles.has(nameOf(kind, one, tile))) : [];
    const tile = part && this.tiles.get(nameOf(kind, part.level, part.tile));
    if (!tile) return null;
    const cell = Math.floor((time - tile.start) / tile.cell);
    return cell >= 0 && cell < tile.cells ? { tile, index: speaker * tile.cells + cell } : null;
  }
}

/** The name of a tile among those of one recording. */
export function nameOf(kind, level, tile) {
  return `${kind}/${level}/${tile}`;
}

function messageOf(error) {
  return error instanceof TypeError ? "the server could not be reached" : String(error?.message ?? error);
}
