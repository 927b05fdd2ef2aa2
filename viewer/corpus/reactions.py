"""How fast people react: who takes the floor at a turn's end, and how long an interrupted speaker goes on.

::

    1  |--- turn ---|                 |--- turn ---|
    2               <-> |--- turn ---------------------|
                    reaction +        <------------>
                                      nothing: speaker 2 had the floor before this turn began

    1  |------- interrupted ----------|
    2                   |--- interruption ---|
                        <-------------> goes on

Both rest on the consensus that gold is made of, not on single annotators, so that a model's latency can be
laid beside them. What has no value is kept apart and counted, so that all positives are accounted for.

References
----------
PROTOCOL section 4; decision 0013.
M. Heldner and J. Edlund, "Pauses, gaps and overlaps in conversations", Journal of Phonetics 38, 2010.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.corpus.moments import Moments, moments_of
from viewer.corpus.stretches import stretches
from viewer.dialogue.gold_sets import ConsensusEvents, Gold
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.dialogue.taxonomy import LabelClass


@dataclass(frozen=True, eq=False, slots=True)
class Reactions:
    """What people did at the gold positives of one dialogue.

    Parameters
    ----------
    takes
        EOT positives at which the other takes the floor: the moment at which they start to speak, theirs;
        the value is that start minus the positive's time, negative for an overlap.
    held
        EOT positives at which the other already had the floor when the ending turn began, at the positive's
        time, its speaker's; the value is how much longer the other goes on.
    pauses
        EOT negatives: where the pause begins, its speaker's; the value is the span's length, cut short as
        the gold has it.
    last
        EOT positives after which the other does not speak, the same; the value is the time to the end of the
        dialogue.
    goes_on
        INT positives while the other speaks: at the positive's time, the interrupter's; the value is how long
        the interrupted speaker goes on.
    unopposed
        INT positives at which the other does not speak; the value is the time since they did, or since the
        dialogue's begin.
    """

    takes: Moments
    held: Moments
    last: Moments
    pauses: Moments
    goes_on: Moments
    unopposed: Moments


def reactions(gold: Gold, duration_s: float) -> Reactions:
    """Measure what people did at the gold positives of one dialogue.

    For an EOT positive at ``t``, with ``begin`` the earliest start of the speaker's turn segments that end at
    ``t``, and the other's turn segments of the turn view: if some have ``start < t < end``, the earliest of
    them counts if it starts after ``begin``, else the other had the floor already. If there are none, the
    first start at or after ``t`` counts; without one this was the last turn.

    For an INT positive at ``t``: the other's turn segments, joined where they touch or overlap, of which one
    has ``start < t < end``; the interrupted speaker goes on for ``end - t``. Without one nobody spoke.

    Parameters
    ----------
    gold
        The dialogue's gold.
    duration_s
        Length of the dialogue, seconds.

    Returns
    -------
    Reactions
        ``takes``, ``held`` and ``last`` hold every EOT positive once, ``pauses`` every EOT negative,
        ``goes_on`` and ``unopposed`` every INT positive.

    References
    ----------
    PROTOCOL section 4; decision 0013.

    Examples
    --------
    >>> from viewer.dialogue.segments import Segment, Track
    >>> from viewer.dialogue.conversation import Conversation
    >>> from viewer.gold import build_gold
    >>> asked = Track.from_segments([Segment(1.0, 2.5, "Normal Turn", "is it you?")])
    >>> answered = Track.from_segments([Segment(2.75, 4.0, "Normal Turn", "yes")])
    >>> tracks = {(1, "a"): asked, (1, "b"): asked, (2, "a"): answered, (2, "b"): answered}
    >>> found = reactions(build_gold(Conversation("7", 10.0, tracks)), 10.0)
    >>> found.takes.value_s.tolist(), found.last.start_s.tolist()
    ([0.25], [4.0])
    """
    takes, held, last = _at_turn_ends(gold, duration_s)
    goes_on, unopposed = _at_interruptions(gold)
    return Reactions(takes, held, last, _pauses(gold), goes_on, unopposed)


@dataclass(slots=True)
class _Found:
    """Rows of moments, while they are found."""

    speaker: list[int]
    event: list[int]
    start_s: list[float]
    value_s: list[float]

    def add(self, speaker: int, event: int, start_s: float, value_s: float) -> None:
        self.speaker.append(speaker)
        self.event.append(event)
        self.start_s.append(start_s)
        self.value_s.append(value_s)

    def moments(self, events: ConsensusEvents) -> Moments:
        """Return the moments, each with the words of a consensus event: those of its first member."""
        event = np.array(self.event, dtype=np.int64)
        members = events.members[event]
        annotator: IntArray = (members >= 0).argmax(axis=1) if len(event) else event
        return moments_of(
            np.array(self.speaker, dtype=np.int64),
            annotator,
            members[np.arange(len(event)), annotator] if len(event) else event,
            np.array(self.start_s, dtype=np.float64),
            np.array(self.value_s, dtype=np.float64),
        )


def _nothing_yet() -> _Found:
    return _Found([], [], [], [])


def _at_turn_ends(gold: Gold, duration_s: float) -> tuple[Moments, Moments, Moments]:
    events = gold.turn_events
    takes, held, last = _nothing_yet(), _nothing_yet(), _nothing_yet()
    turns = {speaker: _turns_of(events, speaker) for speaker in (1, 2)}
    positives = gold.eot.positives
    for speaker, time in zip(positives.speaker.tolist(), positives.time_s.tolist(), strict=True):
        rows, start_s, end_s = turns[speaker]
        own = np.flatnonzero(end_s == time)[0]
        other_rows, other_start_s, other_end_s = turns[3 - speaker]
        speaking = np.flatnonzero((other_start_s < time) & (time < other_end_s))
        if len(speaking) and other_start_s[speaking[0]] <= start_s[own]:
            held.add(speaker, rows[own], time, float(other_end_s[speaking].max()) - time)
            continue
        taking = speaking if len(speaking) else np.flatnonzero(other_start_s >= time)
        if len(taking):
            begin = float(other_start_s[taking[0]])
            takes.add(3 - speaker, other_rows[taking[0]], begin, begin - time)
        else:
            last.add(speaker, rows[own], time, duration_s - time)
    return takes.moments(events), held.moments(events), last.moments(events)


def _pauses(gold: Gold) -> Moments:
    """Return the EOT negatives, each with the words of the turn that ends where it begins."""
    events, spans = gold.turn_events, gold.eot.negatives
    found = _nothing_yet()
    for speaker, start, end in zip(
        spans.speaker.tolist(), spans.start_s.tolist(), spans.end_s.tolist(), strict=True
    ):
        event = np.flatnonzero((events.speaker == speaker) & (events.end_s == start))[0]
        found.add(speaker, int(event), start, end - start)
    return found.moments(events)


def _at_interruptions(gold: Gold) -> tuple[Moments, Moments]:
    events = gold.label_events
    goes_on, unopposed = _nothing_yet(), _nothing_yet()
    spoken = {speaker: stretches(*_turns_of(gold.turn_events, speaker)[1:]) for speaker in (1, 2)}
    for row in np.flatnonzero(events.label_class == LabelClass.INTERRUPTION).tolist():
        speaker, time = int(events.speaker[row]), float(events.start_s[row])
        start_s, end_s = spoken[3 - speaker]
        before = int(np.searchsorted(start_s, time, side="left")) - 1
        end = float(end_s[before]) if before >= 0 else 0.0
        if end > time:
            goes_on.add(speaker, row, time, end - time)
        else:
            unopposed.add(speaker, row, time, time - end)
    return goes_on.moments(events), unopposed.moments(events)


def _turns_of(events: ConsensusEvents, speaker: int) -> tuple[list[int], FloatArray, FloatArray]:
    """Return one speaker's events by start: their rows, starts and ends."""
    rows = np.flatnonzero(events.speaker == speaker)
    rows = rows[np.argsort(events.start_s[rows], kind="stable")]
    return rows.tolist(), events.start_s[rows], events.end_s[rows]
