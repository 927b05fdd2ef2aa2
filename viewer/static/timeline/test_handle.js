// @ts-check
/** `window.turnbenchTimeline`: what tests read and drive; nothing of the page uses it. */

import { visibleIntervals, visiblePoints } from "./cull.js";
import { activeModel } from "./scene.js";

/** Publish a timeline; returns the function that takes it back. */
export function exposeForTests(timeline) {
  const handle = {
    state: () => stateOf(timeline),
    seek: (seconds) => timeline.seek(seconds),
    pause: () => timeline.transport.pause(),
    setSpeed: (speed) => timeline.transport.setRate(speed),
    loop: (start, end) => timeline.selecting.loop(start, end),
    setView: (start, end) => timeline.navigator.show(start, end),
    get audioNodes() {
      timeline.transport.connect();
      const { context, output } = timeline.transport.graph;
      return { context, output };
    },
  };
  window.turnbenchTimeline = handle;
  return () => {
    if (window.turnbenchTimeline === handle) delete window.turnbenchTimeline;
  };
}

function stateOf({ dialogue, navigator, task, selection, transport, layout, painter, painted, waveform, signals, models, gold, desk, thresholds }) {
  const { start, end } = navigator.view;
  return {
    dialogue: dialogue?.id ?? null, view: { start_s: start, end_s: end }, task, selected: selection.id,
    selected_event: selection.event, range: selection.range, follow: navigator.following.mode, loop: transport.loop, ears: transport.ears,
    playing: transport.playing, current_s: transport.time(), rate: transport.rate, solo: transport.solo,
    muted: [transport.isMuted(0), transport.isMuted(1)], audio: transport.state, waveform: waveform.state,
    signals: { asked: [...signals.asked], tiles: [...signals.tiles.keys()], flying: signals.flying.size, waiting: signals.since.size, problems: [...signals.problems] },
    build: { share: waveform.share, has_sketch: waveform.hasSketch, is_fine: waveform.isFine },
    model: activeModel(models)?.model ?? null, visible: countsOf({ dialogue, gold, models, task, start, end }),
    lanes: layout.lanes.map(({ name, kind, speaker, y, height }) => ({ name, kind, speaker, y, height })),
    desk: desk.shown && { nonce: desk.now.nonce, draft: desk.drafting.draft, edge: desk.drafting.edge, snapped: desk.drafting.snapped },
    swept: thresholds.forTests(), width: painter.width, height: layout.height, drawn: painter.drawn, frames: [...painter.frames],
    last_frame_ms: painter.frames[painter.frames.length - 1] ?? null,
    loaded: Boolean(dialogue) && painted.id === dialogue.id, painted_at: painted.at,
  };
}

function countsOf({ dialogue, gold, models, task, start, end }) {
  const number = ([first, last]) => last - first;
  const counts = { segments: 0, gold: 0, positives: 0, negatives: 0, decisions: 0 };
  if (!dialogue) return counts;
  for (const list of dialogue.tracks.flat()) counts.segments += number(visibleIntervals(list, start, end));
  for (const list of gold?.events ?? []) counts.gold += number(visibleIntervals(list, start, end));
  for (const unit of activeModel(models)?.tasks[task] ?? []) {
    counts.positives += number(visiblePoints(unit.positives.time, start, end));
    counts.negatives += number(visibleIntervals(unit.negatives, start, end));
    counts.decisions += number(visiblePoints(unit.decisions.time, start, end));
  }
  return counts;
}
