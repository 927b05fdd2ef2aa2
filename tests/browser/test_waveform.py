"""The waveform on real pixels: while it is built, down to single samples, and when its file changes."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import soundfile
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.exploring import open_page, state, wait_for_state
from tests.browser.test_own_data import serving_to
from tests.servers import Server, serving

RATE_HZ = 8000
MINUTES = 20
COARSE_SAMPLES = 4096
BYTES_PER_BIN = 4
WORD_PX = 18
"""Below this line of a lane no word stands."""
GREY = 16
"""Colours whose channels differ by no more are lines of the grid and grounds."""
Image = npt.NDArray[np.uint8]

# The pixels of one lane: height, width, and red, green, blue, alpha of each device pixel.
LANE_PIXELS = """
([speaker]) => {
  const host = [...document.querySelectorAll(".page-timeline *")].find((one) => one.shadowRoot);
  const canvas = host.shadowRoot.querySelector("canvas[aria-label='Timeline of the dialogue']");
  const { lanes } = window.turnbenchTimeline.state();
  const { y, height } = lanes.find((lane) => lane.kind.startsWith("wave") && lane.speaker === speaker);
  const ratio = window.devicePixelRatio;
  const [top, rows] = [Math.round(y * ratio), Math.round(height * ratio)];
  const data = canvas.getContext("2d").getImageData(0, top, canvas.width, rows).data;
  let bytes = "";
  const size = 8192;
  for (let i = 0; i < data.length; i += size) bytes += String.fromCharCode(...data.subarray(i, i + size));
  return [rows, canvas.width, btoa(bytes)];
}
"""


def lane_pixels(page: Page, speaker: int) -> Image:
    rows, width, data = page.evaluate(LANE_PIXELS, [speaker])
    return np.frombuffer(base64.b64decode(data), np.uint8).reshape(rows, width, 4)


def inked(image: Image) -> npt.NDArray[np.intp]:
    """Return how many pixels of every column differ from the lane's ground (its commonest colour)."""
    packed = image.view(np.uint32)[:, :, 0]
    colours, counts = np.unique(packed, return_counts=True)
    return np.asarray((packed != colours[np.argmax(counts)]).sum(axis=0))


def write_bursts(path: Path, *, minutes: float = MINUTES, seed: int = 3) -> None:
    """Write noise of half a second and silence, in turns at random, on both channels."""
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal((RATE_HZ // 2, 2)) * 2500
    loud = np.repeat(rng.random((int(minutes * 120), 2)) < 0.5, len(noise), axis=0)
    soundfile.write(path, (np.tile(noise, (int(minutes * 120), 1)) * loud).astype(np.int16), RATE_HZ)


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a recording of twenty minutes."""
    folder = tmp_path_factory.mktemp("long")
    write_bursts(folder / "call.wav")
    environment = {"TURNBENCH_DATA": str(folder / "call.wav"), "TURNBENCH_CACHE": str(folder / "cache")}
    with serving(folder / "log", environment=environment) as server:
        yield server
        assert not server.bugs()


class SlowBuild:
    """Hands a page what the server has built in parts, each when the test lets it.

    The answers are the server's own; only how far the build has come is what a slower disk would show.
    """

    def __init__(self, page: Page, *, built: int) -> None:
        self._built = built
        self._waiting: Route | None = None
        page.route("**/peaks/growing?first=*", self._answer)

    def build(self, samples: int) -> None:
        """Come so far, and tell the page if it waits for news."""
        self._built = samples
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._fulfil(waiting, _first_bin(waiting))

    def _answer(self, route: Route) -> None:
        first = _first_bin(route)
        if first and first >= self._built // COARSE_SAMPLES:
            self._waiting = route
        else:
            self._fulfil(route, first)

    def _fulfil(self, route: Route, first: int) -> None:
        whole = route.fetch()
        while whole.headers["x-samples-built"] != whole.headers["x-samples"]:
            whole = route.fetch()
        is_whole = self._built == int(whole.headers["x-samples"])
        bins = -(-self._built // COARSE_SAMPLES) - first - (0 if is_whole else 1)
        headers = {**whole.headers, "x-samples-built": str(self._built)}
        del headers["content-length"]
        route.fulfill(status=200, body=whole.body()[: bins * BYTES_PER_BIN], headers=headers)


def _first_bin(route: Route) -> int:
    return int(route.request.url.rsplit("=", 1)[1])


def test_a_waveform_is_painted_while_it_is_built_and_ends_as_that_of_a_fresh_page(
    page: Page, long: Server
) -> None:
    samples = MINUTES * 60 * RATE_HZ
    slow = SlowBuild(page, built=samples // 10)
    page.goto(long.url)
    page.wait_for_function("() => window.turnbenchTimeline")
    wait_for_state(page, "s.build.share !== null && s.waveform === 'ready'")
    assert state(page)["build"]["has_sketch"]
    page.evaluate("window.turnbenchTimeline.setView(0, 1200)")
    progress = page.get_by_role("progressbar")

    sketched = lane_pixels(page, 0)
    columns = inked(sketched)
    assert np.count_nonzero(columns > 8) > len(columns) / 4, "the sketch shows where there is sound"

    slow.build(samples // 2)
    wait_for_state(page, "s.build.share >= 0.5 && s.build.share < 0.51")
    expect(progress).to_have_attribute("aria-valuenow", "50")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    partly = lane_pixels(page, 0)
    middle = partly.shape[1] // 2

    slow.build(samples)
    wait_for_state(page, "s.build.share === null && s.build.is_fine")
    expect(progress).to_be_hidden()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    final = [lane_pixels(page, speaker) for speaker in (0, 1)]
    assert (inked(partly)[: middle - 2] > 0).all()
    strength = [
        float(np.abs(image[WORD_PX:, middle + 4 :].astype(int) - final[0][0, 0]).max())
        for image in (partly, final[0])
    ]
    assert strength[0] < strength[1], "what is preliminary is paler"

    fresh = page.context.new_page()
    open_page(fresh, long.url)
    fresh.evaluate("window.turnbenchTimeline.setView(0, 1200)")
    fresh.evaluate("() => new Promise(requestAnimationFrame)")
    for speaker in (0, 1):
        np.testing.assert_array_equal(lane_pixels(fresh, speaker), final[speaker])
    fresh.close()


def test_a_build_that_fails_is_told_and_tried_again(browser: Browser, long: Server) -> None:
    page = browser.new_context().new_page()  # of its own: Chromium notes the failed answer as an error
    page.route("**/peaks/growing?first=*", lambda route: route.fulfill(status=503, body="busy"))
    page.goto(long.url)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The waveform could not be loaded (the server answered 503).")
    page.unroute("**/peaks/growing?first=*")
    page.get_by_role("button", name="Load the sound again").click()
    wait_for_state(page, "s.build.is_fine")
    expect(alert).to_be_hidden()
    page.context.close()


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    """A recording whose samples are known: a slow saw on the left, its negative on the right."""
    saw = ((np.arange(RATE_HZ * 4) % 16) - 8) * 2000
    soundfile.write(tmp_path / "steps.wav", np.stack([saw, -saw], axis=1).astype(np.int16), RATE_HZ)
    return tmp_path / "steps.wav"


@pytest.mark.parametrize("ratio", [pytest.param(1, marks=pytest.mark.slow), 1.5, 2])
def test_single_samples_are_dots_on_a_line_at_their_times(
    browser: Browser, steps: Path, tmp_path: Path, ratio: float
) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, device_scale_factor=ratio)
    page = context.new_page()
    with serving_to(page, tmp_path, steps) as server:
        open_page(page, server.url)
        start_s, span_s = 1.0, 0.005
        page.evaluate(f"window.turnbenchTimeline.setView({start_s}, {start_s + span_s})")
        image = _settled(page, 0)
        ink = _line_centres(image)
        px_per_sample = image.shape[1] / (span_s * RATE_HZ)
        assert px_per_sample > 6 * ratio
        # The scale of the page for a sound of peak 16,000, and the lane's half height without its margin.
        gain = 128 / np.ceil(16_000 / 256) * 0.95
        half_px = image.shape[0] / 2 - 2 * ratio
        errors = []
        for number in range(2, 38):
            sample = int(start_s * RATE_HZ) + number
            if sample % 16 in (0, 15):  # the saw's jump, where the line is steep
                continue
            value = ((sample % 16) - 8) * 2000 / 32768
            expected = image.shape[0] / 2 - value * gain * half_px
            errors.append(abs(ink[round(number * px_per_sample)] - expected))
        assert max(errors) < 1.5 * ratio, errors
        # A dot is thicker than the line between two of them.
        thick = inked(image)
        on_dots = np.median([thick[round(number * px_per_sample)] for number in range(2, 12)])
        between = np.median([thick[round((number + 0.5) * px_per_sample)] for number in range(2, 12)])
        assert on_dots > between
    context.close()


def _settled(page: Page, speaker: int) -> Image:
    """Return the lane once two frames show the same: the samples have come."""
    before = lane_pixels(page, speaker)
    page.wait_for_load_state("networkidle")
    while True:
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        now = lane_pixels(page, speaker)
        if np.array_equal(now, before):
            return now
        before = now


def _line_centres(image: Image) -> npt.NDArray[np.float64]:
    """Return the middle of the coloured ink of every column, device pixels from the top; the grid is grey."""
    colours = image[:, :, :3].astype(np.float64)
    strength = np.clip(colours.max(axis=2) - colours.min(axis=2) - GREY, 0, None)
    rows = np.arange(len(image))[:, None] + 0.5
    return np.asarray((strength * rows).sum(axis=0) / np.maximum(strength.sum(axis=0), 1e-9))


def test_a_pan_at_single_samples_keeps_them_in_view(page: Page, steps: Path, tmp_path: Path) -> None:
    """With what lies around the view already here, no frame of a pan falls back to bins."""
    with serving_to(page, tmp_path, steps) as server:
        open_page(page, server.url)
        page.evaluate("window.turnbenchTimeline.setView(1, 1.005)")
        _settled(page, 0)
        asked = list[str]()
        page.on("request", lambda sent: asked.append(sent.url) if "/pcm" in sent.url else None)
        for step in range(20):
            start_s = 1 + step * 0.002
            page.evaluate(f"window.turnbenchTimeline.setView({start_s}, {start_s + 0.005})")
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            assert np.median(inked(lane_pixels(page, 0))) < 10, "a line, not bars"
        assert asked == []


def test_a_file_that_changes_under_the_server_is_noticed_and_opened_anew(
    browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "call.wav"
    write_bursts(path, minutes=1)
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.add_init_script("performance.setResourceTimingBufferSize(5000)")  # the page has many modules
    with serving_to(page, tmp_path, path) as server:
        open_page(page, server.url)
        before = media_key(page)
        write_bursts(path, minutes=1, seed=4)
        os.utime(path, ns=(1, 1))
        page.evaluate("window.turnbenchTimeline.setView(55, 55.01)")  # samples that are not here yet
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("has changed since the page was opened", timeout=30_000)
        page.wait_for_function("() => location.search.includes('t=55')")
        with page.expect_navigation():
            page.get_by_role("button", name="Load the sound again").click()
        page.wait_for_function("() => window.turnbenchTimeline?.state().build.is_fine")
        expect(alert).to_be_hidden()
        assert media_key(page) != before
        view = state(page)["view"]
        assert (view["start_s"], view["end_s"]) == pytest.approx((55, 55.01), abs=1e-5)
        assert not server.bugs()
    page.context.close()


def media_key(page: Page) -> Any:
    """Return the key of the sound that the page has asked for last."""
    return page.evaluate(
        """() => performance.getEntriesByType("resource")
          .map((one) => one.name.match(/media\\/([0-9a-f]+)\\//)?.[1]).filter(Boolean).at(-1)"""
    )
