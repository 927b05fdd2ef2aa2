// @ts-check
/** The door: Panel's model on one side, a timeline on the other. */

import { listenToKeys } from "./keys.js";
import { exposeForTests } from "./test_handle.js";
import { watchTheme } from "./theme.js";
import { Timeline } from "./timeline.js";

const TEXTS = ["dialogue", "gold", "verdicts", "task", "view", "selection"];
const COMMANDS = new Set(["view", "selection"]);

/** Put a timeline into `container` (inside a shadow root) and keep it in step with `model`; `styles` is its CSS. */
export async function mount(container, model, base, styles) {
  adoptStyles(container.getRootNode(), styles);
  await ensureTokens(base);
  const timeline = new Timeline(container, {
    send: (message) => model.send_msg(message),
    resolve: (url) => `${base}/${url.replace(/^\/+/, "")}`,
  });
  const stopTexts = followTexts(timeline, model);
  const stopKeys = listenToKeys((action, value) => timeline.perform(action, value));
  const stopTheme = watchTheme(() => timeline.painter.readTheme());
  const onSelect = (event) => timeline.selecting.hear(event.detail ?? {});
  document.addEventListener("turnbench:select", onSelect);
  const stopTests = exposeForTests(timeline);
  return () => {
    stopTexts();
    stopKeys();
    stopTheme();
    document.removeEventListener("turnbench:select", onSelect);
    stopTests();
    timeline.dispose();
  };
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
    // A new dialogue takes its gold and verdicts along, even where their texts happen to be the same.
    const isNewDialogue = model.dialogue !== seen.dialogue;
    for (const name of TEXTS) {
      const text = model[name];
      const isTaken = isNewDialogue && (name === "gold" || name === "verdicts");
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

/** The component's rules, in place before its first element, so that nothing is seen unstyled. */
function adoptStyles(root, styles) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** The page loads the tokens; a page that has not gets them here. */
async function ensureTokens(base) {
  if (getComputedStyle(document.documentElement).getPropertyValue("--surface-3")) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `${base}/static/tokens.css`;
  const loaded = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
  document.head.append(link);
  await loaded;
}
