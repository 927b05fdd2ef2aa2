"""The results of every threshold at once: frames ranked once, gold laid out once, units swept side by side.

Exactly what scoring each candidate by itself gives, some hundred times faster; `tests/plain_sweep.py` is the
witness. PROTOCOL section 6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from viewer.dialogue.conversation import SPEAKERS
from viewer.dialogue.decisions import Probabilities
from viewer.dialogue.gold_sets import Gold, Spans
from viewer.dialogue.protocol import REFRACTORY_S, ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring.matching import window_ends
from viewer.scoring.outcomes import PERCENTILES
from viewer.scoring.sweep_kernels import RankArray, frame_ranks, frames_by_rank, sweep_unit
from viewer.scoring.sweep_tables import (
    ByteArray,
    FrameArray,
    UnitTables,
    row_percentiles,
    spans_by_frame,
    unit_tables,
)

_PARTS = 4
"""Threads, each with its share of the units: more than the cores of a small machine does no harm."""


@dataclass(frozen=True, eq=False, slots=True)
class RankedTrack:
    """One speaker's frames: how many thresholds lie below each value, and the frames of each such rank."""

    ranks: RankArray
    order: FrameArray
    order_offsets: IntArray


@dataclass(frozen=True, eq=False, slots=True)
class RankedProbabilities:
    """Probabilities made ready to be swept over any gold: two tracks for each conversation."""

    task: Task
    frame_rate_hz: float
    thresholds: FloatArray
    tracks: Mapping[str, tuple[RankedTrack, RankedTrack]]


@dataclass(frozen=True, eq=False, slots=True)
class SweepUnit:
    """One speaker of one conversation: the frames, and what each means to the gold."""

    track: RankedTrack
    tables: UnitTables
    span_counts: tuple[int, int]


@dataclass(frozen=True, eq=False, slots=True)
class SweepCurve:
    """Every candidate's pooled results, arrays of shape ``(thresholds,)``.

    ``listening_fired`` counts the INT negative spans that any unmasked decision touches, of
    ``listening``; ``percentiles_ms`` has shape ``(thresholds, 3)``, NaN where nothing was hit.
    """

    thresholds: FloatArray
    tp: IntArray
    fp: IntArray
    listening_fired: IntArray
    percentiles_ms: FloatArray
    positives: int
    negatives: int
    listening: int


def rank_probabilities(probabilities: Probabilities, thresholds: FloatArray) -> RankedProbabilities:
    """Rank every frame among the thresholds, once for all sweeps of a file.

    Parameters
    ----------
    probabilities
        One task's frame probabilities.
    thresholds
        Ascending, without repeats, fewer than 65,535.

    Returns
    -------
    RankedProbabilities
        The same conversations.

    Examples
    --------
    >>> one = Probabilities(Task.EOT, 2.0, {"7": (np.array([0.3, 0.5]), np.array([0.0, 0.9]))})
    >>> ranked = rank_probabilities(one, np.array([0.3, 0.5]))
    >>> [track.ranks.tolist() for track in ranked.tracks["7"]]
    [[0, 1], [0, 2]]
    """
    with ThreadPoolExecutor(_PARTS) as pool:
        pairs = pool.map(
            lambda pair: (_ranked(pair[0], thresholds), _ranked(pair[1], thresholds)),
            probabilities.entries.values(),
        )
        tracks = dict(zip(probabilities.entries, pairs, strict=True))
    return RankedProbabilities(probabilities.task, probabilities.frame_rate_hz, thresholds, tracks)


def _ranked(track: FloatArray, thresholds: FloatArray) -> RankedTrack:
    ranks = np.empty(len(track), dtype=np.uint16)
    frame_ranks(track, thresholds, ranks)
    return RankedTrack(ranks, *frames_by_rank(ranks, len(thresholds)))


def plan_sweep(
    ranked: RankedProbabilities, golds: Sequence[tuple[str, Gold]], settings: ProtocolSettings
) -> list[SweepUnit]:
    """Lay the gold out over the frames; the plan serves until gold or settings change.

    Parameters
    ----------
    ranked
        From `rank_probabilities`.
    golds
        ``(conversation_id, gold)`` in pooling order; one without probabilities decides nothing.
    settings
        ``tau_pre_s`` and ``tau_max_s``, seconds.

    Returns
    -------
    list of SweepUnit
        Two for each conversation.

    Examples
    --------
    >>> nothing = rank_probabilities(Probabilities(Task.EOT, 25.0, {}), np.array([0.5]))
    >>> plan_sweep(nothing, [], ProtocolSettings())
    []
    """
    silent = _ranked(np.empty(0), ranked.thresholds)
    return [
        _unit(pair[speaker - 1], gold, ranked, speaker, settings)
        for name, gold in golds
        for pair in [ranked.tracks.get(name, (silent, silent))]
        for speaker in SPEAKERS
    ]


def _unit(
    track: RankedTrack, gold: Gold, ranked: RankedProbabilities, speaker: int, settings: ProtocolSettings
) -> SweepUnit:
    own, rate_hz, frames = gold.of(ranked.task), ranked.frame_rate_hz, len(track.ranks)
    positives_s = np.sort(own.positives.time_s[own.positives.speaker == speaker])
    windows_s = np.column_stack(
        [positives_s - settings.tau_pre_s, window_ends(positives_s, settings.tau_max_s)]
    )
    windows, clusters, cluster_of, masked = unit_tables(
        frames, rate_hz, windows_s, _reach(own.excluded, speaker, 0.0)
    )
    is_free = _is_free(windows, masked)
    negatives_s = _reach(own.negatives, speaker, settings.tau_pre_s)
    listening_s = _reach(gold.interruption.negatives, speaker, settings.tau_pre_s)
    *_, is_masked = unit_tables(
        frames, rate_hz, np.empty((0, 2)), _reach(gold.interruption.excluded, speaker, 0.0)
    )
    tables = UnitTables(
        positives_s, windows, clusters, cluster_of, masked,
        *spans_by_frame(rate_hz, negatives_s, is_free),
        *spans_by_frame(rate_hz, listening_s, 1 - is_masked),
    )  # fmt: skip
    return SweepUnit(track, tables, (len(negatives_s), len(listening_s)))


def _is_free(windows: IntArray, masked: ByteArray) -> ByteArray:
    """Return 1 for the frames whose commit can fire a negative span: unmasked, in no window."""
    free = 1 - masked
    for first, last in windows.tolist():
        free[first:last] = 0
    return free


def _reach(spans: Spans, speaker: int, before_s: float) -> FloatArray:
    """Return a speaker's spans as rows of start and end, the start earlier by ``before_s``."""
    own = spans.speaker == speaker
    return np.column_stack([spans.start_s[own] - before_s, spans.end_s[own]])


def sweep_curve(ranked: RankedProbabilities, plan: Sequence[SweepUnit]) -> SweepCurve:
    """Sweep every threshold over a plan, the units side by side on all cores.

    Parameters
    ----------
    ranked
        The probabilities that the plan was made for.
    plan
        From `plan_sweep`.

    Returns
    -------
    SweepCurve
        One entry for each threshold, ascending.

    References
    ----------
    PROTOCOL section 6.

    Examples
    --------
    >>> ranked = rank_probabilities(Probabilities(Task.EOT, 25.0, {}), np.array([0.5]))
    >>> sweep_curve(ranked, []).tp.tolist()
    [0]
    """
    steps = len(ranked.thresholds)
    offsets = np.cumsum([0, *(len(unit.tables.positives_s) for unit in plan)]).tolist()
    latencies_ms = np.empty((steps, offsets[-1]))
    percentiles_ms = np.empty((steps, len(PERCENTILES)))
    shares = np.array(PERCENTILES) / 100
    totals = np.zeros((_PARTS, steps, 3), dtype=np.int64)
    refractory_frames = max(1, round(REFRACTORY_S * ranked.frame_rate_hz))

    def sweep_part(part: int) -> None:
        for at in range(part, len(plan), _PARTS):
            unit = plan[at]
            sweep_unit(
                unit.track.ranks, unit.track.order, unit.track.order_offsets,
                unit.tables, unit.span_counts, refractory_frames, ranked.frame_rate_hz,
                latencies_ms[:, offsets[at] : offsets[at + 1]], totals[part],
            )  # fmt: skip

    def rank_part(part: int) -> None:
        own = slice(part * steps // _PARTS, (part + 1) * steps // _PARTS)
        row_percentiles(latencies_ms[own], shares, percentiles_ms[own])

    with ThreadPoolExecutor(_PARTS) as pool:
        list(pool.map(sweep_part, range(_PARTS)))
        list(pool.map(rank_part, range(_PARTS)))
    tp, fp, listening_fired = totals.sum(axis=0).T
    return SweepCurve(
        ranked.thresholds, tp, fp, listening_fired, percentiles_ms,
        offsets[-1], sum(unit.span_counts[0] for unit in plan), sum(unit.span_counts[1] for unit in plan),
    )  # fmt: skip
