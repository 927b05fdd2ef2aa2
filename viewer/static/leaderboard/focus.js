// @ts-check
/** Keeps the focus where it was while a part of the page is drawn anew. */

/** Draw; then focus the element with the same `data-key` as the one that was focused. */
export function keepFocus(root, draw) {
  const key = root.getRootNode().activeElement?.dataset?.key;
  draw();
  if (!key) return;
  const again = [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  again?.focus({ preventScroll: true });
}
