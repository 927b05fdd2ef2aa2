r"""Compiled parts of the sweep: one unit over every threshold, repairing only what a step changes.

Every frame knows its *rank*, the number of candidates below its probability. Raising the threshold by
one candidate lets exactly the frames of one rank fall; each ends an edge and may begin one a frame later::

    rank     3 5 5 2 0 4 4 1
    step 2   ^     .   ^          frames above candidate 2; "." has just fallen
    edges    x         x          kept as bits
    commits  x         x          those a refractory apart, kept as bits, mended from the first change on

Mending a chain of commits stops where it meets the old one. What a commit means is looked up: a frame is
masked, in a window of one *cluster* of positives (windows that touch), or free to fire negative spans.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from viewer.compiled import compiled
from viewer.dialogue.segments import FloatArray, IntArray

BitArray = npt.NDArray[np.uint64]
ByteArray = npt.NDArray[np.uint8]
RankArray = npt.NDArray[np.uint16]
FrameArray = npt.NDArray[np.int32]

NONE = -1
_NEAR_MS = 50.0
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
# A product with this number has another top six bits for each power of two.
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_TOP = np.uint64(58)
_BIT_OF = np.zeros(64, dtype=np.int64)
for _bit in range(64):
    _BIT_OF[((1 << _bit) * 0x03F79D71B4CB0A89 & 0xFFFFFFFFFFFFFFFF) >> 58] = _bit


@compiled
def frame_ranks(track: FloatArray, thresholds: FloatArray, ranks: RankArray) -> None:
    """Write each frame's rank: how many thresholds (ascending) lie strictly below its value."""
    for frame in range(len(track)):
        ranks[frame] = np.searchsorted(thresholds, track[frame], side="left")


@compiled
def frames_by_rank(ranks: RankArray, count: int) -> tuple[FrameArray, IntArray]:
    """Return the frames of ranks 1 to ``count``, ascending within a rank, and each rank's offset."""
    offsets = np.zeros(count + 2, dtype=np.int64)
    for rank in ranks:
        offsets[rank + 1] += 1
    offsets[1] = 0  # frames of rank 0 are above no threshold
    for rank in range(1, count + 2):
        offsets[rank] += offsets[rank - 1]
    free = offsets[:-1].copy()
    order = np.empty(offsets[-1], dtype=np.int32)
    for frame in range(len(ranks)):
        rank = ranks[frame]
        if rank > 0:
            order[free[rank]] = frame
            free[rank] += 1
    return order, offsets


@compiled
def _set(bits: BitArray, at: int) -> None:
    bits[at >> 6] |= _ONE << np.uint64(at & 63)


@compiled
def _clear(bits: BitArray, at: int) -> None:
    bits[at >> 6] &= ~(_ONE << np.uint64(at & 63))


@compiled
def _has(bits: BitArray, at: int) -> bool:
    return bool((bits[at >> 6] >> np.uint64(at & 63)) & _ONE != _ZERO)


@compiled
def _next(bits: BitArray, at: int) -> int:
    """Return the first set bit at or after a place, `NONE` if there is none."""
    word = at >> 6
    if word >= len(bits):
        return NONE
    rest = bits[word] & (_ALL << np.uint64(at & 63))
    while rest == _ZERO:
        word += 1
        if word == len(bits):
            return NONE
        rest = bits[word]
    lowest = rest & (~rest + _ONE)
    return (word << 6) + int(_BIT_OF[(lowest * _DE_BRUIJN) >> _TOP])


@compiled
def _last(bits: BitArray, before: int) -> int:
    """Return the last set bit before a place, `NONE` if there is none."""
    word = before >> 6
    rest = bits[word] & ~(_ALL << np.uint64(before & 63)) if word < len(bits) else _ZERO
    while rest == _ZERO:
        word -= 1
        if word < 0:
            return NONE
        rest = bits[word]
    at = 0
    for shift in (32, 16, 8, 4, 2, 1):
        if rest >> np.uint64(shift) != _ZERO:
            rest >>= np.uint64(shift)
            at += shift
    return (word << 6) + at


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
def _claim(
    commits: BitArray,
    masked: ByteArray,
    windows: IntArray,
    positives_s: FloatArray,
    rate_hz: float,
    claims_ms: FloatArray,
) -> int:
    """Let the positives of one cluster claim anew; return how many more are hit than before.

    Windows are ordered by start and end, so claims are ordered too: each takes the earliest commit
    after the one that was claimed last.
    """
    gained = 0
    after = 0
    for row in range(len(windows)):
        gained -= int(not np.isnan(claims_ms[row]))
        claims_ms[row] = np.nan
        frame = _next(commits, max(windows[row, 0], after))
        while frame != NONE and frame < windows[row, 1] and masked[frame] == 1:
            frame = _next(commits, frame + 1)
        if frame != NONE and frame < windows[row, 1]:
            claims_ms[row] = ((frame + 1) / rate_hz - positives_s[row]) * 1000
            gained += 1
            after = frame + 1
    return gained


@compiled
def _count(frame: int, change: int, offsets: FrameArray, spans: FrameArray, commits_in: IntArray) -> int:
    """Add or take a commit from every span that holds its frame; return how many more fire."""
    gained = 0
    for at in range(offsets[frame], offsets[frame + 1]):
        span = spans[at]
        commits_in[span] += change
        if change > 0 and commits_in[span] == 1:
            gained += 1
        elif change < 0 and commits_in[span] == 0:
            gained -= 1
    return gained


@compiled
def _begin(
    ranks: RankArray, edges: BitArray, commits: BitArray, refractory_frames: int, moved: IntArray
) -> int:
    """Set edges and commits of the lowest threshold; return how many commits were written to ``moved``."""
    for frame in range(len(ranks)):
        if ranks[frame] > 0 and (frame == 0 or ranks[frame - 1] == 0):
            _set(edges, frame)
    count = 0
    frame = _next(edges, 0)
    while frame != NONE:
        _set(commits, frame)
        moved[count] = frame
        count += 1
        frame = _next(edges, frame + refractory_frames)
    return count


@compiled
def _fall(ranks: RankArray, falling: FrameArray, step: int, edges: BitArray, changed: IntArray) -> int:
    """Take the falling frames' edges and set those that begin behind them; return how many changed."""
    count = 0
    for frame in falling:
        was_edge = _has(edges, frame)
        begins_next = frame + 1 < len(ranks) and ranks[frame + 1] > step
        if was_edge:
            _clear(edges, frame)
        if begins_next:
            _set(edges, frame + 1)
        if was_edge or begins_next:
            changed[count] = frame
            count += 1
    return count


@compiled
def _mend(
    edges: BitArray, commits: BitArray, changed: IntArray, refractory_frames: int, moved: IntArray
) -> int:
    """Mend the chain of commits behind changed frames (ascending); return how many commits moved.

    Written to ``moved``: ``frame`` for a new commit, ``-1 - frame`` for one that is taken back. At a
    changed frame, its edge and the next one's may have changed; mending stops where old and new meet.
    """
    count = 0
    mended = 0
    for frame in changed:
        if frame + 1 <= mended:
            continue
        allowed = frame
        if not _has(commits, frame):
            last = _last(commits, frame)
            if last != NONE:
                allowed = max(frame, last + refractory_frames)
            if allowed > frame + 1:
                continue
        new = _next(edges, allowed)
        old = _next(commits, frame)
        while new != old:
            if new != NONE and (old == NONE or new < old):
                _set(commits, new)
                moved[count] = new
                new = _next(edges, new + refractory_frames)
            else:
                _clear(commits, old)
                moved[count] = -1 - old
                old = _next(commits, old + 1)
            count += 1
        mended = len(commits) << 6 if new == NONE else new
    return count


@compiled
def sweep_unit(
    ranks: RankArray,
    order: FrameArray,
    order_offsets: IntArray,
    tables: UnitTables,
    span_counts: tuple[int, int],
    refractory_frames: int,
    rate_hz: float,
    latencies_ms: FloatArray,
    totals: IntArray,
) -> None:
    """Sweep one unit over all thresholds.

    Parameters
    ----------
    ranks, order, order_offsets
        From `frame_ranks` and `frames_by_rank`.
    tables, span_counts
        What commits mean, and how many negative spans and INT negative spans there are.
    refractory_frames, rate_hz
        Least distance of two commits, and frames per second.
    latencies_ms
        Written: shape ``(thresholds, positives)``, NaN for a miss.
    totals
        Added to: shape ``(thresholds, 3)``, hits, fired negative spans, touched INT negative spans.
    """
    positives_s, windows, clusters, cluster_of, masked = tables[:5]
    negative_offsets, negatives, listening_offsets, listening = tables[5:]
    edges = np.zeros((len(ranks) >> 6) + 1, dtype=np.uint64)
    commits = np.zeros((len(ranks) >> 6) + 1, dtype=np.uint64)
    changed = np.empty(len(ranks), dtype=np.int64)
    moved = np.empty(2 * len(ranks), dtype=np.int64)
    claims_ms = np.full(len(positives_s), np.nan)
    in_negative = np.zeros(span_counts[0], dtype=np.int64)
    in_listening = np.zeros(span_counts[1], dtype=np.int64)
    moved_at = np.zeros(len(clusters), dtype=np.int64)
    hits = fired = touched = 0
    count = _begin(ranks, edges, commits, refractory_frames, moved)
    for step in range(len(latencies_ms)):
        if step > 0:
            falling = order[order_offsets[step] : order_offsets[step + 1]]
            count = _fall(ranks, falling, step, edges, changed)
            count = _mend(edges, commits, changed[:count], refractory_frames, moved)
        for at in range(count):
            change = 1 if moved[at] >= 0 else -1
            frame = moved[at] if moved[at] >= 0 else -1 - moved[at]
            fired += _count(frame, change, negative_offsets, negatives, in_negative)
            touched += _count(frame, change, listening_offsets, listening, in_listening)
            if cluster_of[frame] != NONE:
                moved_at[cluster_of[frame]] = step
        for cluster in range(len(clusters)):
            if moved_at[cluster] == step:
                own = slice(clusters[cluster, 0], clusters[cluster, 1])
                hits += _claim(
                    commits,
                    masked,
                    windows[own],
                    positives_s[own],
                    rate_hz,
                    claims_ms[own],
                )
        latencies_ms[step] = claims_ms
        totals[step, 0] += hits
        totals[step, 1] += fired
        totals[step, 2] += touched


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
