"""The corpus page in a browser: from the hand to the figures, over 38 dialogues."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from benchmarks.page_sites import busy_ms, opened, processor_clock
from benchmarks.tables import MS_PER_S, Figure, below
from tests.browsers import chromium_arguments, find_chromium
from tests.servers import serving

OPEN_LIMIT_MS = 1000
FILTER_LIMIT_MS = 150
OPENINGS = 5
FILTERS = 20

# Bokeh has finished when everything is laid out and painted; then one more frame brings it to the screen.
PAINTED = """
const drawn = () => {
  const [document] = Bokeh.documents;
  const plots = NAMES.map((name) => document.get_model_by_name(`corpus-${name}`));
  return plots.every((plot) => plot && Bokeh.index.find_one(plot)?.has_finished());
};
const deep = (root, selector) => {
  const found = root.querySelector(selector);
  const inner = [...root.querySelectorAll("*")].map((one) => one.shadowRoot).filter(Boolean);
  return found ?? inner.map((one) => deep(one, selector)).find(Boolean);
};
const part = (selector) => deep(document.querySelector(".page-pages"), selector);
""".replace("NAMES", '["transfers", "pauses", "turns", "takes", "gold_pauses", "goes_on"]')
OPEN = f"""
async () => {{
  {PAINTED}
  const heads = [...document.querySelectorAll(".page-header *")].find((one) => one.shadowRoot).shadowRoot;
  const start = performance.now();
  heads.querySelector("a[href*='page=corpus']").click();
  for (;;) {{
    await new Promise(requestAnimationFrame);
    if (drawn() && part("section[aria-label=Agreement]") && part("select[aria-label=Type]")) break;
  }}
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}}
"""
FILTER = f"""
async ([name]) => {{
  {PAINTED}
  const choice = part("select[aria-label=Type]");
  const bars = Bokeh.documents[0].get_model_by_name("corpus-goes_on").renderers[0].data_source;
  const before = bars.data;
  const start = performance.now();
  choice.value = name;
  choice.dispatchEvent(new Event("change", {{ bubbles: true }}));
  for (;;) {{
    await new Promise(requestAnimationFrame);
    if (bars.data !== before && !choice.isConnected) break;
  }}
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}}
"""


def measure_in_browser(cases: Path, folder: Path, types: tuple[str, ...]) -> Iterator[Figure]:
    """Measure opening the page, and another type, in a headless browser; the server is warm."""
    environment = {"TURNBENCH_DATA": str(cases), "TURNBENCH_CACHE": str(folder / "cache")}
    with serving(folder / "server.log", environment=environment) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=chromium_arguments())
        times: list[float] = []
        busy: list[float] = []
        whole: list[float] = []
        for _ in range(OPENINGS + 1):
            start = time.perf_counter()
            page = opened(browser, server)
            whole.append((time.perf_counter() - start) * MS_PER_S)
            clock = processor_clock(page)
            before = busy_ms(clock)
            times.append(page.evaluate(OPEN))
            busy.append(busy_ms(clock) - before)
            changes = _filters(page, types) if len(times) > OPENINGS else []
            page.context.close()
        browser.close()
    yield below(
        "in a browser: from the click to the painted page, warm, p50",
        float(np.median(times[1:])),
        OPEN_LIMIT_MS,
    )
    ratio = float(np.median(times[1:]) / np.median(whole[1:]))
    yield Figure("the same, over opening the Explore page cold in the same run", f"{ratio:.2f} times")
    yield Figure("the same, work of the page's main thread, p50", f"{np.median(busy[1:]):.0f} ms")
    yield below(
        "in a browser: from another type to painted figures, p95",
        float(np.percentile(changes, 95)),
        FILTER_LIMIT_MS,
    )


def _filters(page: Page, types: tuple[str, ...]) -> list[float]:
    return [page.evaluate(FILTER, [types[step % len(types)]]) for step in range(FILTERS)]
