r"""Sweep a threshold over frame probabilities, and choose the operating point.

::

    p      ___/‾‾\____/‾\_________/‾‾‾\___
    theta  ---^-------^-----------^-------
           commit    dropped     commit          (a rising edge within 2 s of the last commit is dropped)

PROTOCOL section 6. Plain and exact: one scoring of the split for each candidate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.compiled import compiled
from viewer.dialogue.decisions import Probabilities, SpeakerDecisions, Submission
from viewer.dialogue.gold_sets import Gold, Spans
from viewer.dialogue.protocol import BENCHMARK, FP_BUDGET, REFRACTORY_S, ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray
from viewer.scoring.matching import pack_gold
from viewer.scoring.outcomes import score_submission

QUANTILE_COUNT = 512
GRID_STEPS = 99


@dataclass(frozen=True, slots=True)
class SweepRow:
    """One candidate threshold's results, pooled; rates are None where nothing can be divided.

    ``p10``, ``p50`` and ``p90`` are latencies in milliseconds, None without hits; the names are the
    JSON document's.
    """

    theta: float
    recall: float | None
    fp_rate: float | None
    backchannel_fire_rate: float | None
    p10: float | None
    p50: float | None
    p90: float | None
    tp: int
    fp: int
    fn: int


def candidate_thresholds(probabilities: Probabilities) -> FloatArray:
    """Return the thresholds to try, ascending, without repeats.

    512 quantiles of all values above 0, pooled over the file, united with 0.01 to 0.99.

    Parameters
    ----------
    probabilities
        One task's frame probabilities.

    Returns
    -------
    numpy.ndarray
        Float64, shape ``(n,)``; the 99 alone where no value is above 0.

    References
    ----------
    PROTOCOL section 6.

    Examples
    --------
    >>> nothing = Probabilities(Task.EOT, 25.0, {})
    >>> candidate_thresholds(nothing)[[0, 28, 98]].tolist()
    [0.01, 0.29, 0.99]
    """
    pooled = np.concatenate(
        [track for pair in probabilities.entries.values() for track in pair] or [np.empty(0)]
    )
    grid = np.array([round(0.01 * step, 2) for step in range(1, GRID_STEPS + 1)])
    positive = pooled[pooled > 0]
    if not len(positive):
        return grid
    return np.union1d(np.quantile(positive, np.linspace(0, 1, QUANTILE_COUNT)), grid)


def commit_times(track: FloatArray, frame_rate_hz: float, theta: float) -> FloatArray:
    """Return the commit times of one speaker's probabilities at a threshold.

    Parameters
    ----------
    track
        Probability per frame, shape ``(frames,)``.
    frame_rate_hz
        Frames per second.
    theta
        Threshold; a rising edge is a frame above it whose predecessor is not.

    Returns
    -------
    numpy.ndarray
        Seconds: the end of each committed frame, ``(i + 1) / frame_rate_hz``, strictly increasing.

    References
    ----------
    PROTOCOL section 6.

    Examples
    --------
    >>> commit_times(np.array([0.9, 0.1, 0.9]), 2.0, 0.5).tolist()
    [0.5]
    """
    refractory_frames = max(1, round(REFRACTORY_S * frame_rate_hz))
    return (_edges(track, theta, refractory_frames) + 1) / frame_rate_hz


@compiled
def _edges(track: FloatArray, theta: float, refractory_frames: int) -> FloatArray:
    frames = np.empty(len(track))
    count = 0
    last = -refractory_frames
    for frame in range(len(track)):
        is_rising = track[frame] > theta and (frame == 0 or not track[frame - 1] > theta)
        if is_rising and frame - last >= refractory_frames:
            frames[count] = frame
            count += 1
            last = frame
    return frames[:count]


def decisions_at(probabilities: Probabilities, theta: float) -> Submission:
    """Return the submission that a threshold commits; the other task stays empty.

    Parameters
    ----------
    probabilities
        One task's frame probabilities.
    theta
        The threshold, exceeded strictly.

    Returns
    -------
    Submission
        An entry for each conversation of the probabilities.

    References
    ----------
    PROTOCOL section 6.

    Examples
    --------
    >>> one = Probabilities(Task.EOT, 2.0, {"7": (np.array([0.9, 0.1]), np.array([0.0, 0.6]))})
    >>> [side.eot.tolist() for side in decisions_at(one, 0.5).entries["7"]]
    [[0.5], [1.0]]
    """
    rate = probabilities.frame_rate_hz
    entries = {}
    for conversation_id, (first, second) in probabilities.entries.items():
        pair = [_decisions(probabilities.task, commit_times(one, rate, theta)) for one in (first, second)]
        entries[conversation_id] = (pair[0], pair[1])
    return Submission(entries)


def _decisions(task: Task, times: FloatArray) -> SpeakerDecisions:
    return SpeakerDecisions(eot=times) if task is Task.EOT else SpeakerDecisions(interruption=times)


def sweep(
    probabilities: Probabilities,
    golds: Sequence[tuple[str, Gold]],
    settings: ProtocolSettings = BENCHMARK,
) -> list[SweepRow]:
    """Score every candidate threshold.

    Parameters
    ----------
    probabilities
        One task's frame probabilities.
    golds
        ``(conversation_id, gold)`` in pooling order.
    settings
        The benchmark's by default.

    Returns
    -------
    list of SweepRow
        One for each candidate, ascending in theta.

    References
    ----------
    PROTOCOL section 6.

    Examples
    --------
    >>> len(sweep(Probabilities(Task.EOT, 25.0, {}), []))
    99
    """
    pack = pack_gold(golds)
    rows = []
    for theta in candidate_thresholds(probabilities).tolist():
        submission = decisions_at(probabilities, theta)
        score = score_submission(pack, submission, settings).pooled(probabilities.task)
        latency = score.latency
        rows.append(
            SweepRow(
                theta,
                score.recall,
                score.fp_rate,
                _backchannel_fire_rate(submission, golds, probabilities.task, settings),
                None if latency is None else latency.p10,
                None if latency is None else latency.p50,
                None if latency is None else latency.p90,
                score.tp,
                score.fp,
                score.fn,
            )
        )
    return rows


def _backchannel_fire_rate(
    submission: Submission,
    golds: Sequence[tuple[str, Gold]],
    task: Task,
    settings: ProtocolSettings,
) -> float | None:
    """Return the share of INT negative spans that any unmasked decision of the task touches."""
    fired = total = 0
    for conversation_id, gold in golds:
        spans, excluded = gold.interruption.negatives, gold.interruption.excluded
        for speaker in (1, 2):
            times = submission.decisions(conversation_id, speaker).of(task)
            free = times[~_is_in_any(times, excluded, speaker)]
            own = spans.speaker == speaker
            first = np.searchsorted(free, spans.start_s[own] - settings.tau_pre_s, side="left")
            last = np.searchsorted(free, spans.end_s[own], side="right")
            fired += int(np.count_nonzero(last > first))
            total += int(np.count_nonzero(own))
    return fired / total if total else None


def _is_in_any(times: FloatArray, spans: Spans, speaker: int) -> npt.NDArray[np.bool_]:
    own = spans.speaker == speaker
    starts, ends = spans.start_s[own], spans.end_s[own]
    inside: npt.NDArray[np.bool_] = ((times[:, None] >= starts) & (times[:, None] <= ends)).any(axis=1)
    return inside


def operating_point(rows: Sequence[SweepRow], fp_budget: float = FP_BUDGET) -> SweepRow | None:
    """Return the row of highest recall within the budget; the lowest threshold on a tie.

    Parameters
    ----------
    rows
        From `sweep`, ascending in theta.
    fp_budget
        Largest fp rate that is allowed, 0 to 1.

    Returns
    -------
    SweepRow or None
        Rows without an fp rate or a recall do not take part; None if no row is left.

    References
    ----------
    PROTOCOL section 6.

    Examples
    --------
    >>> rows = [SweepRow(theta, recall, fp_rate, None, None, None, None, 0, 0, 0)
    ...         for theta, recall, fp_rate in ((0.1, 0.9, 0.2), (0.2, 0.8, 0.1), (0.3, 0.8, 0.0))]
    >>> operating_point(rows).theta
    0.2
    """
    rated = [(row, row.recall) for row in rows if row.fp_rate is not None and row.fp_rate <= fp_budget]
    within = [(row, recall) for row, recall in rated if recall is not None]
    return max(within, key=lambda rated_row: rated_row[1], default=(None, 0.0))[0]
