// @ts-check
/** Ids of events, `TASK-SPEAKER-KIND-TIME`, as Python writes them: they are made where they are needed, not sent. */

/** A number as Python writes it: always with a fraction or an exponent. */
export function pythonNumber(value) {
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e16) {
    const [digits, exponent] = value.toExponential().split("e");
    return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** Ids of all events of a kind (`p`, `n`, `d`) of one speaker (0, 1); equal times are told apart by `~2`, `~3`. */
export function eventIds(task, speaker, kind, times) {
  const head = `${task}-${speaker + 1}-${kind}-`;
  let same = 1;
  return Array.from(times, (time, i) => {
    same = i > 0 && times[i - 1] === time ? same + 1 : 1;
    return same === 1 ? head + pythonNumber(time) : `${head}${pythonNumber(time)}~${same}`;
  });
}
