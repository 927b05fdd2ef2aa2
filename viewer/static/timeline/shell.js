// @ts-check
/** The component's frame: sub-bar, overview, ruler, lanes, legend, transport; and what stands in the sub-bar. */

import { term } from "../page/term.js";
import { button, make, press, setText } from "./dom.js";
import { failureParts } from "./failure.js";
import { counted } from "./format.js";
import { buildLegend } from "./legend.js";
import { Problems } from "./problems.js";
import { buildProgress } from "./progress.js";
import { TASKS, TASK_NAMES } from "./scene.js";

/** Build the whole frame once; returns its parts by name. */
export function buildShell(root, { onTask, onRetry, tools }) {
  const canvas = (name, label) => make("canvas", name, null, { role: "img", "aria-label": label });
  const parts = {
    title: make("h2", "title"), type: make("span", "tag"), facts: make("span", "facts"),
    problems: new Problems(),
    busy: buildProgress(),
    overview: canvas("overview-canvas", "Overview of the whole dialogue"), viewport: make("div", "viewport"),
    overviewHead: make("div", "overview-head"),
    ruler: canvas("ruler-canvas", "Time ruler"), lanes: canvas("lanes-canvas", "Timeline of the dialogue"),
    gutter: make("div", "gutter"), scroller: make("div", "lanes"), playhead: make("div", "playhead"),
    tag: make("div", "playhead-tag"), grips: make("div", "grips"), live: make("div", "live", null, { "aria-live": "polite", role: "status" }),
    unit: make("div", "ruler-unit", "mm:ss.s"), overlay: make("div", "overlay", null, { "aria-hidden": "true" }),
    failure: failureParts(onRetry), empty: make("p", "empty", "No conversation is open."),
    glance: make("div", "overview-playhead"),
  };
  parts.tasks = taskToggle(onTask);
  parts.playhead.hidden = true;
  parts.tag.hidden = true;
  const strip = make("div", "overview-strip", [parts.overview, parts.viewport, parts.glance]);
  parts.strip = strip;
  parts.overviewHead.append(make("span", "", "Overview"), make("span", "misses", "misses"), make("span", "alarms", "false alarms"));
  parts.overlay.append(parts.playhead, parts.tag);
  parts.scroller.append(make("div", "lanes-body", [parts.gutter, parts.lanes, parts.failure.box, parts.grips]));
  const rulerRow = make("div", "ruler", [parts.unit, parts.ruler]);
  parts.stage = make("div", "stage", [rulerRow, parts.scroller, parts.overlay]);
  const subBar = make("div", "sub-bar", [
    parts.title, parts.type, parts.facts, make("span", "spring"),
    make("span", "hint", ["Task ", make("kbd", "", "e"), " ", make("kbd", "", "i")], { "aria-hidden": "true" }), parts.tasks.group,
    tools.bar,
  ]);
  parts.legend = buildLegend();
  parts.bar = make("div", "transport", null, { role: "toolbar", "aria-label": "Playback" });
  root.append(parts.busy, subBar, parts.problems.element, make("div", "overview", [parts.overviewHead, strip]), parts.stage,
    parts.legend, parts.bar, parts.live, parts.empty, ...tools.panels);
  return parts;
}

function taskToggle(onTask) {
  const group = make("div", "segmented", null, { role: "group", "aria-label": "Task" });
  const buttons = Object.fromEntries(TASKS.map((task) => {
    const made = button("", TASK_NAMES[task], `Task ${TASK_NAMES[task]}`, () => onTask(task));
    group.append(made);
    return [task, made];
  }));
  return { group, buttons };
}

/** Show the dialogue's name, type, facts and problems, and the active task. */
export function fillSubBar(parts, { dialogue, gold, task }) {
  setText(parts.title, dialogue?.title ?? "");
  parts.title.title = dialogue?.title ?? "";
  setText(parts.type, dialogue?.type ?? "");
  parts.type.hidden = !dialogue?.type;
  showFacts(parts.facts, dialogue ? factsOf(dialogue, gold, task) : []);
  for (const [name, made] of Object.entries(parts.tasks.buttons)) press(made, name === task);
  parts.empty.hidden = Boolean(dialogue);
  parts.problems.show(dialogue);
}

/** Write the facts, each number with its term, when they have changed. */
function showFacts(element, facts) {
  const key = JSON.stringify(facts);
  if (element.dataset.facts === key) return;
  element.dataset.facts = key;
  // Where there is no room for a fact it goes to a line that is not seen, whole and with its separator.
  element.replaceChildren(...facts.map(([name, count, noun]) => make("span", "fact", [count, name ? term(name, noun) : noun])));
}

const fact = (name, number, noun) => [name, `${number} `, counted(number, noun).slice(`${number} `.length)];

/** What the sub-bar counts, as `[term, number, noun]`: turns of the gold, annotators, excluded spans of the active task. */
function factsOf(dialogue, gold, task) {
  if (!dialogue.hasLabels) return [["", "", "No labels"]];
  const facts = [];
  if (gold) {
    const turns = gold.events.reduce((sum, list) => sum + list.class.filter((code) => code === 0).length, 0);
    facts.push(fact("turn", turns, "turn"));
  }
  facts.push(fact("annotator", dialogue.annotators.length, "annotator"));
  if (gold) facts.push(fact("excluded", gold.excluded[task].reduce((sum, list) => sum + list.start.length, 0), "excluded span"));
  return facts;
}
