// Sets the theme before anything is painted; the header's button changes it later.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("turnbench-theme");
  } catch {
    // Storage can be forbidden; the system's theme is right then.
  }
  const prefers = (what) => matchMedia(`(prefers-${what})`).matches;
  const tone = prefers("color-scheme: dark") ? "dark" : "light";
  const isContrast = chosen === "contrast" || (chosen !== "light" && chosen !== "dark" && prefers("contrast: more"));
  const isFixed = chosen === "light" || chosen === "dark";
  document.documentElement.dataset.theme = isFixed ? chosen : isContrast ? `contrast-${tone}` : tone;
})();
