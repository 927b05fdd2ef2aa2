// @ts-check
/** The keyboard, as one table; `help` is what the keys panel says. */

/** Every key of the timeline: `{keys, shift, action, group, value, label, also, help}`; `also` is another key that does the same. */
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
  { keys: ["l"], action: "loop", group: "Play", label: "l", help: "loop selection" },
  { keys: ["f"], action: "follow", group: "Move", label: "f", help: "follow" },
  { keys: ["[", ","], action: "speed", group: "Play", value: -1, label: "[", also: ",", help: "slower" },
  { keys: ["]", "."], action: "speed", group: "Play", value: 1, label: "]", also: ".", help: "faster" },
  { keys: ["+", "="], action: "zoom", group: "Zoom", value: 0.7, label: "+", also: "=", help: "zoom in" },
  { keys: ["-", "\u2212"], action: "zoom", group: "Zoom", value: 1 / 0.7, label: "−", help: "zoom out" },
  { keys: ["z"], action: "zoom-selection", group: "Zoom", label: "z", help: "zoom to selection" },
  { keys: ["e"], action: "task", group: "Task and model", value: "eot", label: "e", help: "task EOT" },
  { keys: ["i"], action: "task", group: "Task and model", value: "int", label: "i", help: "task INT" },
  { keys: ["m"], action: "next-model", group: "Task and model", label: "m", help: "next model" },
  { keys: ["t"], action: "theme", group: "View", label: "t", help: "theme" },
  { keys: ["x"], action: "export", group: "View", label: "x", help: "export the clip" },
  { keys: ["Enter"], action: "play-selected", group: "Play", label: "Enter", help: "play from 2 s before" },
  { keys: ["Escape"], action: "clear", group: "Select", label: "Esc", help: "close card, clear selection" },
];

const FIELDS = new Set(["INPUT", "TEXTAREA", "SELECT"]);
const TOUCHED_INPUTS = new Set(["range", "checkbox", "radio", "button"]);
const PRESSABLE = new Set(["BUTTON", "A", "SUMMARY"]);
const PRESSABLE_ROLES = new Set(["button", "link", "option", "row", "tab", "menuitem", "gridcell", "checkbox"]);

/** The entry of the table a keydown means, or null when the key belongs to someone else. */
export function keyFor(event, target) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  if (target && isWrittenIn(target, event.key)) return null;
  const presses = event.key === " " || event.key === "Enter";
  if (presses && target && (PRESSABLE.has(target.tagName) || PRESSABLE_ROLES.has(target.getAttribute?.("role")))) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return KEYS.find((entry) => entry.keys.includes(key) && (entry.shift === undefined || entry.shift === event.shiftKey)) ?? null;
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
    if (event.composedPath().some((one) => one instanceof HTMLDialogElement)) return;
    const entry = keyFor(event, event.composedPath()[0]);
    if (!entry) return;
    if (event.repeat && !["move", "zoom", "step", "dialogue-step"].includes(entry.action)) return;
    event.preventDefault();
    perform(entry.action, entry.value);
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
