// @ts-check
/** The clip's document as the texts that the timeline reads. */

const TASKS = ["eot", "int"];
const SPEAKERS = [1, 2];

/** `{dialogue, gold, verdicts, task}`: JSON texts and a name. The dialogue ends where the clip ends. */
export function textsOf(clip) {
  return {
    dialogue: JSON.stringify(dialogueOf(clip)), gold: JSON.stringify(goldOf(clip)),
    verdicts: JSON.stringify(clip.models.map(verdictsOf)), task: clip.task,
  };
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

function goldOf({ gold }) {
  if (!gold) return null;
  const events = SPEAKERS.map((speaker) => {
    const own = gold.events.filter((event) => event.speaker === speaker);
    return { ...intervals(own), class: own.map((event) => event.class_code), text: own.map(({ text }) => text) };
  });
  const excluded = Object.fromEntries(TASKS.map((task) => [
    task, SPEAKERS.map((speaker) => intervals(gold.excluded[task].filter((one) => one.speaker === speaker))),
  ]));
  return { events, excluded };
}

function verdictsOf({ name, title, is_active: isActive, tasks }) {
  const units = (task) => SPEAKERS.map((speaker) => unitOf(tasks[task], speaker));
  return { model: name, title, is_active: isActive, tasks: Object.fromEntries(TASKS.map((task) => [task, units(task)])) };
}

function unitOf(found, speaker) {
  const of = (kind) => found[kind].filter((one) => one.speaker === speaker);
  const [positives, negatives, decisions] = [of("positives"), of("negatives"), of("decisions")];
  return {
    positives: {
      ...column(positives, "id"), time: positives.map((one) => one.time_s), lo: positives.map((one) => one.window_start_s),
      hi: positives.map((one) => one.window_end_s), decision: positives.map((one) => one.decision_s), ...column(positives, "reason"),
    },
    negatives: {
      ...column(negatives, "id"), ...intervals(negatives), fired: negatives.map(({ fate }) => Number(fate === "false_alarm")),
      ...column(negatives, "reason"),
    },
    decisions: {
      ...column(decisions, "id"), event: decisions.map((one) => one.event ?? one.id), time: decisions.map((one) => one.time_s),
      fate: decisions.map(({ fate }) => fate ?? "unscored"), reason: decisions.map(({ reason }) => reason || found.why_unscored || ""),
    },
  };
}

function intervals(rows) {
  return { start: rows.map((row) => row.start_s), end: rows.map((row) => row.end_s) };
}

function column(rows, name) {
  return { [name]: rows.map((row) => row[name]) };
}
