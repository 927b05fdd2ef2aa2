"""The playhead stays where the sound is: after many jumps, and after minutes of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest
import scipy.signal
from playwright.sync_api import Page

from benchmarks.dialogues import write_corpus
from tests.browser.exploring import (
    START_RECORDER,
    STOP_RECORDER,
    Recording,
    Sound,
    offset_ms,
    open_page,
    wait_for_state,
)
from tests.servers import Server, serving
from tests.soak.conftest import Note
from tests.soak.settings import PATIENCE_MS, PLAY_MINUTES, SEEKS
from viewer.workspace import open_workspace

pytestmark = pytest.mark.soak

Offsets = npt.NDArray[np.float64]

DIALOGUE_S = 1800.0
RATE_HZ = 24_000
HEARD_S = 0.6
RECORD_MS = 1300
MEASURE_EVERY_MS = 5000
LIMIT_MS = 20.0
LEAST_SIMILARITY = 0.95
LOW_PASS_HZ = 1000.0
"""Above, the part of a sample by which playhead and recording may differ makes noise look unlike itself."""
THINNING = 3
FRAMES = 4
ATTEMPTS = 3
FARTHEST_S = 30.0
"""Farther from where it was sent, the playhead is somewhere else; a busy machine takes seconds to record."""

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


@dataclass(frozen=True)
class Dialogue:
    server: Server
    name: str
    sound: Sound


@pytest.fixture(scope="module")
def dialogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dialogue]:
    """Half an hour of noise in bursts: the sound of no moment is that of another."""
    folder = tmp_path_factory.mktemp("half-an-hour")
    manifest = write_corpus(
        folder, np.random.default_rng(30), count=1, duration_s=DIALOGUE_S, rate_hz=RATE_HZ
    )
    split = open_workspace(manifest).split()
    name = next(iter(split.conversations))
    source = split.audio(name)
    assert source is not None
    sound = _low_passed(source.read(0, source.samples).T / 32768, RATE_HZ)
    with serving(folder / "log", environment={"TURNBENCH_DATA": str(manifest)}) as server:
        yield Dialogue(server, name, sound)
        assert server.bugs() == []


def _start(page: Page, dialogue: Dialogue, *, at_s: float) -> None:
    page.set_default_timeout(PATIENCE_MS)
    open_page(page, f"{dialogue.server.url}?dialogue={dialogue.name}")
    page.evaluate("(seconds) => window.turnbenchTimeline.seek(seconds)", at_s)
    page.evaluate(START_RECORDER)
    page.keyboard.press("Space")
    wait_for_state(page, f"s.playing && s.current_s > {at_s + 0.2}")


def _measure(page: Page, dialogue: Dialogue, *, moving: bool) -> tuple[float, Offsets]:
    """Record a little more than a second while play goes on, and compare its frames with the file.

    Returns
    -------
    float
        The playhead's time at the last frame.
    Offsets
        How late the sound was at each frame, ms; never empty.
    """
    for _ in range(ATTEMPTS):
        recording = _record(page)
        heads = recording.moving_heads() if moving else list(range(len(recording.heads)))
        offsets = _offsets(recording, dialogue, heads)
        if len(offsets):
            return recording.heads[-1][1], offsets
    pytest.fail(f"{ATTEMPTS} times, the sound was not the file's at the playhead's time, give or take 150 ms")


def _record(page: Page) -> Recording:
    page.evaluate(FORGET)
    page.wait_for_timeout(RECORD_MS)
    page.evaluate(TAKE)
    recording = Recording(page.evaluate(STOP_RECORDER))
    page.evaluate(GIVE_BACK)
    recording.channels = _low_passed(recording.channels, recording.rate)[:, ::THINNING]
    recording.rate /= THINNING
    return recording


def _low_passed(sound: Sound, rate_hz: float) -> Sound:
    sections = scipy.signal.butter(4, LOW_PASS_HZ, fs=rate_hz, output="sos")
    filtered: Sound = scipy.signal.sosfiltfilt(sections, sound, axis=1)
    return filtered


def _offsets(recording: Recording, dialogue: Dialogue, heads: list[int]) -> Offsets:
    """Measure both channels at a few frames; on a busy machine the output may stop, which is left out."""
    end_s = recording.first_s + recording.channels.shape[1] / recording.rate
    usable = [
        head for head in heads if recording.first_s <= recording.heads[head][0] < end_s - HEARD_S - 0.01
    ]
    measured = [
        offset_ms(recording, dialogue.sound[channel], RATE_HZ, channel, head)
        for head in usable[:: max(len(usable) // FRAMES, 1)]
        for channel in (0, 1)
    ]
    return np.array([late_ms for late_ms, similarity in measured if similarity > LEAST_SIMILARITY])


def test_after_every_one_of_many_jumps_the_playhead_is_where_the_sound_is(
    page: Page, dialogue: Dialogue, rng: np.random.Generator, note: Note
) -> None:
    _start(page, dialogue, at_s=10.0)
    parts = []
    for target_s in rng.uniform(1.0, DIALOGUE_S - 10.0, SEEKS):
        page.evaluate("(seconds) => window.turnbenchTimeline.seek(seconds)", float(target_s))
        head_s, offsets_ms = _measure(page, dialogue, moving=True)
        assert target_s < head_s < target_s + FARTHEST_S
        parts.append(offsets_ms)
    usual_ms = float(np.median(np.concatenate(parts)))
    deviations_ms = np.abs([np.median(part) - usual_ms for part in parts])
    note("jumps", len(parts))
    note("frames compared", sum(map(len, parts)) // 2)
    note("median offset, ms", usual_ms)
    note("largest deviation of a jump, ms", float(np.max(deviations_ms)))
    note("largest deviation of a single frame, ms", float(np.max(np.abs(np.concatenate(parts) - usual_ms))))
    assert np.max(deviations_ms) < LIMIT_MS


def test_minutes_of_play_do_not_part_the_playhead_from_the_sound(
    page: Page, dialogue: Dialogue, note: Note
) -> None:
    _start(page, dialogue, at_s=60.0)
    found: list[tuple[float, float]] = []
    while not found or found[-1][0] - found[0][0] < PLAY_MINUTES * 60:
        head_s, offsets_ms = _measure(page, dialogue, moving=False)
        found.append((head_s, float(np.median(offsets_ms))))
        page.wait_for_timeout(MEASURE_EVERY_MS)
    times_s, late_ms = np.array(found).T
    drift_ms = 60 * float(np.polyfit(times_s, late_ms, 1)[0])
    end_ms = float(np.median(late_ms[-3:]) - np.median(late_ms[:3]))
    largest_ms = float(np.max(np.abs(late_ms - np.median(late_ms))))
    note("minutes played", float(times_s[-1] - times_s[0]) / 60)
    note("drift, ms per minute", drift_ms)
    note("end against start, ms", end_ms)
    note("largest deviation, ms", largest_ms)
    assert abs(end_ms) < LIMIT_MS
    assert largest_ms < LIMIT_MS
