"""Events that a rule decides by a hair: a little more or less, and gold or a verdict would be another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from viewer.audit.doubtful import Outcomes, positive_span
from viewer.audit.questions import PAIRS, HeardTrack, Kind, Question, Queue, heard_tracks, with_labels
from viewer.dialogue.conversation import SPEAKERS, Conversation
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import SEARCH_DISTANCE_S, TASKS, ProtocolSettings
from viewer.dialogue.segments import FloatArray
from viewer.scoring import Fate, TaskOutcomes

BOUNDARY_MARGIN_S = 0.02
"""Boundaries that differ by the tolerance, give or take this: 0.18 to 0.22 s with the benchmark's."""

WINDOW_MARGIN_S = 0.05
"""How near a window's end a decision is near it."""

_DIGITS = 6
_APART_S = 1e7


def near_boundaries(conversation: Conversation, settings: ProtocolSettings) -> list[Question]:
    """Return a question for each two segments whose boundaries differ by about the tolerance.

    Parameters
    ----------
    conversation
        The source.
    settings
        The tolerance is the edge.

    Returns
    -------
    list of Question
        Speaker 1 before 2, by time. Two segments of one class belong together if neither annotator has
        another of that class whose start is nearer, at most 0.5 s away. Pairs that meet on the same stretch
        are one question, over all of it.

    References
    ----------
    PROTOCOL section 3.
    """
    found = []
    for speaker in SPEAKERS:
        tracks = heard_tracks(conversation, speaker)
        spans = sorted(
            (start, end, pair)
            for pair, (first, second) in PAIRS.items()
            for start, end in _hairs(tracks[first], tracks[second], settings.tolerance_s)
        )
        for start, end, pairs in _together(spans):
            question = Question(
                Queue.EDGE, Kind.BOUNDARY, conversation.conversation_id, speaker, start, end, pairs
            )
            found.append(with_labels(question, tracks))
    return found


def near_windows(
    conversation: Conversation, gold: Gold, outcomes: Outcomes, settings: ProtocolSettings
) -> list[Question]:
    """Return a question for each positive that some model's decision meets, or fails to meet, by 50 ms.

    Parameters
    ----------
    conversation, gold, outcomes, settings
        The source, its gold, what became of every model's decisions, and the windows' lengths.

    Returns
    -------
    list of Question
        By task, then time; ``models`` are those with such a decision. Masked decisions play no part.

    References
    ----------
    PROTOCOL section 5.
    """
    found = []
    for task in TASKS:
        near: dict[tuple[int, float], list[str]] = {}
        for model, one in outcomes[task].items():
            for event in _met_by_a_hair(one, settings.tau_pre_s):
                near.setdefault(event, []).append(model)
        for (speaker, time), models in sorted(near.items(), key=lambda item: (item[0][1], item[0][0])):
            start, end = positive_span(gold, task, speaker, time)
            name = conversation.conversation_id
            found.append(
                Question(Queue.EDGE, Kind.WINDOW, name, speaker, start, end, task=task, models=tuple(models))
            )
    tracks = {speaker: heard_tracks(conversation, speaker) for speaker in SPEAKERS}
    return [with_labels(one, tracks[one.speaker]) for one in found]


def _hairs(first: HeardTrack, second: HeardTrack, tolerance_s: float) -> Iterator[tuple[float, float]]:
    """Yield the extents of two annotators' matching segments with a boundary that is on the edge."""
    if not len(first.start_s) or not len(second.start_s):
        return
    distance = np.abs(first.start_s[:, None] - second.start_s[None, :])
    distance[first.label_codes[:, None] != second.label_codes[None, :]] = np.inf
    partner = distance.argmin(axis=1)
    rows = np.arange(len(partner))
    is_mutual = (distance.argmin(axis=0)[partner] == rows) & (distance[rows, partner] <= SEARCH_DISTANCE_S)
    ends = np.abs(first.end_s - second.end_s[partner])
    is_near = _is_on_edge(distance[rows, partner], tolerance_s) | _is_on_edge(ends, tolerance_s)
    for row in np.flatnonzero(is_mutual & is_near).tolist():
        other = int(partner[row])
        start = min(first.start_s[row], second.start_s[other])
        yield float(start), float(max(first.end_s[row], second.end_s[other]))


def _is_on_edge(difference_s: FloatArray, tolerance_s: float) -> npt.NDArray[np.bool_]:
    off = np.round(np.abs(difference_s - tolerance_s), _DIGITS)
    is_near: npt.NDArray[np.bool_] = off <= BOUNDARY_MARGIN_S
    return is_near


def _together(spans: list[tuple[float, float, str]]) -> Iterator[tuple[float, float, tuple[str, ...]]]:
    """Yield spans that overlap as one, with all their pairs."""
    group: list[tuple[float, float, str]] = []
    for span in [*spans, (np.inf, np.inf, "")]:
        if group and span[0] >= max(one[1] for one in group):
            pairs = {one[2] for one in group}
            yield group[0][0], max(one[1] for one in group), tuple(pair for pair in PAIRS if pair in pairs)
            group = []
        group.append(span)


def _met_by_a_hair(outcomes: TaskOutcomes, tau_pre_s: float) -> Iterator[tuple[int, float]]:
    """Yield speaker and time of the positives with a decision within 50 ms of their window's ends."""
    decisions, positives = outcomes.decisions, outcomes.positives
    counts = decisions.fate != int(Fate.MASKED)
    # Speakers lie far apart on one axis, so that one search serves both.
    heard = np.sort(decisions.time_s[counts] + decisions.speaker[counts] * _APART_S)
    if not len(heard):
        return
    shift = positives.speaker * _APART_S
    edges = (positives.time_s - tau_pre_s + shift, positives.window_end_s + shift)
    is_near = np.zeros(len(shift), dtype=bool)
    for edge in edges:
        at = np.searchsorted(heard, edge)
        before, after = heard[np.maximum(at - 1, 0)], heard[np.minimum(at, len(heard) - 1)]
        nearest = np.minimum(np.abs(edge - before), np.abs(after - edge))
        is_near |= np.round(nearest, _DIGITS) <= WINDOW_MARGIN_S
    yield from zip(positives.speaker[is_near].tolist(), positives.time_s[is_near].tolist(), strict=True)
