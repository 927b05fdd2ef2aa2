"""Chunks over HTTP: of this session alone, in order, no longer than agreed, behind the page's own login."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.media.sites import Reply, serving_handlers
from tests.media.test_login import Provider, from_header
from viewer.uploads import Limits, Spool
from viewer.uploads.limits import CHUNK_BYTES
from viewer.uploads.routes import PATTERN, install

SAYS_NOTHING = {404: b"There is no such upload.\n"}


@pytest.fixture
def spool(tmp_path: Path) -> Spool:
    return Spool(tmp_path / "uploads", Limits())


def handlers(spool: Spool) -> list[Any]:
    patterns: list[Any] = [("/other", object)]
    install(patterns, find_spool=lambda: spool)
    install(patterns, find_spool=lambda: spool)
    assert [pattern for pattern, _ in patterns] == ["/other", PATTERN]
    return patterns[1:]


@pytest.fixture
def port(spool: Spool) -> Iterator[int]:
    with serving_handlers(handlers(spool)) as port:
        yield port


def put(port: int, path: str, body: bytes | Iterator[bytes], *, method: str = "PUT", **headers: str) -> Reply:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, f"/viewer/upload/{path}", body=body, headers=headers)
        response = connection.getresponse()
        return Reply(response.status, response.headers, response.read())
    finally:
        connection.close()


def test_a_file_comes_in_by_chunks(port: int, spool: Spool) -> None:
    folder = spool.open_session("key")
    upload = folder.begin(CHUNK_BYTES + 3)
    first = put(port, f"key/{upload}?offset=0", b"x" * CHUNK_BYTES)
    assert (first.status, json.loads(first.body)) == (200, {"received": CHUNK_BYTES})
    assert first.headers["Cache-Control"] == "no-store"
    second = put(port, f"key/{upload}?offset={CHUNK_BYTES}", b"abc")
    assert json.loads(second.body) == {"received": CHUNK_BYTES + 3}
    assert folder.path_of(upload).read_bytes()[-5:] == b"xxabc"


def test_a_chunk_that_does_not_follow_on_is_told_what_is_there(port: int, spool: Spool) -> None:
    upload = spool.open_session("key").begin(9)
    put(port, f"key/{upload}?offset=0", b"abc")
    late = put(port, f"key/{upload}?offset=4", b"efg")
    assert (late.status, json.loads(late.body)) == (409, {"received": 3})


def test_another_sessions_upload_is_as_if_it_never_was(port: int, spool: Spool) -> None:
    mine, theirs = spool.open_session("mine"), spool.open_session("theirs")
    upload = theirs.begin(9)
    never = "0" * 16
    replies = [
        put(port, f"{path}?offset=0", b"abc")
        for path in (f"mine/{upload}", f"mine/{never}", f"none/{upload}")
    ]
    assert {(one.status, one.body) for one in replies} == {(404, SAYS_NOTHING[404])}
    assert theirs.size_of(upload) == 0
    assert mine.size_of(upload) == 0


def test_what_is_longer_than_announced_is_refused(port: int, spool: Spool) -> None:
    folder = spool.open_session("key")
    upload = folder.begin(3)
    assert put(port, f"key/{upload}?offset=0", b"abcd").status == 404
    assert folder.size_of(upload) == 0


def test_a_chunk_that_is_too_long_is_refused_whatever_it_says_of_its_length(port: int, spool: Spool) -> None:
    folder = spool.open_session("key")
    upload = folder.begin(2 * CHUNK_BYTES + 2)
    refused = []
    for body in (b"x" * (CHUNK_BYTES + 1), iter([b"x" * CHUNK_BYTES, b"x"])):
        try:
            refused.append(put(port, f"key/{upload}?offset=0", body).status)
        except OSError:  # closed before all of it was sent
            refused.append(413)
    assert refused == [413, 413]
    assert folder.size_of(upload) == 0


@pytest.mark.parametrize(
    "query", ["", "?offset=", "?offset=-1", "?offset=1.5", "?offset=%D9%A3", "?offset=" + "1" * 13]
)
def test_an_offset_is_a_number(port: int, spool: Spool, query: str) -> None:
    upload = spool.open_session("key").begin(9)
    assert put(port, f"key/{upload}{query}", b"abc").status == 400


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_nothing_comes_out(port: int, spool: Spool, method: str) -> None:
    upload = spool.open_session("key").begin(9)
    put(port, f"key/{upload}?offset=0", b"secret")
    reply = put(port, f"key/{upload}?offset=0", b"", method=method)
    assert reply.status == 405
    assert b"secret" not in reply.body


def test_without_a_login_nothing_comes_in(spool: Spool) -> None:
    folder = spool.open_session("key")
    upload = folder.begin(9)
    with serving_handlers(handlers(spool), auth_provider=Provider(from_header)) as port:
        assert put(port, f"key/{upload}?offset=0", b"abc").status == 403
        assert folder.size_of(upload) == 0
        assert put(port, f"key/{upload}?offset=0", b"abc", **{"X-User": "ada"}).status == 200


def test_sessions_send_at_once_and_get_their_own(port: int, spool: Spool) -> None:
    folders = {name: spool.open_session(name) for name in ("one", "two", "three")}
    uploads = {name: folder.begin(300_000) for name, folder in folders.items()}

    def send(name: str) -> None:
        for at in range(0, 300_000, 100_000):
            put(port, f"{name}/{uploads[name]}?offset={at}", name.encode()[:1] * 100_000)

    threads = [threading.Thread(target=send, args=(name,)) for name in folders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name, folder in folders.items():
        assert folder.path_of(uploads[name]).read_bytes() == name.encode()[:1] * 300_000
