// @ts-check
/** Wheel, drag, click, pinch. A plain wheel scrolls the lanes where they overflow, and zooms where not. */

const CLICK_PX = 4;
const SCRUB_PX = 2;
const LINE_PX = 16;

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
 * `actions`: `zoom(factor, x)`, `pan(px)`, `scroll(px)`, `click(x, y, event)`, `fit(x, y)`, `range(x0, x1)`,
 * `hover(x, y, event)`, `leave()`, `seek(x)`, `scrub(x)`, `endScrub()`, `isOverflowing()`; x counts from the axis's left end.
 */
export function listenToLanes(canvas, ruler, actions) {
  const local = (event, element) => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const onWheel = (event) => {
    const unit = event.deltaMode === 1 ? LINE_PX : 1;
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
  const pointers = new Map();
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, event.clientX);
    const [x, y] = local(event, canvas);
    drag = { x, y, lastX: event.clientX, lastY: event.clientY, isRange: event.shiftKey, isMoved: false };
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = local(event, canvas);
    if (!drag || !pointers.has(event.pointerId)) return actions.hover(x, y, event);
    if (pointers.size === 2) return pinch(event, pointers, canvas, actions);
    if (!drag.isMoved && Math.hypot(x - drag.x, y - drag.y) < CLICK_PX) return undefined;
    if (!drag.isMoved) {
      drag.isMoved = true;
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add(drag.isRange ? "is-selecting" : "is-panning");
      actions.leave();
    }
    if (drag.isRange) actions.range(drag.x, x);
    else {
      actions.pan(drag.lastX - event.clientX);
      actions.scroll(drag.lastY - event.clientY);
    }
    pointers.set(event.pointerId, event.clientX);
    drag.lastX = event.clientX;
    drag.lastY = event.clientY;
    return undefined;
  });
  const finish = (event) => {
    const isClick = drag && !drag.isMoved && event.type === "pointerup" && pointers.size === 1;
    pointers.delete(event.pointerId);
    canvas.classList.remove("is-selecting", "is-panning");
    if (isClick) actions.click(drag.x, drag.y, event);
    drag = null;
  };
  canvas.addEventListener("pointerup", finish);
  canvas.addEventListener("pointercancel", finish);
  canvas.addEventListener("pointerleave", (event) => {
    if (!drag) actions.leave(event);
  });
  canvas.addEventListener("dblclick", (event) => actions.fit(...local(event, canvas)));
}

function pinch(event, pointers, canvas, actions) {
  const before = [...pointers.values()];
  pointers.set(event.pointerId, event.clientX);
  const after = [...pointers.values()];
  const old = Math.max(Math.abs(before[0] - before[1]), 10);
  const now = Math.max(Math.abs(after[0] - after[1]), 10);
  actions.zoom(old / now, (after[0] + after[1]) / 2 - canvas.getBoundingClientRect().left);
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
 * brings it there. `actions`: `view()` in pixels `{x0, x1}`, `place(x0, x1)`.
 */
export function listenToOverview(strip, actions) {
  let drag = null;
  strip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const x = event.clientX - strip.getBoundingClientRect().left;
    const { x0, x1 } = actions.view();
    strip.setPointerCapture(event.pointerId);
    const part = overviewPart(x, x0, x1);
    drag = { part, x, x0, x1 };
    if (part === "outside") {
      const half = (x1 - x0) / 2;
      drag = { part: "body", x, x0: x - half, x1: x + half };
      actions.place(drag.x0, drag.x1);
    }
    event.preventDefault();
  });
  strip.addEventListener("pointermove", (event) => {
    const x = event.clientX - strip.getBoundingClientRect().left;
    if (!drag) {
      const { x0, x1 } = actions.view();
      strip.dataset.part = overviewPart(x, x0, x1);
      return;
    }
    const shift = x - drag.x;
    if (drag.part === "body") actions.place(drag.x0 + shift, drag.x1 + shift);
    else if (drag.part === "left") actions.place(Math.min(drag.x0 + shift, drag.x1 - 4), drag.x1);
    else actions.place(drag.x0, Math.max(drag.x1 + shift, drag.x0 + 4));
  });
  for (const name of ["pointerup", "pointercancel"]) {
    strip.addEventListener(name, () => {
      drag = null;
    });
  }
}

/** Which part of the overview a pixel belongs to. */
export function overviewPart(x, x0, x1) {
  const reach = Math.min(6, Math.max(2, (x1 - x0) / 4));
  if (Math.abs(x - x0) <= reach) return "left";
  if (Math.abs(x - x1) <= reach) return "right";
  return x > x0 && x < x1 ? "body" : "outside";
}
