"""A sketch of a recording: the shape of the whole from a few samples of every stretch.

Peaks need every sample, which takes seconds where a long recording comes from a cold disk or has to be
decoded. Until they are there the page draws a sketch, marked as preliminary::

    recording  |--------|--------|--------|     stretches of equal length
    read           ##       ##       ##         the middle of each
    sketch     [   0   ][   1   ][   2   ]      its extremes, for the whole stretch

A sketch never shows more than there is, but it may miss a peak between the places it looked at.
"""

from __future__ import annotations

import time

import numpy as np

from viewer.media.sources import AudioSource, read_frames
from viewer.signals.peaks import COARSE_SAMPLES_PER_BIN, PeakArray, bin_count, peaks

SAMPLES_READ = 1024
"""Samples looked at in a stretch: 21 ms at 48 kHz, some periods of a voice."""
_FEWEST = 128
_MOST = 2048
_SHARE_OF_BUDGET = 3
"""The next step costs twice what the last one did: it is taken if all of it fits the budget."""


def sketch(source: AudioSource, *, budget_s: float) -> tuple[PeakArray, int]:
    """Look at the recording in more and more places until the time is up.

    Parameters
    ----------
    source
        The recording; one that has to be decoded from its start is not looked at.
    budget_s
        Seconds that it may take, at a constant pace of reading.

    Returns
    -------
    numpy.ndarray
        int8, shape ``(stretches, 2, 2)`` as of peaks; empty if the recording cannot be entered anywhere.
    int
        Samples per stretch, a multiple of those of a coarse bin; the last one may be shorter.
    """
    if not source.has_exact_seek or not source.samples:
        return np.empty((0, 2, 2), dtype=np.int8), COARSE_SAMPLES_PER_BIN
    started = time.perf_counter()
    count = _FEWEST
    while True:
        before = time.perf_counter()
        found, stretch = _looked_at(source, count)
        now = time.perf_counter()
        is_late = now - started + _SHARE_OF_BUDGET * (now - before) > budget_s
        if is_late or count >= _MOST or stretch == COARSE_SAMPLES_PER_BIN:
            return found, stretch
        count *= 2


def _looked_at(source: AudioSource, count: int) -> tuple[PeakArray, int]:
    coarse = bin_count(source.samples, samples_per_bin=COARSE_SAMPLES_PER_BIN)
    stretch = bin_count(coarse, samples_per_bin=count) * COARSE_SAMPLES_PER_BIN
    found = []
    for start in range(0, source.samples, stretch):
        length = min(stretch, source.samples - start)
        first = start + max(length - SAMPLES_READ, 0) // 2
        pcm = read_frames(source, first, min(first + SAMPLES_READ, start + length))
        found.append(peaks(pcm, samples_per_bin=SAMPLES_READ))
    return np.concatenate(found), stretch
