"""What leaves the loudspeaker: loops to the sample, who is in which ear; and what of it comes back."""

from __future__ import annotations

import re

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.exploring import (
    IS_LOADED,
    START_RECORDER,
    STOP_RECORDER,
    Recording,
    Sound,
    open_page,
    state,
    wait_for_state,
)
from tests.servers import REPOSITORY, Server
from viewer.workspace import open_workspace

pytestmark = pytest.mark.alone

DIALOGUE = "casual-01"
LOOP_S = (8.0031, 9.2717)

# Playhead and start of the view at every animation frame, until the playhead has passed a time.
FRAMES_UNTIL = """
async (seconds) => {
  const frames = [];
  for (;;) {
    await new Promise(requestAnimationFrame);
    const { current_s: time, view } = window.turnbenchTimeline.state();
    frames.push([time, view.start_s]);
    if (time > seconds) return frames;
  }
}
"""


@pytest.fixture(scope="module")
def recorded() -> tuple[Sound, int]:
    """The dialogue's two channels as they lie in the file, and its rate."""
    source = open_workspace(REPOSITORY / "data_manifest.yaml").split().audio(DIALOGUE)
    assert source is not None
    return source.read(0, source.samples).T / 32768, source.sample_rate


def _open(page: Page, server: Server, more: str = "") -> None:
    open_page(page, f"{server.url}?dialogue={DIALOGUE}&model=smart_turn{more}")


def _play(page: Page, length_ms: int) -> Recording:
    """Record from before the first sound on."""
    page.evaluate(START_RECORDER)
    page.keyboard.press("Space")
    wait_for_state(page, "s.playing")
    page.wait_for_timeout(length_ms)
    return Recording(page.evaluate(STOP_RECORDER))


def _find(recorded: Sound, output: Sound, at: int, length: int = 2000) -> int:
    """Return where in the output a piece of the file begins; it must be there to the sample."""
    piece = recorded[at : at + length]
    places = np.flatnonzero(np.isclose(output[: len(output) - length], piece[0], atol=1e-7))
    for place in places:
        if np.array_equal(output[place : place + length], piece):
            return int(place)
    raise AssertionError("the output does not hold this piece of the file")


def _loop(page: Page) -> None:
    page.evaluate("([start, end]) => window.turnbenchTimeline.loop(start, end)", list(LOOP_S))


def test_a_loop_repeats_its_samples_exactly(page: Page, server: Server, recorded: tuple[Sound, int]) -> None:
    sound, rate_hz = recorded
    _open(page, server)
    _loop(page)
    recording = _play(page, 5200)
    assert recording.rate == rate_hz
    start, end = (round(time_s * rate_hz) for time_s in LOOP_S)
    first = _find(sound[0], recording.channels[0], start + 200) - 200
    for channel in (0, 1):
        expected = np.tile(sound[channel, start:end], 3)[200:]
        heard = recording.channels[channel, first + 200 : first + 200 + len(expected)]
        # A piece may begin a rounding error off its sample; that is 300 dB below full scale.
        np.testing.assert_allclose(heard, expected, rtol=0, atol=1e-12)


def test_a_muted_speaker_is_exactly_silent_in_a_loop_at_another_speed(page: Page, server: Server) -> None:
    _open(page, server, "&mute=2&speed=1.5")
    _loop(page)
    recording = _play(page, 2500)
    assert np.max(np.abs(recording.channels[0])) > 0.05
    assert np.max(np.abs(recording.channels[1])) == 0.0
    page.evaluate(START_RECORDER)
    page.keyboard.press("2")
    wait_for_state(page, "s.solo === 1 && s.playing")
    page.evaluate("() => { recording.blocks.length = 0; }")
    page.wait_for_timeout(1000)
    other = Recording(page.evaluate(STOP_RECORDER))
    assert np.max(np.abs(other.channels[0, 2000:])) == 0.0


def test_both_ears_hear_both_speakers_at_half_amplitude(
    page: Page, server: Server, recorded: tuple[Sound, int]
) -> None:
    sound, rate_hz = recorded
    _open(page, server, "&at=8")
    page.keyboard.press("w")
    expect(page.get_by_role("button", name="Both speakers in both ears")).to_have_attribute(
        "aria-pressed", "true"
    )
    recording = _play(page, 1500)
    np.testing.assert_array_equal(recording.channels[0], recording.channels[1])
    mixed = ((sound[0] + sound[1]) / 2).astype(np.float32).astype(np.float64)
    _find(mixed, recording.channels[0], round(8.1 * rate_hz))


def test_playing_goes_on_where_scrubbing_ends(page: Page, server: Server) -> None:
    _open(page, server, "&t=0,20")
    page.keyboard.press("Space")
    wait_for_state(page, "s.playing && s.current_s > 0.1")
    box = page.locator("canvas[aria-label='Time ruler']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 10, steps=4)
    wait_for_state(page, "!s.playing && Math.abs(s.current_s - (s.view.start_s + s.view.end_s) / 2) < 0.1")
    at_s = state(page)["current_s"]
    page.mouse.up()
    wait_for_state(page, f"s.playing && s.current_s > {at_s + 0.2} && s.current_s < {at_s + 5}")


def test_following_by_pages_turns_when_the_playhead_leaves_the_view(page: Page, server: Server) -> None:
    _open(page, server, "&t=8,10&at=9.2&follow=page")
    page.keyboard.press("Space")
    frames = page.evaluate(FRAMES_UNTIL, 10.5)
    starts = {start_s for time_s, start_s in frames if time_s < 10}
    turned = {start_s for time_s, start_s in frames if time_s > 10.3}
    assert starts == {8}
    assert len(turned) == 1
    # The page turns at the first frame beyond the edge, with the playhead 5 % into the next one.
    time_s, start_s = next(frame for frame in frames if frame[1] != 8)
    assert time_s > 10
    assert start_s == pytest.approx(time_s - 0.1, abs=0.05)


def test_f_goes_round_and_a_pan_lets_go_until_the_next_f(page: Page, server: Server) -> None:
    _open(page, server)
    assert state(page)["follow"] == "centred"
    page.keyboard.press("f")
    wait_for_state(page, "s.follow === 'page'")
    expect(page.get_by_role("button", name="Follow the playhead: page")).to_be_visible()
    expect(page).to_have_url(re.compile("follow=page"))
    page.mouse.move(800, 400)
    page.keyboard.down("Shift")
    page.mouse.wheel(0, 120)
    page.keyboard.up("Shift")
    wait_for_state(page, "s.follow === 'off'")
    page.keyboard.press("f")
    wait_for_state(page, "s.follow === 'page'")


def test_pre_roll_and_post_roll_are_set_in_the_bar(page: Page, server: Server) -> None:
    _open(page, server, "&fate=errors")
    page.get_by_role("button", name="Pre-roll and post-roll of events").click()
    page.get_by_role("spinbutton", name="Start before an event").fill("0.8")
    page.get_by_role("spinbutton", name="Loop on after it").fill("1.5")
    page.keyboard.press("Escape")
    page.get_by_role("listbox", name="Events").get_by_role("option").nth(2).click()
    wait_for_state(page, "s.playing && s.selected_event")
    event = state(page)["selected_event"]
    assert event["time"] - 0.8 <= state(page)["current_s"] < event["time"] + 1
    page.keyboard.press("l")
    wait_for_state(page, "s.loop")
    loop = state(page)["loop"]
    assert loop["start"] == pytest.approx(min(event["start"], event["time"] - 0.8), abs=1e-6)
    assert loop["end"] == pytest.approx(max(event["end"], event["mark"]) + 1.5, abs=1e-6)


def test_who_is_heard_and_where_the_playhead_stands_come_back(page: Page, server: Server) -> None:
    _open(page, server, "&solo=2&ears=both&speed=1.5&follow=off&at=12.345")
    for _ in range(2):
        found = state(page)
        assert (found["solo"], found["ears"], found["rate"], found["follow"]) == (1, "both", 1.5, "off")
        assert found["current_s"] == pytest.approx(12.345)
        page.reload()
        page.wait_for_function(IS_LOADED)
    page.keyboard.press("0")
    page.keyboard.press("[")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("speed=1.25.*at=13.345|at=13.345.*speed=1.25"))
    expect(page).not_to_have_url(re.compile("solo="))


def test_the_back_button_leads_to_the_moment_that_was_left(page: Page, server: Server) -> None:
    _open(page, server, "&at=9.5")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("at=10.5"))
    page.keyboard.press("j")
    wait_for_state(page, f"s.dialogue !== '{DIALOGUE}' && s.loaded && s.current_s === 0")
    page.go_back()
    wait_for_state(page, f"s.dialogue === '{DIALOGUE}' && s.loaded && Math.abs(s.current_s - 10.5) < 0.01")
