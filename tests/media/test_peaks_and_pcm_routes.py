"""``peaks`` and ``pcm`` over real HTTP."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tests.media.sites import FakeSource, Site, Waiting, noise, serving_sources
from viewer.media.handlers import MAX_PCM_SAMPLES
from viewer.signals.peaks import peaks


@pytest.mark.parametrize("samples_per_bin", [256, 4096])
def test_peaks_are_those_of_the_samples(site: Site, long: FakeSource, samples_per_bin: int) -> None:
    reply = site.ask(f"/viewer/media/long/peaks?bin={samples_per_bin}")
    assert reply.status == 200
    assert reply.headers["X-Samples-Per-Bin"] == str(samples_per_bin)
    assert reply.headers["Content-Type"] == "application/octet-stream"
    expected = peaks(long.pcm, samples_per_bin=samples_per_bin)
    assert reply.body == expected.tobytes()
    assert reply.headers["Content-Length"] == str(expected.size)


def test_the_fine_level_is_the_default(site: Site, short: FakeSource) -> None:
    assert site.ask("/viewer/media/short/peaks").body == peaks(short.pcm).tobytes()


@pytest.mark.parametrize("text", ["0", "255", "-256", "", "256.0", "abc", "%D9%A2"])
def test_another_bin_is_refused(site: Site, text: str) -> None:
    reply = site.ask(f"/viewer/media/short/peaks?bin={text}")
    assert (reply.status, reply.body) == (400, b"A parameter is missing or out of range.\n")


def test_a_client_that_has_the_peaks_is_told_so_without_building_them(site: Site, long: FakeSource) -> None:
    head = site.ask("/viewer/media/long/peaks?bin=256", method="HEAD")
    assert head.headers["Content-Length"] == str(peaks(long.pcm).size)
    tag = head.headers["Etag"]
    assert site.ask("/viewer/media/long/peaks?bin=256", headers={"If-None-Match": tag}).status == 304
    assert site.ask("/viewer/media/long/peaks?bin=4096", method="HEAD").headers["Etag"] != tag
    assert long.reads == []


def test_both_levels_are_built_from_one_reading(site: Site, long: FakeSource) -> None:
    for samples_per_bin in (4096, 256, 4096):
        site.ask(f"/viewer/media/long/peaks?bin={samples_per_bin}")
    assert sum(stop - start for start, stop in long.reads) == long.samples


def test_peaks_that_cannot_be_built_are_a_short_answer_and_tried_again(
    site: Site, broken: FakeSource
) -> None:
    assert site.ask("/viewer/media/broken/peaks").status == 500
    broken.fails_from = None
    assert site.ask("/viewer/media/broken/peaks").body == peaks(broken.pcm).tobytes()


def test_a_recording_without_a_sample_has_no_peaks_and_no_samples(site: Site) -> None:
    assert site.ask("/viewer/media/empty/peaks").body == b""
    assert site.ask("/viewer/media/empty/pcm?start=0&stop=10").body == b""


@pytest.mark.parametrize(
    ("start", "stop", "first", "last"),
    [
        (0, 1, 0, 1),
        (0, 1000, 0, 1000),
        (999, 1000, 999, 1000),
        (123, 457, 123, 457),
        (0, 5000, 0, 1000),  # cut at the end
        (900, MAX_PCM_SAMPLES, 900, 1000),
        (1000, 1001, 1000, 1000),  # past the end
        (10**12, 10**12, 1000, 1000),
        (5, 5, 5, 5),
    ],
)
def test_samples_are_those_of_the_recording(
    site: Site, short: FakeSource, start: int, stop: int, first: int, last: int
) -> None:
    reply = site.ask(f"/viewer/media/short/pcm?start={start}&stop={stop}")
    assert reply.status == 200
    assert reply.headers["X-Sample-Rate"] == "48000"
    assert reply.body == short.pcm[first:last].astype("<i2").tobytes()


def test_samples_over_several_chunks_are_those_of_the_recording(site: Site, long: FakeSource) -> None:
    reply = site.ask("/viewer/media/long/pcm?start=12345&stop=654321")
    np.testing.assert_array_equal(np.frombuffer(reply.body, "<i2").reshape(-1, 2), long.pcm[12345:654321])


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?start=0",
        "?stop=5",
        "?start=5&stop=4",
        "?start=-1&stop=4",
        "?start=0&stop=1.5",
        "?start=0&stop=1e3",
        "?start=0&stop=%D9%A2",
        "?start=0&stop=" + "9" * 5000,
        f"?start=0&stop={MAX_PCM_SAMPLES + 1}",
    ],
)
def test_samples_out_of_range_are_refused(site: Site, query: str) -> None:
    assert site.ask(f"/viewer/media/short/pcm{query}").status == 400


def test_samples_have_a_tag_of_their_own(site: Site, short: FakeSource) -> None:
    tag = site.ask("/viewer/media/short/pcm?start=0&stop=9", method="HEAD").headers["Etag"]
    assert site.ask("/viewer/media/short/pcm?start=0&stop=9", headers={"If-None-Match": tag}).status == 304
    assert site.ask("/viewer/media/short/pcm?start=1&stop=9", headers={"If-None-Match": tag}).status == 200
    assert short.reads == [(1, 9)]


def test_recordings_that_are_slow_to_read_do_not_hold_up_the_others(tmp_path: Path) -> None:
    slow = Waiting("slow", noise(5000))
    quick = FakeSource("quick", noise(5000))
    with serving_sources([slow, quick], folder=tmp_path) as site, ThreadPoolExecutor(4) as clients:
        waiting = [
            clients.submit(site.ask, f"/viewer/media/slow/{name}")
            for name in ("peaks", "peaks?bin=4096", "audio.wav", "pcm?start=0&stop=5")
        ]
        assert site.ask("/viewer/media/quick/peaks").body == peaks(quick.pcm).tobytes()
        assert site.ask("/viewer/media/quick/audio.wav").status == 200
        assert not any(answer.done() for answer in waiting)
        slow.gate.set()
        assert [answer.result(30).status for answer in waiting] == [200] * 4
