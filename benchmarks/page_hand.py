"""A hand on the timeline: zoom, pan, playhead and hover, in main-thread milliseconds for each frame."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from playwright.sync_api import Browser, Page

from benchmarks.page_frames import Costs, frame_costs
from benchmarks.page_sites import PAINTED, PATIENCE_MS, VIEWPORT, Site
from benchmarks.tables import Figure, measured
from tests.servers import Server

FRAMES = 120
WARM_UP_FRAMES = 30
EMPTY_S = 720.0
SPANS_S = (3_600.0, 600.0, 60.0, 18.0)
BARS_MS = {
    "12 min": {"zoom": (8, 10), "pan": (11, 10)},
    "2 h": {"zoom": (11, 14), "pan": (14, 14)},
}
PLAYHEAD_MS = 1.0
QUIET_MS = 2_000
HOVER_MS = 3.0

_CANVAS = """
const main = [...document.querySelectorAll(".page-timeline *")].find((one) => one.shadowRoot).shadowRoot;
const canvas = main.querySelector("canvas[aria-label='Timeline of the dialogue']");
const box = canvas.getBoundingClientRect();
const place = { clientX: box.left + box.width / 2, clientY: box.top + 40 };
const at = { bubbles: true, cancelable: true, composed: true, ...place };
"""
# In and out again around the middle, a notch in each frame.
ZOOM = f"""{_CANVAS}
const deltaY = step % 60 < 30 ? -60 : 60;
canvas.dispatchEvent(new WheelEvent("wheel", {{ ...at, deltaY, ctrlKey: true }}));
"""
# There and back again, eight pixels in each frame.
PAN = f"""{_CANVAS}
const deltaY = step % 60 < 30 ? 8 : -8;
canvas.dispatchEvent(new WheelEvent("wheel", {{ ...at, deltaY, shiftKey: true }}));
"""
# Along the lanes of the first speaker's decisions, eleven pixels in each frame.
HOVER = f"""{_CANVAS}
const lane = window.turnbenchTimeline.state().lanes.find((one) => one.kind === "decisions");
const clientX = box.left + 20 + ((step * 11) % (box.width - 40));
const clientY = box.top + lane.y + lane.height / 2;
canvas.dispatchEvent(new PointerEvent("pointermove", {{ ...at, clientX, clientY }}));
"""


class Wire:
    """What a page asks of the server: requests, and messages over its websocket."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        page.on("request", lambda request: self._note(request.url))
        page.on("websocket", lambda socket: socket.on("framesent", lambda _: self.asked.append("a message")))

    def _note(self, url: str) -> None:
        if url.startswith("http"):
            self.asked.append(url)


def measure_hand(browser: Browser, site: Site) -> Iterator[Figure]:
    """Measure a page of a size, and an empty one beside it."""
    full, wire = _opened(browser, site.full)
    empty, _ = _opened(browser, site.empty)
    bars = BARS_MS[site.size.name]
    duration_s = site.size.duration_s
    full.wait_for_timeout(QUIET_MS)
    wire.asked.clear()
    zoom = _costs(full, ZOOM, 0, duration_s)
    yield _figure(
        "zoom, main thread per frame, mean and p95", zoom, _costs(empty, ZOOM, 0, EMPTY_S), bars["zoom"]
    )
    spans = [span for span in SPANS_S if span < duration_s]
    pans = [_costs(full, PAN, (duration_s - span) / 2, (duration_s + span) / 2) for span in spans]
    worst = max(pans, key=lambda costs: float(np.mean(costs)))
    beside = _costs(empty, PAN, EMPTY_S / 4, EMPTY_S / 2)
    yield _figure("pan, main thread per frame, mean and p95", worst, beside, bars["pan"])
    asked = [one for one in wire.asked if "/pcm" not in one]
    yield measured("zoom and pan, requests to the server", (len(asked),), (0,), unit="")
    yield from _playhead(full)
    yield _hover(full)
    full.context.close()
    empty.context.close()


def _opened(browser: Browser, server: Server) -> tuple[Page, Wire]:
    page = browser.new_context(viewport=VIEWPORT).new_page()  # type: ignore[arg-type]  # a plain dict is taken
    page.set_default_timeout(PATIENCE_MS)
    wire = Wire(page)
    page.goto(server.url)
    page.wait_for_function(PAINTED)
    return page, wire


def _costs(page: Page, source: str, start_s: float, end_s: float) -> Costs:
    page.evaluate(f"window.turnbenchTimeline.setView({start_s}, {end_s})")
    frame_costs(page, source, WARM_UP_FRAMES)
    page.evaluate(f"window.turnbenchTimeline.setView({start_s}, {end_s})")
    return frame_costs(page, source, FRAMES)


def _figure(what: str, costs: Costs, beside: Costs, bars: tuple[float, float]) -> Figure:
    values = (float(np.mean(costs)), float(np.percentile(costs, 95)))
    return measured(what, values, bars, times=values[0] / float(np.mean(beside)))


def _playhead(page: Page) -> Iterator[Figure]:
    """Yield what a moving playhead adds to the frames of a pan."""
    page.evaluate("window.turnbenchTimeline.seek(105)")
    still = _costs(page, PAN, 100, 220)
    page.keyboard.press("Space")
    page.wait_for_function("() => window.turnbenchTimeline.state().playing")
    moving = _costs(page, PAN, 100, 220)
    page.keyboard.press("Space")
    added = max(0.0, float(np.mean(moving) - np.mean(still)))
    yield measured("playhead on top, added to a frame of a pan, mean", (added,), (PLAYHEAD_MS,))


def _hover(page: Page) -> Figure:
    """Return what a move of the mouse costs beyond a frame in which the same state is only read."""
    page.evaluate("window.turnbenchTimeline.setView(100, 160)")
    read = HOVER.rsplit("canvas.dispatchEvent", 1)[0]
    beside = frame_costs(page, read, FRAMES)
    costs = frame_costs(page, HOVER, FRAMES) - float(np.mean(beside))
    return measured("hover, per mouse move, mean", (float(np.mean(costs)),), (HOVER_MS,))
