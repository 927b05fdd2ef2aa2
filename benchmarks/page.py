"""The Explore page at 12 minutes and at two hours, four models each, in headless Chromium."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.page_changes import measure_changes, measure_openings
from benchmarks.page_corpus import TWELVE_MINUTES, TWO_HOURS, Size
from benchmarks.page_hand import measure_hand
from benchmarks.page_memory import measure_heap, measure_sessions
from benchmarks.page_sites import Site, opened, serving_site
from benchmarks.tables import Figure
from tests.browsers import chromium_arguments, find_chromium

SIZES = (TWELVE_MINUTES, TWO_HOURS)


def measure() -> Iterator[Figure]:
    """Measure every figure of the page at both lengths."""
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            yield from measure_size(Path(folder) / size.name, size)


def measure_size(folder: Path, size: Size) -> Iterator[Figure]:
    """Measure every figure of the page at one length."""
    with serving_site(folder, size) as site:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=chromium_arguments())
            for figure in _figures(browser, site):
                yield figure.of(size.name)
            browser.close()
        # Outside: the browser's driver holds the thread's event loop.
        for figure in measure_sessions(site):
            yield figure.of(size.name)


def _figures(browser: Browser, site: Site) -> Iterator[Figure]:
    yield from measure_openings(browser, site)
    yield from measure_hand(browser, site)
    page = opened(browser, site.full)
    yield from measure_changes(page, site)
    yield measure_heap(page, site)
    page.context.close()
