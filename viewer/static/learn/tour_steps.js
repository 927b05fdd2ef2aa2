// @ts-check
/** What the tour says, step by step, and what it needs to say it. Two minutes in all, at reading speed. */

export const WORDS_PER_MINUTE = 200;
const TRIED_BY_S = 1;

const FATE_WORDS = { miss: "a miss", hit: "a hit", false_alarm: "a false alarm", quiet: "quiet" };
const EVENT_WORDS = { eot: "the turn really ends", int: "the interruption really starts" };
const seconds = (value) => `${value.toFixed(2)} s`;

/**
 * The steps that apply: `{name, title, text(facts), boxes(stage), act(stage), soundS}`.
 *
 * `facts` is what the page has: `{hasSound, hasLabels, hasGold, event, latest_s, hasScore}`. `act` does
 * something real and returns what undoes it; `soundS` is how long it is heard.
 */
export const STEPS = [
  {
    name: "voices",
    title: "Two voices",
    text: () =>
      "Two people talk, each recorded on a channel of their own: speaker 1 above, speaker 2 below. Time runs to the right.",
    boxes: ({ timeline }) => timeline.boxes("voices"),
  },
  {
    name: "labels",
    title: "Labels and gold",
    needs: ({ hasGold }) => hasGold,
    text: () =>
      "Annotators labelled each channel, one lane each. Where at least two of them agree, the event stands in the gold lane. " +
      "Hatched stretches are excluded: nothing counts there.",
    boxes: ({ timeline }) => timeline.boxes("labels"),
  },
  {
    name: "window",
    title: "The window",
    needs: ({ event }) => event?.kind === "p",
    text: ({ event }) =>
      `The line is where ${EVENT_WORDS[event.task]}. The band is its window: a decision of the model counts from ` +
      `${seconds(event.time - event.start)} before to ${seconds(event.end - event.time)} after.`,
    boxes: ({ timeline }) => timeline.boxes("window"),
  },
  {
    name: "verdict",
    title: ({ event }) => `Why this is ${FATE_WORDS[event.fate] ?? event.fate}`,
    needs: ({ event }) => Boolean(event?.reason),
    text: ({ event }) => `${event.reason} Rest the pointer on any mark to read its sentence.`,
    boxes: ({ timeline }) => timeline.boxes("mark"),
  },
  {
    name: "listen",
    title: "Listen to it",
    needs: ({ event, hasSound }) => Boolean(event) && hasSound,
    soundS: 3,
    text: () =>
      "You hear it now, from two seconds before. Enter plays the selected event, Space plays and pauses; 1 and 2 let you " +
      "hear one speaker alone, 0 both.",
    boxes: ({ timeline }) => timeline.boxes("play"),
    act: ({ playEvent }) => playEvent(),
  },
  {
    name: "counts",
    title: "Every number is a list",
    needs: ({ hasScore }) => hasScore,
    text: () =>
      "These count what became of every event. A click lists those events below. n goes to the next one in the list, p to " +
      "the previous, and plays it.",
    boxes: ({ card }) => card.boxes("counts"),
    act: ({ card }) => card.show("counts"),
  },
  {
    name: "move",
    title: "Look closer",
    text: () =>
      "Here is the whole dialogue; drag the frame to move through it. Over the lanes, the wheel zooms and a drag moves. " +
      "Shift and drag selects a stretch to loop.",
    boxes: ({ timeline }) => timeline.boxes("overview"),
  },
  {
    name: "rules",
    title: "Try another rule",
    needs: ({ hasScore, latest_s: latest }) => hasScore && latest !== null,
    text: ({ latest_s: latest }) =>
      `Watch recall while the latest counted decision moves from ${latest.toFixed(1)} s to ${tried(latest).toFixed(1)} s. ` +
      "Such results are marked as not the benchmark's. It moves back when you go on.",
    boxes: ({ card }) => card.boxes("recall", "latest"),
    act: ({ card }, { latest_s: latest }) => card.moveLatest(tried(latest)),
  },
  {
    name: "more",
    title: "Share, and look up",
    text: () =>
      "The address always leads back to this very view: copy it to show somebody. This button lists all keys and marks, and " +
      "leads to the glossary, where every label can be heard.",
    boxes: ({ help }) => help(),
  },
];

/** Where the slider goes: later, unless that is beyond what it offers. */
export const tried = (latest) => (latest + TRIED_BY_S <= 6 ? latest + TRIED_BY_S : latest - TRIED_BY_S);

/** The steps that apply to a page. */
export function stepsFor(facts) {
  return STEPS.filter(({ needs }) => !needs || needs(facts));
}

/** A step's title and text, made from the page as it is. */
export function wordsOf({ title, text }, facts) {
  return { title: typeof title === "function" ? title(facts) : title, text: text(facts) };
}

/** How long steps take to read and hear, seconds. */
export function lengthS(steps, facts) {
  return steps.reduce((sum, step) => {
    const { title, text } = wordsOf(step, facts);
    const words = `${title} ${text}`.split(/\s+/).length;
    return sum + (words / WORDS_PER_MINUTE) * 60 + (step.soundS ?? 0);
  }, 0);
}
