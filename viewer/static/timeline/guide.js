// @ts-check
/** What the rest of the page may ask of the timeline: where its parts stand, to play, to be quiet, to be as before. */

import { around, boxOf, visiblePart } from "../page/boxes.js";
import { timeToPx } from "./axis.js";
import { activeModel, describe } from "./scene.js";

const MARK_PX = 11;
const AFTER_EVENT_S = 1;

/** The guide of one timeline. */
export class TimelineGuide {
  constructor(timeline) {
    this.timeline = timeline;
  }

  /** What there is to be shown: sound, labels, the selected event, or null where no dialogue is open. */
  facts() {
    const { dialogue, transport, selection, gold } = this.timeline;
    if (!dialogue) return null;
    const hasLabels = dialogue.hasLabels && dialogue.annotators.length > 0;
    return { hasSound: transport.canPlay, hasLabels, hasGold: hasLabels && gold !== null, event: selection.event };
  }

  /** The boxes of a part in the window's pixels; none where it cannot be seen. */
  boxes(part) {
    const parts = {
      voices: () => [0, 1].map((speaker) => this.lanes(["waveform"], speaker)),
      labels: () => [this.lanes(["annotator", "gold"], this.speaker())],
      window: () => [this.eventBox()],
      mark: () => [this.markBox()],
      play: () => [boxOf(this.timeline.bar.play)],
      overview: () => [boxOf(this.timeline.parts.strip)],
    };
    return parts[part]().filter(Boolean);
  }

  speaker() {
    return this.timeline.selection.event?.speaker ?? 0;
  }

  lanes(kinds, speaker) {
    const { layout, parts } = this.timeline;
    const frame = boxOf(parts.scroller);
    const { y: top } = boxOf(parts.lanes);
    const own = layout.lanes.filter((lane) => lane.speaker === speaker && kinds.includes(lane.kind));
    const box = around(own.map(({ y, height }) => ({ x: frame.x, y: top + y, width: frame.width, height })));
    return box && visiblePart(box, frame);
  }

  decisionLane() {
    const { event } = this.timeline.selection;
    return event && this.timeline.layout.lanes.find((lane) => lane.kind === "decisions" && lane.speaker === event.speaker);
  }

  eventBox() {
    const lane = this.decisionLane();
    if (!lane) return null;
    const { start, end } = this.timeline.selection.event;
    return this.span(lane, start, end);
  }

  markBox() {
    const lane = this.decisionLane();
    if (!lane) return null;
    const { mark } = this.timeline.selection.event;
    return this.span({ y: lane.y + lane.height / 2 - MARK_PX, height: 2 * MARK_PX }, mark, mark, MARK_PX);
  }

  span({ y, height }, start, end, margin = 0) {
    const { parts, navigator, painter } = this.timeline;
    const canvas = boxOf(parts.lanes);
    const frame = boxOf(parts.scroller);
    const [first, last] = [start, end].map((time) => canvas.x + timeToPx(navigator.view, painter.width, time));
    const lanes = { x: canvas.x, y: frame.y, width: painter.width, height: frame.height };
    return visiblePart({ x: first - margin, y: canvas.y + y, width: last - first + 2 * margin, height }, lanes);
  }

  /** Have an event selected and in view: the one that is, else an error or a hit of the active model. */
  showEvent() {
    const { timeline } = this;
    if (!timeline.selection.event) {
      const found = this.instructive();
      if (!found) return;
      timeline.selecting.select(found, { isPlaced: false });
      timeline.selecting.tell(found);
    }
    const { event } = timeline.selection;
    const { start, end } = timeline.navigator.view;
    if (event.start < start || event.end > end) timeline.navigator.centre(event);
    timeline.scrollTo(event.speaker);
  }

  instructive() {
    const model = activeModel(this.timeline.models);
    const { task } = this.timeline;
    if (!model) return null;
    const all = [0, 1].flatMap((speaker) => {
      const { positives } = model.tasks[task][speaker];
      return positives.id.map((_, index) => describe({ model, task, speaker, kind: "p", index }));
    });
    return (all.find(({ fate }) => fate === "miss") ?? all[0])?.id ?? null;
  }

  /** Play from before the selected event; returns the second at which it has been heard. */
  playEvent() {
    const { selection, selecting, transport, dialogue } = this.timeline;
    if (!selection.event) return null;
    selecting.play(selection.event);
    transport.setLoop(null);
    return Math.min(selection.event.time + AFTER_EVENT_S, dialogue.duration);
  }

  time() {
    return this.timeline.transport.time();
  }

  pause() {
    this.timeline.transport.pause();
  }

  /** Remember how it is; the function that is returned makes it so again. */
  remember() {
    const { timeline } = this;
    const { navigator, transport, selection, parts, dialogue } = timeline;
    const { view, hold } = navigator;
    const { mode, left } = navigator.following;
    // A view that has only just come to rest is in the address from now on, as it will be afterwards.
    timeline.keepView(view);
    const before = { id: selection.id, model: selection.model, range: selection.range, loop: transport.loop };
    const [time, wasPlaying, top] = [transport.time(), transport.playing, parts.scroller.scrollTop];
    return () => {
      if (timeline.dialogue?.id !== dialogue?.id) return;
      transport.pause();
      if (selection.id !== before.id) {
        if (before.id) timeline.selecting.select(before.id, { model: before.model, isCentred: false, isPlaced: false });
        else timeline.selecting.deselect();
        timeline.selecting.tell(before.id);
      }
      selection.range = before.range;
      transport.setLoop(before.loop);
      transport.seek(time);
      Object.assign(navigator.following, { mode, left });
      navigator.hold = hold;
      navigator.show(view.start, view.end);
      parts.scroller.scrollTop = top;
      if (wasPlaying) transport.play();
      timeline.onTransport();
    };
  }
}
