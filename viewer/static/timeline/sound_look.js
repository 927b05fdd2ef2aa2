// @ts-check
/** Sound and look in step: what is heard, how, and where the playhead stands is in the address and comes back. */

import { look as pageLook } from "../page/look.js";

const KEEP_EVERY_MS = 5000;
const TOLD_MS = 5000;
const NAMES = ["solo", "mute", "ears", "speed", "follow", "before", "after", "at"];

/** Keeps the sound of one timeline in the look until `signal` aborts. */
export class SoundLook {
  constructor(timeline, signal, look = pageLook) {
    this.timeline = timeline;
    this.look = look;
    this.isTaking = false;
    this.isKeeping = false;
    this.isFirst = true;
    this.isRestored = false;
    this.toldAt = -Infinity;
    this.keptAt = -Infinity;
    for (const name of NAMES) {
      if (name !== "at") this.take(name);
      look.watch(name, () => this.take(name), signal);
    }
    look.onSettle(() => this.keepPlace(), signal);
  }

  /** Where a dialogue that opens starts: where a link or the back button says, else at its beginning. */
  startOf(dialogue) {
    const isTold = this.isFirst ? this.look.has("at") : performance.now() - this.toldAt < TOLD_MS;
    if (dialogue) this.isFirst = false;
    this.isRestored = isTold;
    return isTold ? this.look.get("at") : 0;
  }

  /** The look has changed from elsewhere: do as it says. */
  take(name) {
    if (this.isKeeping) return;
    const { transport, navigator, selecting } = this.timeline;
    const value = this.look.get(name);
    const actions = {
      solo: () => transport.hear({ solo: value === "" ? null : Number(value) - 1 }),
      mute: () => transport.hear({ mutes: [value.includes("1"), value.includes("2")] }),
      ears: () => transport.setEars(value),
      speed: () => transport.setRate(value),
      follow: () => navigator.setFollow(value),
      before: () => selecting.refreshLoop(),
      after: () => selecting.refreshLoop(),
      at: () => this.goTo(value),
    };
    this.isTaking = true;
    actions[name]();
    this.isTaking = false;
  }

  /** The back button led to another moment; the dialogue may still be on its way. */
  goTo(seconds) {
    this.toldAt = performance.now();
    this.isRestored = true;
    this.timeline.transport.seek(seconds);
  }

  /** Sound or view has changed: what differs goes into the look. */
  keep() {
    if (this.isTaking) return;
    const { transport, navigator } = this.timeline;
    const { mode, left } = navigator.following;
    this.isKeeping = true;
    this.put("solo", transport.solo === null ? "" : String(transport.solo + 1));
    this.put("mute", transport.mutes.map((isMuted, speaker) => (isMuted ? speaker + 1 : "")).join(""));
    this.put("ears", transport.ears);
    this.put("speed", transport.rate);
    // A pan by hand lets go of the playhead for now; it is not how the next visit starts.
    if (left) this.put("follow", mode, { isKept: false });
    else this.put("follow", mode);
    this.isKeeping = false;
    const isDue = !transport.playing || performance.now() - this.keptAt > KEEP_EVERY_MS;
    if (isDue && !transport.scrubbed) this.keepPlace();
  }

  /** Where the playhead stands. */
  keepPlace() {
    if (!this.timeline.dialogue) return;
    this.keptAt = performance.now();
    this.isKeeping = true;
    this.put("at", Math.round(this.timeline.transport.time() * 1000) / 1000);
    this.isKeeping = false;
  }

  put(name, value, how) {
    if (this.look.get(name) !== value) this.look.set(name, value, how);
  }
}
