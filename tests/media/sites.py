"""Recordings made of numbers, and a real HTTP server in a thread that serves them."""

from __future__ import annotations

import asyncio
import http.client
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import Any

import numpy as np
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from viewer.media.library import Library
from viewer.media.peak_store import PeakStore
from viewer.media.routes import routes
from viewer.media.sources import AudioSource, PcmArray


@dataclass
class FakeSource:
    """A recording held in memory; it counts its reads and fails where it is told to."""

    key: str
    pcm: PcmArray
    sample_rate: int = 48_000
    fails_from: int | None = None
    has_exact_seek: bool = True
    reads: list[tuple[int, int]] = field(default_factory=list)

    @property
    def samples(self) -> int:
        return len(self.pcm)

    def require_unchanged(self) -> None:
        """Numbers do not change."""

    def read(self, start: int, stop: int) -> PcmArray:
        self.reads.append((start, stop))
        if self.fails_from is not None and stop > self.fails_from:
            raise OSError("no sync code found")
        return self.pcm[start:stop]


class Silence(FakeSource):
    """A recording of silence, too long to be held: 48 million samples, 192 MB as a file."""

    @property
    def samples(self) -> int:
        return 48_000_000

    def read(self, start: int, stop: int) -> PcmArray:
        self.reads.append((start, stop))
        return np.zeros((stop - start, 2), dtype=np.int16)


@dataclass
class Waiting(FakeSource):
    """A recording that cannot be read before its gate is opened."""

    gate: threading.Event = field(default_factory=threading.Event)

    def read(self, start: int, stop: int) -> PcmArray:
        assert self.gate.wait(30)
        return super().read(start, stop)


def noise(samples: int, *, seed: int = 7) -> PcmArray:
    """Return random samples of full scale, shape ``(samples, 2)``."""
    rng = np.random.default_rng(seed)
    return rng.integers(-32768, 32768, size=(samples, 2), dtype=np.int16)


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Message
    body: bytes

    def all_headers(self, name: str) -> list[str]:
        return self.headers.get_all(name) or []


@dataclass(frozen=True)
class Site:
    """A running server and its loop, to look at from a test."""

    port: int
    library: Library
    loop: asyncio.AbstractEventLoop

    def ask(self, path: str, *, method: str = "GET", headers: Mapping[str, str] | None = None) -> Reply:
        return ask(self.port, path, method=method, headers=headers)

    def open_requests(self) -> int:
        """Return how many requests are still being answered."""

        async def count() -> int:
            return sum("_execute" in str(task.get_coro()) for task in asyncio.all_tasks())

        return asyncio.run_coroutine_threadsafe(count(), self.loop).result(10)


def ask(port: int, path: str, *, method: str = "GET", headers: Mapping[str, str] | None = None) -> Reply:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, headers=dict(headers or {}))
        response = connection.getresponse()
        return Reply(response.status, response.headers, response.read())
    finally:
        connection.close()


@contextmanager
def serving_sources(
    sources: Sequence[AudioSource], *, folder: Path, auth_provider: object = None
) -> Iterator[Site]:
    """Serve recordings below ``/viewer`` until the block ends; peaks are kept in ``folder``."""
    by_key = {source.key: source for source in sources}
    library = Library(by_key.get, peaks=PeakStore(folder=lambda: folder))
    try:
        with _running(routes(library), auth_provider) as (port, loop):
            yield Site(port, library, loop)
    finally:
        library.close()


@contextmanager
def serving_handlers(handlers: Sequence[tuple[str, Any]], *, auth_provider: object = None) -> Iterator[int]:
    """Serve handlers below ``/viewer`` until the block ends; yield the port."""
    with _running(handlers, auth_provider) as (port, _):
        yield port


@contextmanager
def _running(
    handlers: Sequence[tuple[str, Any]], auth_provider: object
) -> Iterator[tuple[int, asyncio.AbstractEventLoop]]:
    application = Application(
        [
            ("/viewer" + path, handler, {"application_context": None, "bokeh_websocket_path": "/viewer/ws"})
            for path, handler in handlers
        ],
        cookie_secret="not a secret",
    )
    if auth_provider is not None:
        vars(application)["auth_provider"] = auth_provider
    sockets = bind_sockets(0, "127.0.0.1")
    started: list[asyncio.AbstractEventLoop] = []
    is_ready = threading.Event()

    async def run() -> None:
        stopping = asyncio.Event()
        loop = asyncio.get_running_loop()
        server = HTTPServer(application)
        server.add_sockets(sockets)
        vars(application)["stop_from_outside"] = lambda: loop.call_soon_threadsafe(stopping.set)
        started.append(loop)
        is_ready.set()
        await stopping.wait()
        server.stop()
        await server.close_all_connections()

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="site")
    thread.start()
    is_ready.wait(10)
    try:
        yield sockets[0].getsockname()[1], started[0]
    finally:
        vars(application)["stop_from_outside"]()
        thread.join(10)
