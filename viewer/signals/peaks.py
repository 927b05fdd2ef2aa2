"""Waveform peaks: the lowest and the highest sample of every stretch of a recording.

A two-hour recording has 350 million samples per channel and a screen has two thousand columns, so
a waveform is drawn from *bins*: runs of ``samples_per_bin`` consecutive samples, of which only the
extremes are kept, as eight-bit integers::

    samples   . ' | ' . , ¦ , . ' | ' . , ¦ ,        int16, one channel
    bins     [  0   ][  1   ][  2   ][  3  ]         the last one may be shorter
    kept      lo hi   lo hi   lo hi   lo hi          int8

Conventions
-----------
A bin array has shape ``(bins, 2, 2)``: bin, channel (speaker 1, speaker 2), then lowest and
highest. Full scale 32768 becomes 128. The lowest value is rounded down and the highest up, so a
bin that holds any sample other than zero never looks silent; both are clipped to [-128, 127].
Because rounding keeps the order of values, bins of bins equal bins of samples: a coarser level is
made from a finer one without the sound.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from viewer.compiled import compiled
from viewer.errors import SettingsError

FINE_SAMPLES_PER_BIN = 256
COARSENING = 16
COARSE_SAMPLES_PER_BIN = FINE_SAMPLES_PER_BIN * COARSENING

PcmArray = npt.NDArray[np.int16]
PeakArray = npt.NDArray[np.int8]


def bin_count(samples: int, *, samples_per_bin: int = FINE_SAMPLES_PER_BIN) -> int:
    """Return how many bins cover that many samples; the last bin may be shorter.

    Parameters
    ----------
    samples
        Samples per channel, >= 0.
    samples_per_bin
        Samples per channel in one bin, >= 1.

    Returns
    -------
    int
        ``ceil(samples / samples_per_bin)``.

    Raises
    ------
    SettingsError
        If ``samples_per_bin`` is below 1.

    Examples
    --------
    >>> bin_count(257)
    2
    """
    _require_bin(samples_per_bin)
    return -(-samples // samples_per_bin)


def peaks(pcm: PcmArray, *, samples_per_bin: int = FINE_SAMPLES_PER_BIN) -> PeakArray:
    """Keep the lowest and the highest sample of every bin of a two-channel recording.

    Per bin and channel: ``floor(min / 256)`` and ``ceil(max / 256)``, clipped to [-128, 127].

    Parameters
    ----------
    pcm
        Samples, int16, shape ``(n, 2)``, channel 0 is speaker 1. May be empty.
    samples_per_bin
        Samples per channel in one bin, >= 1.

    Returns
    -------
    numpy.ndarray
        int8, shape ``(ceil(n / samples_per_bin), 2, 2)``: bin, channel, (lowest, highest).

    Raises
    ------
    SettingsError
        If ``pcm`` is no int16 array of shape ``(n, 2)``, or ``samples_per_bin`` is below 1.

    Examples
    --------
    >>> pcm = np.array([[0, 1], [-1, 0], [32767, -32768]], dtype=np.int16)
    >>> peaks(pcm, samples_per_bin=2).tolist()
    [[[-1, 0], [0, 1]], [[127, 127], [-128, -128]]]
    """
    _require_bin(samples_per_bin)
    _require_pcm(pcm)
    out = np.empty((bin_count(len(pcm), samples_per_bin=samples_per_bin), 2, 2), dtype=np.int8)
    _fill(np.ascontiguousarray(pcm), samples_per_bin, out)
    return out


def coarsen(fine: PeakArray, *, factor: int = COARSENING) -> PeakArray:
    """Join every ``factor`` bins into one.

    Parameters
    ----------
    fine
        Bins, int8, shape ``(n, 2, 2)``. May be empty.
    factor
        Bins joined into one, >= 1.

    Returns
    -------
    numpy.ndarray
        int8, shape ``(ceil(n / factor), 2, 2)``; the same as `peaks` of the samples with bins
        ``factor`` times as long.

    Raises
    ------
    SettingsError
        If ``factor`` is below 1.

    Examples
    --------
    >>> fine = np.array([[[-1, 2], [0, 0]], [[-3, 1], [0, 5]]], dtype=np.int8)
    >>> coarsen(fine, factor=2).tolist()
    [[[-3, 2], [0, 5]]]
    """
    _require_bin(factor)
    if not len(fine):
        return fine.copy()
    starts = np.arange(0, len(fine), factor)
    out = np.empty((len(starts), 2, 2), dtype=np.int8)
    np.minimum.reduceat(fine[:, :, 0], starts, axis=0, out=out[:, :, 0])
    np.maximum.reduceat(fine[:, :, 1], starts, axis=0, out=out[:, :, 1])
    return out


@compiled
def _fill(pcm: PcmArray, samples_per_bin: int, out: PeakArray) -> None:
    """Write the extremes of every bin into ``out``."""
    for index in range(out.shape[0]):
        start = index * samples_per_bin
        stop = min(start + samples_per_bin, pcm.shape[0])
        for channel in range(2):
            low = high = int(pcm[start, channel])
            for sample in range(start + 1, stop):
                value = int(pcm[sample, channel])
                low = min(low, value)
                high = max(high, value)
            # A shift rounds down; 255 more makes it round up.
            out[index, channel, 0] = low >> 8
            out[index, channel, 1] = min((high + 255) >> 8, 127)


def _require_bin(samples_per_bin: int) -> None:
    if samples_per_bin < 1:
        raise SettingsError(f"samples_per_bin: expected at least 1, found {samples_per_bin}")


def _require_pcm(pcm: PcmArray) -> None:
    if pcm.dtype != np.int16 or pcm.ndim != 2 or pcm.shape[1] != 2:
        raise SettingsError(
            f"pcm: expected int16 of shape (n, 2), found {pcm.dtype} of shape {pcm.shape}"
            " (are the channels in rows?)"
        )
