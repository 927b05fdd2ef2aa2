"""Opening, switching and changing: from the hand to the pixels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from playwright.sync_api import Browser, Page

from benchmarks.page_sites import PAINTED, Site, busy_ms, opened, processor_clock
from benchmarks.tables import Figure, measured
from tests.servers import Server

OPENINGS = 11
SWITCHES = 20
CHANGES = 40
WARM_UP = 3
OPEN_MS = {"12 min": 150, "2 h": 250}
SWITCH_MS = {"12 min": (100, 150), "2 h": (150, 200)}
CHANGE_MS = 70
RECOLOUR_MS = {"12 min": 25, "2 h": 33}

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


def measure_openings(browser: Browser, site: Site) -> Iterator[Figure]:
    """Measure the first complete paint, cold page on a warm server, against that of an empty dialogue."""
    for server in (site.empty, site.full):
        for _ in range(2):
            _paint_ms(browser, server)
    pairs = [[_paint_ms(browser, site.empty), _paint_ms(browser, site.full)] for _ in range(OPENINGS)]
    shell, whole = np.median(pairs, axis=0).tolist()
    yield measured("open an empty dialogue (the shell), p50", (shell,))
    yield measured(
        "open over the shell, p50", (whole - shell,), (OPEN_MS[site.size.name],), times=whole / shell
    )


def _paint_ms(browser: Browser, server: Server) -> float:
    """Open a page with a cold browser cache; return when it was painted whole since navigation."""
    page = opened(browser, server)
    painted = float(page.evaluate(PAINTED))
    page.context.close()
    return painted


def measure_changes(page: Page, site: Site) -> Iterator[Figure]:
    """Measure switching the dialogue, and a slider's way to the screen."""
    switches = [page.evaluate(SWITCH) for _ in range(SWITCHES + WARM_UP)][WARM_UP:]
    found = (float(np.median(switches)), float(np.percentile(switches, 95)))
    yield measured("switch the dialogue, p50 and p95", found, SWITCH_MS[site.size.name])
    page.evaluate(f"window.turnbenchTimeline.setView(0, {site.size.duration_s})")
    page.get_by_text("Protocol").first.click()
    clock = processor_clock(page)
    # From strict to lax and back, so that every change moves the counts that are waited for.
    values = [f"{(0.5, 2.5)[step % 2] + 0.1 * (step // 2 % 10):.1f}" for step in range(CHANGES + WARM_UP)]
    changes, busy = [], []
    for value in values:
        before = busy_ms(clock)
        changes.append(page.evaluate(CHANGE, [value]))
        busy.append(busy_ms(clock) - before)
    screen = float(np.percentile(changes[WARM_UP:], 95))
    yield measured("slider to recoloured ticks and new card, p95", (screen,), (CHANGE_MS,))
    recolour = float(np.percentile(busy[WARM_UP:], 95))
    yield measured("the browser's share of it, p95", (recolour,), (RECOLOUR_MS[site.size.name],))
