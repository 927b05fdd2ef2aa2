// Sets the theme before anything is painted; the header's button changes it later.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("turnbench-theme");
  } catch {
    // Storage can be forbidden; the system's theme is right then.
  }
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : system;
})();
