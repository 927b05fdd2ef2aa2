// @ts-check
/** What this browser remembers of a user's choices; one that keeps nothing works all the same. */

/** The remembered text, or null. */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remember a text for the next visit. */
export function remember(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Storage can be forbidden or full: the choice holds until the page is left.
  }
}
