"""The timeline of one dialogue: Panel's face of the canvas component in `viewer/static/timeline`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent

MESSAGES = frozenset({"select", "task", "model", "view"})
"""The messages a timeline sends; anything else did not come from it."""

STATIC = Path(__file__).resolve().parents[1] / "static"

# Modules and style sheet are asked for as soon as Panel has read this source, before the first layout.
LOADER = """
const base = location.origin + location.pathname.replace(/\\/+$/, "");
const styles = fetch(`${base}/static/timeline/timeline.css`).then((response) => response.text());
const loading = import(`${base}/static/timeline/component.js`);

export function render({ model }) {
  const container = document.createElement("div");
  container.className = "timeline";
  let isRemoved = false;
  let dispose = null;
  model.on("remove", () => { isRemoved = true; dispose?.(); });
  model.on("after_render", async () => {
    if (dispose || isRemoved) return;
    dispose = () => {};
    try {
      const { mount } = await loading;
      dispose = await mount(container, model, base, await styles);
    } catch (error) {
      container.textContent = "The timeline could not be loaded. Reload the page to try again.";
      throw error;
    }
    if (isRemoved) dispose();
  });
  return container;
}
"""


def module_files() -> list[str]:
    """Return the timeline's modules under ``static/``, for a page that asks for all of them at once."""
    return sorted(f"timeline/{path.name}" for path in (STATIC / "timeline").glob("*.js"))


class Timeline(JSComponent):
    """Draw, play and explore one dialogue on one time axis.

    Parameters hold the JSON texts of `docs/architecture.md`; an empty text means that there is nothing
    to show. `on_message` is called with every valid message of the browser.
    """

    dialogue = param.String(default="", doc="The dialogue text: tracks, speakers, media.")
    gold = param.String(default="", doc="The gold text: consensus events and excluded intervals.")
    verdicts = param.String(default="", doc="The verdicts text: one entry per model.")
    task = param.String(default="eot", doc="The active task.")
    view = param.String(default="", doc="The range to show, with a nonce.")
    selection = param.String(default="", doc="The event to centre, highlight and perhaps play, with a nonce.")

    _esm = LOADER

    def __init__(self, *, on_message: Callable[[dict[str, Any]], None] | None = None, **params: Any) -> None:
        params.setdefault("sizing_mode", "stretch_both")
        super().__init__(**params)
        self._on_message = on_message

    def _handle_msg(self, data: Any) -> None:
        """Forward a message whose type is known; drop anything else."""
        if self._on_message is None or not isinstance(data, dict) or data.get("type") not in MESSAGES:
            return
        self._on_message(data)
