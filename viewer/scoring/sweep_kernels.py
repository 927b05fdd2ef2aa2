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

import numpy as np
import numpy.typing as npt

from viewer.compiled import compiled
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring.bits import NONE, BitArray, clear_bit, has_bit, last_bit, next_bit, set_bit
from viewer.scoring.sweep_tables import ByteArray, FrameArray, UnitTables

RankArray = npt.NDArray[np.uint16]


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
        frame = next_bit(commits, max(windows[row, 0], after))
        while frame != NONE and frame < windows[row, 1] and masked[frame] == 1:
            frame = next_bit(commits, frame + 1)
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
            set_bit(edges, frame)
    count = 0
    frame = next_bit(edges, 0)
    while frame != NONE:
        set_bit(commits, frame)
        moved[count] = frame
        count += 1
        frame = next_bit(edges, frame + refractory_frames)
    return count


@compiled
def _fall(ranks: RankArray, falling: FrameArray, step: int, edges: BitArray, changed: IntArray) -> int:
    """Take the falling frames' edges and set those that begin behind them; return how many changed."""
    count = 0
    for frame in falling:
        was_edge = has_bit(edges, frame)
        begins_next = frame + 1 < len(ranks) and ranks[frame + 1] > step
        if was_edge:
            clear_bit(edges, frame)
        if begins_next:
            set_bit(edges, frame + 1)
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
        if not has_bit(commits, frame):
            last = last_bit(commits, frame)
            if last != NONE:
                allowed = max(frame, last + refractory_frames)
            if allowed > frame + 1:
                continue
        new = next_bit(edges, allowed)
        old = next_bit(commits, frame)
        while new != old:
            if new != NONE and (old == NONE or new < old):
                set_bit(commits, new)
                moved[count] = new
                new = next_bit(edges, new + refractory_frames)
            else:
                clear_bit(commits, old)
                moved[count] = -1 - old
                old = next_bit(commits, old + 1)
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
