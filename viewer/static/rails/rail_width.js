// @ts-check
/** The left rail as a strip: the page gives it the width, hovering or focusing it lays it over the page. */

import { fold, isFolded } from "../page/folds.js";
import { hear, set } from "./dom.js";

const STRIP_PX = 120;
const phone = matchMedia("(max-width: 719px)");

/**
 * Keep the rail in step with the width that the page gives it. Folding is the page's: its grid narrows the column,
 * and a narrow rail becomes a strip.
 */
export function keepRailWidth(root, toggle, signal) {
  const host = root.getRootNode().host;
  const isStrip = () => phone.matches || host.clientWidth < STRIP_PX;
  const observer = new ResizeObserver(() => show());
  const show = () => {
    root.classList.toggle("is-strip", isStrip());
    set(toggle, "aria-expanded", String(!isStrip() || root.classList.contains("is-pinned")));
    const name = isStrip() && !root.classList.contains("is-pinned") ? "Keep the list open" : "Fold the list";
    set(toggle, "aria-label", name);
    set(toggle, "title", `${name} (\\)`);
  };
  observer.observe(host);
  signal.addEventListener("abort", () => observer.disconnect());
  const flip = () => {
    const wasFolded = isFolded("left");
    if (wasFolded) fold("left", false);
    // In a window too narrow for the rail it stays a strip; then it is pinned open over the page.
    if (isStrip()) root.classList.toggle("is-pinned");
    else if (!wasFolded) fold("left", true);
    if (isFolded("left") && !phone.matches) root.classList.remove("is-pinned");
    show();
  };
  toggle.addEventListener("click", flip, { signal });
  root.querySelector(".strip-label")?.addEventListener("click", flip, { signal });
  root.addEventListener("click", (event) => {
    // On a phone the list lies over the page: whoever has chosen wants to see the page.
    if (phone.matches && event.target.closest("[role=option]")) root.classList.remove("is-pinned");
  }, { signal });
  hear("rail-toggle", signal, flip);
}
