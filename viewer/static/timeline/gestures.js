// @ts-check
/** Wheel, drag, click, pinch. A plain wheel scrolls the lanes where they overflow, and zooms where not. */

const CLICK_PX = 4;
/** Pixels of a wheel step that counts in pixels, lines, pages. */
const WHEEL_UNITS_PX = [1, 16, 400];
const NEAREST_PX = 10;
/** Below this width the overview's viewport is taken by a body and edges that reach beyond it. */
const NARROW_PX = 20;
const EDGE_PX = 6;
const LEAST_VIEWPORT_PX = 4;
const SCRUB_PX = 2;

/** Zoom factor of a wheel step: gentle for trackpads, bounded for notched wheels. */
export function wheelFactor(deltaY, isPinch) {
  const limit = isPinch ? 50 : 120;
  return Math.exp(Math.min(Math.max(deltaY, -limit), limit) * (isPinch ? 0.008 : 0.0025));
}

/** What a wheel event over the lanes means: `zoom`, `pan` or `scroll`. */
export function wheelMeaning(event, isOverflowing) {
  if (event.ctrlKey || event.metaKey) return "zoom";
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return "pan";
  return isOverflowing ? "scroll" : "zoom";
}

/**
 * Listen on the lanes and the ruler.
 *
 * `actions`: `zoom(factor, x)`, `pan(px)`, `grab(x)` and then `drag(x)`, `scroll(px)`, `click(x, y, event)`,
 * `fit(x, y)`, `grip()` and `letGo()` around a drag, `range(x0, x1)`, `hover(x, y, event)`, `leave()`, `seek(x)`, `scrub(x)`, `endScrub()`, `isOverflowing()`;
 * x counts from the axis's left end.
 */
export function listenToLanes(canvas, ruler, actions) {
  const local = (event, element) => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const onWheel = (event) => {
    const unit = WHEEL_UNITS_PX[event.deltaMode];
    const meaning = wheelMeaning(event, event.currentTarget === canvas && actions.isOverflowing());
    if (meaning === "scroll") return;
    event.preventDefault();
    if (meaning === "pan") actions.pan((event.deltaX || event.deltaY) * unit);
    else actions.zoom(wheelFactor(event.deltaY * unit, event.ctrlKey), local(event, canvas)[0]);
  };
  for (const element of [canvas, ruler]) element.addEventListener("wheel", onWheel, { passive: false });
  listenToDrags(canvas, actions, local);
  listenToRuler(ruler, actions, local);
}

function listenToDrags(canvas, actions, local) {
  /** The pixels of the pointers that are down, from the canvas's left end. */
  const pointers = new Map();
  let drag = null;
  const begin = (x, y, clientY, isRange, isMoved) => {
    drag = { x, y, lastY: clientY, isRange, isMoved };
    actions.grip();
    if (!isRange) actions.grab(x);
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const [x, y] = local(event, canvas);
    pointers.set(event.pointerId, x);
    begin(x, y, event.clientY, event.shiftKey && pointers.size === 1, pointers.size > 1);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = local(event, canvas);
    // A button that was let go elsewhere.
    if (drag && event.buttons === 0) finish(event);
    if (!drag || !pointers.has(event.pointerId)) return actions.hover(x, y, event);
    if (pointers.size > 1) return pinch(event.pointerId, x, pointers, actions);
    if (!drag.isMoved && Math.hypot(x - drag.x, y - drag.y) < CLICK_PX) return undefined;
    if (!canvas.hasPointerCapture(event.pointerId)) canvas.setPointerCapture(event.pointerId);
    if (!drag.isMoved) actions.leave();
    drag.isMoved = true;
    canvas.classList.add(drag.isRange ? "is-selecting" : "is-panning");
    if (drag.isRange) actions.range(drag.x, x);
    else {
      actions.drag(x);
      actions.scroll(drag.lastY - event.clientY);
    }
    pointers.set(event.pointerId, x);
    drag.lastY = event.clientY;
    return undefined;
  });
  const finish = (event) => {
    if (!pointers.has(event.pointerId)) return;
    const isClick = drag && !drag.isMoved && event.type === "pointerup" && pointers.size === 1;
    pointers.delete(event.pointerId);
    canvas.classList.remove("is-selecting", "is-panning");
    if (isClick) actions.click(drag.x, drag.y, event);
    drag = null;
    actions.letGo();
    // The finger that is left after a pinch goes on dragging.
    const [rest] = pointers.values();
    if (rest !== undefined && pointers.size === 1) begin(rest, 0, event.clientY, false, true);
  };
  canvas.addEventListener("pointerup", finish);
  canvas.addEventListener("pointercancel", finish);
  canvas.addEventListener("pointerleave", (event) => {
    if (!drag) actions.leave(event);
  });
  canvas.addEventListener("dblclick", (event) => actions.fit(...local(event, canvas)));
}

/** Two fingers: what lay between them stays between them, wherever they go. */
function pinch(pointer, x, pointers, actions) {
  const before = [...pointers.values()];
  pointers.set(pointer, x);
  const after = [...pointers.values()];
  const old = Math.max(Math.abs(before[0] - before[1]), NEAREST_PX);
  const now = Math.max(Math.abs(after[0] - after[1]), NEAREST_PX);
  const middle = (after[0] + after[1]) / 2;
  actions.pan((before[0] + before[1]) / 2 - middle);
  actions.zoom(old / now, middle);
}

function listenToRuler(ruler, actions, local) {
  let start = null;
  ruler.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    ruler.setPointerCapture(event.pointerId);
    const [x] = local(event, ruler);
    start = { x, isRange: event.shiftKey, isMoved: false };
    if (!start.isRange) actions.seek(x);
  });
  ruler.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [x] = local(event, ruler);
    if (start.isRange) actions.range(start.x, x);
    else if (start.isMoved || Math.abs(x - start.x) >= SCRUB_PX) {
      start.isMoved = true;
      actions.scrub(x);
    }
  });
  for (const name of ["pointerup", "pointercancel"]) {
    ruler.addEventListener(name, () => {
      if (start?.isMoved) actions.endScrub();
      start = null;
    });
  }
}

/**
 * Listen on the overview: the viewport is moved by its body and resized by its edges; elsewhere a press
 * brings it there. `actions`: `view()` in pixels `{x0, x1}` and, within the dialogue, `{left, right}`; `place(x0, x1)`;
 * `zoom(factor, x)`; `grip()` and `letGo()` around a drag.
 */
export function listenToOverview(strip, actions) {
  let drag = null;
  strip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const x = event.clientX - strip.getBoundingClientRect().left;
    const { x0, x1, left, right } = actions.view();
    strip.setPointerCapture(event.pointerId);
    actions.grip();
    const part = overviewPart(x, left, right);
    // An edge is where it is drawn; the body keeps its length.
    const edges = part === "left" ? { x0: left, x1 } : part === "right" ? { x0, x1: right } : { x0, x1 };
    drag = { part, x, ...edges, least: Math.min(LEAST_VIEWPORT_PX, right - left) };
    if (part === "outside") {
      const half = (x1 - x0) / 2;
      drag = { ...drag, part: "body", x0: x - half, x1: x + half };
      actions.place(drag.x0, drag.x1);
    }
    event.preventDefault();
  });
  strip.addEventListener("pointermove", (event) => {
    const x = event.clientX - strip.getBoundingClientRect().left;
    if (!drag) {
      const { left, right } = actions.view();
      strip.dataset.part = overviewPart(x, left, right);
      return;
    }
    const shift = x - drag.x;
    if (drag.part === "body") actions.place(drag.x0 + shift, drag.x1 + shift);
    else if (drag.part === "left") actions.place(Math.min(drag.x0 + shift, drag.x1 - drag.least), drag.x1);
    else actions.place(drag.x0, Math.max(drag.x1 + shift, drag.x0 + drag.least));
  });
  strip.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x0, x1 } = actions.view();
    actions.zoom(wheelFactor(event.deltaY * WHEEL_UNITS_PX[event.deltaMode], event.ctrlKey), (x0 + x1) / 2);
  }, { passive: false });
  for (const name of ["pointerup", "pointercancel"]) {
    strip.addEventListener(name, () => {
      drag = null;
      actions.letGo();
    });
  }
}

/** Which part of the overview a pixel belongs to; body and edges can be taken however narrow the viewport is. */
export function overviewPart(x, x0, x1) {
  const middle = (x0 + x1) / 2;
  const body = Math.max(x1 - x0 - 2 * EDGE_PX, NARROW_PX - 2 * EDGE_PX) / 2;
  const outer = Math.max((x1 - x0) / 2, body) + EDGE_PX;
  if (Math.abs(x - middle) < body) return "body";
  if (Math.abs(x - middle) > outer) return "outside";
  return x < middle ? "left" : "right";
}
