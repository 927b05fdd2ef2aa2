"""The palette and the transcript: searching a split's words, opening, marking the heard word at two hours."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page, sync_playwright

from benchmarks.dialogues import Case, make_case, make_split
from benchmarks.tables import MS_PER_S, Figure, below, milliseconds
from tests.browsers import chromium_arguments, find_chromium
from tests.servers import serving
from viewer.dialogue.protocol import BENCHMARK
from viewer.view_models.word_search import find_words, word_index
from viewer.workspace import SplitWork, open_workspace

SEED = 5
VOCABULARY = 5000
WORDS_PER_S = 3.0
LONG_S = 7200.0
OPENINGS = 15
QUERIES = ("e", "et", "tion", "zzzz", "so then", "a e i")
VIEWPORT = {"width": 1600, "height": 1000}

# From the key to the frame after the open dialog with its rows.
OPEN_PALETTE = """
async () => {
  const key = { key: "k", ctrlKey: true, bubbles: true, cancelable: true, composed: true };
  const start = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", key));
  await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 0));
  const took = performance.now() - start;
  const host = [...document.querySelectorAll(".page-palette *")].find((one) => one.shadowRoot);
  const dialog = host.shadowRoot.querySelector("dialog");
  if (!dialog.open) throw new Error("expected an open palette");
  dialog.close();
  return took;
}
"""

# The work of a frame's playhead in whoever watches it: 0.05 s further each time, so that words change often.
MOVE = """
async ([base]) => {
  // The page's own copy of the module: Panel loads modules through a shim.
  const { opened } = await import(base + "static/page/opened.js");
  const side = [...document.querySelectorAll(".page-playlist *")].find((one) => one.shadowRoot).shadowRoot;
  const times = [];
  const marked = new Set();
  for (let step = 0; step < 2000; step += 1) {
    const start = performance.now();
    opened.move(600 + step * 0.05, true);
    times.push(performance.now() - start);
    const word = side.querySelector(".now");
    marked.add(word && `${word.closest(".turn-line").dataset.turn} ${word.dataset.word}`);
    if (step % 20 === 0) await new Promise(requestAnimationFrame);
  }
  return [times, marked.size];
}
"""


def measure() -> Iterator[Figure]:
    """Measure the search over 38 dialogues, then the page with a dialogue of two hours."""
    with tempfile.TemporaryDirectory(prefix="turnbench-bench-") as folder:
        yield from _searching(
            _with_words(Path(folder) / "split.json", make_split(np.random.default_rng(SEED)))
        )
        yield from _page(Path(folder))


def _with_words(path: Path, cases: list[Case]) -> Path:
    """Give every segment words of its length and write the cases."""
    rng = np.random.default_rng(SEED)
    letters = np.array(list("etaoinshrdlucmfw"))
    words = ["".join(rng.choice(letters, rng.integers(1, 10))) for _ in range(VOCABULARY)]
    for case in cases:
        for tracks in case["annotations"].values():
            for row in (row for rows in tracks.values() for row in rows):
                count = max(1, round((row["end_s"] - row["start_s"]) * WORDS_PER_S))
                row["text"] = " ".join(rng.choice(words, count))
    path.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    return path


def _searching(path: Path) -> Iterator[Figure]:
    work: SplitWork = open_workspace(path).split()
    work.golds(BENCHMARK)
    start = time.perf_counter()
    index = word_index(work)
    yield Figure("indexing the words of 38 dialogues", f"{(time.perf_counter() - start) * MS_PER_S:.0f} ms")
    yield Figure("words of 38 dialogues", str(sum(len(turn.text.split()) for _, turn in index.turns)))
    slowest = max(milliseconds(partial(find_words, work, text, 1), 9) for text in QUERIES)
    yield below("searching them, the slowest of six queries", slowest, 100.0)


def _page(folder: Path) -> Iterator[Figure]:
    executable = find_chromium()
    if executable is None:
        yield Figure("palette and transcript", "no Chromium found")
        return
    case = make_case("long", np.random.default_rng(SEED), LONG_S)
    path = _with_words(folder / "long.json", [case])
    environment = {"TURNBENCH_DATA": str(path)}
    with serving(folder / "server.log", environment=environment) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=chromium_arguments())
        page = browser.new_page(viewport=VIEWPORT)  # type: ignore[arg-type]  # a plain dict will do
        page.goto(f"{server.url}?side=transcript")
        page.wait_for_function("() => window.turnbenchTimeline?.state().loaded")
        yield from _moving(page, server.url)
        times = [float(page.evaluate(OPEN_PALETTE)) for _ in range(OPENINGS)]
        yield Figure("palette, first opening", f"{times[0]:.0f} ms", "under 50 ms", times[0] < 50)
        yield below("palette, opening, p50", float(np.median(times[1:])), 50.0)
        browser.close()


def _moving(page: Page, url: str) -> Iterator[Figure]:
    found: Any = page.evaluate(MOVE, [url.rstrip("/") + "/"])
    times = np.array(found[0])
    yield Figure("words marked one after the other", str(found[1]))
    yield Figure("turns of the two-hour transcript", str(_turns(page)))
    yield below("marking the heard word, mean per frame", float(times.mean()), 1.0)
    yield below("marking the heard word, p99", float(np.percentile(times, 99)), 1.0)


def _turns(page: Page) -> int:
    return int(page.locator(".turn-line.first").first.get_attribute("aria-setsize") or 0)
