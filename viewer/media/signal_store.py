"""The signals of recordings: tiles computed when asked for, the newest request first, and kept in memory."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from viewer.errors import TurnBenchError
from viewer.media.sources import AudioSource, PcmArray, read_frames
from viewer.signals.tiles import Grid, Kind, description, tile

_KEPT_BYTES = 64_000_000
_MAX_WAITING = 64
_MAX_THREADS = 4


class TileName(NamedTuple):
    """Which tile: of what recording, which signal, on which level, which one."""

    key: str
    kind: Kind
    level: int
    number: int


class GivenUpError(TurnBenchError):
    """Nobody waits for this tile any more, or too many others are waited for."""


@dataclass(eq=False)
class _Job:
    """One tile under way and how many wait for it."""

    source: AudioSource
    name: TileName
    future: Future[bytes] = field(default_factory=Future)
    waiters: int = 0


class Ticket(NamedTuple):
    """One client's wait for a tile: the bytes to come, and the name to give it up by."""

    name: TileName
    future: Future[bytes]


class SignalStore:
    """Computes tiles in threads of its own, the newest request first.

    What is looked at now is asked for last, so it is computed first. A tile that nobody waits for any more
    is dropped: before its turn at once, during it at the next block of sound. Of more than ``max_waiting``
    the oldest is refused. Tiles that several clients want are computed once.

    The threads let the event loop run: what takes long releases the interpreter's lock. The library behind
    it takes seconds to import, and does so in one of these threads when the first tile is asked for.

    Parameters
    ----------
    kept_bytes
        Bytes of tiles kept in memory; the least recently used go first.
    max_waiting
        Tiles that may wait for their turn.
    threads
        Tiles computed at a time; default: half the processors, at most four.
    """

    def __init__(
        self, *, kept_bytes: int = _KEPT_BYTES, max_waiting: int = _MAX_WAITING, threads: int | None = None
    ) -> None:
        self._kept_bytes = kept_bytes
        self._max_waiting = max_waiting
        self._thread_count = threads or min(max((os.cpu_count() or 1) // 2, 1), _MAX_THREADS)
        self._lock = threading.Lock()
        self._waiting: OrderedDict[TileName, _Job] = OrderedDict()
        self._running: dict[TileName, _Job] = {}
        self._kept: OrderedDict[TileName, bytes] = OrderedDict()
        self._size = 0
        self._threads: ThreadPoolExecutor | None = None

    def describe(self, source: AudioSource) -> Future[dict[str, Any]]:
        """Return what a browser has to know of a recording's tiles, now or later."""
        with self._lock:
            return self._pool().submit(_description, source)

    def request(self, source: AudioSource, kind: Kind, level: int, number: int) -> Ticket:
        """Ask for a tile.

        Its future's exception is what reading or computing raised, `GivenUpError` if it was dropped or
        refused, `SettingsError` if there is no such tile.
        """
        name = TileName(source.key, kind, level, number)
        with self._lock:
            content = self._kept.get(name)
            if content is not None:
                self._kept.move_to_end(name)
                done: Future[bytes] = Future()
                done.set_result(content)
                return Ticket(name, done)
            job = self._running.get(name) or self._waiting.get(name)
            if job is None:
                job = _Job(source, name)
                self._pool().submit(self._work_on_newest)
            if name not in self._running:
                self._waiting[name] = job
                self._waiting.move_to_end(name)
            job.waiters += 1
            refused = self._too_many()
        for one in refused:
            one.future.set_exception(GivenUpError(f"{one.name}: more than {self._max_waiting} tiles wait"))
        return Ticket(name, job.future)

    def give_up(self, ticket: Ticket) -> None:
        """Stop waiting for a tile; if nobody else does, it is not computed."""
        with self._lock:
            job = self._running.get(ticket.name) or self._waiting.get(ticket.name)
            if job is None or job.future is not ticket.future:
                return
            job.waiters -= 1
            if job.waiters > 0 or self._waiting.pop(ticket.name, None) is None:
                return
        job.future.set_exception(GivenUpError(f"{ticket.name}: nobody waits for it any more"))

    def close(self) -> None:
        """Refuse what waits, and stop the threads when what they compute is done."""
        with self._lock:
            pool, self._threads = self._threads, None
            waiting = [*self._waiting.values()]
            self._waiting.clear()
        for job in waiting:
            job.future.set_exception(GivenUpError(f"{job.name}: the server stops"))
        if pool is not None:
            pool.shutdown()

    def _pool(self) -> ThreadPoolExecutor:
        # Made on first use: threads do not survive the fork of `--num-procs`.
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._thread_count, thread_name_prefix="turnbench-signals")
        return self._threads

    def _too_many(self) -> list[_Job]:
        """Take out the oldest of too many that wait."""
        number = max(len(self._waiting) - self._max_waiting, 0)
        return [self._waiting.popitem(last=False)[1] for _ in range(number)]

    def _work_on_newest(self) -> None:
        """Compute what was asked for last; nothing is left if what this turn was made for was dropped."""
        with self._lock:
            if not self._waiting:
                return
            name, job = self._waiting.popitem(last=True)
            self._running[name] = job
        try:
            content = self._compute(job)
        except Exception as error:  # noqa: BLE001 # whoever waits for it raises it
            self._finish(job, None)
            job.future.set_exception(error)
        else:
            self._finish(job, content)
            job.future.set_result(content)

    def _compute(self, job: _Job) -> bytes:
        def read(start: int, stop: int) -> PcmArray:
            if job.waiters < 1:
                raise GivenUpError(f"{job.name}: nobody waits for it any more")
            return read_frames(job.source, start, stop)

        _, kind, level, number = job.name
        return tile(_grid(job.source), read, kind, level, number)

    def _finish(self, job: _Job, content: bytes | None) -> None:
        with self._lock:
            del self._running[job.name]
            if content is None:
                return
            self._kept[job.name] = content
            self._size += len(content)
            while self._size > self._kept_bytes:
                self._size -= len(self._kept.popitem(last=False)[1])


def _grid(source: AudioSource) -> Grid:
    return Grid(source.sample_rate, source.samples)


def _description(source: AudioSource) -> dict[str, Any]:
    return description(_grid(source))
