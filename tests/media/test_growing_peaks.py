"""Peaks while they are built: what is told is true, grows, and ends in the whole."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from tests.media.sites import FakeSource, Reply, Site, Waiting, noise, serving_sources
from tests.servers import REPOSITORY
from viewer.media import peak_files
from viewer.media.growth import BLOCK_SAMPLES, Growth
from viewer.media.peak_store import PeakStore
from viewer.media.sketches import SAMPLES_READ, sketch
from viewer.media.sources import PcmArray
from viewer.signals.peaks import COARSE_SAMPLES_PER_BIN, PeakArray, coarsen, peaks

SAMPLES = 5 * BLOCK_SAMPLES + 12_345


@dataclass
class Stepping(FakeSource):
    """A recording whose builder reads block by block, each when the test lets it; other reads are free."""

    permits: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def read(self, start: int, stop: int) -> PcmArray:
        if stop - start > SAMPLES_READ:
            assert self.permits.acquire(timeout=30)
        return super().read(start, stop)


@pytest.fixture
def stepping() -> Stepping:
    return Stepping("stepping", noise(SAMPLES))


def bins_of(reply: Reply) -> PeakArray:
    return np.frombuffer(reply.body, np.int8).reshape(-1, 2, 2)


def growing(site: Site, first: int, key: str = "stepping") -> tuple[PeakArray, int]:
    reply = site.ask(f"/viewer/media/{key}/peaks/growing?first={first}")
    assert reply.status == 200
    assert reply.headers["X-Samples-Per-Bin"] == "4096"
    assert reply.headers["Cache-Control"] == "no-store"
    return bins_of(reply), int(reply.headers["X-Samples-Built"])


def wait_until_built(site: Site, samples: int) -> PeakArray:
    """Ask until so many samples are built; nothing that is told on the way is less than before."""
    before, deadline = 0, time.monotonic() + 30
    while time.monotonic() < deadline:
        found, built = growing(site, 0)
        assert built >= before
        before = built
        if built >= samples:
            return found
    raise TimeoutError(f"expected {samples} samples within 30 s, found {before}")


def test_what_is_built_is_told_as_it_grows_and_is_true(stepping: Stepping, tmp_path: Path) -> None:
    expected = peaks(stepping.pcm, samples_per_bin=COARSE_SAMPLES_PER_BIN)
    with serving_sources([stepping], folder=tmp_path) as site:
        found, built = growing(site, 0)
        assert (len(found), built) == (0, 0)
        for block in range(1, 4):
            stepping.permits.release()
            found = wait_until_built(site, block * BLOCK_SAMPLES)
            assert len(found) == block * BLOCK_SAMPLES // COARSE_SAMPLES_PER_BIN
            np.testing.assert_array_equal(found, expected[: len(found)])
        rest, built = growing(site, 150)
        assert built == 3 * BLOCK_SAMPLES
        np.testing.assert_array_equal(rest, expected[150:192])
        stepping.permits.release(3)
        np.testing.assert_array_equal(wait_until_built(site, SAMPLES), expected)
        np.testing.assert_array_equal(growing(site, 192)[0], expected[192:])


def test_peaks_that_are_there_come_whole_with_the_first_answer(tmp_path: Path) -> None:
    source = FakeSource("quick", noise(SAMPLES))
    with serving_sources([source], folder=tmp_path) as site:
        site.ask("/viewer/media/quick/peaks")
        found, built = growing(site, 0, "quick")
    assert built == SAMPLES
    np.testing.assert_array_equal(found, peaks(source.pcm, samples_per_bin=COARSE_SAMPLES_PER_BIN))


def test_a_recording_without_a_sample_is_whole_at_once(site: Site) -> None:
    found, built = growing(site, 0, "empty")
    assert (len(found), built) == (0, 0)


def test_a_build_that_fails_is_said_and_tried_again_when_asked_again(site: Site, broken: FakeSource) -> None:
    assert site.ask("/viewer/media/broken/peaks/growing?first=0").status == 500
    broken.fails_from = None
    found, built = growing(site, 0, "broken")
    assert built == broken.samples
    np.testing.assert_array_equal(found, peaks(broken.pcm, samples_per_bin=COARSE_SAMPLES_PER_BIN))


@pytest.mark.parametrize("query", ["", "?first=-1", "?first=x", "?first=1.5"])
def test_another_first_bin_is_refused(site: Site, query: str) -> None:
    assert site.ask(f"/viewer/media/short/peaks/growing{query}").status == 400


def test_asking_for_the_head_starts_no_build(site: Site, long: FakeSource) -> None:
    for name in ("growing?first=0", "sketch"):
        assert site.ask(f"/viewer/media/long/peaks/{name}", method="HEAD").status == 200
    assert long.reads == []


def test_a_page_that_goes_stops_no_build(stepping: Stepping, tmp_path: Path) -> None:
    with serving_sources([stepping], folder=tmp_path) as site:
        growing(site, 0)
        stepping.permits.release(6)  # nobody asks meanwhile
        deadline = time.monotonic() + 30
        while not list(tmp_path.glob("*.peaks")) and time.monotonic() < deadline:
            time.sleep(0.01)
        stepping.reads.clear()
        assert growing(site, 0)[1] == SAMPLES
    assert stepping.reads == []


def test_what_was_asked_for_last_is_built_first(tmp_path: Path) -> None:
    """Two builders are busy; of three that wait the last one asked for goes first."""
    busy = [Waiting(f"busy{number}", noise(1000)) for number in range(2)]
    waiting = [FakeSource(f"waiting{number}", noise(1000)) for number in range(3)]
    done = list[str]()
    store = PeakStore(folder=lambda: tmp_path)
    first = store.request(busy[0])
    other = store.request(busy[1])
    while not (first.running() and other.running()):
        time.sleep(0.001)
    for source in waiting:
        store.request(source).add_done_callback(lambda _, key=source.key: done.append(key))  # type: ignore[misc]
    store.request(waiting[0])  # looked at again
    busy[0].gate.set()
    for source in waiting:
        store.request(source).result(30)
    busy[1].gate.set()
    store.close()
    assert done == ["waiting0", "waiting2", "waiting1"]


def test_a_builder_that_finds_the_file_of_another_process_stops(tmp_path: Path, stepping: Stepping) -> None:
    path = tmp_path / "x.peaks"
    whole = peaks(stepping.pcm)
    finder = peak_files.Finder(path, samples=SAMPLES)
    looks = list[int]()

    def find() -> PeakArray | None:
        looks.append(1)
        if len(looks) == 2:
            peak_files.save(path, whole, samples=SAMPLES)
        return finder()

    stepping.permits.release(2)
    found, is_ours = Growth(stepping).build(find)
    assert not is_ours
    np.testing.assert_array_equal(found, whole)
    assert len(stepping.reads) == 2


def test_a_damaged_file_is_opened_once_in_a_build(
    stepping: Stepping, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    peak_files.path_of(tmp_path, stepping.key).write_bytes(b"nothing")
    stepping.permits.release(6)
    store = PeakStore(folder=lambda: tmp_path)
    np.testing.assert_array_equal(store.request(stepping).result(30).fine, peaks(stepping.pcm))
    store.close()
    assert caplog.text.count("damaged or of another recording") == 1


KILLED = """
import os, sys
from pathlib import Path
from tests.media.sites import FakeSource, noise
from viewer.media.peak_store import PeakStore

class Killing(FakeSource):
    def read(self, start, stop):
        if len(self.reads) == 3:
            print("half", flush=True)
            os.kill(os.getpid(), 9)
        return super().read(start, stop)

PeakStore(folder=lambda: Path(sys.argv[1])).request(Killing("k", noise({samples}))).result(60)
"""


@pytest.mark.skipif(not hasattr(__import__("signal"), "SIGKILL"), reason="kill -9 is not there on Windows")
def test_a_builder_that_is_killed_leaves_nothing_that_is_taken_for_peaks(tmp_path: Path) -> None:
    program = [sys.executable, "-c", KILLED.format(samples=SAMPLES), str(tmp_path)]
    ran = subprocess.run(program, cwd=REPOSITORY, capture_output=True, text=True, timeout=60, check=False)
    assert ran.stdout == "half\n"
    assert ran.returncode == -9
    assert list(tmp_path.glob("*.peaks")) == []
    source = FakeSource("k", noise(SAMPLES))
    store = PeakStore(folder=lambda: tmp_path)
    np.testing.assert_array_equal(store.request(source).result(30).fine, peaks(source.pcm))
    store.close()


def test_a_sketch_lies_within_the_peaks_and_shows_what_its_places_hold(tmp_path: Path) -> None:
    pcm = noise(SAMPLES) // 4
    pcm[: SAMPLES // 2, 0] = 0
    source = FakeSource("half", pcm)
    with serving_sources([source], folder=tmp_path) as site:
        reply = site.ask("/viewer/media/half/peaks/sketch")
    found = bins_of(reply)
    stretch = int(reply.headers["X-Samples-Per-Bin"])
    assert stretch % COARSE_SAMPLES_PER_BIN == 0
    whole = coarsen(peaks(pcm), factor=stretch // 256)
    assert found.shape == whole.shape
    assert (found[:, :, 0] >= whole[:, :, 0]).all()
    assert (found[:, :, 1] <= whole[:, :, 1]).all()
    half = len(found) // 2
    assert (found[: half - 1, 0] == 0).all()
    assert (found[half + 1 :, :, 1] > 20).all()


def test_a_sketch_takes_fewer_places_where_reading_is_slow() -> None:
    source = FakeSource("slow", noise(48_000 * 120))
    quick, _ = sketch(source, budget_s=1e9)
    slow, _ = sketch(source, budget_s=0)
    assert len(slow) <= 128
    assert len(quick) > 4 * len(slow)


def test_a_recording_that_must_be_decoded_from_its_start_is_not_sketched(tmp_path: Path) -> None:
    source = FakeSource("ogg", noise(50_000), has_exact_seek=False)
    with serving_sources([source], folder=tmp_path) as site:
        assert site.ask("/viewer/media/ogg/peaks/sketch").body == b""
    assert source.reads == []
