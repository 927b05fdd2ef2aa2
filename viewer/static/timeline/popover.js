// @ts-check
/** A panel below a button: opened by it, closed by Escape, a press elsewhere or the button again. */

/**
 * Tie a panel to its button. Returns `{open(), close(), isOpen}`.
 * @param {HTMLElement} opener
 * @param {HTMLElement} panel
 * @param {{onOpen?: () => void, signal: AbortSignal}} options
 */
export function popover(opener, panel, { onOpen = () => {}, signal }) {
  let focusedBefore = null;
  panel.hidden = true;
  opener.setAttribute("aria-haspopup", "dialog");
  opener.setAttribute("aria-expanded", "false");
  const close = () => {
    if (panel.hidden) return;
    const focused = panel.getRootNode().activeElement;
    const hadFocus = panel.contains(focused);
    panel.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    if (!hadFocus) return;
    // Back to where the user came from; where nothing was focused, Space means play again.
    if (focusedBefore?.isConnected) focusedBefore.focus();
    else focused.blur();
  };
  const open = () => {
    focusedBefore = panel.getRootNode().activeElement;
    panel.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    onOpen();
  };
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  const onPress = (event) => {
    const path = event.composedPath();
    if (!path.includes(panel) && !path.includes(opener)) close();
  };
  document.addEventListener("pointerdown", onPress, { capture: true, signal });
  return { open, close, get isOpen() { return !panel.hidden; } };
}
