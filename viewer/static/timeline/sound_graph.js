// @ts-check
/** The audio graph: whoever plays → splitter → one gain for each speaker and ear → merger → loudspeaker. */

/**
 * How loud each speaker is in each ear, `[speaker][ear]`.
 *
 * Apart, speaker 1 is on the left and speaker 2 on the right, as recorded. Both ears: each speaker at half
 * amplitude on both sides, so that two voices at full scale still do not clip. Silent is exactly 0.
 */
export function gainsOf({ muted, ears }) {
  return [0, 1].map((speaker) => [0, 1].map((ear) => {
    if (muted[speaker]) return 0;
    if (ears === "both") return 0.5;
    return speaker === ear ? 1 : 0;
  }));
}

/** Nodes of one `AudioContext`. It runs at the recording's own rate, so that samples stay what they are. */
export class SoundGraph {
  constructor(rate) {
    this.context = makeContext(rate);
    this.rate = rate;
    this.input = this.context.createGain();
    // Two channels always: a pause or a single channel must not fold the graph.
    this.input.channelCount = 2;
    this.input.channelCountMode = "explicit";
    const splitter = this.context.createChannelSplitter(2);
    this.output = this.context.createChannelMerger(2);
    this.gains = [0, 1].map((speaker) => [0, 1].map((ear) => {
      const gain = this.context.createGain();
      splitter.connect(gain, speaker);
      gain.connect(this.output, 0, ear);
      return gain;
    }));
    this.input.connect(splitter);
    this.output.connect(this.context.destination);
  }

  /** The value itself, not a ramp: what is muted is zero from the next sample on. */
  apply(heard) {
    gainsOf(heard).forEach((row, speaker) => row.forEach((value, ear) => {
      this.gains[speaker][ear].gain.value = value;
    }));
  }

  wake() {
    if (this.context.state === "suspended") this.context.resume();
  }

  /** A stretch of sound, `channels` being one array of samples for each speaker. */
  buffer(channels) {
    const made = this.context.createBuffer(2, channels[0].length, this.rate);
    channels.forEach((samples, channel) => made.copyToChannel(samples, channel));
    return made;
  }

  close() {
    this.context.close();
  }
}

/** Rates that a browser refuses are played at its own rate, resampled by it. */
function makeContext(rate) {
  try {
    return new AudioContext({ sampleRate: rate, latencyHint: "interactive" });
  } catch (error) {
    if (error?.name !== "NotSupportedError") throw error;
    return new AudioContext({ latencyHint: "interactive" });
  }
}
