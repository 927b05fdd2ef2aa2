"""The sweep of a dev-sized file, and a hand on the threshold in headless Chromium."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from benchmarks.dialogues import make_split
from benchmarks.page_frames import frame_costs
from benchmarks.sweep_corpus import MODEL, SEED, probabilities_of, value_count, write_dev_split
from benchmarks.tables import Figure, below, measured, milliseconds
from tests.browsers import chromium_arguments, find_chromium
from tests.cases import conversation_of
from tests.servers import serving
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.gold import build_gold
from viewer.scoring import pack_gold, score_submission
from viewer.scoring.sweep import candidate_thresholds, decisions_at
from viewer.scoring.sweep_curve import plan_sweep, rank_probabilities, sweep_curve
from viewer.scoring.sweep_runs import swept_unit

SWEEP_LIMIT_MS = 60.0
DRAG_LIMIT_MS = 60.0
STEPS = 160
PATIENCE_MS = 60_000
NAIVE_STEPS = 12
WARM_UP = 30

READY = "() => window.turnbenchTimeline?.state().swept && document.querySelector('.page')"
# The hand: `to(theta)` moves it along the slider.
_HAND = """
const find = (root, name) => {
  for (const one of root.querySelectorAll("*")) {
    const found = one.matches(name) ? one : one.shadowRoot && find(one.shadowRoot, name);
    if (found) return found;
  }
  return null;
};
const area = window.sweepArea ??= find(document, ".sweep-area");
const track = window.sweepTrack ??= find(document, ".sweep-track").getBoundingClientRect();
const at = (theta) => ({
  bubbles: true, composed: true, button: 0, clientX: track.left + track.width * theta, clientY: track.top,
});
const to = (theta) => area.dispatchEvent(new PointerEvent("pointermove", at(theta)));
const theta = (step) => 0.5 + 0.4 * Math.sin(step / 9);
"""
GRAB = f"""() => {{ {_HAND}
area.setPointerCapture = () => {{}};  // there is no pointer
area.dispatchEvent(new PointerEvent("pointerdown", at(0.62)));
}}"""
MOVE = f"{_HAND} to(theta(step));"
# From each move to the moment after the frame in which numbers, line and marks are drawn, and to the list of
# the whole split that the server makes.
DRAG = f"""async (steps) => {{ {_HAND}
const lists = [find(document, ".sweep-side .sizer"), find(document, ".sweep-side .filters .seg")];
const painted = [];
const listed = [];
for (let step = 0; step < steps; step += 1) {{
  const began = performance.now();
  const before = window.turnbenchTimeline.state().drawn;
  const answer = new Promise((done) => {{
    const end = (found) => {{
      watcher.disconnect();
      done(found);
    }};
    const watcher = new MutationObserver(() => end(performance.now() - began));
    for (const list of lists) {{
      watcher.observe(list, {{ subtree: true, childList: true, characterData: true }});
    }}
    setTimeout(() => end(null), 400);
  }});
  to(theta(step));
  await new Promise((done) => requestAnimationFrame(() => {{
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(null);
  }}));
  if (window.turnbenchTimeline.state().drawn > before) painted.push(performance.now() - began);
  listed.push(await answer);
}}
return {{ painted, listed: listed.filter((one) => one !== null) }};
}}"""


def measure() -> Iterator[Figure]:
    """Measure the sweep and the hand."""
    yield from _measure_core()
    with tempfile.TemporaryDirectory() as folder:
        manifest = write_dev_split(Path(folder))
        log, environment = Path(folder) / "server.log", {"TURNBENCH_DATA": str(manifest)}
        with serving(log, environment=environment) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=chromium_arguments())
            page = browser.new_context(viewport={"width": 1600, "height": 1000}).new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.goto(f"{server.url}?page=sweep&model={MODEL}")
            page.wait_for_function(READY)
            yield from _measure_hand(page)
            browser.close()


def _measure_core() -> Iterator[Figure]:
    rng = np.random.default_rng(SEED)
    conversations = [conversation_of(case) for case in make_split(rng)]
    golds = [(one.conversation_id, build_gold(one)) for one in conversations]
    probabilities = probabilities_of(conversations, rng)
    thresholds = candidate_thresholds(probabilities)
    ranked = rank_probabilities(probabilities, thresholds)
    plan = plan_sweep(ranked, golds, BENCHMARK)
    pack = pack_gold(golds)
    yield Figure(
        "values, candidates, dialogues", f"{value_count(probabilities):,}, {len(thresholds)}, {len(golds)}"
    )
    sweep_ms = milliseconds(lambda: sweep_curve(ranked, plan), 15)
    yield below("complete sweep, data ready", sweep_ms, SWEEP_LIMIT_MS)
    one_ms = milliseconds(
        lambda: score_submission(pack, decisions_at(probabilities, 0.5)).pooled(Task.EOT).latency,
        NAIVE_STEPS,
    )
    naive = one_ms * len(thresholds) / sweep_ms
    yield Figure(
        "one candidate by itself, compiled", f"{one_ms:.2f} ms ({naive:.0f} times the sweep for all)"
    )
    rank_ms = milliseconds(lambda: rank_probabilities(probabilities, thresholds), 5)
    plan_ms = milliseconds(lambda: plan_sweep(ranked, golds, BENCHMARK), 5)
    yield measured("ranking the frames, laying out the gold: once for a file", (rank_ms, plan_ms))
    name, gold = golds[0]
    tracks = probabilities.entries[name]
    runs_ms = milliseconds(
        lambda: [
            swept_unit(
                tracks[speaker - 1], probabilities.frame_rate_hz, thresholds, gold.eot, speaker, BENCHMARK
            )
            for speaker in (1, 2)
        ],
        9,
    )
    yield measured("every threshold's decisions of one dialogue", (runs_ms,))


def _measure_hand(page: Page) -> Iterator[Figure]:
    page.evaluate(GRAB)
    frame_costs(page, MOVE, WARM_UP)
    costs = frame_costs(page, MOVE, STEPS)
    yield measured(
        "theta drag, main thread for each move, mean and p95",
        (float(np.mean(costs)), float(np.percentile(costs, 95))),
    )
    found = page.evaluate(DRAG, STEPS)
    for what, times in (
        ("numbers, curves and ticks on screen", "painted"),
        ("the list of the split", "listed"),
    ):
        values = tuple(np.percentile(found[times], (50, 95)).tolist())
        text = f"theta drag to {what}, p50 and p95 of {len(found[times])}"
        yield measured(text, values, (DRAG_LIMIT_MS,) * 2)
