"""The Explore page with a 12-minute dialogue and two models, in headless Chromium."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.dialogues import write_corpus, write_empty_corpus
from benchmarks.tables import Figure, below
from tests.browsers import chromium_arguments, find_chromium
from tests.servers import Server, serving

SEED = 12
DIALOGUE_S = 720.0
RATE_HZ = 48_000
OPENINGS = 15
SWITCHES = 20
CHANGES = 40
ZOOM_STEPS = 120
VIEWPORT = {"width": 1600, "height": 1000}

PAINTED = "() => { const s = window.turnbenchTimeline?.state(); return s && s.loaded ? s.painted_at : null; }"

# From the click on a row of the dialogue list to the frame in which the other dialogue is painted whole.
SWITCH = """
async () => {
  const before = window.turnbenchTimeline.state().dialogue;
  const list = [...document.querySelectorAll(".page-dialogues *")].find((one) => one.shadowRoot).shadowRoot;
  const row = list.querySelector("[role=option]:not([aria-selected=true])");
  const start = performance.now();
  row.click();
  for (;;) {
    await new Promise(requestAnimationFrame);
    const state = window.turnbenchTimeline.state();
    if (state.dialogue !== before && state.loaded) return state.painted_at - start;
  }
}
"""

# From a slider's input to the frame after both the card and the timeline have drawn the new numbers.
CHANGE = """
async ([value]) => {
  const card = [...document.querySelectorAll(".page-card *")].find((one) => one.shadowRoot).shadowRoot;
  const slider = card.querySelectorAll("input[type=range]")[1];
  const buttons = [...card.querySelectorAll("button")];
  const count = () => buttons.map((one) => one.getAttribute("aria-label")).join();
  const before = count();
  const frames = window.turnbenchTimeline.state().drawn;
  const start = performance.now();
  slider.value = value;
  slider.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  for (;;) {
    await new Promise(requestAnimationFrame);
    if (count() !== before && window.turnbenchTimeline.state().drawn !== frames) break;
  }
  await new Promise((done) => setTimeout(done, 0));
  return performance.now() - start;
}
"""

# Wheel events, one per animation frame: in and out around the middle.
ZOOM = """
async ([steps]) => {
  const main = [...document.querySelectorAll(".page-timeline *")].find((one) => one.shadowRoot).shadowRoot;
  const canvas = main.querySelector("canvas[aria-label='Timeline of the dialogue']");
  const box = canvas.getBoundingClientRect();
  const place = { clientX: box.left + box.width / 2, clientY: box.top + 40 };
  const at = { ...place, bubbles: true, cancelable: true, composed: true };
  for (let step = 0; step < steps; step += 1) {
    const deltaY = step % 60 < 30 ? -60 : 60;
    canvas.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY, ctrlKey: true }));
    await new Promise(requestAnimationFrame);
  }
}
"""


def measure() -> Iterator[Figure]:
    """Measure opening, switching, a parameter's way to the screen, and zooming."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = _start(stack, folder)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=chromium_arguments())
        stack.callback(browser.close)
        yield from _openings(browser, *servers)
        page = _opened(browser, servers[1])
        yield from _in_the_page(page)


def _start(stack: ExitStack, folder: Path) -> tuple[Server, Server]:
    """Serve an empty dialogue and the corpus of 12-minute dialogues, each from a warm process."""
    full, empty = folder / "full", folder / "empty"
    full.mkdir()
    empty.mkdir()
    manifest = write_corpus(
        full, np.random.default_rng(SEED), count=3, duration_s=DIALOGUE_S, rate_hz=RATE_HZ
    )
    places = {"empty": write_empty_corpus(empty), "full": manifest}
    environments = {
        name: {"TURNBENCH_DATA": str(path), "TURNBENCH_CACHE": str(folder / "cache")}
        for name, path in places.items()
    }
    servers = [
        stack.enter_context(serving(folder / f"{name}.log", environment=environment))
        for name, environment in environments.items()
    ]
    return servers[0], servers[1]


def _opened(browser: Browser, server: Server) -> Page:
    page = browser.new_context(viewport=VIEWPORT).new_page()  # type: ignore[arg-type]  # a plain dict is taken
    page.goto(server.url)
    page.wait_for_function(PAINTED)
    return page


def _paint_ms(browser: Browser, server: Server) -> float:
    """Open a page with a cold browser cache; return when it was painted whole since navigation."""
    page = _opened(browser, server)
    painted = float(page.evaluate(PAINTED))
    page.context.close()
    return painted


def _openings(browser: Browser, empty: Server, full: Server) -> Iterator[Figure]:
    for server in (empty, full):
        for _ in range(2):
            _paint_ms(browser, server)
    pairs = np.array([[_paint_ms(browser, empty), _paint_ms(browser, full)] for _ in range(OPENINGS)])
    shell, whole = np.median(pairs, axis=0).tolist()
    yield Figure("page with an empty dialogue, cold page on a warm server, p50", f"{shell:.0f} ms")
    yield Figure("page with 12 minutes, two models, likewise", f"{whole:.0f} ms ({whole / shell:.2f} times)")
    yield below("first complete paint over the empty page", whole - shell, 500)


def _in_the_page(page: Page) -> Iterator[Figure]:
    switches = [page.evaluate(SWITCH) for _ in range(SWITCHES + 2)][2:]
    yield below("switching the dialogue, p50", float(np.median(switches)), 300)
    page.evaluate("window.turnbenchTimeline.setView(300, 330)")
    page.get_by_text("Protocol").first.click()
    # From strict to lax and back, so that every change moves the counts that the bench waits for.
    values = [f"{(0.5, 2.5)[step % 2] + 0.1 * (step // 2 % 10):.1f}" for step in range(CHANGES + 3)]
    changes = [page.evaluate(CHANGE, [value]) for value in values][3:]
    yield below(f"a parameter to the screen, p95 of {len(changes)}", float(np.percentile(changes, 95)), 100)
    yield _zoom(page)


def _zoom(page: Page) -> Figure:
    """Return the mean time the main thread is busy for a frame of zooming: scripts, style, layout, paint."""
    page.evaluate("window.turnbenchTimeline.setView(0, 720)")
    page.evaluate(ZOOM, [20])
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = _busy_s(session.send("Performance.getMetrics"))
    page.evaluate(ZOOM, [ZOOM_STEPS])
    busy_s = _busy_s(session.send("Performance.getMetrics")) - before
    return below("zooming 12 minutes, main thread per frame, mean", busy_s * 1000 / ZOOM_STEPS, 12)


def _busy_s(metrics: dict[str, list[dict[str, float | str]]]) -> float:
    return next(float(one["value"]) for one in metrics["metrics"] if one["name"] == "TaskDuration")
