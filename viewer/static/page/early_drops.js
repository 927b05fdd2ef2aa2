// Holds files that are dropped before the panel that takes them is there: the browser would leave the page for them.
(() => {
  const life = new AbortController();
  const held = [];
  const prevent = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (event.type === "drop") held.push(...event.dataTransfer.files);
  };
  for (const name of ["dragover", "drop"]) document.addEventListener(name, prevent, { signal: life.signal });
  /** Hands the files over, and all later ones to whoever asks. */
  window.turnbenchDropped = () => {
    life.abort();
    return held.splice(0);
  };
})();
