// Whose turn it is: parts of Explore that another page hides are made when they are shown, or once that page had
// time to be drawn. Nobody waits for them, and whoever opened a leaderboard waits for nothing else.
(() => {
  const REST_MS = 1500;
  /** Null for a part that is seen now; else what is settled when its turn has come. */
  window.turnbenchTurn = (selector) => {
    const part = document.querySelector(selector);
    // On a phone a part has no box of its own, so that its style is asked, not its box.
    const isSeen = () => getComputedStyle(part).visibility !== "hidden";
    if (!part || isSeen()) return null;
    return new Promise((done) => {
      const watch = new MutationObserver(() => isSeen() && end());
      const end = () => {
        watch.disconnect();
        done();
      };
      watch.observe(document.documentElement, { attributeFilter: ["data-page"] });
      setTimeout(end, REST_MS);
    });
  };
})();
