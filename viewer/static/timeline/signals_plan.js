// @ts-check
/**
 * Which tiles of a signal a view needs, and what is drawn until they are here.
 *
 * `told` is the recording's description from the server: `cells_s[level]` seconds of a cell, `cells[level]` how many
 * there are, `tile_cells` of them in a tile. Tiles of a level lie end to end from time 0.
 */

const CELL_PX = 2;
const MARGIN = 0.25;
const RATIO = 4;
const DEEPEST = 2;

export const SIGNALS = ["mel", "linear", "pitch", "intensity"];

/** The level with the longest cells that are at most two pixels long; the finest if none is that short. */
export function levelOf(told, secondsPerPx) {
  let picked = 0;
  told.cells_s.forEach((cell, level) => {
    if (cell <= CELL_PX * secondsPerPx) picked = level;
  });
  return picked;
}

/** Seconds of a whole tile. */
export function tileSeconds(told, level) {
  return told.cells_s[level] * told.tile_cells;
}

/** Cells of a tile: the last one may have fewer. */
export function cellsIn(told, level, tile) {
  return Math.min(told.tile_cells, told.cells[level] - tile * told.tile_cells);
}

/** The first and the last tile that touch a range, or null where there are none. */
export function tilesIn(told, level, start, end) {
  const seconds = tileSeconds(told, level);
  const last = Math.ceil(told.cells[level] / told.tile_cells) - 1;
  const from = Math.max(Math.floor(start / seconds), 0);
  const to = Math.min(Math.ceil(end / seconds) - 1, last);
  return from <= to ? [from, to] : null;
}

/** The tiles of a view in the order in which they are asked for: from the middle out, then the margin. */
export function tilesWanted(told, level, view) {
  const margin = (view.end - view.start) * MARGIN;
  const all = tilesIn(told, level, view.start - margin, view.end + margin);
  if (!all) return [];
  const seconds = tileSeconds(told, level);
  const middle = (view.start + view.end) / 2 / seconds - 0.5;
  const isMargin = (tile) => (tile + 1) * seconds <= view.start || tile * seconds >= view.end;
  const tiles = Array.from({ length: all[1] - all[0] + 1 }, (_, index) => all[0] + index);
  return tiles.sort((a, b) => Number(isMargin(a)) - Number(isMargin(b)) || Math.abs(a - middle) - Math.abs(b - middle));
}

/**
 * What fills each tile of a range of a level: the tile itself, else a coarser one, else finer ones.
 *
 * `has(level, tile)` says what is here. Returns `[{level, tile, start, end}]` in time order, not overlapping: the stretch
 * of time that each of them is drawn for. Where nothing is here there is a gap.
 */
export function cover(told, level, range, has) {
  const parts = [];
  const seconds = tileSeconds(told, level);
  for (let tile = range[0]; tile <= range[1]; tile += 1) {
    const start = tile * seconds;
    const end = start + seconds;
    if (has(level, tile)) parts.push({ level, tile, start, end });
    else parts.push(...coarser(told, level, tile, { start, end }, has), ...finer(told, level, tile, has, DEEPEST));
  }
  return parts;
}

function coarser(told, level, tile, { start, end }, has) {
  const above = coarserLevel(told, level, tile, has);
  return above === null ? [] : [{ level: above, tile: Math.floor(tile / RATIO ** (above - level)), start, end }];
}

function coarserLevel(told, level, tile, has) {
  for (let above = level + 1; above < told.cells_s.length; above += 1) {
    if (has(above, Math.floor(tile / RATIO ** (above - level)))) return above;
  }
  return null;
}

function finer(told, level, tile, has, depth) {
  if (level === 0 || depth === 0 || coarserLevel(told, level, tile, has) !== null) return [];
  const parts = [];
  const seconds = tileSeconds(told, level - 1);
  for (let child = tile * RATIO; child < (tile + 1) * RATIO; child += 1) {
    if (has(level - 1, child)) parts.push({ level: level - 1, tile: child, start: child * seconds, end: (child + 1) * seconds });
    else parts.push(...finer(told, level - 1, child, has, depth - 1));
  }
  return parts;
}
