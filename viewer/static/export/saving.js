// @ts-check
/** Hands a file to the browser's downloads. */

const FREE_AFTER_MS = 60000;

/** Save content under a name. */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the address after this turn, and a large file for a while.
  setTimeout(() => URL.revokeObjectURL(link.href), FREE_AFTER_MS);
}
