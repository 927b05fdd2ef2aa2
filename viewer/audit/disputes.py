"""What annotators disputed, and what two of them decided against the third."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from viewer.audit.questions import PAIRS, HeardTrack, Kind, Question, Queue, heard_tracks, with_labels
from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.gold_sets import ConsensusEvents, Gold, Spans
from viewer.dialogue.protocol import ProtocolSettings

_STRENGTH = (Kind.FLOOR, Kind.LABEL, Kind.BOUNDARY, Kind.MISSING, Kind.EXTRA)
_AGREEING = 2


def disputes(conversation: Conversation, gold: Gold, settings: ProtocolSettings) -> list[Question]:
    """Return a question for each stretch that annotators dispute in either view.

    Parameters
    ----------
    conversation, gold
        The source and its gold.
    settings
        Those of the gold; the tolerance tells a boundary that is off from one that is not.

    Returns
    -------
    list of Question
        Speaker 1 before 2, by time. Disputed spans of the two views that touch are one question. Its kind
        is the strongest difference of any pair of annotators: floor, label, boundary, missing or extra; its
        pairs are those that differ so.

    References
    ----------
    PROTOCOL section 3; ``docs/decisions/0014-audit-desk.md``.
    """
    found = []
    for speaker in SPEAKERS:
        tracks = heard_tracks(conversation, speaker)
        for start, end in _merged(gold, speaker):
            kind, pairs = _difference(tracks, start, end, settings.tolerance_s)
            question = Question(Queue.DISPUTE, kind, conversation.conversation_id, speaker, start, end, pairs)
            found.append(with_labels(question, tracks))
    return found


def two_to_one(conversation: Conversation, gold: Gold, settings: ProtocolSettings) -> list[Question]:
    """Return a question for each consensus event of two annotators that the third did not share.

    Parameters
    ----------
    conversation, gold, settings
        As for `disputes`.

    Returns
    -------
    list of Question
        Speaker 1 before 2, by time; an event that both views have is one question. The pair is the one that
        agreed; the kind is how the third differs from it.

    References
    ----------
    PROTOCOL section 3.
    """
    found = []
    for speaker in SPEAKERS:
        tracks = heard_tracks(conversation, speaker)
        events = {**_events_of_two(gold.turn_events, speaker), **_events_of_two(gold.label_events, speaker)}
        for (start, end), members in sorted(events.items()):
            third = next(name for name, row in zip(ANNOTATORS, members, strict=True) if row < 0)
            pair = next(pair for pair, names in PAIRS.items() if third not in names)
            kind = min(
                (
                    kind
                    for other in PAIRS[pair]
                    if (kind := _relation(tracks, other, third, start, end, settings.tolerance_s))
                ),
                key=_STRENGTH.index,
                default=Kind.BOUNDARY,  # the third agrees with each of them, only not with both at once
            )
            kind = Kind.MISSING if kind is Kind.EXTRA else kind
            question = Question(
                Queue.TWO_TO_ONE, kind, conversation.conversation_id, speaker, start, end, (pair,)
            )
            found.append(with_labels(question, tracks))
    return found


def _merged(gold: Gold, speaker: int) -> Iterator[tuple[float, float]]:
    """Yield one speaker's disputed spans of both views, those that touch as one."""
    spans = sorted(
        (start, end)
        for view in (gold.label_disputed, gold.turn_disputed)
        for start, end in _spans_of(view, speaker)
    )
    merged: list[list[float]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    for start, end in merged:
        yield start, end


def _spans_of(spans: Spans, speaker: int) -> Iterator[tuple[float, float]]:
    own = spans.speaker == speaker
    return zip(spans.start_s[own].tolist(), spans.end_s[own].tolist(), strict=True)


def _events_of_two(events: ConsensusEvents, speaker: int) -> dict[tuple[float, float], list[int]]:
    chosen = (events.speaker == speaker) & (np.count_nonzero(events.members >= 0, axis=1) == _AGREEING)
    times = zip(events.start_s[chosen].tolist(), events.end_s[chosen].tolist(), strict=True)
    return dict(zip(times, events.members[chosen].tolist(), strict=True))


def _difference(
    tracks: Mapping[str, HeardTrack], start_s: float, end_s: float, tolerance_s: float
) -> tuple[Kind, tuple[str, ...]]:
    """Return the strongest difference of any pair in a span, and the pairs that differ so."""
    relations = {
        pair: _relation(tracks, *names, start_s, end_s, tolerance_s) for pair, names in PAIRS.items()
    }
    found = [kind for kind in relations.values() if kind is not None]
    if not found:  # each pair agrees within the tolerance, all three do not
        return Kind.BOUNDARY, tuple(PAIRS)
    kind = min(found, key=_STRENGTH.index)
    silent = sum(len(track.rows(start_s, end_s)) == 0 for track in tracks.values())
    pairs = tuple(pair for pair, one in relations.items() if one is kind)
    if kind is Kind.EXTRA and silent < _AGREEING:
        return Kind.MISSING, pairs
    return kind, pairs


def _relation(
    tracks: Mapping[str, HeardTrack],
    first: str,
    second: str,
    start_s: float,
    end_s: float,
    tolerance_s: float,
) -> Kind | None:
    """Return how two annotators differ in a span; None where they do not. One who is silent: extra."""
    rows = [tracks[name].rows(start_s, end_s) for name in (first, second)]
    if not len(rows[0]) or not len(rows[1]):
        return Kind.EXTRA if len(rows[0]) + len(rows[1]) else None
    codes = [
        set(tracks[name].label_codes[own].tolist()) for name, own in zip((first, second), rows, strict=True)
    ]
    takes_floor = [
        bool(np.any(tracks[name].turn_codes[own] >= 0))
        for name, own in zip((first, second), rows, strict=True)
    ]
    if takes_floor[0] != takes_floor[1]:
        return Kind.FLOOR
    if codes[0] != codes[1]:
        return Kind.LABEL
    if len(rows[0]) != len(rows[1]):
        return Kind.BOUNDARY
    gaps = [
        np.abs(np.sort(times[0]) - np.sort(times[1])).max()
        for times in (
            (tracks[first].start_s[rows[0]], tracks[second].start_s[rows[1]]),
            (tracks[first].end_s[rows[0]], tracks[second].end_s[rows[1]]),
        )
    ]
    return Kind.BOUNDARY if max(gaps) > tolerance_s else None
