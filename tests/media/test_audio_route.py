"""``audio.wav`` over real HTTP, byte by byte against the whole file."""

from __future__ import annotations

import asyncio
import io
import logging
import socket
import struct
import threading
import time

import numpy as np
import pytest
import soundfile

from tests.media.sites import FakeSource, Reply, Silence, Site, noise
from viewer.media import virtual_wav
from viewer.media.handlers import CHUNK_BYTES
from viewer.media.library import Library

PATH = "/viewer/media/short/audio.wav"
LENGTH = 4044

# what is asked for, first and last byte of the answer
RANGES = [
    ("bytes=0-", 0, 4043),
    ("bytes=0-0", 0, 0),
    ("bytes=4043-4043", 4043, 4043),
    ("bytes=4043-", 4043, 4043),
    ("bytes=0-4043", 0, 4043),
    ("bytes=0-9999999999", 0, 4043),
    ("bytes=0-43", 0, 43),  # the header alone
    ("bytes=44-47", 44, 47),  # the first frame alone
    ("bytes=40-49", 40, 49),  # across the end of the header
    ("bytes=43-44", 43, 44),
    ("bytes=45-45", 45, 45),  # odd offsets
    ("bytes=101-1003", 101, 1003),
    ("bytes=-1", 4043, 4043),
    ("bytes=-7", 4037, 4043),
    ("bytes=-4044", 0, 4043),
    ("bytes=-99999", 0, 4043),
]


def whole(source: FakeSource) -> bytes:
    return virtual_wav.header(source) + source.pcm.astype("<i2").tobytes()


def ranged(site: Site, text: str, path: str = PATH) -> Reply:
    return site.ask(path, headers={"Range": text})


@pytest.mark.parametrize(("text", "first", "last"), RANGES)
def test_a_range_is_answered_with_exactly_these_bytes(
    site: Site, short: FakeSource, text: str, first: int, last: int
) -> None:
    reply = ranged(site, text)
    assert reply.status == 206
    assert reply.headers["Content-Range"] == f"bytes {first}-{last}/{LENGTH}"
    assert reply.headers["Content-Length"] == str(last + 1 - first)
    assert reply.headers["Content-Type"] == "audio/wav"
    assert reply.body == whole(short)[first : last + 1]


@pytest.mark.parametrize(
    "text", ["bytes=4044-", "bytes=5000-6000", "bytes=-0", "bytes=9-8", "bytes=x", "bytes=-"]
)
def test_bytes_that_do_not_exist_are_answered_with_416(site: Site, text: str) -> None:
    reply = ranged(site, text)
    assert reply.status == 416
    assert reply.headers["Content-Range"] == f"bytes */{LENGTH}"
    assert reply.body == b"There are no such bytes.\n"


@pytest.mark.parametrize("text", ["bytes=0-1,5-6", "seconds=1-2"])
def test_several_ranges_and_other_units_are_answered_with_the_whole_file(
    site: Site, short: FakeSource, text: str
) -> None:
    reply = ranged(site, text)
    assert (reply.status, reply.body) == (200, whole(short))


def test_the_whole_file_is_read_by_libsndfile(site: Site, long: FakeSource) -> None:
    reply = site.ask("/viewer/media/long/audio.wav")
    assert reply.status == 200
    assert reply.headers["Accept-Ranges"] == "bytes"
    assert reply.headers["Content-Length"] == str(virtual_wav.total_bytes(long))
    pcm, rate = soundfile.read(io.BytesIO(reply.body), dtype="int16")
    assert rate == 48_000
    np.testing.assert_array_equal(pcm, long.pcm)


@pytest.mark.parametrize("offset", [-1, 0, 1])
def test_a_range_over_several_chunks_equals_that_part_of_the_file(
    site: Site, long: FakeSource, offset: int
) -> None:
    first, last = CHUNK_BYTES + offset, 3 * CHUNK_BYTES + offset
    reply = ranged(site, f"bytes={first}-{last}", "/viewer/media/long/audio.wav")
    assert reply.body == whole(long)[first : last + 1]


def test_a_stream_reads_every_sample_once_and_in_order(site: Site, long: FakeSource) -> None:
    site.ask("/viewer/media/long/audio.wav")
    stops = [stop for _, stop in long.reads]
    assert [start for start, _ in long.reads] == [0, *stops[:-1]]
    assert stops[-1] == long.samples


@pytest.mark.parametrize("headers", [{}, {"Range": "bytes=0-9"}, {"Range": "bytes=9999-"}])
def test_head_tells_the_whole_length_and_reads_nothing(
    site: Site, short: FakeSource, headers: dict[str, str]
) -> None:
    reply = site.ask(PATH, method="HEAD", headers=headers)
    assert (reply.status, reply.body) == (200, b"")
    assert reply.headers["Content-Length"] == str(LENGTH)
    assert reply.headers["Accept-Ranges"] == "bytes"
    assert short.reads == []


def test_a_client_that_has_the_file_is_told_so_without_reading_it(site: Site, short: FakeSource) -> None:
    tag = site.ask(PATH, method="HEAD").headers["Etag"]
    assert tag.startswith('"')
    for headers in ({}, {"Range": "bytes=0-9"}):
        reply = site.ask(PATH, headers={"If-None-Match": tag, **headers})
        assert (reply.status, reply.body, reply.headers["Etag"]) == (304, b"", tag)
    assert short.reads == []
    assert site.ask(PATH, headers={"If-None-Match": '"another"'}).status == 200


def test_the_tag_is_of_the_recording(site: Site) -> None:
    tags = {
        site.ask(f"/viewer/media/{key}/audio.wav", method="HEAD").headers["Etag"] for key in ("short", "long")
    }
    assert len(tags) == 2


def test_a_range_of_another_version_is_answered_with_the_whole_file(site: Site) -> None:
    tag = site.ask(PATH, method="HEAD").headers["Etag"]
    same = site.ask(PATH, headers={"Range": "bytes=0-9", "If-Range": tag})
    other = site.ask(PATH, headers={"Range": "bytes=0-9", "If-Range": '"another"'})
    assert (same.status, other.status) == (206, 200)


def test_a_recording_without_a_sample_is_a_header(site: Site) -> None:
    reply = site.ask("/viewer/media/empty/audio.wav")
    assert (reply.status, len(reply.body)) == (200, 44)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("name", ["audio.wav", "peaks", "pcm?start=0&stop=1"])
@pytest.mark.parametrize("key", ["nobody", "..%2f..%2fetc%2fpasswd", "%2e%2e", "short%00", "%2fetc%2fpasswd"])
def test_an_unknown_key_is_not_found(site: Site, key: str, name: str, method: str) -> None:
    reply = site.ask(f"/viewer/media/{key}/{name}", method=method)
    assert reply.status == 404
    assert reply.body == (b"There is no such recording.\n" if method == "GET" else b"")


@pytest.mark.parametrize(
    "path", ["/viewer/media/short/audio.wav/", "/viewer/media/a/../short/audio.wav", "/viewer/media//peaks"]
)
def test_only_the_three_addresses_exist(site: Site, path: str) -> None:
    assert site.ask(path).status == 404


@pytest.mark.parametrize(
    "path", [PATH, "/viewer/media/nobody/audio.wav", "/viewer/media/short/peaks", "/viewer/media/short/pcm"]
)
def test_other_origins_and_shared_caches_are_kept_out(site: Site, path: str) -> None:
    headers = site.ask(path).headers
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_nothing_can_be_written(site: Site, method: str) -> None:
    assert site.ask(PATH, method=method).status == 405


def test_a_recording_that_cannot_be_read_is_a_short_answer_and_a_long_log(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        reply = ranged(site, "bytes=1000000-1000009", "/viewer/media/broken/audio.wav")
    assert reply.status == 500
    assert reply.body == b"The recording could not be read; the server's log says why.\n"
    assert "Accept-Ranges" not in reply.headers
    assert "no sync code found" in caplog.text


def test_a_recording_that_breaks_off_ends_the_connection_and_not_the_server(site: Site) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as client:
        client.sendall(b"GET /viewer/media/broken/audio.wav HTTP/1.1\r\nHost: here\r\n\r\n")
        received = b"".join(iter(lambda: client.recv(1 << 16), b""))
    assert received.startswith(b"HTTP/1.1 200")
    assert len(received) < 44 + 4 * 400_000
    assert site.ask(PATH).status == 200


def hang_up(site: Site, path: str) -> None:
    """Ask for a file, take its beginning, and reset the connection."""
    client = socket.create_connection(("127.0.0.1", site.port), timeout=30)
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
    assert client.recv(1000).startswith(b"HTTP/1.1 200")
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def settled(huge: Silence) -> list[tuple[int, int]]:
    """Wait until nothing more of the recording is read, and return what was."""
    seen = -1
    while seen != len(huge.reads):
        seen = len(huge.reads)
        time.sleep(0.3)
    return huge.reads


def test_clients_that_hang_up_leave_nothing_behind(site: Site, short: FakeSource, huge: Silence) -> None:
    for _ in range(12):
        hang_up(site, "/viewer/media/huge/audio.wav")
    deadline = time.monotonic() + 20
    while site.open_requests() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert site.open_requests() == 0
    assert len([thread for thread in threading.enumerate() if thread.name.startswith("turnbench-media")]) <= 4
    assert not any(stop == huge.samples for _, stop in settled(huge))
    assert site.ask(PATH).body == whole(short)


def test_a_client_that_does_not_read_is_waited_for(site: Site, short: FakeSource, huge: Silence) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as client:
        client.sendall(b"GET /viewer/media/huge/audio.wav HTTP/1.1\r\nHost: here\r\n\r\n")
        client.recv(1000)
        assert settled(huge)[-1][1] < huge.samples
        assert site.open_requests() == 1
        assert site.ask(PATH).body == whole(short)  # others are served meanwhile


def test_a_recording_that_is_slow_to_read_leaves_threads_to_the_others() -> None:
    release = threading.Event()
    started: list[int] = []

    def slow(row: int) -> bytes:
        started.append(row)
        release.wait(10)
        return b""

    async def ask() -> tuple[int, bytes]:
        library = Library(lambda _: None)
        stuck, other = FakeSource("stuck", noise(10)), FakeSource("other", noise(10))
        waiting = [asyncio.create_task(library.read(stuck, slow, row)) for row in range(8)]
        answer = await asyncio.wait_for(library.read(other, lambda: b"x"), 5)
        entered = len(started)
        release.set()
        await asyncio.gather(*waiting)
        library.close()
        return entered, answer

    assert asyncio.run(ask()) == (2, b"x")
