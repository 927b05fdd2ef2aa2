// @ts-check
/** The door: Panel's model on one side, a timeline on the other. */

import { mountExports } from "../export/exporting.js";
import { offerGuide } from "../page/guides.js";
import { TimelineGuide } from "./guide.js";
import { listenToKeys, TIMELINE_PAGES } from "./keys.js";
import { SoundLook } from "./sound_look.js";
import { exposeForTests } from "./test_handle.js";
import { watchTheme } from "./theme.js";
import { Timeline } from "./timeline.js";

const TEXTS = ["dialogue", "gold", "decisions", "verdicts", "active", "picked", "task", "view", "selection", "reasons", "frames", "swept", "desk"];
const OF_A_DIALOGUE = new Set(["gold", "decisions", "verdicts"]);
const COMMANDS = new Set(["view", "selection"]);

/** Put a timeline into `root` and keep it in step with `model` until `signal` aborts. */
export function mount({ model, root, base, signal }) {
  root.className = "timeline";
  const timeline = new Timeline(root, {
    send: (message) => model.send_msg(message),
    resolve: (url) => base + url.replace(/^\/+/, ""),
  });
  timeline.soundLook = new SoundLook(timeline, signal);
  const stops = [
    followTexts(timeline, model),
    listenToKeys((action, value) => timeline.perform(action, value)),
    watchTheme(() => timeline.painter.readTheme()),
    exposeForTests(timeline),
    () => timeline.dispose(),
  ];
  offerGuide("timeline", new TimelineGuide(timeline), signal);
  mountExports(timeline, { model, base, signal });
  const onSelect = (event) => timeline.selecting.hear(event.detail ?? {});
  document.addEventListener("turnbench:select", onSelect, { signal });
  const onPerform = (event) => timeline.perform(event.detail?.action, event.detail?.value);
  document.addEventListener("turnbench:perform", onPerform, { signal });
  // Where nothing shows what sounds, nothing sounds.
  const onPage = ({ detail }) => TIMELINE_PAGES.has(detail.page) || timeline.transport.pause();
  document.addEventListener("turnbench:page", onPage, { signal });
  document.addEventListener("turnbench:shown", ({ detail }) => Object.assign(detail, timeline.shown()), { signal });
  signal.addEventListener("abort", () => stops.forEach((stop) => stop()));
}

/** Texts that change together are taken together, whatever order they arrive in. */
function followTexts(timeline, model) {
  const seen = {};
  const nonces = {};
  let isScheduled = false;
  let isStopped = false;
  const flush = () => {
    isScheduled = false;
    if (isStopped) return;
    const changed = {};
    // A new dialogue takes its gold, decisions and verdicts along, even where their texts happen to be the same.
    const isNewDialogue = model.dialogue !== seen.dialogue;
    for (const name of TEXTS) {
      const text = model[name];
      const isTaken = isNewDialogue && OF_A_DIALOGUE.has(name);
      if (text === seen[name] && !isTaken) continue;
      seen[name] = text;
      changed[name] = text;
      if (!COMMANDS.has(name)) continue;
      const command = text ? JSON.parse(text) : null;
      if (!command || (command.nonce !== undefined && command.nonce === nonces[name])) delete changed[name];
      else {
        nonces[name] = command.nonce;
        changed[name] = command;
      }
    }
    if (Object.keys(changed).length > 0) timeline.apply(changed);
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(flush);
  };
  for (const name of TEXTS) model.on(name, schedule);
  flush();
  return () => {
    isStopped = true;
  };
}
