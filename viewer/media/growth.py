"""Peaks while they are built: what is done grows from the first sample on, and can be read meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from viewer.media.sources import AudioSource, read_frames
from viewer.signals.peaks import (
    COARSE_SAMPLES_PER_BIN,
    COARSENING,
    FINE_SAMPLES_PER_BIN,
    PeakArray,
    bin_count,
    coarsen,
    peaks,
)

BLOCK_SAMPLES = 1 << 18
"""Samples read at a time: a multiple of a bin of either level, and 1 MB in memory."""

FindWhole = Callable[[], PeakArray | None]


class Growth:
    """The fine peaks of one recording, filled block by block by one thread, read by any.

    Parameters
    ----------
    source
        The recording.
    """

    def __init__(self, source: AudioSource) -> None:
        self._source = source
        self._fine: PeakArray = np.empty((0, 2, 2), dtype=np.int8)
        self._built = 0

    @property
    def built(self) -> int:
        """Samples per channel that have been read, from the first one on."""
        return self._built

    def coarse(self, first: int) -> PeakArray:
        """Return the coarse bins that are whole, from bin ``first`` on."""
        built = self._built
        is_whole = built == self._source.samples
        stop = bin_count(built, samples_per_bin=COARSE_SAMPLES_PER_BIN)
        stop -= 0 if is_whole or built % COARSE_SAMPLES_PER_BIN == 0 else 1
        return coarsen(self._fine[first * COARSENING : stop * COARSENING])

    def build(self, find_whole: FindWhole | None = None) -> tuple[PeakArray, bool]:
        """Build all of it; give up as soon as somebody else has.

        Parameters
        ----------
        find_whole
            Asked between blocks: returns the whole if another process has finished it meanwhile.

        Returns
        -------
        numpy.ndarray
            int8, shape ``(bins, 2, 2)``.
        bool
            Whether it was built here, and not found.

        Raises
        ------
        InvalidDataError
            If the recording does not return the samples it promises; also whatever reading it raises.
        """
        samples = self._source.samples
        self._fine = np.empty((bin_count(samples), 2, 2), dtype=np.int8)
        self._built = 0
        for start in range(0, samples, BLOCK_SAMPLES):
            stop = min(start + BLOCK_SAMPLES, samples)
            block = peaks(read_frames(self._source, start, stop))
            first = start // FINE_SAMPLES_PER_BIN
            self._fine[first : first + len(block)] = block
            self._built = stop  # after the bins: whoever reads this number may read them
            found = find_whole() if find_whole and stop < samples else None
            if found is not None:
                self._fine = found
                return found, False
        return self._fine, True
