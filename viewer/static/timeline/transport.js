// @ts-check
/** Sound: one audio element through splitter, two gains and merger, so that a muted speaker is exactly silent. */

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** Plays one dialogue. Left is speaker 1, right is speaker 2, as recorded. */
export class Transport {
  /** `onChange` is called when what the bar shows has changed. */
  constructor(onChange) {
    this.onChange = onChange;
    this.state = "none";
    this.rate = 1;
    this.solo = null;
    this.mutes = [false, false];
    this.loop = null;
    this.graph = null;
    this.wanted = null;
    this.anchor = { media: 0, clock: 0 };
    this.wake = () => this.graph.context.state === "suspended" && this.graph.context.resume();
    this.audio = new Audio();
    this.audio.preload = "metadata";
    this.audio.preservesPitch = true;
    this.listen();
  }

  listen() {
    const on = (name, handler) => this.audio.addEventListener(name, handler);
    on("loadedmetadata", () => {
      this.state = "ready";
      if (this.wanted !== null) this.audio.currentTime = this.wanted;
      this.onChange();
    });
    on("seeked", () => {
      if (!this.audio.seeking) this.wanted = null;
    });
    on("error", () => {
      if (!this.audio.getAttribute("src")) return;
      this.state = "failed";
      this.onChange();
    });
    for (const name of ["play", "pause"]) on(name, this.onChange);
    on("ended", () => {
      if (this.loop) this.restartLoop();
      else this.onChange();
    });
    // Animation frames stop in a hidden tab; the element's own clock goes on.
    on("timeupdate", () => document.hidden && this.keepLoop());
  }

  /** Open a sound; null means that there is none. Playing stops. */
  open(url) {
    this.audio.pause();
    this.loop = null;
    this.wanted = 0;
    this.last = 0;
    this.state = url ? "loading" : "none";
    if (url) this.audio.src = url;
    else this.audio.removeAttribute("src");
    this.audio.load();
    this.audio.playbackRate = this.rate;
    this.onChange();
  }

  get playing() {
    return !this.audio.paused && !this.audio.ended;
  }

  get canPlay() {
    return this.state === "ready" || this.state === "loading";
  }

  /** The position that is heard now, finer than the element reports it. */
  time(now = performance.now()) {
    if (this.wanted !== null) return this.wanted;
    const media = this.audio.currentTime;
    if (!this.playing) return media;
    if (media !== this.anchor.media) this.anchor = { media, clock: now };
    const ahead = Math.min((now - this.anchor.clock) / 1000, 0.05) * this.rate;
    return this.audio.readyState > 2 ? media + Math.max(ahead, 0) : media;
  }

  /** Move to a time; before the sound is known the element does it as soon as it can. */
  seek(seconds) {
    this.wanted = Math.max(0, seconds);
    this.last = this.wanted;
    if (this.audio.readyState > 0) this.audio.currentTime = this.wanted;
    this.onChange();
  }

  /** Play from here, or from `start`. Resolves to whether sound runs. */
  async play(start = null) {
    if (!this.canPlay) return false;
    this.connect();
    if (start !== null) this.seek(start);
    else if (this.audio.ended) this.seek(0);
    try {
      if (this.graph.context.state === "suspended") this.graph.context.resume();
      await this.audio.play();
      return true;
    } catch {
      return false; // A later pause or another dialogue interrupted it, or the browser wants a click first.
    } finally {
      this.onChange();
    }
  }

  pause() {
    this.audio.pause();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** The audio graph, made at the first play because browsers want a user's gesture for it. */
  connect() {
    if (this.graph) return;
    const context = new AudioContext({ latencyHint: "interactive" });
    const source = context.createMediaElementSource(this.audio);
    const splitter = context.createChannelSplitter(2);
    const merger = context.createChannelMerger(2);
    const gains = [0, 1].map((channel) => {
      const gain = context.createGain();
      splitter.connect(gain, channel);
      gain.connect(merger, 0, channel);
      return gain;
    });
    source.connect(splitter);
    merger.connect(context.destination);
    this.graph = { context, gains, output: merger };
    this.applyGains();
    // Where sound began without a gesture of the user, the first one that comes starts it.
    for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, this.wake, { capture: true });
  }

  isMuted(speaker) {
    return this.mutes[speaker] || (this.solo !== null && this.solo !== speaker);
  }

  /** Hear one speaker only (null: both again, mutes lifted). */
  setSolo(speaker) {
    this.solo = speaker;
    if (speaker === null) this.mutes = [false, false];
    else this.mutes[speaker] = false;
    this.applyGains();
  }

  toggleMute(speaker) {
    this.mutes[speaker] = !this.mutes[speaker];
    if (this.mutes[speaker] && this.solo === speaker) this.solo = null;
    this.applyGains();
  }

  applyGains() {
    // The value itself, not a ramp: what is muted is zero from the next sample on.
    this.graph?.gains.forEach((gain, speaker) => {
      gain.gain.value = this.isMuted(speaker) ? 0 : 1;
    });
    this.onChange();
  }

  /** Next slower or faster speed. */
  stepSpeed(direction) {
    const at = SPEEDS.indexOf(this.rate) + direction;
    this.setRate(SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)]);
  }

  setRate(rate) {
    this.rate = rate;
    this.audio.playbackRate = rate;
    this.audio.preservesPitch = true;
    this.anchor = { media: this.audio.currentTime, clock: performance.now() };
    this.onChange();
  }

  /** Call once a frame: jumps back when the end of the loop has just been passed. */
  keepLoop() {
    const now = this.audio.currentTime;
    const before = this.last ?? now;
    this.last = now;
    if (!this.loop || !this.playing || this.wanted !== null) return;
    if (before < this.loop.end && now >= this.loop.end) this.seek(this.loop.start);
  }

  restartLoop() {
    this.seek(this.loop.start);
    this.audio.play().catch(() => this.onChange());
  }

  /** Let go of the sound and the graph. */
  dispose() {
    this.audio.pause();
    this.audio.removeAttribute("src");
    this.audio.load();
    for (const name of ["pointerdown", "keydown"]) document.removeEventListener(name, this.wake, { capture: true });
    this.graph?.context.close();
  }
}
