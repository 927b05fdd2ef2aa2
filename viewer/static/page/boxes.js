// @ts-check
/** Boxes in the window's pixels: `{x, y, width, height}`. */

const SHOWN_PX = 8;

/** Where an element stands. */
export function boxOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

/** Part of a box that lies in another one, or null when next to nothing of it does. */
export function visiblePart(box, frame) {
  const x = Math.max(box.x, frame.x);
  const y = Math.max(box.y, frame.y);
  const width = Math.min(box.x + box.width, frame.x + frame.width) - x;
  const height = Math.min(box.y + box.height, frame.y + frame.height) - y;
  return width < SHOWN_PX || height < SHOWN_PX ? null : { x, y, width, height };
}

/** The box around boxes, or null without any. */
export function around(boxes) {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Whether two boxes share more than an edge. */
export function overlaps(one, other) {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}
