"""``signals`` and ``signals/tile`` over real HTTP."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tests.media.sites import FakeSource, Site, Waiting, noise, serving_sources
from tests.signals.sounds import both, tone
from viewer.signals.tiles import Grid, Kind, tile

RATE = 16_000


@pytest.fixture
def sung() -> FakeSource:
    """Twenty seconds: a tone of 200 Hz, and one of 3 kHz."""
    sound = both(tone(200, rate=RATE, length_s=20), tone(3000, rate=RATE, length_s=20))
    return FakeSource("sung", sound, RATE)


@pytest.fixture
def signal_site(sung: FakeSource, broken: FakeSource, tmp_path: Path) -> Iterator[Site]:
    low = FakeSource("low", noise(4000), 2000)
    empty = FakeSource("empty", noise(0), RATE)
    with serving_sources([sung, broken, low, empty], folder=tmp_path) as running:
        yield running


def path(kind: str, level: int, number: int, *, key: str = "sung") -> str:
    return f"/viewer/media/{key}/signals/tile?kind={kind}&level={level}&tile={number}"


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that happens in another thread."""
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(("level", "number"), [(0, 0), (0, 15), (1, 2), (3, 0)])
def test_tiles_are_those_of_the_samples(
    signal_site: Site, sung: FakeSource, kind: Kind, level: int, number: int
) -> None:
    reply = signal_site.ask(path(kind, level, number))
    assert reply.status == 200
    assert reply.headers["Content-Type"] == "application/octet-stream"
    assert reply.headers["Cache-Control"] == "private, no-cache"
    grid = Grid(RATE, sung.samples)
    assert reply.body == tile(grid, sung.read, kind, level, number)
    assert reply.headers["Content-Length"] == str(len(reply.body))


def test_the_description_tells_how_to_read_a_tile(signal_site: Site) -> None:
    reply = signal_site.ask("/viewer/media/sung/signals")
    told = json.loads(reply.body)
    assert reply.headers["Content-Type"].startswith("application/json")
    assert told["cells"][:2] == [4000, 1000]
    assert told["cells_s"][1] == 0.02
    bands = told["kinds"]["linear"]["bands"]
    codes = np.frombuffer(signal_site.ask(path("linear", 1, 1)).body, np.uint8).reshape(2, 256, bands)
    loudest = np.array(told["kinds"]["linear"]["bands_hz"])[codes.argmax(axis=2)]
    assert loudest[0] == pytest.approx(200, abs=62)
    assert loudest[1] == pytest.approx(3000, abs=62)
    pitch = np.frombuffer(signal_site.ask(path("pitch", 1, 1)).body, "<u2").reshape(2, 256)
    assert pitch[0] / told["kinds"]["pitch"]["codes_per_hz"] == pytest.approx(200, rel=0.01)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?kind=mel&level=0",
        "?kind=mel&tile=0",
        "?level=0&tile=0",
        "?kind=cepstrum&level=0&tile=0",
        "?kind=mel&level=6&tile=0",
        "?kind=mel&level=-1&tile=0",
        "?kind=mel&level=0&tile=16",
        "?kind=mel&level=0&tile=1.0",
        "?kind=mel&level=0&tile=%D9%A2",
        "?kind=mel&level=0&tile=" + "9" * 5000,
    ],
)
def test_a_tile_that_is_not_there_is_refused(signal_site: Site, sung: FakeSource, query: str) -> None:
    reply = signal_site.ask(f"/viewer/media/sung/signals/tile{query}")
    assert (reply.status, reply.body) == (400, b"A parameter is missing or out of range.\n")
    assert sung.reads == []


def test_other_recordings_are_refused(signal_site: Site) -> None:
    assert signal_site.ask(path("mel", 0, 0, key="nobody")).status == 404
    assert signal_site.ask("/viewer/media/nobody/signals").status == 404
    assert signal_site.ask(path("mel", 0, 0, key="low")).status == 400
    assert signal_site.ask("/viewer/media/low/signals").status == 400
    assert signal_site.ask(path("mel", 0, 0, key="empty")).status == 400
    assert json.loads(signal_site.ask("/viewer/media/empty/signals").body)["cells"] == [0] * 6


def test_a_tile_is_computed_once_and_known_to_who_has_it(signal_site: Site, sung: FakeSource) -> None:
    first = signal_site.ask(path("mel", 1, 0))
    number = len(sung.reads)
    assert signal_site.ask(path("mel", 1, 0)).body == first.body
    tag = first.headers["Etag"]
    again = signal_site.ask(path("mel", 1, 0), headers={"If-None-Match": tag})
    assert (again.status, again.body) == (304, b"")
    assert len(sung.reads) == number
    others = {signal_site.ask(path(kind, 1, 0), method="HEAD").headers["Etag"] for kind in Kind}
    others.add(signal_site.ask(path("mel", 1, 1), method="HEAD").headers["Etag"])
    others.add(signal_site.ask(path("mel", 2, 0), method="HEAD").headers["Etag"])
    others.add(signal_site.ask("/viewer/media/sung/signals", method="HEAD").headers["Etag"])
    assert len(others) == 7


def test_a_recording_that_cannot_be_read_is_a_short_answer_and_tried_again(
    signal_site: Site, broken: FakeSource
) -> None:
    # At 48 kHz the second tile of 5.12 s begins at sample 245,760.
    assert signal_site.ask(path("mel", 1, 1, key="broken")).status == 500
    broken.fails_from = None
    assert signal_site.ask(path("mel", 1, 1, key="broken")).status == 200


def test_a_tile_that_the_client_gave_up_is_not_computed(tmp_path: Path) -> None:
    slow = Waiting("slow", noise(RATE * 10), RATE)
    with serving_sources([slow], folder=tmp_path) as site, ThreadPoolExecutor(8) as clients:
        started = threading.Event()
        gate_wait = slow.gate.wait

        def wait(timeout: float | None = None) -> bool:
            started.set()
            return gate_wait(timeout)

        slow.gate.wait = wait  # type: ignore[method-assign]
        threads = site.library.signals._thread_count
        running = [clients.submit(site.ask, path("mel", 0, n, key="slow")) for n in range(threads)]
        assert started.wait(30)
        leaving = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        leaving.request("GET", path("linear", 1, 0, key="slow"))
        until(lambda: bool(site.library.signals._waiting))
        leaving.close()
        until(lambda: not site.library.signals._waiting)
        slow.gate.set()
        assert all(answer.result(30).status == 200 for answer in running)
        assert site.ask(path("pitch", 1, 0, key="slow")).status == 200
        # Reads of the first tiles and of the last one: none of the tile in between.
        assert len(slow.reads) == threads + 1
