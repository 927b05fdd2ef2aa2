"""Servers, browsers and pages of the page's figures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.dialogues import write_empty_corpus
from benchmarks.page_corpus import Size, write_corpus
from tests.servers import Server, serving

SEED = 12
DIALOGUES = 3
VIEWPORT = {"width": 1600, "height": 1000}
PATIENCE_MS = 120_000.0
PAINTED = "() => { const s = window.turnbenchTimeline?.state(); return s && s.loaded ? s.painted_at : null; }"
BYTES_PER_MB = 2**20
# A page may take seconds to connect on a busy machine; Bokeh's own 15 s and 17 s only take longer.
QUICK_TO_FORGET = ("--unused-session-lifetime", "5000", "--check-unused-sessions", "500")


@dataclass(frozen=True)
class Site:
    """Two warm servers: one with an empty dialogue, one with dialogues of the size at hand."""

    size: Size
    empty: Server
    full: Server


@contextmanager
def serving_site(folder: Path, size: Size) -> Iterator[Site]:
    """Write the corpora of a size and serve them until the block ends."""
    folder.mkdir()
    manifest = write_corpus(folder / "full", np.random.default_rng(SEED), size, count=DIALOGUES)
    (folder / "empty").mkdir()
    cache = str(folder / "cache")
    environments = [
        {"TURNBENCH_DATA": str(path), "TURNBENCH_CACHE": cache, "PANEL_LOG_LEVEL": "INFO"}
        for path in (write_empty_corpus(folder / "empty"), manifest)
    ]
    with (
        serving(folder / "empty.log", environment=environments[0]) as empty,
        serving(folder / "full.log", environment=environments[1], arguments=QUICK_TO_FORGET) as full,
    ):
        yield Site(size, empty, full)


def opened(browser: Browser, server: Server) -> Page:
    """Open a page with a cold browser cache, and wait until its dialogue is painted whole."""
    page = browser.new_context(viewport=VIEWPORT).new_page()  # type: ignore[arg-type]  # a plain dict is taken
    page.set_default_timeout(PATIENCE_MS)
    page.goto(server.url)
    page.wait_for_function(PAINTED)
    return page


def processor_clock(page: Page) -> CDPSession:
    """Return a session whose `busy_ms` counts the processor time of the page's main thread."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


def busy_ms(session: CDPSession) -> float:
    """Return how long the main thread has worked so far, milliseconds."""
    return _metric(session, "TaskDuration") * 1000


def heap_mb(page: Page) -> float:
    """Return what the page's JavaScript holds after a collection, MB."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    return _metric(session, "JSHeapUsedSize") / BYTES_PER_MB


def _metric(session: CDPSession, name: str) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == name)
