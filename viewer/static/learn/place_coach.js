// @ts-check
/** Where the tour's card stands: beside what it speaks of, inside the window, never over it. */

import { around, overlaps } from "../page/boxes.js";

const GAP_PX = 12;
const EDGE_PX = 8;

/**
 * The place of a card of `size` beside `subjects` in a `window`: `{left, top, side}`, or null where no side has room.
 *
 * Below the subject, above it, right and left of it are tried in this order, for each subject and for all together.
 */
export function placeCoach(subjects, size, window) {
  const tried = [around(subjects), ...subjects];
  for (const subject of tried) {
    for (const place of sidesOf(subject, size, window)) {
      const box = { x: place.left, y: place.top, ...size };
      if (isInside(box, window) && !subjects.some((one) => overlaps(box, one))) return place;
    }
  }
  return null;
}

function sidesOf({ x, y, width, height }, size, window) {
  const left = clamp(x + width / 2 - size.width / 2, EDGE_PX, window.width - size.width - EDGE_PX);
  const top = clamp(y + height / 2 - size.height / 2, EDGE_PX, window.height - size.height - EDGE_PX);
  return [
    { side: "below", left, top: y + height + GAP_PX },
    { side: "above", left, top: y - GAP_PX - size.height },
    { side: "right", left: x + width + GAP_PX, top },
    { side: "left", left: x - GAP_PX - size.width, top },
  ];
}

const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

const isInside = ({ x, y, width, height }, window) =>
  x >= EDGE_PX && y >= EDGE_PX && x + width <= window.width - EDGE_PX && y + height <= window.height - EDGE_PX;
