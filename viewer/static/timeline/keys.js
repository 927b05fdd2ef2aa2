// @ts-check
/** The keyboard, as one table; `help` is what the keys panel says. */

/**
 * Every key of the page: `{keys, ctrl, shift, page, action, group, value, label, also, help}`. `page` is the only one where the key
 * means this, and there it means nothing else; `ctrl` are keys that mean the same with
 * Ctrl or Cmd; `also` is another key that does the same, on layouts where the first one needs a third key or hides.
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
  { keys: ["ArrowLeft"], shift: false, page: "sweep", action: "threshold", group: "Sweep", value: { direction: -1, hundredths: 1 }, label: "←", help: "threshold 0.01 lower" },
  { keys: ["ArrowRight"], shift: false, page: "sweep", action: "threshold", group: "Sweep", value: { direction: 1, hundredths: 1 }, label: "→", help: "threshold 0.01 higher" },
  { keys: ["ArrowLeft"], shift: true, page: "sweep", action: "threshold", group: "Sweep", value: { direction: -1, hundredths: 5 }, label: "Shift ←", help: "threshold 0.05 lower" },
  { keys: ["ArrowRight"], shift: true, page: "sweep", action: "threshold", group: "Sweep", value: { direction: 1, hundredths: 5 }, label: "Shift →", help: "threshold 0.05 higher" },
  { keys: ["ArrowDown"], page: "sweep", action: "threshold", group: "Sweep", value: { direction: -1 }, label: "↓", help: "next candidate threshold below" },
  { keys: ["ArrowUp"], page: "sweep", action: "threshold", group: "Sweep", value: { direction: 1 }, label: "↑", help: "next candidate threshold above" },
];

/** Actions whose keys also work on pages that show no timeline. */
const ON_EVERY_PAGE = new Set(["theme", "palette", "help", "task", "next-model"]);
/** Pages that show the timeline. */
export const TIMELINE_PAGES = new Set(["explore", "sweep"]);

/** Whether an entry's key means something on a page: what acts on the timeline needs to show it. */
export function isOnPage({ action, page: own }, page) {
  if (own !== undefined) return own === page;
  return page === undefined || TIMELINE_PAGES.has(page) || ON_EVERY_PAGE.has(action);
}

const FIELDS = new Set(["INPUT", "TEXTAREA", "SELECT"]);
const TOUCHED_INPUTS = new Set(["range", "checkbox", "radio", "button"]);
const PRESSABLE = new Set(["BUTTON", "A", "SUMMARY"]);
const PRESSABLE_ROLES = new Set(["button", "link", "option", "row", "tab", "menuitem", "gridcell", "checkbox"]);

/** The entry of the table a keydown means, or null when the key belongs to someone else. */
export function keyFor(event, target, page) {
  if (event.defaultPrevented || event.altKey || event.isComposing) return null;
  const key = keyOf(event);
  // With Ctrl or Cmd a key is no writing, so that it works in text fields too.
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? null : (KEYS.find((entry) => entry.ctrl?.includes(key)) ?? null);
  if (target && isWrittenIn(target, event.key)) return null;
  const presses = event.key === " " || event.key === "Enter";
  if (presses && target && (PRESSABLE.has(target.tagName) || PRESSABLE_ROLES.has(target.getAttribute?.("role")))) return null;
  const meant = KEYS.filter((entry) => entry.keys.includes(key) && isOnPage(entry, page) && (entry.shift === undefined || entry.shift === event.shiftKey));
  return meant.find((entry) => entry.page) ?? meant[0] ?? null;
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
    if (event.repeat && !["move", "zoom", "step", "dialogue-step", "threshold"].includes(entry.action)) return;
    event.preventDefault();
    perform(entry.action, entry.value);
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
