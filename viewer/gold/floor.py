"""Who has the floor: turn ends, mid-turn pauses, and the gold sets of both tasks.

::

    speaker 1  |====turn====|      |==turn==|              |===
    speaker 2                                  |==turn==|
                            └─pause┘        └ EOT: the other speaks next
                            EOT negative

A turn's end is an EOT positive if the floor leaves the speaker: the other starts before the speaker
goes on, or is already speaking, or nobody of them speaks again. Otherwise what follows is a mid-turn
pause, a span in which a model must stay quiet, cut short where something else begins. PROTOCOL section 4.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from viewer.compiled import compiled
from viewer.dialogue.conversation import SPEAKERS, Conversation
from viewer.dialogue.gold_sets import ConsensusEvents, Events, Gold, Spans, TaskGold
from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.dialogue.taxonomy import LabelClass
from viewer.gold.consensus import find_consensus


def build_gold(conversation: Conversation, settings: ProtocolSettings = BENCHMARK) -> Gold:
    """Build the gold of one conversation.

    Parameters
    ----------
    conversation
        The conversation with its annotators' tracks in file order.
    settings
        Tolerance and agreement; the benchmark's by default.

    Returns
    -------
    Gold
        Both tasks' positives, negative spans and excluded intervals, and the consensus behind them.

    Notes
    -----
    A conversation without labels has empty gold. INT positives are never deduplicated: of two equal
    ones each needs its own decision.

    References
    ----------
    PROTOCOL sections 3 and 4.

    Examples
    --------
    >>> from viewer.dialogue.segments import Segment, Track
    >>> turn = Track.from_segments([Segment(1.0, 2.5, "Normal Turn", "so")])
    >>> tracks = {(1, "a"): turn, (1, "b"): turn}
    >>> build_gold(Conversation("7", 10.0, tracks)).eot.positives.time_s.tolist()
    [2.5]
    """
    label_events, label_disputed = _view(conversation, settings, is_label_view=True)
    turn_events, turn_disputed = _view(conversation, settings, is_label_view=False)
    classes = label_events.label_class
    non_floor = _spans_of(label_events, classes == LabelClass.NON_FLOOR_TAKING_INTERRUPTION)
    must_stay_quiet = (classes == LabelClass.BACKCHANNEL) | (classes == LabelClass.NON_CONTENT)
    positives, negatives = _turn_ends(label_events, turn_events, label_disputed, turn_disputed)
    return Gold(
        eot=TaskGold(positives, negatives, turn_disputed),
        interruption=TaskGold(
            _interruption_starts(label_events),
            _spans_of(label_events, must_stay_quiet),
            _joined(label_disputed, non_floor),
        ),
        label_events=label_events,
        turn_events=turn_events,
        label_disputed=label_disputed,
        turn_disputed=turn_disputed,
    )


def _view(
    conversation: Conversation, settings: ProtocolSettings, *, is_label_view: bool
) -> tuple[ConsensusEvents, Spans]:
    """Return both speakers' consensus events and disputed spans in one view."""
    found = [
        find_consensus(columns, columns.label_codes if is_label_view else columns.turn_codes, settings)
        for columns in conversation.columns
    ]
    start, end, label_class, members, disputed_start, disputed_end = (
        np.concatenate([one[part] for one in found]) for part in range(6)
    )
    events = ConsensusEvents(_speakers([len(one[0]) for one in found]), start, end, label_class, members)
    return events, Spans(_speakers([len(one[4]) for one in found]), disputed_start, disputed_end)


def _speakers(counts: list[int]) -> IntArray:
    return np.repeat(np.array(SPEAKERS, dtype=np.int64), counts)


def _interruption_starts(events: ConsensusEvents) -> Events:
    chosen = events.label_class == LabelClass.INTERRUPTION
    return Events(events.speaker[chosen], events.start_s[chosen])


def _spans_of(events: ConsensusEvents, chosen: npt.NDArray[np.bool_]) -> Spans:
    return Spans(events.speaker[chosen], events.start_s[chosen], events.end_s[chosen])


def _joined(first: Spans, second: Spans) -> Spans:
    return Spans(
        np.concatenate([first.speaker, second.speaker]),
        np.concatenate([first.start_s, second.start_s]),
        np.concatenate([first.end_s, second.end_s]),
    )


def _turn_ends(
    label_events: ConsensusEvents,
    turn_events: ConsensusEvents,
    label_disputed: Spans,
    turn_disputed: Spans,
) -> tuple[Events, Spans]:
    """Return the EOT positives and the mid-turn pauses of both speakers."""
    disputed = _joined(label_disputed, turn_disputed)
    turns = [_sorted_turns(turn_events, speaker) for speaker in SPEAKERS]
    classes = label_events.label_class
    is_no_turn = classes != LabelClass.TURN
    is_barge_in = (classes == LabelClass.INTERRUPTION) | (classes == LabelClass.NON_FLOOR_TAKING_INTERRUPTION)
    found = []
    for speaker in SPEAKERS:
        is_own = label_events.speaker == speaker
        cuts = label_events.start_s[(is_own & is_no_turn) | (~is_own & is_barge_in)]
        own, other = turns[speaker - 1], turns[2 - speaker]
        found.append(_floor(*own, *other, disputed.start_s, disputed.end_s, cuts))
    times, starts, ends = (np.concatenate([one[part] for one in found]) for part in range(3))
    return (
        Events(_speakers([len(one[0]) for one in found]), times),
        Spans(_speakers([len(one[1]) for one in found]), starts, ends),
    )


def _sorted_turns(events: ConsensusEvents, speaker: int) -> tuple[FloatArray, FloatArray]:
    rows = np.flatnonzero(events.speaker == speaker)
    rows = rows[np.argsort(events.start_s[rows], kind="stable")]
    return events.start_s[rows], events.end_s[rows]


@compiled
def _first_after(starts: FloatArray, time: float) -> float:
    """Return the first of the sorted starts strictly after a time, or infinity."""
    index = np.searchsorted(starts, time, side="right")
    return float(starts[index]) if index < len(starts) else np.inf


@compiled
def _is_inside(starts: FloatArray, ends: FloatArray, time: float) -> bool:
    """Return whether a time lies strictly inside any segment."""
    for row in range(len(starts)):
        if starts[row] >= time:
            return False
        if time < ends[row]:
            return True
    return False


@compiled
def _pause_end(
    start: float,
    end: float,
    excluded_start: FloatArray,
    excluded_end: FloatArray,
    cuts: FloatArray,
) -> float:
    """Return where the pause that starts at a turn's end is cut short."""
    cut = end
    for row in range(len(excluded_start)):
        if excluded_start[row] < end and excluded_end[row] > start:
            cut = min(cut, excluded_start[row])
    for time in cuts:
        if start < time < end:
            cut = min(cut, time)
    return cut


@compiled
def _floor(
    own_start: FloatArray,
    own_end: FloatArray,
    other_start: FloatArray,
    other_end: FloatArray,
    excluded_start: FloatArray,
    excluded_end: FloatArray,
    cuts: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Sort one speaker's turn ends into EOT positives and pauses; each equal one counts once."""
    size = len(own_start)
    positives, starts, ends = np.empty(size), np.empty(size), np.empty(size)
    positive_count = pause_count = 0
    for row in range(size):
        time = own_end[row]
        if _is_inside(own_start, own_end, time):
            continue
        next_self = _first_after(own_start, time)
        leaves_floor = (
            np.isinf(next_self)
            or _first_after(other_start, time) < next_self
            or _is_inside(other_start, other_end, time)
        )
        if leaves_floor:
            if not np.any(positives[:positive_count] == time):
                positives[positive_count] = time
                positive_count += 1
            continue
        end = _pause_end(time, next_self, excluded_start, excluded_end, cuts)
        is_known = np.any((starts[:pause_count] == time) & (ends[:pause_count] == end))
        if end > time and not is_known:
            starts[pause_count], ends[pause_count] = time, end
            pause_count += 1
    return positives[:positive_count], starts[:pause_count], ends[:pause_count]
