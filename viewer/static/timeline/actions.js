// @ts-check
/** Everything a key, a button or another part of the page can ask of a timeline, as one table. */

import { goTo, playFrom, showSpan } from "./going.js";

/** What can be done without a dialogue: it is for other parts of the page to do. */
export const ELSEWHERE = new Set(["theme", "step", "step-error", "dialogue-step", "palette", "rail", "help", "desk-step", "desk-undo", "threshold"]);

/** Name to `(timeline, value)`: the names of `keys.js`, and what other parts of the page send. */
export const ACTIONS = {
  "toggle-play": (timeline) => timeline.transport.toggle(),
  step: (timeline, value) => timeline.announce("turnbench:step", { step: value }),
  "step-error": (timeline, value) => timeline.announce("turnbench:step", { step: value, isError: true }),
  "dialogue-step": (timeline, value) => timeline.announce("turnbench:dialogue-step", { step: value }),
  move: (timeline, value) => timeline.seek(timeline.transport.time() + value),
  go: (timeline, value) => timeline.seek(value === "start" ? 0 : timeline.dialogue.duration),
  solo: (timeline, value) => timeline.transport.setSolo(value),
  ears: (timeline) => timeline.transport.setEars(timeline.transport.ears === "both" ? "apart" : "both"),
  loop: (timeline) => (timeline.desk.shown ? timeline.desk.toggleLoop() : timeline.selecting.toggleLoop()),
  follow: (timeline) => timeline.navigator.cycleFollow(),
  speed: (timeline, value) => timeline.transport.stepSpeed(value),
  zoom: (timeline, value) => timeline.navigator.zoom(value, zoomCentre(timeline)),
  "zoom-selection": (timeline) => (timeline.desk.shown ? timeline.desk.zoom() : timeline.selecting.zoom()),
  "view-step": (timeline, value) => stepView(timeline, value),
  lanes: (timeline) => timeline.tools.menu.flip(),
  "copy-link": (timeline) => timeline.tools.link.copy(),
  "right-rail": (timeline) => timeline.tools.flipSide(),
  task: (timeline, value) => timeline.setTask(value),
  "next-model": (timeline) => timeline.nextModel(),
  threshold: (timeline, value) => timeline.announce("turnbench:threshold", value),
  theme: (timeline) => timeline.announce("turnbench:theme-toggle", {}),
  palette: (timeline) => timeline.announce("turnbench:palette", {}),
  rail: (timeline) => timeline.announce("turnbench:rail-toggle", {}),
  help: (timeline) => timeline.announce("turnbench:help", {}),
  "go-to": (timeline, value) => goTo(timeline, value),
  "play-from": (timeline, value) => playFrom(timeline, value),
  "show-span": (timeline, value) => showSpan(timeline, value),
  "play-selected": (timeline) => timeline.selecting.playSelected(),
  clear: (timeline) => timeline.selecting.clear(),
  "desk-play": (timeline) => timeline.desk.play(),
  "desk-nudge": (timeline, value) => timeline.desk.nudge(value),
  "desk-edge": (timeline, value) => timeline.desk.hold(value ?? null),
  "desk-verdict": (timeline, value) => timeline.desk.tell("verdict", { verdict: value }),
  "desk-step": (timeline, value) => timeline.announce("turnbench:desk-step", { step: value }),
  "desk-skip": (timeline) => timeline.desk.tell("skip"),
  "desk-save": (timeline) => timeline.desk.tell("save"),
  "desk-undo": (timeline, value) => timeline.announce("turnbench:desk-undo", { step: value }),
  "desk-comment": (timeline) => timeline.desk.tell("comment"),
  export: (timeline, value) => timeline.announce("turnbench:export", { form: value ?? null }),
};

/** Keys zoom around the playhead while it is in view, else around the middle. */
function zoomCentre({ transport, navigator }) {
  const time = transport.time();
  const { start, end } = navigator.view;
  return transport.playing && time > start && time < end ? time : (start + end) / 2;
}

/** Back (-1) or forward (1) through the views that were seen. */
function stepView({ history, navigator, tools }, direction) {
  const view = history.step(direction, navigator.view);
  if (view) navigator.recall(view);
  tools.showHistory(history);
}
