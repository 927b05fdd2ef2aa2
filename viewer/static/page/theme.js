// Sets the theme before anything is painted; the header's button changes it later.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("turnbench-theme");
  } catch {
    // Storage can be forbidden; the system's theme is right then.
  }
  const has = (what) => matchMedia(`(${what})`).matches;
  const tone = has("prefers-color-scheme: dark") ? "dark" : "light";
  const isForced = has("forced-colors: active");
  const isFixed = !isForced && (chosen === "light" || chosen === "dark");
  const isContrast = isForced || chosen === "contrast" || has("prefers-contrast: more");
  document.documentElement.dataset.theme = isFixed ? chosen : isContrast ? `contrast-${tone}` : tone;
})();
