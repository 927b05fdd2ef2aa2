// @ts-check
/** Files dropped anywhere on the page. */

import { h } from "../rails/dom.js";

/** Take what is dropped; while files hang over the page, say so. */
export function takeDrops({ root, onFiles, signal }) {
  const hint = h("div", { class: "drop-hint", popover: "manual" }, h("p", {}, "Drop predictions.json or a probabilities file"));
  root.append(hint);
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  const hide = () => hint.matches(":popover-open") && hint.hidePopover();
  const over = (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    if (!hint.matches(":popover-open")) hint.showPopover();
  };
  const leave = (event) => {
    if (event.relatedTarget === null) hide();
  };
  const drop = (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    hide();
    onFiles([...event.dataTransfer.files]);
  };
  for (const [name, listener] of Object.entries({ dragenter: over, dragover: over, dragleave: leave, drop })) {
    document.addEventListener(name, /** @type {EventListener} */ (listener), { signal });
  }
}
