// @ts-check
/**
 * What the address became while the page was being left. A reload asks for the address from before that, so that it
 * is handed over to the page that comes next in this tab.
 */

const NAME = "turnbench-left";

/** Hand over that the query `from` became `to`. */
export function handOver(from, to, storage = sessionStorage) {
  if (from === to) return;
  try {
    storage.setItem(NAME, JSON.stringify({ from, to }));
  } catch {
    // Storage can be forbidden or full: the last half second is lost.
  }
}

/** The query to begin with: `search`, or what it had become when this page was reloaded. */
export function takeOver(search, isReload, storage = sessionStorage) {
  try {
    const { from, to } = JSON.parse(storage.getItem(NAME) ?? "{}");
    storage.removeItem(NAME);
    return isReload && from === search && typeof to === "string" ? to : search;
  } catch {
    return search;
  }
}

/** Whether this page is a reload of the one before. */
export function isReloaded() {
  return performance.getEntriesByType("navigation")[0]?.type === "reload";
}
