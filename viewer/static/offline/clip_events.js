// @ts-check
/** The rows of the page's list: every event of a clip and every decision that belongs to none, in time order. */

/** `{id, model, title, task, speaker, time, fate, latency, reason}`; `latency` in milliseconds or null. */
export function eventsOf(clip) {
  const rows = clip.models.flatMap((model) => ["eot", "int"].flatMap((task) => rowsOf(model, task)));
  return rows.sort((a, b) => a.time - b.time);
}

function rowsOf({ name, title, tasks }, task) {
  const found = tasks[task];
  const base = { model: name, title, task };
  const row = ({ id, speaker, fate, reason }, time, latency = null) => ({
    ...base, id, speaker, time, fate: fate ?? "unscored", latency, reason: reason || found.why_unscored || "",
  });
  return [
    ...found.positives.map((one) => row(one, one.time_s, one.latency_ms)),
    ...found.negatives.map((one) => row(one, one.start_s)),
    // A decision that claimed or fired an event is told with it.
    ...found.decisions.filter(({ event }) => event === null).map((one) => row(one, one.time_s)),
  ];
}

/** Whether a row is an error. */
export function isError({ fate }) {
  return fate === "miss" || fate === "false_alarm";
}
