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
from viewer.media.sources import AudioSource, read_frames
from viewer.signals.peaks import (
    COARSE_SAMPLES_PER_BIN,
    FINE_SAMPLES_PER_BIN,
    PeakArray,
    PeakBuilder,
    coarsen,
)

LEVELS = (FINE_SAMPLES_PER_BIN, COARSE_SAMPLES_PER_BIN)
"""Samples per bin that can be asked for."""
_BLOCK_SAMPLES = 1 << 18
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


class PeakStore:
    """Answers requests for peaks with futures; work is done in threads of its own.

    A recording that is being built, or is among the last few asked for, has one future, shared by
    all who ask: so it is built once in a process. A failed build is forgotten and tried again when
    asked for again. Without a writable cache folder everything works, slower.

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
        self._futures: OrderedDict[str, Future[Peaks]] = OrderedDict()
        self._builders: ThreadPoolExecutor | None = None

    def request(self, source: AudioSource) -> Future[Peaks]:
        """Return the peaks of a recording, now or later; its exception is what reading raised."""
        with self._lock:
            future = self._futures.get(source.key)
            if future is not None:
                self._futures.move_to_end(source.key)
                return future
            future = self._pool().submit(self._load_or_build, source)
            self._futures[source.key] = future
            self._drop_oldest()
        future.add_done_callback(partial(self._forget_failure, source.key))
        return future

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
        done = [key for key, future in self._futures.items() if future.done()]
        for key in done[: max(len(self._futures) - self._kept, 0)]:
            del self._futures[key]

    def _forget_failure(self, key: str, future: Future[Peaks]) -> None:
        if not future.cancelled() and future.exception() is None:
            return
        with self._lock:
            if self._futures.get(key) is future:
                del self._futures[key]

    def _load_or_build(self, source: AudioSource) -> Peaks:
        fine = self._load(source)
        if fine is None:
            fine = build(source)
            self._save(source, fine)
        return Peaks(fine, coarsen(fine))

    def _load(self, source: AudioSource) -> PeakArray | None:
        try:
            path = peak_files.path_of(self._folder(), source.key)
        except (OSError, SettingsError) as error:
            log.warning("the cache folder cannot be used: %s", error)
            return None
        return peak_files.load(path, samples=source.samples)

    def _save(self, source: AudioSource, fine: PeakArray) -> None:
        try:
            path = peak_files.path_of(self._folder(), source.key)
            peak_files.save(path, fine, samples=source.samples)
        except (OSError, SettingsError) as error:
            log.warning("peaks are not kept on disk: %s", error)


def build(source: AudioSource) -> PeakArray:
    """Build the fine level of a recording, block by block.

    Raises
    ------
    InvalidDataError
        If the recording does not return the samples it promises; also whatever reading it raises.
    """
    builder = PeakBuilder(samples_per_bin=FINE_SAMPLES_PER_BIN)
    for start in range(0, source.samples, _BLOCK_SAMPLES):
        stop = min(start + _BLOCK_SAMPLES, source.samples)
        builder.add(read_frames(source, start, stop))
    return builder.finish()
