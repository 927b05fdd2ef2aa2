// @ts-check
/** The clip's document as the texts that the timeline reads. */

const TASKS = ["eot", "int"];
const SPEAKERS = [1, 2];

/** Fates as letters, as the verdicts text has them. */
const LETTERS = { masked: "m", hit: "h", redundant: "r", false_alarm: "f", repeat: "p", ignored: "i", unscored: "u" };

/** `{dialogue, gold, decisions, verdicts, active, task}`: JSON texts and names. The dialogue ends where the clip ends. */
export function textsOf(clip) {
  const { models } = clip;
  return {
    dialogue: JSON.stringify(dialogueOf(clip)), gold: JSON.stringify(goldOf(clip)),
    decisions: JSON.stringify(models.map(({ name, title, tasks }) => {
      return { model: name, title, has_lane: true, tasks: perUnit((task, speaker) => decisionsOf(tasks[task], speaker).map((one) => one.time_s)) };
    })),
    verdicts: JSON.stringify({
      windows: perUnit((task, speaker) => windowsOf(scoredOf(clip, task), speaker)),
      models: Object.fromEntries(models.map(({ name, tasks }) => [name, { version: name, tasks: perUnit((task, speaker) => unitOf(tasks[task], speaker)) }])),
    }),
    active: models.find((one) => one.is_active)?.name ?? "", task: clip.task,
  };
}

/** The sentences of every model's events, as answers to the questions that no server can be asked. */
export function reasonsOf(clip) {
  return clip.models.map(({ name, tasks }) => {
    const said = Object.values(tasks).flatMap((found) => [
      ...found.positives, ...found.negatives, ...found.decisions.map((one) => ({ ...one, reason: one.reason || found.why_unscored || "" })),
    ]);
    return { model: name, version: name, sentences: Object.fromEntries(said.map(({ id, reason }) => [id, reason])) };
  });
}

function dialogueOf({ dialogue, range, audio, annotations }) {
  return {
    id: dialogue.id, title: dialogue.title, type: dialogue.type, duration_s: range.stop_s,
    media: audio && {
      peaks: "clip/peaks", pcm: "clip/pcm", sample_rate: audio.sample_rate, samples: range.stop_sample,
    },
    speakers: dialogue.speakers.map(({ speaker, actor }) => ({ name: `Speaker ${speaker}`, actor })),
    tracks: (annotations ?? []).map(({ speaker, annotator, segments }) => ({
      speaker, annotator, ...intervals(segments), class: segments.map((one) => one.class_code),
      label: segments.map(({ label }) => label), text: segments.map(({ text }) => text),
    })),
    has_labels: Boolean(annotations), problems: [],
  };
}

function goldOf(clip) {
  const { gold } = clip;
  if (!gold) return null;
  const events = SPEAKERS.map((speaker) => {
    const own = gold.events.filter((event) => event.speaker === speaker);
    return { ...intervals(own), class: own.map((event) => event.class_code), text: own.map(({ text }) => text) };
  });
  const excluded = Object.fromEntries(TASKS.map((task) => [
    task, SPEAKERS.map((speaker) => intervals(gold.excluded[task].filter((one) => one.speaker === speaker))),
  ]));
  return {
    events, excluded,
    positives: perUnit((task, speaker) => of(scoredOf(clip, task).positives, speaker).map((one) => one.time_s)),
    negatives: perUnit((task, speaker) => intervals(spansOf(scoredOf(clip, task), speaker))),
  };
}

function perUnit(read) {
  return Object.fromEntries(TASKS.map((task) => [task, SPEAKERS.map((speaker) => read(task, speaker))]));
}

/** What any scored model says of a task: positives and spans are the gold's, and the same for all. */
function scoredOf({ models }, task) {
  return models.map(({ tasks }) => tasks[task]).find((found) => found.is_scored) ?? { positives: [], negatives: [], decisions: [] };
}

function of(rows, speaker) {
  return rows.filter((one) => one.speaker === speaker);
}

function spansOf({ negatives }, speaker) {
  return of(negatives, speaker).sort((one, other) => one.start_s - other.start_s);
}

function windowsOf({ positives }, speaker) {
  const own = of(positives, speaker);
  return { lo: own.map((one) => one.window_start_s), hi: own.map((one) => one.window_end_s) };
}

/** The decisions of a clip, and those just outside it that claimed a positive whose window reaches into it. */
function decisionsOf({ positives, decisions }, speaker) {
  const inside = of(decisions, speaker);
  const known = new Set(inside.map((one) => one.time_s));
  const outside = of(positives, speaker).filter((one) => one.decision_s !== null && !known.has(one.decision_s));
  return [...inside, ...outside.map(({ id, decision_s: time_s }) => ({ time_s, fate: "hit", event: id }))].sort((a, b) => a.time_s - b.time_s);
}

function unitOf(found, speaker) {
  const decisions = decisionsOf(found, speaker);
  const [positives, negatives] = [of(found.positives, speaker), spansOf(found, speaker)];
  const rowOf = (rows, id) => rows.findIndex((one) => one.id === id);
  return {
    fates: decisions.map(({ fate }) => LETTERS[fate ?? "unscored"]).join(""),
    owner: decisions.map(({ fate, event }) => rowOf(fate === "hit" ? positives : negatives, event)),
    claimed: found.is_scored ? positives.map((one) => decisions.findIndex((decision) => decision.time_s === one.decision_s)) : null,
    fired: found.is_scored ? negatives.map(({ fate }) => Number(fate === "false_alarm")).join("") : null,
  };
}

function intervals(rows) {
  return { start: rows.map((row) => row.start_s), end: rows.map((row) => row.end_s) };
}
