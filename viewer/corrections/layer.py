"""The layer: a conversation with verdicts applied, from its own tracks and nothing else.

::

    span               |------|
    a      |==Turn==|   |=Turn=|   |==BC==|             the segments that overlap the span go,
    b      |===Turn=======|        |==BC==|    →        in all three tracks, each as a whole;
    c      |==Turn==|              |==BC==|             what was decided is written into all three

Verdicts are applied one after the other in the order given, the journal's own: a later one decides again
what it overlaps, decided segments included. With no verdict the tracks are the source's, so undoing
everything gives the source's gold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from viewer.corrections.verdicts import Choice, Verdict
from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.segments import Segment, Track


def apply_verdicts(conversation: Conversation, verdicts: Iterable[Verdict]) -> Conversation:
    """Return a conversation as the verdicts say it is.

    Parameters
    ----------
    conversation
        The source, never changed.
    verdicts
        Those that are on, in the journal's order; verdicts about other dialogues are passed over.

    Returns
    -------
    Conversation
        The source itself if nothing changes; else one with new tracks for the speakers that were judged. An
        annotator without a track gets one as soon as something is written into it.

    Notes
    -----
    What was decided stands where the first removed segment stood; where none was removed, before the first
    segment that starts after it. File order matters (PROTOCOL section 3), so this is part of the rule.

    References
    ----------
    PROTOCOL sections 3 and 4 on the tracks that this returns are the corrected gold.

    Examples
    --------
    >>> turn = Track.from_segments([Segment(1.0, 2.5, "Normal Turn")])
    >>> source = Conversation("7", 10.0, {(1, "a"): turn})
    >>> verdict = Verdict("v", "7", 1, 1.0, 2.5, Choice.OWN, (Segment(1.0, 2.0, "Laughter"),))
    >>> corrected = apply_verdicts(source, [verdict])
    >>> [segment.end_s for segment in corrected.track(1, "c")], len(source.track(1, "c"))
    ([2.0], 0)
    >>> apply_verdicts(source, []) is source
    True
    """
    rows: dict[tuple[int, str], list[Segment]] = {}
    for verdict in verdicts:
        if verdict.conversation_id != conversation.conversation_id or verdict.choice is Choice.CANNOT_TELL:
            continue
        for annotator in ANNOTATORS:
            key = (verdict.speaker, annotator)
            if key not in rows:
                rows[key] = list(conversation.track(*key))
            _decide(rows[key], verdict)
    changed = {key: found for key, found in rows.items() if found != list(conversation.track(*key))}
    if not changed:
        return conversation
    corrected = {key: Track.from_segments(found) for key, found in changed.items()}
    return replace(conversation, tracks={**conversation.tracks, **corrected})


def _decide(rows: list[Segment], verdict: Verdict) -> None:
    """Apply a verdict to one track's segments."""
    start, end = verdict.start_s, verdict.end_s
    removed = [row for row, one in enumerate(rows) if one.start_s < end and start < one.end_s]
    first = removed[0] if removed else _place_of(rows, verdict.segments)
    for row in reversed(removed):
        del rows[row]
    rows[first:first] = verdict.segments


def _place_of(rows: Sequence[Segment], decided: Sequence[Segment]) -> int:
    """Return the row before which segments go that replace none."""
    if not decided:
        return len(rows)
    start = decided[0].start_s
    return next((row for row, one in enumerate(rows) if one.start_s > start), len(rows))


def overlaps(segment: Segment, start_s: float, end_s: float) -> bool:
    """Return whether a segment overlaps a span strictly, as PROTOCOL section 3 has it.

    Examples
    --------
    >>> overlaps(Segment(1.0, 2.0, ""), 2.0, 3.0), overlaps(Segment(1.0, 2.0, ""), 1.875, 3.0)
    (False, True)
    """
    return segment.start_s < end_s and start_s < segment.end_s


def overlapping(
    conversation: Conversation, speaker: int, annotator: str, start_s: float, end_s: float
) -> tuple[Segment, ...]:
    """Return the segments of one track that overlap a span, in file order.

    Parameters
    ----------
    conversation, speaker, annotator
        The track.
    start_s, end_s
        The span, seconds.

    Returns
    -------
    tuple of Segment
        Whole segments, never cut to the span.
    """
    return tuple(row for row in conversation.track(speaker, annotator) if overlaps(row, start_s, end_s))


def removed_segments(conversation: Conversation, verdict: Verdict) -> dict[str, tuple[Segment, ...]]:
    """Return what a verdict takes out of each annotator's track of a conversation.

    Parameters
    ----------
    conversation
        As it is before the verdict: the source, with the verdicts that came first applied.
    verdict
        The verdict.

    Returns
    -------
    dict
        ``annotator -> segments``; "cannot tell" takes nothing.
    """
    if verdict.choice is Choice.CANNOT_TELL:
        return dict.fromkeys(ANNOTATORS, ())
    span = (verdict.start_s, verdict.end_s)
    return {one: overlapping(conversation, verdict.speaker, one, *span) for one in ANNOTATORS}
