// @ts-check
/** The threshold in one timeline: the lane's probabilities, and the active model's decisions while a hand moves it. */

import { rowOf, threshold } from "../page/threshold.js";
import { parseFrames } from "./frames.js";
import { changedTimes, isSame, parseSwept, unitAt } from "./swept.js";
import { judgedUnit } from "./verdicts.js";

const PAGE = "sweep";

/** Keeps one timeline's models at the threshold that is shown. */
export class Thresholds {
  constructor(timeline, signal) {
    this.timeline = timeline;
    this.frames = null;
    this.swept = null;
    threshold.watch(() => this.follow(), signal);
  }

  /** Take the texts that came, then lay the shown threshold over the models that are just joined. */
  take(texts) {
    if ("frames" in texts) this.frames = parseFrames(texts.frames);
    if ("swept" in texts) this.swept = parseSwept(texts.swept);
    this.lay();
  }

  /** What the probability lane shows; null where there are none of the active model, task and dialogue. */
  get shown() {
    const { frames, timeline } = this;
    const isHere = frames && frames.dialogue === timeline.dialogue?.id && frames.task === timeline.task && frames.model === timeline.known.name;
    if (!isHere) return null;
    const isLive = this.isLive;
    return { frames, theta: isLive ? threshold.theta : frames.theta, saved: isLive ? threshold.saved : null, isLive };
  }

  /** Whether a hand on the sweep page decides what is shown. */
  get isLive() {
    const { content, theta } = threshold;
    const { known, task } = this.timeline;
    return document.documentElement.dataset.page === PAGE && theta !== null && content.model === known.name && content.task === task;
  }

  /** The threshold moved: its decisions are drawn in this very frame. */
  follow() {
    if (!this.timeline.dialogue) return;
    this.lay();
    this.timeline.showThreshold();
  }

  /** Give the active model the decisions of the shown threshold, unless Python's are the same. */
  lay() {
    const { swept, timeline } = this;
    const model = timeline.known.all.find((one) => one.model === swept?.model);
    const isHere = swept && model && this.isLive && swept.dialogue === timeline.dialogue?.id && swept.task === timeline.task && timeline.gold;
    if (!isHere) return;
    const row = rowOf(swept.value, threshold.theta);
    if (row < 0) return;
    const saved = rowOf(swept.value, threshold.saved);
    const units = swept.speakers.map((_, speaker) => this.unit(model, speaker, row, saved));
    if (units.every(({ isPythons }) => isPythons)) {
      units.forEach(({ rings }, speaker) => (model.tasks[swept.task][speaker].rings = rings));
      return;
    }
    model.version = "";
    model.tasks = { ...model.tasks, [swept.task]: units.map(({ unit }) => unit) };
  }

  unit(model, speaker, row, saved) {
    const { swept, timeline } = this;
    const gold = { positives: timeline.gold.positives[swept.task][speaker], negatives: timeline.gold.negatives[swept.task][speaker] };
    const sizes = { rate: swept.rate, positives: gold.positives.length, spans: gold.negatives.start.length };
    const now = unitAt(swept.speakers[speaker], row, sizes);
    const rings = saved < 0 ? [] : changedTimes(now, unitAt(swept.speakers[speaker], saved, sizes), gold);
    const { decisions, verdicts } = timeline.known;
    const told = decisions.find((one) => one.model === swept.model)?.tasks[swept.task][speaker] ?? [];
    const raw = verdicts.models[swept.model]?.tasks?.[swept.task]?.[speaker];
    const isPythons = isSame(now, told, raw) && model.version === verdicts.models[swept.model].version;
    const unit = judgedUnit(timeline.gold, verdicts.windows, now.time, now.unit, swept.task, speaker);
    unit.rings = rings;
    return { unit, rings, isPythons };
  }

  /** What tests read: the threshold that is shown, and the decisions that are drawn of it; null where no hand moves one. */
  forTests() {
    const { timeline, swept } = this;
    if (!this.isLive || !swept) return null;
    const model = timeline.known.all.find((one) => one.model === swept.model);
    const units = model?.tasks[swept.task] ?? [];
    return {
      dialogue: swept.dialogue, theta: threshold.theta, row: threshold.row, saved: threshold.sweep.saved,
      times: units.map(({ decisions }) => [...decisions.time]), fates: units.map(({ decisions }) => [...decisions.fate]), rings: units.map(({ rings }) => [...(rings ?? [])]),
    };
  }
}
