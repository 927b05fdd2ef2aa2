"""Consensus of three annotators: which events at least two of them agree on, and what is disputed.

::

    a  |=====Turn=====|            |==Backchannel==|
    b   |====Turn====|
    c  |=====Turn======|       |=Turn=|
       └── consensus ──┘       └─ disputed, merged ┘

Each annotator's unused segments, in file order, are anchors in turn. An anchor looks in each later
annotator for the unused segment of its label that starts nearest; the largest group around the anchor
whose starts and whose ends spread no more than the tolerance becomes a consensus event at the medians.
What is left over and overlaps no consensus event is disputed. PROTOCOL section 3.
"""

from __future__ import annotations

import numpy as np

from viewer.compiled import compiled
from viewer.dialogue.conversation import AnnotatorColumns
from viewer.dialogue.protocol import SEARCH_DISTANCE_S, ProtocolSettings
from viewer.dialogue.segments import FloatArray, IntArray

ANNOTATOR_COUNT = 3
NO_MEMBER = -1
ROUNDING_DIGITS = 4
ROUNDING_SCALE = 10.0**ROUNDING_DIGITS
CLEAR_OF_A_TIE = 0.499
CLEAR_UP_TO_S = 1e6


def find_consensus(
    columns: AnnotatorColumns, codes: IntArray, settings: ProtocolSettings
) -> tuple[FloatArray, FloatArray, IntArray, IntArray, FloatArray, FloatArray]:
    """Find one speaker's consensus events and disputed spans in one view.

    Parameters
    ----------
    columns
        The three tracks of the speaker.
    codes
        The view's class code per row of ``columns``; negative rows are dropped by the view.
    settings
        Tolerance (s) and number of annotators that must agree.

    Returns
    -------
    start_s, end_s
        Consensus events, shape ``(n,)``, rounded to 4 decimals, in the order in which they were made.
    label_class
        Class codes, shape ``(n,)``.
    members
        Shape ``(n, 3)``: index of the member in each annotator's track, -1 for no member.
    disputed_start_s, disputed_end_s
        Disputed spans, merged and sorted, shape ``(m,)``.

    Notes
    -----
    Rounding is Python's ``round(x, 4)``, correctly rounded from the exact binary value; a
    multiply-and-round would differ in the last digit.

    References
    ----------
    PROTOCOL section 3.

    Examples
    --------
    >>> from viewer.dialogue.conversation import Conversation
    >>> from viewer.dialogue.segments import Segment, Track
    >>> heard = {"a": (1.0, 2.0), "b": (1.125, 2.0), "c": (5.0, 6.0)}
    >>> tracks = {
    ...     (1, name): Track.from_segments([Segment(*times, "Laughter")]) for name, times in heard.items()
    ... }
    >>> columns = Conversation("7", 10.0, tracks).columns[0]
    >>> found = find_consensus(columns, columns.label_codes, ProtocolSettings())
    >>> start_s, end_s, _, members, disputed_start_s, disputed_end_s = found
    >>> start_s.tolist(), end_s.tolist(), members.tolist()
    ([1.0625], [2.0], [[0, 0, -1]])
    >>> disputed_start_s.tolist(), disputed_end_s.tolist()
    ([5.0], [6.0])
    """
    rows = (columns.start_s, columns.end_s, codes, columns.offsets)
    start, end, label_class, members, is_used = _group(*rows, settings.tolerance_s, settings.min_agree)
    start, end = _rounded(start), _rounded(end)
    disputed = _dispute(columns.start_s, columns.end_s, codes, is_used, start, end)
    return start, end, label_class, members, _rounded(disputed[0]), _rounded(disputed[1])


def _rounded(values: FloatArray) -> FloatArray:
    """Round as Python's ``round(x, 4)`` does, exactly.

    Away from a tie the nearest multiple of 0.0001 is beyond doubt, and its quotient is the correctly
    rounded double. Near a tie, or where doubles get coarse, Python itself decides.
    """
    scaled = values * ROUNDING_SCALE
    nearest = np.rint(scaled)
    rounded = nearest / ROUNDING_SCALE
    is_clear = (np.abs(scaled - nearest) < CLEAR_OF_A_TIE) & (np.abs(values) < CLEAR_UP_TO_S)
    rounded[~is_clear] = [round(value, ROUNDING_DIGITS) for value in values[~is_clear].tolist()]
    return rounded


@compiled
def _nearest_unused(
    start: FloatArray, codes: IntArray, is_used: IntArray, anchor: int, first: int, last: int
) -> int:
    """Return the unused row of the anchor's class that starts nearest, or -1."""
    best = NO_MEMBER
    best_distance = np.inf
    for row in range(first, last):
        if is_used[row] or codes[row] != codes[anchor]:
            continue
        distance = abs(start[row] - start[anchor])
        if distance <= SEARCH_DISTANCE_S and distance < best_distance:
            best, best_distance = row, distance
    return best


@compiled
def _spread(first: float, second: float, third: float) -> float:
    """Return the largest minus the smallest of three values."""
    return max(first, second, third) - min(first, second, third)


@compiled
def _median(first: float, second: float, third: float) -> float:
    """Return the middle of three values."""
    return max(min(first, second), min(max(first, second), third))


@compiled
def _middle(times: FloatArray, anchor: int, first: int, second: int) -> float:
    """Return the median of the anchor's time and its one or two partners'."""
    if second >= 0:
        return _median(times[anchor], times[first], times[second])
    return float((times[anchor] + times[first]) / 2)


@compiled
def _agree(start: FloatArray, end: FloatArray, first: int, second: int, third: int, tolerance: float) -> bool:
    """Return whether the starts and the ends of three rows each spread at most the tolerance."""
    return (
        _spread(start[first], start[second], start[third]) <= tolerance
        and _spread(end[first], end[second], end[third]) <= tolerance
    )


@compiled
def _partners(
    start: FloatArray, end: FloatArray, anchor: int, near: IntArray, tolerance: float
) -> tuple[int, int]:
    """Return the rows of the largest agreeing group beside the anchor, larger before earlier; -1: none."""
    first, second = near[0], near[1]
    if first >= 0 and second >= 0 and _agree(start, end, anchor, first, second, tolerance):
        return first, second
    if first >= 0 and _agree(start, end, anchor, first, first, tolerance):
        return first, NO_MEMBER
    if second >= 0 and _agree(start, end, anchor, second, second, tolerance):
        return second, NO_MEMBER
    return NO_MEMBER, NO_MEMBER


@compiled
def _group(
    start: FloatArray,
    end: FloatArray,
    codes: IntArray,
    offsets: IntArray,
    tolerance: float,
    min_agree: int,
) -> tuple[FloatArray, FloatArray, IntArray, IntArray, IntArray]:
    """Group segments into consensus events; times are medians, not yet rounded."""
    is_used = np.zeros(len(start), dtype=np.int64)
    members = np.full((len(start), ANNOTATOR_COUNT), NO_MEMBER, dtype=np.int64)
    event_start, event_end = np.empty(len(start)), np.empty(len(start))
    event_class = np.empty(len(start), dtype=np.int64)
    near = np.empty(ANNOTATOR_COUNT - 1, dtype=np.int64)
    count = 0
    for annotator in range(ANNOTATOR_COUNT):
        for anchor in range(offsets[annotator], offsets[annotator + 1]):
            if is_used[anchor] or codes[anchor] < 0:
                continue
            near[:] = NO_MEMBER
            for later in range(annotator + 1, ANNOTATOR_COUNT):
                near[later - annotator - 1] = _nearest_unused(
                    start, codes, is_used, anchor, offsets[later], offsets[later + 1]
                )
            first, second = _partners(start, end, anchor, near, tolerance)
            if 1 + (first >= 0) + (second >= 0) < min_agree:
                continue
            for row in (anchor, first, second):
                if row >= 0:
                    is_used[row] = 1
                    owner = (row >= offsets[1]) + (row >= offsets[2])
                    members[count, owner] = row - offsets[owner]
            event_start[count] = _middle(start, anchor, first, second)
            event_end[count] = _middle(end, anchor, first, second)
            event_class[count] = codes[anchor]
            count += 1
    return (
        event_start[:count],
        event_end[:count],
        event_class[:count],
        members[:count],
        is_used,
    )


@compiled
def _dispute(
    start: FloatArray,
    end: FloatArray,
    codes: IntArray,
    is_used: IntArray,
    event_start: FloatArray,
    event_end: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Return the unused segments that overlap no event, sorted and merged where they touch."""
    rows = np.empty(len(start), dtype=np.int64)
    count = 0
    for row in range(len(start)):
        if is_used[row] or codes[row] < 0:
            continue
        is_covered = False
        for event in range(len(event_start)):
            if event_start[event] < end[row] and start[row] < event_end[event]:
                is_covered = True
                break
        if not is_covered:
            rows[count] = row
            count += 1
    rows = rows[:count]
    order = rows[np.argsort(start[rows], kind="mergesort")]
    merged_start, merged_end = np.empty(count), np.empty(count)
    merged = 0
    for row in order:
        if merged and start[row] <= merged_end[merged - 1]:
            merged_end[merged - 1] = max(merged_end[merged - 1], end[row])
        else:
            merged_start[merged], merged_end[merged] = start[row], end[row]
            merged += 1
    return merged_start[:merged], merged_end[:merged]
