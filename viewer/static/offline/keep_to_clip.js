// @ts-check
/** A timeline that has only a clip: view and playhead stay with it, and what lies outside is covered. */

import { timeToPx } from "../timeline/axis.js";

const LOOSE = 1.2;

/** The view nearest to `view` that is not longer than the clip by much and has its middle in it. */
export function nearestView(view, start, end) {
  const span = Math.min(view.end - view.start, (end - start) * LOOSE);
  const middle = Math.min(Math.max((view.start + view.end) / 2, start), end);
  return { start: middle - span / 2, end: middle + span / 2 };
}

/** Keep a timeline to `start` … `end`. */
export function keepToClip(timeline, { start, end }) {
  const { navigator, parts, painter, transport } = timeline;
  const covers = ["before", "after"].map((name) => {
    const cover = document.createElement("div");
    cover.className = `outside ${name}`;
    parts.overlay.prepend(cover);
    return cover;
  });
  const changed = navigator.onChange;
  navigator.onChange = () => {
    navigator.view = nearestView(navigator.view, start, end);
    changed();
  };
  const [seek, play] = [transport.seek.bind(transport), transport.play.bind(transport)];
  transport.seek = (time) => seek(Math.max(time, start));
  // From the end on there is no sound: it begins again where the clip does.
  transport.play = (from = transport.time() < end ? null : start) => play(from === null ? null : Math.max(from, start));
  const painted = painter.onPainted;
  painter.onPainted = (frame) => {
    covers[0].style.width = `${Math.max(0, timeToPx(frame.view, frame.width, start))}px`;
    covers[1].style.width = `${Math.max(0, frame.width - timeToPx(frame.view, frame.width, end))}px`;
    painted(frame);
  };
}
