// @ts-check
/** The keyboard, as one table; `help` is what the keys panel says. */

/**
 * Every key of the page: `{keys, ctrl, shift, page, action, group, value, label, also, help}`. `ctrl` are keys that mean the same
 * with Ctrl or Cmd; `also` is another key that does the same, on layouts where the first one needs a third key or hides; with a
 * `page` an entry counts on that page alone, and there before the others.
 */
export const KEYS = [
  { keys: [" "], action: "toggle-play", group: "Play", label: "Space", help: "play / pause" },
  { keys: ["n"], action: "step", group: "Playlist", value: 1, label: "n", help: "next in the playlist" },
  { keys: ["p"], action: "step", group: "Playlist", value: -1, label: "p", help: "previous in the playlist" },
  { keys: ["j"], action: "dialogue-step", group: "Playlist", value: 1, label: "j", help: "next conversation" },
  { keys: ["k"], action: "dialogue-step", group: "Playlist", value: -1, label: "k", help: "previous conversation" },
  { keys: ["ArrowLeft"], shift: false, action: "move", group: "Move", value: -1, label: "←", help: "1 s back" },
  { keys: ["ArrowRight"], shift: false, action: "move", group: "Move", value: 1, label: "→", help: "1 s forward" },
  { keys: ["ArrowLeft"], shift: true, action: "move", group: "Move", value: -5, label: "Shift ←", help: "5 s back" },
  { keys: ["ArrowRight"], shift: true, action: "move", group: "Move", value: 5, label: "Shift →", help: "5 s forward" },
  { keys: ["Home"], action: "go", group: "Move", value: "start", label: "Home", help: "start" },
  { keys: ["End"], action: "go", group: "Move", value: "end", label: "End", help: "end" },
  { keys: ["1"], action: "solo", group: "Listen", value: 0, label: "1", help: "solo speaker 1" },
  { keys: ["2"], action: "solo", group: "Listen", value: 1, label: "2", help: "solo speaker 2" },
  { keys: ["0"], action: "solo", group: "Listen", value: null, label: "0", help: "both speakers" },
  { keys: ["w"], action: "ears", group: "Listen", label: "w", help: "both speakers in both ears" },
  { keys: ["l"], action: "loop", group: "Play", label: "l", help: "loop selection" },
  { keys: ["f"], action: "follow", group: "Move", label: "f", help: "follow: centred, by pages, off" },
  { keys: ["[", ","], action: "speed", group: "Play", value: -1, label: "[", also: ",", help: "slower" },
  { keys: ["]", "."], action: "speed", group: "Play", value: 1, label: "]", also: ".", help: "faster" },
  { keys: ["+", "="], action: "zoom", group: "Zoom", value: 0.7, label: "+", also: "=", help: "zoom in" },
  { keys: ["-", "\u2212"], action: "zoom", group: "Zoom", value: 1 / 0.7, label: "−", help: "zoom out" },
  { keys: ["z"], action: "zoom-selection", group: "Zoom", label: "z", help: "zoom to selection" },
  { keys: ["u", "Backspace"], shift: false, action: "view-step", group: "Zoom", value: -1, label: "u", also: "Backspace", help: "previous zoom" },
  { keys: ["u", "Backspace"], shift: true, action: "view-step", group: "Zoom", value: 1, label: "Shift u", also: "Shift Backspace", help: "next zoom" },
  { keys: ["e"], action: "task", group: "Task and model", value: "eot", label: "e", help: "task EOT" },
  { keys: ["i"], action: "task", group: "Task and model", value: "int", label: "i", help: "task INT" },
  { keys: ["m"], action: "next-model", group: "Task and model", label: "m", help: "next model" },
  { keys: ["t"], action: "theme", group: "View", label: "t", help: "theme" },
  { keys: ["g"], ctrl: ["k"], action: "palette", group: "Find", label: "g", also: "Ctrl K", help: "go to time, event, title; find words, commands" },
  { keys: ["\\", "b"], action: "rail", group: "View", label: "\\", also: "b", help: "left rail" },
  { keys: ["r"], action: "right-rail", group: "View", label: "r", help: "right rail" },
  { keys: ["v"], action: "lanes", group: "View", label: "v", help: "lanes on and off, order" },
  { keys: ["y"], action: "copy-link", group: "View", label: "y", help: "copy a link to this view" },
  { keys: ["x"], action: "export", group: "View", label: "x", help: "export the clip" },
  { keys: ["?", "h"], action: "help", group: "Help", label: "?", also: "h", help: "help" },
  { keys: ["Enter"], action: "play-selected", group: "Play", label: "Enter", help: "play the event from its pre-roll on" },
  { keys: ["Escape"], action: "clear", group: "Select", label: "Esc", help: "close card, clear selection" },
  { keys: ["1"], page: "audit", action: "desk-verdict", group: "Audit", value: 1, label: "1", help: "a is right" },
  { keys: ["2"], page: "audit", action: "desk-verdict", group: "Audit", value: 2, label: "2", help: "b is right" },
  { keys: ["3"], page: "audit", action: "desk-verdict", group: "Audit", value: 3, label: "3", help: "c is right" },
  { keys: ["4"], page: "audit", action: "desk-verdict", group: "Audit", value: 4, label: "4", help: "consensus is right" },
  { keys: ["5"], page: "audit", action: "desk-verdict", group: "Audit", value: 5, label: "5", help: "own verdict: label, start and end" },
  { keys: ["6"], page: "audit", action: "desk-verdict", group: "Audit", value: 6, label: "6", help: "cannot tell" },
  { keys: ["ArrowLeft"], shift: false, page: "audit", action: "desk-nudge", group: "Audit", value: -0.01, label: "←", help: "own boundary 10 ms earlier" },
  { keys: ["ArrowRight"], shift: false, page: "audit", action: "desk-nudge", group: "Audit", value: 0.01, label: "→", help: "own boundary 10 ms later" },
  { keys: ["ArrowLeft"], shift: true, page: "audit", action: "desk-nudge", group: "Audit", value: -0.1, label: "Shift ←", help: "own boundary 100 ms earlier" },
  { keys: ["ArrowRight"], shift: true, page: "audit", action: "desk-nudge", group: "Audit", value: 0.1, label: "Shift →", help: "own boundary 100 ms later" },
  { keys: ["d"], page: "audit", action: "desk-edge", group: "Audit", value: null, label: "d", help: "own verdict's other boundary" },
  { keys: [" "], page: "audit", action: "desk-play", group: "Audit", label: "Space", help: "play the dispute / pause" },
  { keys: ["Enter"], page: "audit", action: "desk-save", group: "Audit", label: "Enter", help: "save the verdict, open the next" },
  { keys: ["s"], page: "audit", action: "desk-skip", group: "Audit", label: "s", help: "skip" },
  { keys: ["n"], page: "audit", action: "desk-step", group: "Audit", value: 1, label: "n", help: "next in the queue" },
  { keys: ["p"], page: "audit", action: "desk-step", group: "Audit", value: -1, label: "p", help: "previous in the queue" },
  { keys: [], ctrl: ["z"], shift: false, page: "audit", action: "desk-undo", group: "Audit", value: -1, label: "Ctrl z", help: "undo the last verdict" },
  { keys: [], ctrl: ["z"], shift: true, page: "audit", action: "desk-undo", group: "Audit", value: 1, label: "Ctrl Shift z", help: "redo" },
  { keys: ["c"], page: "audit", action: "desk-comment", group: "Audit", label: "c", help: "comment" },
  { keys: ["ArrowLeft"], shift: false, page: "sweep", action: "threshold", group: "Sweep", value: { direction: -1, hundredths: 1 }, label: "←", help: "threshold 0.01 lower" },
  { keys: ["ArrowRight"], shift: false, page: "sweep", action: "threshold", group: "Sweep", value: { direction: 1, hundredths: 1 }, label: "→", help: "threshold 0.01 higher" },
  { keys: ["ArrowLeft"], shift: true, page: "sweep", action: "threshold", group: "Sweep", value: { direction: -1, hundredths: 5 }, label: "Shift ←", help: "threshold 0.05 lower" },
  { keys: ["ArrowRight"], shift: true, page: "sweep", action: "threshold", group: "Sweep", value: { direction: 1, hundredths: 5 }, label: "Shift →", help: "threshold 0.05 higher" },
  { keys: ["ArrowDown"], page: "sweep", action: "threshold", group: "Sweep", value: { direction: -1 }, label: "↓", help: "next candidate threshold below" },
  { keys: ["ArrowUp"], page: "sweep", action: "threshold", group: "Sweep", value: { direction: 1 }, label: "↑", help: "next candidate threshold above" },
];

/** What a key that is held down does again and again. */
const REPEATED = new Set(["move", "zoom", "step", "dialogue-step", "desk-nudge", "desk-step", "threshold"]);
/** Actions whose keys also work on pages that show no timeline. */
const ON_EVERY_PAGE = new Set(["theme", "palette", "help", "task", "next-model"]);
/** Pages that show the timeline. */
export const TIMELINE_PAGES = new Set(["explore", "sweep", "audit"]);
/** At the desk the queue says which conversation is open. */
const NOT_AT_THE_DESK = new Set(["dialogue-step", "step", "step-error"]);

/** Whether an entry's key means something on a page: what acts on the timeline needs to show it. */
export function isOnPage({ action, page: own }, page) {
  if (own !== undefined) return own === page;
  if (page === "audit" && NOT_AT_THE_DESK.has(action)) return false;
  return page === undefined || TIMELINE_PAGES.has(page) || ON_EVERY_PAGE.has(action);
}

const FIELDS = new Set(["INPUT", "TEXTAREA", "SELECT"]);
const TOUCHED_INPUTS = new Set(["range", "checkbox", "radio", "button"]);
const PRESSABLE = new Set(["BUTTON", "A", "SUMMARY"]);
const PRESSABLE_ROLES = new Set(["button", "link", "option", "row", "tab", "menuitem", "gridcell", "checkbox"]);

/** The entry of the table a keydown means on a page, or null when the key belongs to someone else. */
export function keyFor(event, target, page = undefined) {
  if (event.defaultPrevented || event.altKey || event.isComposing) return null;
  const key = keyOf(event);
  const isMeant = (entry, keys) => keys?.includes(key) && (entry.shift ?? event.shiftKey) === event.shiftKey && isOnPage(entry, page);
  const find = (keysOf) => {
    const meant = KEYS.filter((entry) => isMeant(entry, keysOf(entry)));
    return meant.find((entry) => entry.page) ?? meant[0] ?? null;
  };
  if (event.ctrlKey || event.metaKey) return chord(find((entry) => entry.ctrl), event, target);
  if (target && isWrittenIn(target, event.key)) return null;
  const presses = event.key === " " || event.key === "Enter";
  if (presses && target && (PRESSABLE.has(target.tagName) || PRESSABLE_ROLES.has(target.getAttribute?.("role")))) return null;
  return find((entry) => entry.keys);
}

/** With Ctrl or Cmd a key is no writing, so that it works in text fields too; what has a Shift of its own is the field's. */
function chord(entry, event, target) {
  if (entry?.shift === undefined) return event.shiftKey ? null : entry;
  return target && isWrittenIn(target, event.key) ? null : entry;
}

/** The key that is meant: on keyboards whose letters are not Latin, the letter that a Latin one has in that place. */
function keyOf({ key, code }) {
  const letter = key.length === 1 && !/\p{Script=Latin}/u.test(key) && /\p{L}/u.test(key) && /^Key([A-Z])$/.exec(code ?? "");
  if (letter) return letter[1].toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Whether a control takes this key itself: a text field every key, a slider or a box all but letters. */
function isWrittenIn(target, key) {
  if (target.isContentEditable) return true;
  if (target.tagName === "INPUT" && TOUCHED_INPUTS.has(target.type)) return key.length > 1 || key === " ";
  return FIELDS.has(target.tagName);
}

/** Listen on the whole page; `perform(action, value)` does the work. Returns the function that stops it. */
export function listenToKeys(perform) {
  const onKeyDown = (event) => {
    const entry = keyFor(event, event.composedPath()[0], document.documentElement.dataset.page);
    const isInDialog = event.composedPath().some((one) => one instanceof HTMLDialogElement);
    const isChord = event.ctrlKey || event.metaKey;
    if (!entry || (isInDialog && !isChord)) return;
    if (event.repeat && !REPEATED.has(entry.action)) return;
    event.preventDefault();
    perform(entry.action, entry.value);
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
