// @ts-check
/** A typed time or event, read; pure, so that Node tests it. */

const TIME = /^(?:(?:(\d+):)?(\d{1,2}):)?(\d+(?:[.,]\d*)?)\s*s?$/;

/** Seconds of `83`, `83.4`, `1:23.4` or `1:02:03.5`, null for anything else. */
export function parseTime(text) {
  const found = TIME.exec(text.trim());
  if (!found) return null;
  const [, hours, minutes, written] = found;
  const seconds = Number(written.replace(",", "."));
  const isClock = minutes !== undefined;
  if (isClock && (seconds >= 60 || (hours !== undefined && Number(minutes) >= 60))) return null;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + seconds;
}

const EVENT = /^(eot|int)-([12])?/i;

/** Whether a text begins like the id of an event: `eot-`, `int-2-p-4`. */
export function isEventLike(text) {
  return EVENT.test(text.trim());
}

/** The ids of a model's events that begin with a text, at most `limit`, in the order of the timeline. */
export function eventsLike(models, text, limit) {
  const wanted = text.trim().toLowerCase();
  const found = new Set();
  for (const model of models) {
    for (const units of Object.values(model.tasks)) {
      for (const { positives, negatives, decisions } of units) {
        for (const id of [...positives.id, ...negatives.id, ...decisions.id]) if (id.startsWith(wanted)) found.add(id);
      }
    }
    if (found.size > 0) break;
  }
  return [...found].sort((one, other) => timeIn(one) - timeIn(other)).slice(0, limit);
}

function timeIn(id) {
  return Number(id.split("~")[0].split("-").slice(3).join("-"));
}
