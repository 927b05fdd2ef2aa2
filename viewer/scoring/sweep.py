r"""Sweep a threshold over frame probabilities, and choose the operating point.

::

    p      ___/‾‾\____/‾\_________/‾‾‾\___
    theta  ---^-------^-----------^-------
           commit    dropped     commit          (a rising edge within 2 s of the last commit is dropped)

PROTOCOL section 6. `sweep_curve` has the fast way through all candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from viewer.compiled import compiled
from viewer.dialogue.decisions import Probabilities, SpeakerDecisions, Submission
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import BENCHMARK, FP_BUDGET, REFRACTORY_S, ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray
from viewer.scoring.sweep_curve import SweepCurve, plan_sweep, rank_probabilities, sweep_curve

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
    return (committed_frames(track, theta, refractory_frames) + 1) / frame_rate_hz


@compiled
def committed_frames(track: FloatArray, theta: float, refractory_frames: int) -> FloatArray:
    """Return the frames that are committed, as floats: a time is a quotient of them."""
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
    ranked = rank_probabilities(probabilities, candidate_thresholds(probabilities))
    return sweep_rows(sweep_curve(ranked, plan_sweep(ranked, golds, settings)))


def sweep_rows(curve: SweepCurve) -> list[SweepRow]:
    """Return a curve's rows, one for each candidate.

    Parameters
    ----------
    curve
        From `sweep_curve`.

    Returns
    -------
    list of SweepRow
        Ascending in theta; None stands for what cannot be divided.

    Examples
    --------
    >>> ranked = rank_probabilities(Probabilities(Task.EOT, 25.0, {}), np.array([0.5]))
    >>> [(row.theta, row.recall, row.tp) for row in sweep_rows(sweep_curve(ranked, []))]
    [(0.5, None, 0)]
    """
    columns = (curve.thresholds, curve.tp, curve.fp, curve.listening_fired, curve.percentiles_ms)
    rows = []
    for theta, tp, fp, fired, percentiles in zip(*(column.tolist() for column in columns), strict=True):
        rates = (_share(tp, curve.positives), _share(fp, curve.negatives), _share(fired, curve.listening))
        p10, p50, p90 = percentiles if tp else (None, None, None)
        rows.append(SweepRow(theta, *rates, p10, p50, p90, tp, fp, curve.positives - tp))
    return rows


def _share(part: int, total: int) -> float | None:
    return part / total if total else None


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
