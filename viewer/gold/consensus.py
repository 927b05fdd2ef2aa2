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
    """
    rows = (columns.start_s, columns.end_s, codes, columns.offsets)
    start, end, label_class, members, is_used = _group(*rows, settings.tolerance_s, settings.min_agree)
    start, end = _rounded(start), _rounded(end)
    disputed = _dispute(columns.start_s, columns.end_s, codes, is_used, start, end)
    return start, end, label_class, members, _rounded(disputed[0]), _rounded(disputed[1])


def _rounded(values: FloatArray) -> FloatArray:
    return np.array([round(value, ROUNDING_DIGITS) for value in values.tolist()], dtype=np.float64)


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
def _agree(start: FloatArray, end: FloatArray, rows: IntArray, tolerance: float) -> bool:
    """Return whether the starts and the ends of the rows each spread at most the tolerance."""
    chosen_start, chosen_end = start[rows], end[rows]
    return bool(
        chosen_start.max() - chosen_start.min() <= tolerance
        and chosen_end.max() - chosen_end.min() <= tolerance
    )


@compiled
def _largest_group(
    start: FloatArray, end: FloatArray, anchor: int, candidates: IntArray, tolerance: float
) -> IntArray:
    """Return the largest agreeing subset that holds the anchor, larger before earlier."""
    if len(candidates) == 2:
        three = np.array([anchor, candidates[0], candidates[1]])
        if _agree(start, end, three, tolerance):
            return three
    for candidate in candidates:
        two = np.array([anchor, candidate])
        if _agree(start, end, two, tolerance):
            return two
    return np.array([anchor])


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
    count = 0
    for annotator in range(ANNOTATOR_COUNT):
        for anchor in range(offsets[annotator], offsets[annotator + 1]):
            if is_used[anchor] or codes[anchor] < 0:
                continue
            candidates = np.empty(ANNOTATOR_COUNT, dtype=np.int64)
            found = 0
            for later in range(annotator + 1, ANNOTATOR_COUNT):
                row = _nearest_unused(start, codes, is_used, anchor, offsets[later], offsets[later + 1])
                if row >= 0:
                    candidates[found] = row
                    found += 1
            group = _largest_group(start, end, anchor, candidates[:found], tolerance)
            if len(group) < min_agree:
                continue
            for row in group:
                is_used[row] = 1
                owner = np.searchsorted(offsets[1:], row, side="right")
                members[count, owner] = row - offsets[owner]
            event_start[count] = np.median(start[group])
            event_end[count] = np.median(end[group])
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
