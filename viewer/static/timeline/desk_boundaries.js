// @ts-check
/** The boundary line: whose boundary stands where, how it is named, and how far those of one kind lie apart. */

const REACH_PX = 14;
/** Boundaries of one kind farther apart than this are no two opinions of the same one. */
const LONGEST_GAP_S = 1;
const NAME_GAP_PX = 5;
const BETWEEN_PX = 6;
/** What stands between names that stand together. */
export const BETWEEN = " · ";

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
 * What the lane shows: `{dots: [{x, kind, isChosen}], names: [{x, wide, isAbove, parts: [{text, isChosen}]}], gaps: [{x0,
 * x1, x, wide, text}]}`.
 *
 * `px(time)` places, `widthOf(text)` measures, `isChosen(boundary)` marks those of the proposal. Names of boundaries
 * that have no room for one each stand together, right of a start and left of an end, or, where so more names find
 * room, the other way round; what has no room above the line stands below it where distances leave some, or nowhere.
 */
export function boundaryPlan({ boundaries, px, width, widthOf, isChosen }) {
  const seen = boundaries.filter(({ time }) => px(time) >= -REACH_PX && px(time) <= width + REACH_PX);
  const dots = seen.map((one) => ({ x: px(one.time), kind: one.kind, isChosen: isChosen(one) }));
  const gaps = gapsOf(seen, px, width, widthOf);
  const wanted = clustersOf(seen, px, widthOf).map((cluster) => {
    const parts = cluster.map((one) => ({ text: nameOf(one), isChosen: isChosen(one) })).sort((one, other) => (one.text < other.text ? -1 : 1));
    const wide = widthOf(parts.map(({ text }) => text).join(BETWEEN));
    const [first, last] = [cluster[0], cluster[cluster.length - 1]];
    return { kind: first.kind, parts, wide, left: px(first.time) - NAME_GAP_PX - wide, right: px(last.time) + NAME_GAP_PX };
  });
  const [outward, inward] = ["end", "start"].map((kind) => placed(wanted, kind, gaps, width));
  return { dots, names: inward.length > outward.length ? inward : outward, gaps };
}

/** The names that find room when those of one kind would rather stand left of their boundaries, the others right. */
function placed(wanted, leftKind, gaps, width) {
  const names = [];
  for (const { kind, parts, wide, left, right } of wanted) {
    const sides = kind === leftKind ? [left, right] : [right, left];
    const places = [true, false].flatMap((isAbove) => sides.map((x) => ({ x, isAbove })));
    const place = places.find(({ x, isAbove }) => {
      const taken = [...names.filter((one) => one.isAbove === isAbove), ...(isAbove ? [] : gaps)];
      return x >= 0 && x + wide <= width && isFree(taken, x, wide);
    });
    if (place) names.push({ ...place, wide, parts });
  }
  return names;
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

/** Distances, the longest first: one by one where there is room for each, else of the first from the last. */
function gapsOf(boundaries, px, width, widthOf) {
  const gaps = [];
  const lengthOf = (group) => group[group.length - 1].time - group[0].time;
  for (const group of opinionsOf(boundaries).sort((one, other) => lengthOf(other) - lengthOf(one))) {
    const pairs = group.slice(1).map((one, i) => [group[i].time, one.time]).filter(([from, to]) => to > from);
    const isRoomy = pairs.every(([from, to]) => px(to) - px(from) >= widthOf(apart(from, to)) + BETWEEN_PX);
    const whole = [[group[0].time, group[group.length - 1].time]].filter(([from, to]) => to > from);
    for (const [from, to] of isRoomy ? pairs : whole) {
      const text = isRoomy ? apart(from, to) : `${apart(from, to)} apart`;
      const wide = widthOf(text);
      const [x0, x1] = [px(from), px(to)];
      const x = Math.min(Math.max((x0 + x1 - wide) / 2, 0), width - wide);
      if (isFree(gaps, x, wide)) gaps.push({ x0, x1, x, wide, text });
    }
  }
  return gaps;
}
