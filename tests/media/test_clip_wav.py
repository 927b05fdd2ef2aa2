"""``clip.wav`` over real HTTP: exactly the samples that were asked for."""

from __future__ import annotations

import io

import pytest
import soundfile

from tests.media.sites import FakeSource, Site


@pytest.mark.parametrize(
    ("start", "stop"), [(0, 1), (0, 960_000), (123_457, 345_679), (959_999, 960_000), (65_537, 131_073)]
)
def test_a_clip_is_a_wav_file_of_exactly_these_samples(
    site: Site, long: FakeSource, start: int, stop: int
) -> None:
    reply = site.ask(f"/viewer/media/long/clip.wav?start={start}&stop={stop}")
    assert (reply.status, reply.headers["Content-Type"]) == (200, "audio/wav")
    samples, rate = soundfile.read(io.BytesIO(reply.body), dtype="int16", always_2d=True)
    assert rate == long.sample_rate
    assert samples.tobytes() == long.pcm[start:stop].tobytes()
    assert len(reply.body) == 44 + 4 * (stop - start) == int(reply.headers["Content-Length"])


def test_a_clip_is_cut_at_the_end_of_the_recording(site: Site, short: FakeSource) -> None:
    reply = site.ask("/viewer/media/short/clip.wav?start=900&stop=5000")
    assert reply.body[44:] == short.pcm[900:].tobytes()


@pytest.mark.parametrize(
    "query", ["", "?start=5&stop=5", "?start=6&stop=5", "?start=-1&stop=5", "?start=1000&stop=2000"]
)
def test_a_clip_of_nothing_is_refused(site: Site, query: str) -> None:
    assert site.ask(f"/viewer/media/short/clip.wav{query}").status == 400


def test_another_clip_has_another_entity_tag(site: Site) -> None:
    first, again, other = (
        site.ask(f"/viewer/media/short/clip.wav?start={start}&stop=9").headers["Etag"] for start in (0, 0, 1)
    )
    assert first == again != other


def test_an_unknown_recording_has_no_clip(site: Site) -> None:
    assert site.ask("/viewer/media/nobody/clip.wav?start=0&stop=5").status == 404
