"""The peaks of recordings: built once, kept on disk and, the last few, in memory."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from viewer import environment
from viewer.errors import SettingsError
from viewer.media import peak_files
from viewer.media.growth import Growth
from viewer.media.sources import AudioSource
from viewer.signals.peaks import (
    COARSE_SAMPLES_PER_BIN,
    FINE_SAMPLES_PER_BIN,
    PeakArray,
    coarsen,
)

LEVELS = (FINE_SAMPLES_PER_BIN, COARSE_SAMPLES_PER_BIN)
"""Samples per bin that can be asked for."""
_KEPT = 8
_BUILDERS = 2

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False, slots=True)
class Peaks:
    """Both levels of one recording, int8, shape ``(bins, 2, 2)``."""

    fine: PeakArray
    coarse: PeakArray

    def level(self, samples_per_bin: int) -> PeakArray:
        """Return the bins of a level, one of `LEVELS`."""
        return self.fine if samples_per_bin == FINE_SAMPLES_PER_BIN else self.coarse


def peaks_folder() -> Path:
    """Return the folder of the cache files."""
    return environment.cache_folder() / "peaks"


@dataclass(frozen=True, eq=False, slots=True)
class _Order:
    """One recording's peaks, ordered once for all who ask."""

    source: AudioSource
    growth: Growth
    future: Future[Peaks]


class PeakStore:
    """Answers requests for peaks with futures; work is done in threads of its own.

    A recording that is being built, or is among the last few asked for, has one future, shared by
    all who ask: so it is built once in a process. What was asked for last is built first, since that
    is what somebody looks at. A failed build is forgotten and tried again when asked for again.
    Two processes may build the same recording: either writes the whole file, and whoever finds the
    file of the other one stops building. Without a writable cache folder everything works, slower.

    Parameters
    ----------
    folder
        Returns the folder of the cache files; called in a thread.
    kept
        Recordings kept in memory; one of two hours takes 5.7 MB at 48 kHz.
    """

    def __init__(self, *, folder: Callable[[], Path] = peaks_folder, kept: int = _KEPT) -> None:
        self._folder = folder
        self._kept = kept
        self._lock = threading.Lock()
        self._orders: OrderedDict[str, _Order] = OrderedDict()
        self._waiting: list[_Order] = []
        self._builders: ThreadPoolExecutor | None = None

    def request(self, source: AudioSource) -> Future[Peaks]:
        """Return the peaks of a recording, now or later; its exception is what reading raised."""
        return self._ordered(source).future

    def growth(self, source: AudioSource) -> tuple[Growth, Future[Peaks]]:
        """Return what is built of a recording so far, and the future of the whole."""
        order = self._ordered(source)
        return order.growth, order.future

    def _ordered(self, source: AudioSource) -> _Order:
        with self._lock:
            order = self._orders.get(source.key)
            if order is not None:
                self._orders.move_to_end(source.key)
                if order in self._waiting:  # somebody looks at it now: it is next
                    self._waiting.remove(order)
                    self._waiting.append(order)
                return order
            order = _Order(source, Growth(source), Future())
            self._orders[source.key] = order
            self._waiting.append(order)
            self._drop_oldest()
            self._pool().submit(self._work)
        order.future.add_done_callback(partial(self._forget_failure, source.key))
        return order

    def _work(self) -> None:
        """Fill the order that came last."""
        with self._lock:
            order = self._waiting.pop()
        if not order.future.set_running_or_notify_cancel():
            return
        try:
            order.future.set_result(self._load_or_build(order))
        except Exception as error:  # noqa: BLE001  # whatever it is, those who wait must hear of it
            order.future.set_exception(error)

    def close(self) -> None:
        """Wait for builds under way and stop the threads."""
        with self._lock:
            pool, self._builders = self._builders, None
        if pool is not None:
            pool.shutdown()

    def _pool(self) -> ThreadPoolExecutor:
        # Made on first use: threads do not survive the fork of `--num-procs`.
        if self._builders is None:
            self._builders = ThreadPoolExecutor(_BUILDERS, thread_name_prefix="turnbench-peaks")
        return self._builders

    def _drop_oldest(self) -> None:
        done = [key for key, order in self._orders.items() if order.future.done()]
        for key in done[: max(len(self._orders) - self._kept, 0)]:
            del self._orders[key]

    def _forget_failure(self, key: str, future: Future[Peaks]) -> None:
        if not future.cancelled() and future.exception() is None:
            return
        with self._lock:
            if key in self._orders and self._orders[key].future is future:
                del self._orders[key]

    def _load_or_build(self, order: _Order) -> Peaks:
        path = self._path(order.source)
        find = None if path is None else peak_files.Finder(path, samples=order.source.samples)
        fine = None if find is None else find()
        if fine is None:
            fine, is_ours = order.growth.build(find)
            if is_ours:
                self._save(path, order.source, fine)
        return Peaks(fine, coarsen(fine))

    def _path(self, source: AudioSource) -> Path | None:
        try:
            return peak_files.path_of(self._folder(), source.key)
        except (OSError, SettingsError) as error:
            log.warning("peaks are not kept on disk, the cache folder cannot be used: %s", error)
            return None

    def _save(self, path: Path | None, source: AudioSource, fine: PeakArray) -> None:
        if path is None:
            return
        try:
            peak_files.save(path, fine, samples=source.samples)
        except OSError as error:
            log.warning("peaks are not kept on disk: %s", error)
