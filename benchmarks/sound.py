"""From a click on a playlist row to the centred view and the first sample of sound, in headless Chromium."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page, sync_playwright

from benchmarks.dialogues import write_corpus
from benchmarks.tables import Figure, below
from tests.browsers import chromium_arguments, find_chromium
from tests.servers import serving

SEED = 7
DIALOGUE_S = 720.0
RATE_HZ = 48_000
CLICKS = 40
PATIENCE_MS = 120_000
VIEWPORT = {"width": 1600, "height": 1000}
PAINTED = "() => window.turnbenchTimeline?.state().loaded"

# The recorder says of every block of the output whether there is any sound in it.
LISTEN = """
async () => {
  const { context, output } = window.turnbenchTimeline.audioNodes;
  const source = `registerProcessor("listener", class extends AudioWorkletProcessor {
    process([input]) {
      this.port.postMessage(input.some((channel) => channel.some((value) => value !== 0)));
      return true;
    }
  });`;
  await context.resume();
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const node = new AudioWorkletNode(context, "listener", { numberOfOutputs: 0, channelCount: 2 });
  output.connect(node);
  window.listened = { isLoud: false, since: 0 };
  node.port.onmessage = ({ data }) => {
    if (data && !listened.isLoud) listened.since = performance.now();
    listened.isLoud = data;
  };
}
"""

# Click a row that is not selected, with silence before: milliseconds to the frame with the event in the
# middle, to the first block with sound, and, for comparison, one empty animation frame.
CLICK = """
async ([number]) => {
  const timeline = window.turnbenchTimeline;
  const frame = () => new Promise(requestAnimationFrame);
  timeline.pause();
  while (listened.isLoud) await frame();
  await frame();
  const idle = performance.now();
  await frame();
  const empty = performance.now() - idle;
  const list = [...document.querySelectorAll(".page-playlist *")].find((one) => one.shadowRoot).shadowRoot;
  const rows = list.querySelectorAll("[role=option]:not([aria-selected=true])");
  const { drawn, selected } = timeline.state();
  const start = performance.now();
  rows[number % rows.length].click();
  let centred = 0;
  for (;;) {
    await frame();
    const now = timeline.state();
    const middle = (now.view.start_s + now.view.end_s) / 2;
    const isOther = now.selected !== selected && now.drawn > drawn;
    const isCentred = isOther && Math.abs(middle - now.selected_event.time) < 0.01;
    if (isCentred && !centred) centred = performance.now() - start;
    if (centred && listened.isLoud) return { centred, sound: listened.since - start, empty };
  }
}
"""


def measure() -> Iterator[Figure]:
    """Measure clicks on rows of the playlist; the sound starts anew at each."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        manifest = write_corpus(
            folder, np.random.default_rng(SEED), count=1, duration_s=DIALOGUE_S, rate_hz=RATE_HZ
        )
        environment = {"TURNBENCH_DATA": str(manifest), "TURNBENCH_CACHE": str(folder / "cache")}
        server = stack.enter_context(serving(folder / "server.log", environment=environment))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=chromium_arguments())
        stack.callback(browser.close)
        page = browser.new_context(viewport=VIEWPORT).new_page()  # type: ignore[arg-type]  # a plain dict is taken
        page.set_default_timeout(PATIENCE_MS)
        page.goto(server.url)
        page.wait_for_function(PAINTED)
        yield from _clicks(page)


def _clicks(page: Page) -> Iterator[Figure]:
    page.evaluate(LISTEN)
    clicks: list[dict[str, Any]] = [page.evaluate(CLICK, [3 * number + 1]) for number in range(CLICKS + 2)][
        2:
    ]
    centred, sound, empty = (
        np.array([click[name] for click in clicks]) for name in ("centred", "sound", "empty")
    )
    both = np.maximum(centred, sound)
    yield Figure("an empty animation frame, p50 and p95", _told(empty))
    yield Figure("click on a playlist row to the centred view, p50 and p95", _told(centred))
    yield Figure("click on a playlist row to the first sample, p50 and p95", _told(sound))
    yield below(f"row to centred view and sound, p95 of {CLICKS}", float(np.percentile(both, 95)), 150)


def _told(values: np.ndarray[Any, np.dtype[np.float64]]) -> str:
    p50, p95 = np.percentile(values, (50, 95))
    return f"{p50:.0f}, {p95:.0f} ms"
