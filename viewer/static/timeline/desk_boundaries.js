// @ts-check
/** The boundary line: whose boundary stands where, how it is named, and how far those of one kind lie apart. */

const REACH_PX = 14;
/** Boundaries of one kind farther apart than this are no two opinions of the same one. */
const LONGEST_GAP_S = 1;
const NAME_GAP_PX = 5;
const BETWEEN_PX = 6;

/** The seconds of a time within its minute, to 1 ms: "14.620". */
export function secondsOf(time) {
  const ms = Math.round(time * 1000) % 60000;
  return `${String(Math.floor(ms / 1000)).padStart(2, "0")}.${String(ms % 1000).padStart(3, "0")}`;
}

/** How far two times lie apart: "330 ms". */
function apart(from, to) {
  return `${Math.round((to - from) * 1000)} ms`;
}

/** Boundaries of one kind that are opinions of the same one: neighbours at most a second apart, no annotator twice. */
export function opinionsOf(boundaries) {
  const groups = [];
  for (const kind of ["start", "end"]) {
    let group = null;
    for (const one of boundaries.filter((each) => each.kind === kind)) {
      const last = group?.[group.length - 1];
      const isSame = last && one.time - last.time <= LONGEST_GAP_S && !group.some(({ annotators }) => sharesName(annotators, one.annotators));
      if (isSame) group.push(one);
      else {
        group = [one];
        groups.push(group);
      }
    }
  }
  return groups;
}

function sharesName(one, other) {
  return [...one].some((name) => other.includes(name));
}

/**
 * What the lane shows: `{dots: [{x, kind, isChosen}], names: [{x, text, isChosen}], gaps: [{x0, x1, at, text}]}`.
 *
 * `px(time)` places, `widthOf(text)` measures, `isChosen(boundary)` marks those of the proposal. Names of boundaries
 * that have no room for one each stand together; a start's name stands right of it, an end's left of it, or on the other side where
 * that is taken, or nowhere.
 */
export function boundaryPlan({ boundaries, px, width, widthOf, isChosen }) {
  const seen = boundaries.filter(({ time }) => px(time) >= -REACH_PX && px(time) <= width + REACH_PX);
  const dots = seen.map((one) => ({ x: px(one.time), kind: one.kind, isChosen: isChosen(one) }));
  const names = [];
  for (const cluster of clustersOf(seen, px, widthOf)) {
    const text = cluster.map(nameOf).sort().join(" · ");
    const wide = widthOf(text);
    const left = px(cluster[0].time) - NAME_GAP_PX - wide;
    const right = px(cluster[cluster.length - 1].time) + NAME_GAP_PX;
    const sides = cluster[0].kind === "start" ? [right, left] : [left, right];
    const x = sides.find((side) => side >= 0 && side + wide <= width && isFree(names, side, wide));
    if (x !== undefined) names.push({ x, wide, text, isChosen: cluster.some(isChosen) });
  }
  return { dots, names, gaps: gapsOf(seen, px, width, widthOf) };
}

function nameOf({ annotators, time }) {
  return `${[...annotators].join(" ")} ${secondsOf(time)}`;
}

/** Opinions of one boundary that stand nearer than a name is long. */
function clustersOf(boundaries, px, widthOf) {
  const clusters = [];
  for (const group of opinionsOf(boundaries)) {
    let cluster = null;
    for (const one of group) {
      const room = widthOf(nameOf(one)) + NAME_GAP_PX + BETWEEN_PX;
      if (cluster && px(one.time) - px(cluster[cluster.length - 1].time) < room) cluster.push(one);
      else {
        cluster = [one];
        clusters.push(cluster);
      }
    }
  }
  return clusters.sort((one, other) => one[0].time - other[0].time);
}

function isFree(placed, x, wide) {
  return placed.every((one) => x + wide + BETWEEN_PX <= one.x || one.x + one.wide + BETWEEN_PX <= x);
}

/** Distances: one by one where there is room for each, else of the first from the last. */
function gapsOf(boundaries, px, width, widthOf) {
  const gaps = [];
  const placed = [];
  for (const group of opinionsOf(boundaries)) {
    if (group.length < 2) continue;
    const pairs = group.slice(1).map((one, i) => [group[i].time, one.time]).filter(([from, to]) => to > from);
    const isRoomy = pairs.every(([from, to]) => px(to) - px(from) >= widthOf(apart(from, to)) + BETWEEN_PX);
    const whole = [[group[0].time, group[group.length - 1].time]].filter(([from, to]) => to > from);
    for (const [from, to] of isRoomy ? pairs : whole) {
      const text = isRoomy ? apart(from, to) : `${apart(from, to)} apart`;
      const wide = widthOf(text);
      const [x0, x1] = [px(from), px(to)];
      const x = Math.min(Math.max((x0 + x1 - wide) / 2, 0), width - wide);
      if (!isFree(placed, x, wide)) continue;
      placed.push({ x, wide });
      gaps.push({ x0, x1, x, text });
    }
  }
  return gaps;
}
