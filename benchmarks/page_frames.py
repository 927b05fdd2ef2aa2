"""What one frame costs the page's main thread: from a trace, task by task."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt
from playwright.sync_api import Page

Costs = npt.NDArray[np.float64]
Event = dict[str, Any]

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "toplevel"]
MARK = "bench-frame"
TASK = "RunTask"
US_PER_MS = 1000.0

# Act once in each animation frame; the mark stands where the frame's share of the trace begins.
_FRAMES = """
async ([steps, source]) => {
  const act = new Function("step", source);
  for (let step = 0; step <= steps; step += 1) {
    await new Promise(requestAnimationFrame);
    performance.mark("bench-frame");
    if (step < steps) act(step);
  }
}
"""


def frame_costs(page: Page, source: str, steps: int) -> Costs:
    """Return the milliseconds that each frame keeps the main thread busy: scripts, style, layout, paint.

    Parameters
    ----------
    page
        The page.
    source
        Body of a JavaScript function of ``step`` that is called once in each frame.
    steps
        How many frames to measure.

    Returns
    -------
    array
        Processor time of the main thread where the trace has it, else elapsed time; shape ``(steps,)``.
    """
    browser = page.context.browser
    if browser is None:
        raise ValueError("page: expected one of a launched browser, found a persistent context")
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate(_FRAMES, [steps, source])
    events: list[Event] = json.loads(browser.stop_tracing())["traceEvents"]
    marks = [event for event in events if event.get("name") == MARK]
    thread = (marks[0]["pid"], marks[0]["tid"])
    edges = np.array(sorted(event["ts"] for event in marks))
    tasks = [
        event
        for event in events
        if event.get("name") == TASK and (event["pid"], event["tid"]) == thread and event.get("ph") == "X"
    ]
    costs = np.zeros(steps)
    for task in tasks:
        # A mark lies inside its task: what runs on until the next one is its frame.
        frame = int(np.searchsorted(edges, task["ts"] + task["dur"], side="right")) - 1
        if 0 <= frame < steps:
            costs[frame] += float(task["tdur"] if "tdur" in task else task["dur"]) / US_PER_MS
    return costs
