"""What the handlers of one server share: recordings by key, peaks, signals, threads to read in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from viewer.media.peak_store import Peaks, PeakStore
from viewer.media.signal_store import SignalStore
from viewer.media.sources import AudioSource, FindSource
from viewer.signals.peaks import PeakArray

_READERS = 4
_READS_PER_SOURCE = 2

P = ParamSpec("P")
R = TypeVar("R")


class Library:
    """Finds and reads recordings without holding up the event loop.

    Parameters
    ----------
    find_source
        Looks a recording up by key; may be slow, since the first call may open the corpus.
    peaks
        The store of peaks; the default keeps them in the user's cache folder.
    """

    def __init__(self, find_source: FindSource, *, peaks: PeakStore | None = None) -> None:
        self._find_source = find_source
        self._peaks = peaks or PeakStore()
        self.signals = SignalStore()
        self._readers: ThreadPoolExecutor | None = None
        self._gates: dict[str, asyncio.Semaphore] = {}

    async def find(self, key: str) -> AudioSource | None:
        """Return the recording of that key, or None.

        Raises
        ------
        InvalidDataError
            If one of its files is no longer what it was when it was described.
        """
        return await self.in_thread(self._unchanged, key)

    def _unchanged(self, key: str) -> AudioSource | None:
        source = self._find_source(key)
        if source is not None:
            source.require_unchanged()
        return source

    async def peaks(self, source: AudioSource) -> Peaks:
        """Return the peaks of a recording; raises what reading it raises."""
        # The future is shared: a request that is given up must not cancel it for the others.
        return await asyncio.shield(asyncio.wrap_future(self._peaks.request(source)))

    async def growing(self, source: AudioSource, first: int, *, patience_s: float) -> tuple[PeakArray, int]:
        """Start the build if need be, wait a moment for its end, and return what is built by then.

        Parameters
        ----------
        source
            The recording; what reading it raises is raised.
        first
            The first coarse bin to return.
        patience_s
            How long the whole is waited for, seconds.

        Returns
        -------
        numpy.ndarray
            Coarse bins from ``first`` on, int8, shape ``(bins, 2, 2)``.
        int
            Samples that have been read; all of them only if the bins are there to the last one.
        """
        growth, ordered = self._peaks.growth(source)
        waiting = asyncio.wrap_future(ordered)
        try:
            whole = await asyncio.wait_for(asyncio.shield(waiting), patience_s)
        except TimeoutError:
            waiting.add_done_callback(_noted)
            built = growth.built  # before the bins: more may come, but none be missing
            return growth.coarse(first), built
        return whole.coarse[first:], source.samples

    async def read(self, source: AudioSource, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Read from a recording in a thread, at most two reads of one recording at a time.

        The first read of a compressed recording decodes all of it: requests for that one must not take
        every thread and silence the others.
        """
        async with self._gates.setdefault(source.key, asyncio.Semaphore(_READS_PER_SOURCE)):
            return await self.in_thread(work, *args, **kwargs)

    async def in_thread(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function in a reader thread."""
        # Made on first use: threads do not survive the fork of `--num-procs`.
        if self._readers is None:
            self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="turnbench-media")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, lambda: work(*args, **kwargs))

    def close(self) -> None:
        """Stop the threads when their work is done."""
        if self._readers is not None:
            self._readers.shutdown()
        self._peaks.close()
        self.signals.close()


def _noted(future: asyncio.Future[Peaks]) -> None:
    """Take note of a failure: those who ask next are told, so it is no error that nobody saw."""
    if not future.cancelled():
        future.exception()
