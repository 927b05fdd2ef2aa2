"""What a commit at each frame means to the gold, looked up once for all thresholds; rows of percentiles."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from viewer.compiled import compiled
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring.bits import NONE

ByteArray = npt.NDArray[np.uint8]
FrameArray = npt.NDArray[np.int32]

_NEAR_MS = 50.0


class UnitTables(NamedTuple):
    """What a commit at each frame of a unit means to the gold.

    Parameters
    ----------
    positives_s
        Times of the positives, seconds, ascending.
    windows
        Their windows as frames ``[first, last)``, ordered by both.
    clusters
        Positives ``[first, last)`` of each run of windows that share frames.
    cluster_of
        Each frame's cluster; `NONE` outside every window and where it is masked.
    masked
        1 where the commit is masked.
    negative_offsets, negatives, listening_offsets, listening
        The negative spans that a commit fires, and the INT negative spans that it touches, as
        ``spans[offsets[frame]:offsets[frame + 1]]``.
    """

    positives_s: FloatArray
    windows: IntArray
    clusters: IntArray
    cluster_of: FrameArray
    masked: ByteArray
    negative_offsets: FrameArray
    negatives: FrameArray
    listening_offsets: FrameArray
    listening: FrameArray


@compiled
def unit_tables(
    frames: int,
    rate_hz: float,
    windows_s: FloatArray,
    excluded_s: FloatArray,
) -> tuple[IntArray, IntArray, FrameArray, ByteArray]:
    """Look up, for each frame of a unit, what a commit there means.

    Parameters
    ----------
    frames, rate_hz
        Frames of the unit, and frames per second; the commit of frame ``i`` is at ``(i + 1) / rate_hz``.
    windows_s
        First and last accepted second of each positive, shape ``(positives, 2)``, ordered by both.
    excluded_s
        Start and end of each excluded interval, shape ``(n, 2)``, ends included.

    Returns
    -------
    windows
        Frames ``[first, last)`` of each positive.
    clusters
        Positives ``[first, last)`` of each run of windows that share frames.
    cluster_of
        Each frame's cluster; `NONE` outside every window and where it is masked.
    masked
        1 where the commit lies in an excluded interval.
    """
    times = (np.arange(frames) + 1) / rate_hz
    masked = np.zeros(frames, dtype=np.uint8)
    for row in range(len(excluded_s)):
        first = np.searchsorted(times, excluded_s[row, 0], side="left")
        masked[first : np.searchsorted(times, excluded_s[row, 1], side="right")] = 1
    windows = np.empty((len(windows_s), 2), dtype=np.int64)
    clusters = np.empty((len(windows_s), 2), dtype=np.int64)
    cluster_of = np.full(frames, NONE, dtype=np.int32)
    count = 0
    end = 0
    for row in range(len(windows_s)):
        first = np.searchsorted(times, windows_s[row, 0], side="left")
        last = np.searchsorted(times, windows_s[row, 1], side="right")
        windows[row, 0] = first
        windows[row, 1] = last
        if row == 0 or first >= end:
            clusters[count, 0] = row
            count += 1
        clusters[count - 1, 1] = row + 1
        end = max(end, last)
        for frame in range(first, last):
            if masked[frame] == 0:
                cluster_of[frame] = count - 1
    return windows, clusters[:count], cluster_of, masked


@compiled
def spans_by_frame(
    rate_hz: float, spans_s: FloatArray, is_counted: ByteArray
) -> tuple[FrameArray, FrameArray]:
    """Return, for each counted frame, the spans that hold its commit (seconds, ends included).

    The spans of a frame are ``spans[offsets[frame]:offsets[frame + 1]]``.
    """
    frames = len(is_counted)
    times = (np.arange(frames) + 1) / rate_hz
    offsets = np.zeros(frames + 1, dtype=np.int32)
    reach = np.empty((len(spans_s), 2), dtype=np.int64)
    for row in range(len(spans_s)):
        reach[row, 0] = np.searchsorted(times, spans_s[row, 0], side="left")
        reach[row, 1] = np.searchsorted(times, spans_s[row, 1], side="right")
        for frame in range(reach[row, 0], reach[row, 1]):
            offsets[frame + 1] += is_counted[frame]
    for frame in range(frames):
        offsets[frame + 1] += offsets[frame]
    spans = np.empty(offsets[-1], dtype=np.int32)
    free = offsets[:-1].copy()
    for row in range(len(spans_s)):
        for frame in range(reach[row, 0], reach[row, 1]):
            if is_counted[frame] == 1:
                spans[free[frame]] = row
                free[frame] += 1
    return offsets, spans


@compiled
def row_percentiles(latencies_ms: FloatArray, shares: FloatArray, out: FloatArray) -> None:
    """Write the percentiles of each row's values that are not NaN, NaN for a row without any.

    ``shares`` ascend, 0 to 1; linear interpolation between the two values next to ``share * (n - 1)``.
    Rows resemble the one before, so the two values are first looked for near its percentile.
    """
    values = np.empty(latencies_ms.shape[1])
    near = np.empty(latencies_ms.shape[1])
    for row in range(len(latencies_ms)):
        count = 0
        for value in latencies_ms[row]:
            if not np.isnan(value):
                values[count] = value
                count += 1
        for column in range(len(shares)):
            out[row, column] = np.nan
            if count == 0:
                continue
            place = shares[column] * (count - 1)
            below = int(np.floor(place))
            guess = out[row - 1, column] if row > 0 else np.nan
            low, high = _neighbours(values[:count], below, guess, near)
            part = place - below
            gap = high - low
            out[row, column] = low + gap * part if part < 0.5 else high - gap * (1 - part)


@compiled
def _neighbours(values: FloatArray, below: int, guess: float, near: FloatArray) -> tuple[float, float]:
    """Return the values at two ranks, ``below`` and the next (the same where there is none)."""
    smaller = count = 0
    for value in values:
        if value < guess - _NEAR_MS:
            smaller += 1
        elif value <= guess + _NEAR_MS:
            near[count] = value
            count += 1
    last = min(below + 1, len(values) - 1)
    if smaller <= below and last < smaller + count:
        found = near[:count]
    else:
        found, smaller = values, 0
    _select(found, below - smaller)
    low = found[below - smaller]
    if last == below:
        return low, low
    high = found[last - smaller]
    for value in found[last - smaller :]:
        high = min(high, value)
    return low, high


@compiled
def _select(values: FloatArray, at: int) -> None:
    """Order values so far that ``values[at]`` is in its place and smaller ones stand before it."""
    first, last = 0, len(values) - 1
    while first < last:
        pivot = values[(first + last) >> 1]
        low, high = first, last
        while low <= high:
            while values[low] < pivot:
                low += 1
            while values[high] > pivot:
                high -= 1
            if low <= high:
                values[low], values[high] = values[high], values[low]
                low += 1
                high -= 1
        if at <= high:
            last = high
        elif at >= low:
            first = low
        else:
            return
