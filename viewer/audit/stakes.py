"""How far scores could move by what is decided about a span: what queues are sorted by.

::

    gold           ──────┤t                        is in gold: it could go
    annotators     ─────────┤c                     only c heard an end there: it could come
    span                |--------|                 both are at stake in it

First order, one event at a time. A positive that comes or goes moves a model's recall by ``|h - recall| /
positives``, with ``h`` = 1 if one of its decisions lies in the positive's full window; a negative span its
fp rate by ``|f - fp_rate| / negatives``, with ``f`` = 1 if one of its decisions could fire it. A span's
number is the sum over the events at stake in it, of the mean over the models. Without models every event
moves one whole share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.decisions import Submission
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray
from viewer.dialogue.taxonomy import LabelClass
from viewer.scoring import Score

_QUIET = (int(LabelClass.BACKCHANNEL), int(LabelClass.NON_CONTENT))
_Spans = tuple[FloatArray, FloatArray]


@dataclass(frozen=True, eq=False, slots=True)
class Stakes:
    """The events at stake in one dialogue, for each speaker: extents in seconds, and how far each moves.

    A positive is a point: its extent has no length.
    """

    start_s: tuple[FloatArray, FloatArray]
    end_s: tuple[FloatArray, FloatArray]
    moves: tuple[FloatArray, FloatArray]

    def of_span(self, speaker: int, start_s: float, end_s: float) -> float:
        """Return how far scores could move by a span of a speaker, its ends included."""
        row = speaker - 1
        is_met = (self.start_s[row] <= end_s) & (self.end_s[row] >= start_s)
        return float(self.moves[row][is_met].sum())


def stakes(
    conversation: Conversation,
    gold: Gold,
    pooled: Mapping[str, Mapping[Task, Score]],
    submissions: Mapping[str, Submission],
    settings: ProtocolSettings,
) -> Stakes:
    """Find the events at stake in a dialogue.

    Parameters
    ----------
    conversation, gold
        The source and its gold.
    pooled
        ``model -> task -> score`` over the split, of every model with a score on it; tasks that a model
        does not support are left out.
    submissions
        Those models' decisions.
    settings
        Window and tolerance.

    Returns
    -------
    Stakes
        Gold's events, and what any annotator heard that gold has not within the tolerance: EOT positives,
        ends of segments with the floor; INT positives, starts of interruptions; INT negatives, backchannels
        and non-content. Pauses only as gold has them.

    References
    ----------
    PROTOCOL sections 4 and 5; ``docs/decisions/0014-audit-desk.md``.
    """
    starts, ends, moves = [], [], []
    for speaker in SPEAKERS:
        found: list[tuple[FloatArray, FloatArray, FloatArray]] = []
        for task in TASKS:
            models = [name for name, scores in pooled.items() if task in scores]
            decisions = [
                submissions[m].decisions(conversation.conversation_id, speaker).of(task) for m in models
            ]
            scores = [pooled[model][task] for model in models]
            times = _positives(conversation, gold, task, speaker, settings.tolerance_s)
            window = (times - settings.tau_pre_s, times + settings.tau_max_s)
            found.append((times, times, _recall_moves(window, decisions, scores)))
            spans = _negatives(conversation, gold, task, speaker, settings.tolerance_s)
            reach = (spans[0] - settings.tau_pre_s, spans[1])
            found.append((*spans, _fp_moves(reach, decisions, scores)))
        starts.append(np.concatenate([one[0] for one in found]))
        ends.append(np.concatenate([one[1] for one in found]))
        moves.append(np.concatenate([one[2] for one in found]))
    return Stakes((starts[0], starts[1]), (ends[0], ends[1]), (moves[0], moves[1]))


def _recall_moves(window: _Spans, decisions: Sequence[FloatArray], scores: Sequence[Score]) -> FloatArray:
    shares = [(one.recall or 0.0, one.tp + one.fn) for one in scores]
    return _mean_moves(window, decisions, shares)


def _fp_moves(reach: _Spans, decisions: Sequence[FloatArray], scores: Sequence[Score]) -> FloatArray:
    shares = [(one.fp_rate or 0.0, one.fp + one.tn) for one in scores]
    return _mean_moves(reach, decisions, shares)


def _mean_moves(
    reach: _Spans, decisions: Sequence[FloatArray], shares: Sequence[tuple[float, int]]
) -> FloatArray:
    """Return the mean move of each event over the models; each has a rate and what it is a share of."""
    if not decisions:
        return np.ones(len(reach[0]))
    total = np.zeros(len(reach[0]))
    for times, (rate, count) in zip(decisions, shares, strict=True):
        first = np.searchsorted(times, reach[0], side="left")
        is_met = np.searchsorted(times, reach[1], side="right") > first
        total += np.abs(is_met - rate) / max(count, 1)
    return total / len(decisions)


def _positives(
    conversation: Conversation, gold: Gold, task: Task, speaker: int, tolerance_s: float
) -> FloatArray:
    own = gold.of(task).positives
    heard = []
    for annotator in ANNOTATORS:
        track = conversation.track(speaker, annotator)
        if task is Task.EOT:
            heard.append(track.end_s[track.turn_view_codes >= 0])
        else:
            heard.append(track.start_s[track.label_view_codes == LabelClass.INTERRUPTION])
    times = own.time_s[own.speaker == speaker]
    candidates = np.concatenate(heard)
    return np.concatenate([times, candidates[_fresh(times, candidates, tolerance_s)]])


def _negatives(
    conversation: Conversation, gold: Gold, task: Task, speaker: int, tolerance_s: float
) -> _Spans:
    negatives = gold.of(task).negatives
    own = negatives.speaker == speaker
    start, end = negatives.start_s[own], negatives.end_s[own]
    if task is Task.EOT:
        return start, end
    tracks = [conversation.track(speaker, annotator) for annotator in ANNOTATORS]
    chosen = [np.isin(track.label_view_codes, _QUIET) for track in tracks]
    starts = np.concatenate([track.start_s[rows] for track, rows in zip(tracks, chosen, strict=True)])
    ends = np.concatenate([track.end_s[rows] for track, rows in zip(tracks, chosen, strict=True)])
    fresh = _fresh(start, starts, tolerance_s)
    return np.concatenate([start, starts[fresh]]), np.concatenate([end, ends[fresh]])


def _fresh(known: FloatArray, candidates: FloatArray, tolerance_s: float) -> list[int]:
    """Return the rows of candidates that lie near nothing known and near no candidate that was taken."""
    taken = []
    last = -np.inf
    rows = np.argsort(candidates, kind="stable")
    if len(known):
        ordered = np.sort(known)
        at = np.searchsorted(ordered, candidates)
        before = np.abs(candidates - ordered[np.maximum(at - 1, 0)])
        after = np.abs(candidates - ordered[np.minimum(at, len(ordered) - 1)])
        rows = rows[np.minimum(before, after)[rows] > tolerance_s]
    for row, time in zip(rows.tolist(), candidates[rows].tolist(), strict=True):
        if time - last > tolerance_s:
            taken.append(row)
            last = time
    return taken
