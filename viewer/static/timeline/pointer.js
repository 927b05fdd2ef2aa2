// @ts-check
/** What the pointer does to a timeline. */

import { listenToLanes, listenToOverview } from "./gestures.js";
import { hitTest } from "./hit_test.js";

/** Wire the gestures of lanes, ruler and overview. */
export function listenToPointer(timeline) {
  const { parts, navigator, painter, selecting, card } = timeline;
  const timeAt = (x) => timeline.timeAt(x);
  let grabbed = 0;
  const hand = { grip: () => navigator.grip(), letGo: () => navigator.letGo() };
  listenToLanes(parts.lanes, parts.ruler, {
    ...hand,
    zoom: (factor, x) => timeline.dialogue && navigator.zoom(factor, timeAt(x)),
    pan: (px) => timeline.dialogue && navigator.pan((px / painter.width) * navigator.span),
    grab: (x) => {
      grabbed = timeAt(x);
    },
    drag: (x) => timeline.dialogue && navigator.pan(grabbed - timeAt(x)),
    scroll: (px) => parts.scroller.scrollBy(0, px),
    click: (x, y) => click(timeline, x, y),
    fit: (x, y) => fitAt(timeline, x, y),
    range: (x0, x1) => selecting.setRange(timeAt(Math.min(x0, x1)), timeAt(Math.max(x0, x1))),
    hover: (x, y) => hover(timeline, x, y),
    leave: () => leave(timeline),
    seek: (x) => timeline.seek(timeAt(x)),
    scrub: (x) => timeline.scrub(timeAt(x)),
    endScrub: () => timeline.transport.endScrub(),
    isOverflowing: () => parts.scroller.scrollHeight > parts.scroller.clientHeight + 1,
  });
  listenToOverview(parts.strip, {
    ...hand,
    view: () => painter.viewportPx(navigator.view),
    zoom: (factor, x) => timeline.dialogue && navigator.zoom(factor, painter.overviewTime(x)),
    place: (x0, x1) => timeline.dialogue && navigator.place(painter.overviewTime(x0), painter.overviewTime(x1)),
  });
  parts.scroller.addEventListener("scroll", () => card.close(), { passive: true });
}

function hitAt({ dialogue, painter, layout }, x, y) {
  return dialogue ? hitTest(painter.frame(), layout, x, y) : null;
}

/** A click on a mark selects it, anywhere else it moves the playhead. */
function click(timeline, x, y) {
  const hit = hitAt(timeline, x, y);
  if (hit?.type === "event") timeline.selecting.choose(hit.event);
  else timeline.seek(timeline.timeAt(x));
}

/** A double click fits what is under the pointer; on nothing it zooms in. */
function fitAt(timeline, x, y) {
  const { navigator } = timeline;
  const hit = hitAt(timeline, x, y);
  if (!hit) {
    navigator.zoom(0.5, timeline.timeAt(x));
    return;
  }
  const { start, end, mark = start, time = start } = hit.event ?? hit;
  navigator.fit(Math.min(start, mark, time), Math.max(end, mark, time));
}

function hover(timeline, x, y) {
  const hit = hitAt(timeline, x, y);
  const { parts, root, card } = timeline;
  parts.lanes.classList.toggle("is-on-mark", hit?.type === "event");
  timeline.signalNotes.point(timeline, x, y);
  if (!hit) {
    card.offer(null);
    return;
  }
  const bounds = root.getBoundingClientRect();
  const lanes = parts.lanes.getBoundingClientRect();
  card.offer(hit, { x: lanes.left - bounds.left + hit.x, y: lanes.top - bounds.top + hit.y, half: hit.half });
}

function leave({ parts, card, signalNotes }) {
  signalNotes.leave();
  parts.lanes.classList.remove("is-on-mark");
  card.offer(null);
}
