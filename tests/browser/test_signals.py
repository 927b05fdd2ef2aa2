"""Spectrogram, pitch and intensity on the page: the right pixels at their time, no request too many."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import soundfile
from playwright.sync_api import Page, Route, expect

from tests.browser.exploring import open_page, state, wait_for_state
from tests.servers import Server, serving
from tests.signals.sounds import as_pcm, chirp, voice
from viewer.signals.spectrogram import Scale, band_centres_hz

RATE = 16_000
LENGTH_S = 60.0
FIRST_HZ, LAST_HZ = 400.0, 7000.0
VOICE_HZ = 200.0
ALL = "wave,mel,linear,pitch,intensity"
IS_WHOLE = "s.signals.tiles.length > 0 && s.signals.flying === 0 && s.signals.waiting === 0"
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def sounding(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A minute: speaker 1 is a chirp, speaker 2 sings from 20 s to 40 s."""
    folder = tmp_path_factory.mktemp("signals")
    call = folder / "calls" / "chirp"
    call.mkdir(parents=True)
    sung = voice(VOICE_HZ, rate=RATE, length_s=LENGTH_S)
    t = np.arange(len(sung)) / RATE
    sung[(t < 20) | (t >= 40)] = 0
    rising = chirp(FIRST_HZ, LAST_HZ, rate=RATE, length_s=LENGTH_S)
    for speaker, sound in ((1, rising), (2, sung)):
        soundfile.write(call / f"speaker_{speaker}_audio.wav", as_pcm(sound), RATE, subtype="PCM_16")
    with serving(folder / "log", environment={"TURNBENCH_DATA": str(folder / "calls")}) as server:
        yield server
        assert not server.bugs(), server.log()


def show(page: Page, server: Server, lanes: str, start_s: float, end_s: float) -> None:
    """Open the page with these lanes at a range, and wait until all of it is there."""
    open_page(page, f"{server.url}?lanes={lanes}&t={start_s},{end_s}")
    look_at(page, start_s, end_s)


def look_at(page: Page, start_s: float, end_s: float) -> None:
    page.evaluate(f"window.turnbenchTimeline.setView({start_s}, {end_s})")
    page.evaluate(NEXT_FRAME)
    # The first tile of a process waits for a library; on a machine that has never seen it, for its compiler.
    page.wait_for_function(
        f"() => {{ const s = window.turnbenchTimeline.state(); return {IS_WHOLE}; }}", timeout=180_000
    )
    page.evaluate(NEXT_FRAME)


def lane(page: Page, kind: str, speaker: int) -> dict[str, Any]:
    """Return a lane of the layout."""
    found: list[dict[str, Any]] = state(page)["lanes"]
    return next(one for one in found if (one["kind"], one["speaker"]) == (kind, speaker))


def column(page: Page, place: dict[str, Any], time_s: float) -> npt.NDArray[np.float64]:
    """Return how far each pixel below a time in a lane is from the lane's quietest one, top to bottom."""
    view, width = state(page)["view"], state(page)["width"]
    x = (time_s - view["start_s"]) / (view["end_s"] - view["start_s"]) * width
    pixels = page.locator("canvas.lanes-canvas").evaluate(
        """(canvas, [x, y, height]) => {
          const ratio = canvas.width / canvas.clientWidth;
          const [left, top, high] = [x, y, height].map((value) => Math.round(value * ratio));
          return Array.from(canvas.getContext("2d").getImageData(left, top, 1, high).data);
        }""",
        [x, place["y"], place["height"]],
    )
    colours = np.array(pixels, dtype=np.float64).reshape(-1, 4)[:, :3]
    lightest = colours[colours.sum(axis=1).argmax()]
    found: npt.NDArray[np.float64] = np.abs(colours - lightest).sum(axis=1)
    return found


def height_px(found: npt.NDArray[np.float64], place: dict[str, Any]) -> float:
    """Return how far below the lane's top its strongest pixels are, in CSS pixels."""
    strong = np.flatnonzero(found >= 0.8 * found.max())
    return (float(np.mean(strong)) + 0.5) * float(place["height"]) / len(found)


@pytest.mark.browser
@pytest.mark.serve
@pytest.mark.parametrize("kind", ["mel", "linear"])
def test_a_chirps_ridge_stands_at_its_frequency(page: Page, sounding: Server, kind: str) -> None:
    show(page, sounding, ALL, 0, 60)
    centres = band_centres_hz(RATE, Scale(kind))
    place = lane(page, kind, 0)
    for time_s in (12.0, 25.0, 41.0, 55.0):
        hz = FIRST_HZ + (LAST_HZ - FIRST_HZ) * time_s / LENGTH_S
        band = np.interp(hz, centres, np.arange(len(centres)))
        expected = (1 - (band + 0.5) / len(centres)) * place["height"]
        assert height_px(column(page, place, time_s), place) == pytest.approx(expected, abs=2)
    assert column(page, lane(page, kind, 1), 10.0).max() < 10


@pytest.mark.browser
@pytest.mark.serve
def test_a_sung_note_is_a_line_at_its_pitch_while_it_lasts(page: Page, sounding: Server) -> None:
    show(page, sounding, ALL, 15, 45)
    place = lane(page, "pitch", 1)
    expected = (1 - math.log(VOICE_HZ / 60) / math.log(500 / 60)) * place["height"]
    for time_s in (20.2, 30.0, 39.8):
        assert height_px(column(page, place, time_s), place) == pytest.approx(expected, abs=2)
    # Only the lines of the axis are left where nobody sings, and they are faint.
    assert column(page, place, 19.5).max() < 0.4 * column(page, place, 30.0).max()
    assert column(page, place, 40.5).max() < 0.4 * column(page, place, 30.0).max()
    loud = lane(page, "intensity", 1)
    assert height_px(column(page, loud, 30.0), loud) < 0.5 * loud["height"]
    assert height_px(column(page, loud, 42.0), loud) > 0.9 * loud["height"]


@pytest.mark.browser
@pytest.mark.serve
def test_a_sound_begins_where_it_does_at_every_zoom(page: Page, sounding: Server) -> None:
    show(page, sounding, "wave,mel", 19.9, 20.1)
    place = lane(page, "mel", 1)
    for span_s in (0.4, 4.0, 30.0):
        look_at(page, 20 - span_s / 2, 20 + span_s / 2)
        # A window of 32 ms hears the sound 16 ms before it begins, so its whole cell does, and half of the
        # one before is drawn as a passage. A cell is two pixels at most, unless it is the shortest, 5 ms.
        reach_s = 0.016 + 1.5 * max(2 * span_s / state(page)["width"], 0.005)
        assert column(page, place, 20 - reach_s - span_s / 500).max() < 60
        assert column(page, place, 20 + reach_s).max() > 150


@pytest.mark.browser
@pytest.mark.serve
def test_only_what_is_seen_is_asked_for_and_only_once(page: Page, sounding: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda sent: asked.extend(re.findall("/media/.*/signals(.*)", sent.url)))
    open_page(page, f"{sounding.url}?lanes=wave")
    assert asked == []
    show(page, sounding, "wave,mel", 20, 38)
    tiles = [url for url in asked if "tile" in url]
    assert len(set(asked)) == len(asked)
    assert 4 <= len(tiles) <= 8
    assert all("kind=mel&level=1" in url for url in tiles)
    for view in ((21, 39), (20, 38), (20.5, 38.5)):
        look_at(page, *view)
    before = len(asked)
    look_at(page, 0, 60)
    coarser = asked[before:]
    assert coarser
    assert all("level=2" in url for url in coarser)
    look_at(page, 20, 38)
    assert len(set(asked)) == len(asked)
    assert len(asked) == before + len(coarser)


@pytest.mark.browser
@pytest.mark.serve
def test_a_failed_lane_says_so_and_is_tried_again(page: Page, sounding: Server) -> None:
    failing = True

    def answer(route: Route) -> None:
        if failing:
            route.fulfill(status=200, body=b"too short")
        else:
            route.continue_()

    page.route("**/signals/tile?kind=pitch*", answer)
    open_page(page, f"{sounding.url}?lanes=wave,pitch,intensity")
    alerts = page.get_by_role("alert").filter(has_text="The pitch could not be computed")
    expect(alerts).to_have_count(2)
    wait_for_state(page, "s.signals.tiles.some((name) => name.startsWith('intensity'))")
    failing = False
    alerts.first.get_by_role("button", name="Compute the pitch again").click()
    expect(alerts).to_have_count(0)
    wait_for_state(page, "s.signals.tiles.some((name) => name.startsWith('pitch'))")


@pytest.mark.browser
@pytest.mark.serve
def test_the_value_under_the_pointer_is_told(page: Page, sounding: Server) -> None:
    show(page, sounding, ALL, 20, 40)
    place = lane(page, "pitch", 1)
    canvas = page.locator("canvas.lanes-canvas")
    canvas.scroll_into_view_if_needed()
    canvas.hover(position={"x": 300, "y": place["y"] + 10}, force=True)
    expect(page.locator(".signal-value")).to_have_text("200 Hz")
    place = lane(page, "linear", 0)
    canvas.hover(position={"x": 300, "y": place["y"] + place["height"] / 2}, force=True)
    expect(page.locator(".signal-value")).to_contain_text("kHz")
