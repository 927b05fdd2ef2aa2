"""The peaks of two hours: building them, and when a page shows a waveform that nobody has built yet."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile
from playwright.sync_api import sync_playwright

from benchmarks.tables import MS_PER_S, Figure, below, milliseconds
from tests.browsers import chromium_arguments, find_chromium
from tests.servers import serving
from viewer.loaders.recordings import RecordingSource
from viewer.media.growth import BLOCK_SAMPLES, Growth

DURATION_S = 7200
RATE_HZ = 48_000
SEED = 2
REPEATS = 3
USABLE_LIMIT_MS = 1000
BUILD_RATIO = 8

# When the dialogue was on the page, when it had any waveform, a whole coarse one, and the fine one.
MARKS = """
window.marks = {};
const look = () => {
  const state = window.turnbenchTimeline?.state();
  const note = (name, isSo) => { if (isSo) window.marks[name] ??= performance.now(); };
  note("shell", state?.dialogue);
  note("first", state?.waveform === "ready");
  note("coarse", state?.waveform === "ready" && state.build.share === null);
  note("fine", state?.build.is_fine);
  requestAnimationFrame(look);
};
look();
"""


def measure() -> Iterator[Figure]:
    """Measure both with one generated file of 1.4 GB, whose pages stay in the system's cache."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "two_hours.wav"
        _write(path)
        yield from _building(path)
        yield from _first_opening(path, Path(name))


def _write(path: Path) -> None:
    """Write noise of half a second and silence in turns, at random, on both channels."""
    rng = np.random.default_rng(SEED)
    noise = rng.standard_normal((RATE_HZ * 60, 2)) * 3000
    with soundfile.SoundFile(path, "w", RATE_HZ, 2, "PCM_16") as file:
        for _ in range(DURATION_S // 60):
            loud = np.repeat(rng.random((120, 2)) < 0.5, RATE_HZ // 2, axis=0)
            file.write((noise * loud).astype(np.int16))


def _building(path: Path) -> Iterator[Figure]:
    source = RecordingSource([path]).audio(path.stem)
    if source is None:
        raise FileNotFoundError(path)
    build_ms = milliseconds(lambda: Growth(source).build(), REPEATS)
    pass_ms = milliseconds(lambda: _one_pass(path), REPEATS)
    yield Figure("building peaks of 2 h, 48 kHz stereo WAV", f"{build_ms:.0f} ms")
    what = "the same over one pass of soundfile.blocks(dtype='int16')"
    yield below(what, build_ms / pass_ms, BUILD_RATIO, "times")


def _one_pass(path: Path) -> None:
    for _ in soundfile.blocks(path, blocksize=BLOCK_SAMPLES, dtype="int16"):
        pass


def _first_opening(path: Path, folder: Path) -> Iterator[Figure]:
    """Open a page of a warm process for a recording whose peaks nobody has built."""
    environment = {"TURNBENCH_DATA": str(path), "TURNBENCH_CACHE": str(folder / "cache")}
    with serving(folder / "log", environment=environment) as server, sync_playwright() as playwright:
        time.sleep(5)  # the process warms up in the background
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=chromium_arguments())
        page = browser.new_page(viewport={"width": 1600, "height": 1000})
        page.add_init_script(MARKS)
        page.goto(server.url)
        page.wait_for_function("window.marks.fine", timeout=120 * MS_PER_S)
        marks = page.evaluate("window.marks")
        browser.close()
    yield Figure(
        "2 h, peaks not yet built: dialogue on the page since navigation", f"{marks['shell']:.0f} ms"
    )
    first = marks["first"] - marks["shell"]
    yield below("a waveform of the whole dialogue after that", first, USABLE_LIMIT_MS)
    yield Figure("the coarse level whole after that", f"{marks['coarse'] - marks['shell']:.0f} ms")
    yield Figure("the fine level after that", f"{marks['fine'] - marks['shell']:.0f} ms")
