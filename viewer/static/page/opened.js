// @ts-check
/**
 * What the timeline has open, for the other components of the page: the parsed dialogue, its gold, the models'
 * verdicts, the selected event, and where the playhead is. Nothing is sent twice, and nobody is told who did not ask.
 */
export class Opened {
  constructor() {
    /** @type {any} */
    this.dialogue = null;
    /** @type {any} */
    this.gold = null;
    /** @type {any[]} */
    this.models = [];
    /** @type {string | null} */
    this.selected = null;
    this.time = 0;
    this.isPlaying = false;
    this.listeners = { content: new Set(), selected: new Set(), playhead: new Set() };
  }

  /** Another dialogue, or other gold or verdicts of it. */
  show({ dialogue, gold, models }) {
    if (dialogue === this.dialogue && gold === this.gold && models === this.models) return;
    Object.assign(this, { dialogue, gold, models });
    this.tell("content");
  }

  /** Another event is selected (null: none). */
  select(id) {
    if (id === this.selected) return;
    this.selected = id;
    this.tell("selected");
  }

  /** The playhead is at a time; called at each frame while it moves. */
  move(time, isPlaying) {
    if (time === this.time && isPlaying === this.isPlaying) return;
    this.time = time;
    this.isPlaying = isPlaying;
    this.tell("playhead");
  }

  tell(what) {
    for (const use of this.listeners[what]) use();
  }

  /**
   * Call `use()` at every change until `signal` aborts; not now.
   * @param {"content" | "selected" | "playhead"} what
   * @param {() => void} use
   * @param {AbortSignal} signal
   */
  watch(what, use, signal) {
    const listeners = this.listeners[what];
    listeners.add(use);
    signal.addEventListener("abort", () => listeners.delete(use));
  }
}

/** What is open on this page. */
export const opened = new Opened();
