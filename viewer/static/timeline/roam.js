// @ts-check
/** Groups of many controls that are one stop of Tab: the arrows, Home and End go from one to the other. */

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Make a group of buttons one stop of Tab; call `settle()` after other buttons came in. */
export function roam(group) {
  const stops = () => [...group.querySelectorAll("button")];
  const stopAt = (stop) => {
    for (const one of stops()) one.tabIndex = one === stop ? 0 : -1;
  };
  const settle = () => {
    const all = stops();
    stopAt(all.find((one) => one.tabIndex === 0 && one.matches(":focus")) ?? all[0]);
  };
  group.addEventListener("keydown", (event) => {
    const all = stops();
    const at = all.indexOf(event.target);
    const to = { Home: 0, End: all.length - 1 }[event.key] ?? (event.key in STEPS ? at + STEPS[event.key] : null);
    if (to === null || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[(to + all.length) % all.length].focus();
  });
  group.addEventListener("focusin", (event) => stopAt(event.target));
  settle();
  return settle;
}
