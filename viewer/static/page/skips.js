// @ts-check
/** The first stops of Tab: past header and rails, to the timeline or the playlist. */

for (const button of document.querySelectorAll("[data-skip]")) {
  button.addEventListener("click", () => {
    const target = /** @type {HTMLElement} */ (document.querySelector(button.getAttribute("data-skip") ?? ""));
    target.focus();
  });
}
