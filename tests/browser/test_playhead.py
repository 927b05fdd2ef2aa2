"""The playhead is where the sound is, at every animation frame, at any speed, in a loop and after a jump."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.exploring import (
    START_RECORDER,
    STOP_RECORDER,
    Recording,
    open_page,
    state,
    wait_for_state,
)
from tests.browser.sweeps import Times, heard_places, leads_ms, sounding, write_sweeps
from tests.servers import Server, serving

pytestmark = pytest.mark.alone

LIMIT_MS = 20.0


@pytest.fixture(scope="module")
def sweeps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("sweeps")
    corpus = write_sweeps(folder, duration_s=120.0)
    with serving(folder / "log", environment={"TURNBENCH_DATA": str(corpus)}) as server:
        yield server
        assert server.bugs() == []


def _record(page: Page, length_ms: int) -> Recording:
    page.evaluate(START_RECORDER)
    page.keyboard.press("Space")
    wait_for_state(page, "s.playing")
    page.wait_for_timeout(length_ms)
    return Recording(page.evaluate(STOP_RECORDER))


def _assert_together(page: Page, leads: Times, speed: float) -> None:
    """Sound is made ahead of being heard by the same time in every frame: the output's latency."""
    latency_ms = 1000 * float(page.evaluate("window.turnbenchTimeline.audioNodes.context.outputLatency"))
    assert len(leads) > 20
    usual_ms = float(np.median(leads))
    assert usual_ms / speed == pytest.approx(latency_ms, abs=LIMIT_MS)
    assert np.max(np.abs(leads - usual_ms)) < LIMIT_MS


@pytest.mark.parametrize("speed", [0.5, 1.0, 1.25, 2.0])
def test_at_any_speed_the_playhead_is_where_the_sound_is(page: Page, sweeps: Server, speed: float) -> None:
    open_page(page, f"{sweeps.url}?dialogue=sweeps&at=10&speed={speed}")
    recording = _record(page, 3500)
    for channel in (0, 1):
        _assert_together(page, leads_ms(recording, channel), speed)
    played_s = recording.heads[-1][1] - 10
    assert played_s == pytest.approx(3.5 * speed, rel=0.25)


@pytest.mark.parametrize("speed", [1.0, 1.5])
def test_after_a_jump_and_a_change_of_speed_they_are_still_together(
    page: Page, sweeps: Server, speed: float
) -> None:
    open_page(page, f"{sweeps.url}?dialogue=sweeps&at=10")
    page.evaluate(START_RECORDER)
    page.keyboard.press("Space")
    wait_for_state(page, "s.playing && s.current_s > 10.3")
    page.evaluate("window.turnbenchTimeline.seek(61.3)")
    wait_for_state(page, "s.current_s > 61.5")
    for _ in range(round((speed - 1) / 0.25)):
        page.keyboard.press("]")
    page.wait_for_timeout(200)
    page.evaluate("() => { recording.heads.length = 0; }")
    page.wait_for_timeout(1800)
    recording = Recording(page.evaluate(STOP_RECORDER))
    assert recording.heads[0][1] > 61.5
    _assert_together(page, leads_ms(recording), speed)


@pytest.mark.parametrize("speed", [1.0, 0.75])
def test_in_a_loop_they_are_together_too(page: Page, sweeps: Server, speed: float) -> None:
    open_page(page, f"{sweeps.url}?dialogue=sweeps&speed={speed}")
    page.evaluate("window.turnbenchTimeline.loop(20.5, 21.5)")
    recording = _record(page, 3500)
    heads_s = np.array([head_s for _, head_s in recording.heads])
    assert np.sum(np.diff(heads_s) < -0.5) >= 2
    # Where the loop turns back, sound that is made and sound that is heard are on different sides.
    inner = [row for row, head_s in enumerate(heads_s) if 20.6 < head_s < 21.35]
    recording.heads = [recording.heads[row] for row in inner]
    _assert_together(page, leads_ms(recording), speed)


def test_scrubbing_sounds_like_the_place_under_the_pointer_and_rests_with_it(
    page: Page, sweeps: Server
) -> None:
    open_page(page, f"{sweeps.url}?dialogue=sweeps&t=8,12&mute=2")
    box = page.locator("canvas[aria-label='Time ruler']").bounding_box()
    assert box is not None
    page.evaluate(START_RECORDER)
    page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + 10)
    page.mouse.down()
    for step in range(1, 25):
        page.mouse.move(box["x"] + box["width"] * (0.2 + 0.02 * step), box["y"] + 10)
        page.wait_for_timeout(30)
    page.wait_for_timeout(300)
    # A muted speaker is not heard while scrubbing either; a pointer that rests lets nothing be heard.
    moving = Recording(page.evaluate(STOP_RECORDER))
    page.evaluate(START_RECORDER)
    page.wait_for_timeout(400)
    resting = Recording(page.evaluate(STOP_RECORDER))
    page.mouse.up()
    found = state(page)
    assert found["current_s"] == pytest.approx(8 + 4 * 0.68, abs=0.01)
    assert not found["playing"]
    clocks_s = moving.first_s + np.arange(0.05, moving.channels.shape[1] / moving.rate - 0.05, 0.01)
    places_s = heard_places(moving, clocks_s, 0)[sounding(moving, clocks_s, 0)]
    assert len(places_s) > 30
    assert np.all((places_s > 0.8 - 0.1) & (places_s < 2.72 + 0.1))
    assert np.corrcoef(places_s, np.arange(len(places_s)))[0, 1] > 0.95
    assert np.max(np.abs(moving.channels[1])) == 0.0
    assert np.max(np.abs(resting.channels)) == 0.0
