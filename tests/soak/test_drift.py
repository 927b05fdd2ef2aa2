"""The playhead stays where the sound is: at all speeds, after many jumps, and after minutes of play."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.exploring import START_RECORDER, STOP_RECORDER, Recording, open_page, wait_for_state
from tests.browser.sweeps import Times, leads_ms, write_sweeps
from tests.servers import Server, serving
from tests.soak.conftest import Note
from tests.soak.settings import PATIENCE_MS, PLAY_MINUTES, SEEKS

pytestmark = pytest.mark.soak

SPEEDS = (1.0, 2.0, 0.5, 1.5, 0.75, 1.25)
MEAN_SPEED = sum(SPEEDS) / len(SPEEDS)
DIALOGUE_S = 300 + 1.3 * MEAN_SPEED * 60 * PLAY_MINUTES
RECORD_MS = 1500
MEASURE_EVERY_S = 5
SPEED_EVERY_S = 20
LIMIT_MS = 20.0
LEAST_FRAMES = 5
ATTEMPTS = 5

FORGET = "() => { recording.blocks.length = 0; recording.heads.length = 0; }"
# The recorder goes on with its own object; a copy with what was recorded so far is taken away.
TAKE = """
() => {
  window.recorder = window.recording;
  const { blocks, heads } = recorder;
  window.recording = { ...recorder, blocks: blocks.splice(0), heads: heads.splice(0) };
}
"""
GIVE_BACK = "() => { window.recording = window.recorder; }"
SET_SPEED = "(speed) => window.turnbenchTimeline.setSpeed(speed)"
SEEK = "(seconds) => window.turnbenchTimeline.seek(seconds)"


@pytest.fixture(scope="module")
def sweeps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("sweeps")
    corpus = write_sweeps(folder, duration_s=DIALOGUE_S)
    with serving(folder / "log", environment={"TURNBENCH_DATA": str(corpus)}) as server:
        yield server
        assert server.bugs() == []


def _measure(page: Page) -> Times:
    """Record a little, and return by how much sound was made ahead of the playhead at each of its frames."""
    for _ in range(ATTEMPTS):
        page.evaluate(FORGET)
        page.wait_for_timeout(RECORD_MS)
        page.evaluate(TAKE)
        recording = Recording(page.evaluate(STOP_RECORDER))
        page.evaluate(GIVE_BACK)
        leads = leads_ms(recording) if recording.heads else np.array([])
        if len(leads) >= LEAST_FRAMES:
            return leads
    pytest.fail(f"expected {LEAST_FRAMES} frames with sound, {ATTEMPTS} times found fewer")


def test_after_many_jumps_and_minutes_of_play_the_playhead_is_where_the_sound_is(
    page: Page, sweeps: Server, rng: np.random.Generator, note: Note
) -> None:
    page.set_default_timeout(PATIENCE_MS)
    open_page(page, f"{sweeps.url}?dialogue=sweeps&at=10")
    page.evaluate(START_RECORDER)
    page.keyboard.press("Space")
    wait_for_state(page, "s.playing && s.current_s > 10.2")
    jumps = list(_jumps(page, rng))
    page.evaluate(SEEK, 10.0)
    played = list(_minutes(page))
    speeds = np.concatenate([np.full(len(leads), speed) for speed, leads in [*jumps, *played]])
    leads = np.concatenate([leads for _, leads in [*jumps, *played]])
    # Sound is made ahead of being heard by the output's latency, which is constant; in the recording's own
    # time it is longer at a higher speed.
    latency_ms = float(np.median(leads / speeds))
    off_ms = leads - latency_ms * speeds
    ends = [np.median(part - latency_ms * speed) for speed, part in (jumps[0], played[-1])]
    note("jumps, minutes of play", f"{len(jumps)}, {PLAY_MINUTES}")
    note("frames compared", len(leads))
    note("constant output latency, ms", latency_ms)
    for speed in sorted(SPEEDS):
        at_speed = np.abs(off_ms[speeds == speed])
        note(f"at speed {speed}: largest deviation of a frame, ms", float(np.max(at_speed)))
    note("last stretch of play against the first jump, ms", float(ends[1] - ends[0]))
    assert np.max(np.abs(off_ms)) < LIMIT_MS
    assert abs(ends[1] - ends[0]) < LIMIT_MS


def _jumps(page: Page, rng: np.random.Generator) -> Iterator[tuple[float, Times]]:
    for number, target_s in enumerate(rng.uniform(1.0, DIALOGUE_S - 60, SEEKS)):
        speed = SPEEDS[number % len(SPEEDS)]
        page.evaluate(SET_SPEED, speed)
        page.evaluate(SEEK, float(target_s))
        wait_for_state(page, f"s.current_s > {target_s + 0.1} && s.current_s < {target_s + 50}")
        yield speed, _measure(page)


def _minutes(page: Page) -> Iterator[tuple[float, Times]]:
    start_s = time.monotonic()
    while (elapsed_s := time.monotonic() - start_s) < 60 * PLAY_MINUTES:
        speed = SPEEDS[int(elapsed_s / SPEED_EVERY_S) % len(SPEEDS)]
        page.evaluate(SET_SPEED, speed)
        page.wait_for_timeout(MEASURE_EVERY_S * 1000)
        yield speed, _measure(page)
