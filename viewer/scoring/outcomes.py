"""Counts and rates of one task, and the outcome of every event behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from viewer.compiled import compiled
from viewer.dialogue.decisions import Submission
from viewer.dialogue.protocol import BENCHMARK, TASKS, ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring.matching import (
    ByteArray,
    DecisionPack,
    GoldPack,
    Matches,
    match,
    pack_decisions,
    window_ends,
)

PERCENTILES = (10, 50, 90)
MS_PER_S = 1000.0


@dataclass(frozen=True, slots=True)
class Latency:
    """Percentiles of signed latency, milliseconds; negative is early."""

    p10: float
    p50: float
    p90: float


@dataclass(frozen=True, eq=False, slots=True)
class Score:
    """Counts of one task; rates are derived, ``+`` pools.

    Parameters
    ----------
    tp, fn
        Positives hit and missed.
    fp, tn
        Negative spans fired and quiet; ``fp`` counts spans, not decisions.
    latencies_ms
        One per hit, shape ``(tp,)``, in time order within a conversation, then as pooled.

    Examples
    --------
    >>> both = Score(tp=3, fn=1) + Score(tp=1, fp=1, tn=1)
    >>> both.recall, both.fp_rate, both.latency
    (0.8, 0.5, None)
    """

    tp: int = 0
    fn: int = 0
    fp: int = 0
    tn: int = 0
    latencies_ms: FloatArray = field(default_factory=lambda: np.empty(0))

    def __add__(self, other: Score) -> Score:
        return pool([self, other])

    @property
    def recall(self) -> float | None:
        """Share of positives that were hit; None without positives."""
        return _share(self.tp, self.fn)

    @property
    def fp_rate(self) -> float | None:
        """Share of negative spans that fired; None without negatives."""
        return _share(self.fp, self.tn)

    @property
    def latency(self) -> Latency | None:
        """p10, p50 and p90 over the hits, linear interpolation; None without hits."""
        if not len(self.latencies_ms):
            return None
        return Latency(*np.percentile(self.latencies_ms, PERCENTILES).tolist())


def _share(part: int, rest: int) -> float | None:
    return part / (part + rest) if part + rest else None


def pool(scores: list[Score]) -> Score:
    """Pool scores: counts add up, latencies are concatenated in order, nothing is averaged.

    Parameters
    ----------
    scores
        In pooling order; may be empty.

    Returns
    -------
    Score
        Without scores: no counts, every rate None.

    References
    ----------
    PROTOCOL section 5.

    Examples
    --------
    >>> pool([]).recall is None
    True
    """
    return Score(
        sum(one.tp for one in scores),
        sum(one.fn for one in scores),
        sum(one.fp for one in scores),
        sum(one.tn for one in scores),
        np.concatenate([one.latencies_ms for one in scores]) if scores else np.empty(0),
    )


@dataclass(frozen=True, eq=False, slots=True)
class PositiveOutcomes:
    """Positives of both speakers in time order: the window's end, the decision claimed (``nan``: a miss)."""

    speaker: IntArray
    time_s: FloatArray
    window_end_s: FloatArray
    decision_s: FloatArray


@dataclass(frozen=True, eq=False, slots=True)
class NegativeOutcomes:
    """Negative spans in the order of their set, and whether each fired."""

    speaker: IntArray
    start_s: FloatArray
    end_s: FloatArray
    has_fired: IntArray


@dataclass(frozen=True, eq=False, slots=True)
class DecisionOutcomes:
    """Decisions, speaker 1 then 2 in time order, and the `Fate` code of each."""

    speaker: IntArray
    time_s: FloatArray
    fate: IntArray


@dataclass(frozen=True, eq=False, slots=True)
class TaskOutcomes:
    """Everything that became of one task of one conversation."""

    positives: PositiveOutcomes
    negatives: NegativeOutcomes
    decisions: DecisionOutcomes


@dataclass(frozen=True, eq=False)
class Scored:
    """A submission scored over many conversations.

    Counts and latencies are there at once; the outcome of every event is cut out of the flat arrays
    when asked for.
    """

    gold: GoldPack
    decisions: DecisionPack
    matches: Matches
    settings: ProtocolSettings
    _counts: IntArray
    _latencies_ms: FloatArray
    _latency_offsets: IntArray

    @property
    def conversation_ids(self) -> tuple[str, ...]:
        """The conversations, in the order in which counts are pooled."""
        return self.gold.conversation_ids

    def score(self, conversation: int, task: Task) -> Score:
        """Return one conversation's score of one task (``conversation`` is its position)."""
        row = conversation * len(TASKS) + TASKS.index(task)
        first, last = self._latency_offsets[row], self._latency_offsets[row + 1]
        tp, fn, fp, tn = self._counts[row].tolist()
        return Score(tp, fn, fp, tn, self._latencies_ms[first:last])

    def pooled(self, task: Task, conversations: Sequence[int] | None = None) -> Score:
        """Return the score of one task, pooled over all conversations, or over those at some positions."""
        chosen = range(len(self.conversation_ids)) if conversations is None else conversations
        rows = np.asarray(chosen, dtype=np.int64) * len(TASKS) + TASKS.index(task)
        tp, fn, fp, tn = self._counts[rows].sum(axis=0).tolist()
        bounds = zip(
            self._latency_offsets[rows].tolist(), self._latency_offsets[rows + 1].tolist(), strict=True
        )
        parts = [self._latencies_ms[first:last] for first, last in bounds]
        return Score(tp, fn, fp, tn, np.concatenate(parts) if parts else np.empty(0))

    def outcomes(self, conversation: int, task: Task) -> TaskOutcomes:
        """Return the outcome of every positive, negative and decision of one conversation's task."""
        unit = (conversation * len(TASKS) + TASKS.index(task)) * 2
        return TaskOutcomes(self._positives(unit), self._negatives(unit), self._decisions(unit))

    def _positives(self, unit: int) -> PositiveOutcomes:
        speaker, rows = _rows(self.gold.positive_offsets, unit)
        times = self.gold.positive_s[rows]
        middle = int(np.count_nonzero(speaker == 1))
        ends = np.concatenate(
            [window_ends(part, self.settings.tau_max_s) for part in (times[:middle], times[middle:])]
        )
        claimed = self.matches.claimed[rows]
        decision = np.full(len(rows), np.nan)
        decision[claimed >= 0] = self.decisions.time_s[claimed[claimed >= 0]]
        order = np.argsort(times, kind="stable")
        return PositiveOutcomes(speaker[order], times[order], ends[order], decision[order])

    def _negatives(self, unit: int) -> NegativeOutcomes:
        speaker, rows = _rows(self.gold.negative_offsets, unit)
        gold, fired = self.gold, self.matches.has_fired[rows].astype(np.int64)
        return NegativeOutcomes(speaker, gold.negative_start_s[rows], gold.negative_end_s[rows], fired)

    def _decisions(self, unit: int) -> DecisionOutcomes:
        speaker, rows = _rows(self.decisions.offsets, unit)
        fates = self.matches.fates[rows].astype(np.int64)
        return DecisionOutcomes(speaker, self.decisions.time_s[rows], fates)


def _rows(offsets: IntArray, unit: int) -> tuple[IntArray, IntArray]:
    """Return speakers and rows of the two units of a conversation's task."""
    counts = np.diff(offsets[unit : unit + 3])
    speaker = np.repeat(np.array([1, 2], dtype=np.int64), counts)
    return speaker, np.arange(offsets[unit], offsets[unit + 2])


def score_submission(
    gold: GoldPack, submission: Submission, settings: ProtocolSettings = BENCHMARK
) -> Scored:
    """Score a submission against packed gold, with the outcome of every event.

    Parameters
    ----------
    gold
        From `pack_gold`; made with the same settings.
    submission
        Decisions; a conversation without an entry has none.
    settings
        ``tau_pre_s`` and ``tau_max_s``; the benchmark's by default.

    Returns
    -------
    Scored
        Counts, latencies and outcomes, conversation by conversation and pooled.

    References
    ----------
    PROTOCOL section 5.

    Examples
    --------
    >>> from viewer.scoring.matching import pack_gold
    >>> score_submission(pack_gold([]), Submission({})).pooled(Task.EOT).recall is None
    True
    """
    return score_decisions(gold, pack_decisions(gold, submission), settings)


def score_decisions(
    gold: GoldPack, decisions: DecisionPack, settings: ProtocolSettings = BENCHMARK
) -> Scored:
    """Score decisions that are packed already.

    Parameters
    ----------
    gold, decisions
        From `pack_gold` and `pack_decisions`, over the same conversations.
    settings
        As for `score_submission`.

    Returns
    -------
    Scored
        As from `score_submission`.

    References
    ----------
    PROTOCOL section 5.

    Examples
    --------
    >>> from viewer.scoring.matching import pack_gold
    >>> gold = pack_gold([])
    >>> score_decisions(gold, pack_decisions(gold, Submission({}))).conversation_ids
    ()
    """
    matches = match(gold, decisions, settings)
    counts, latencies, offsets = _tally(
        gold.positive_s, gold.positive_offsets, gold.negative_offsets,
        matches.claimed, matches.has_fired, decisions.time_s,
    )  # fmt: skip
    return Scored(gold, decisions, matches, settings, counts, latencies, offsets)


@compiled
def _tally(
    positives: FloatArray,
    positive_offsets: IntArray,
    negative_offsets: IntArray,
    claimed: IntArray,
    has_fired: ByteArray,
    times: FloatArray,
) -> tuple[IntArray, FloatArray, IntArray]:
    """Count tp, fn, fp, tn per conversation and task; latencies in time order over both speakers."""
    row_count = (len(positive_offsets) - 1) // 2
    counts = np.zeros((row_count, 4), dtype=np.int64)
    latencies = np.empty(len(positives))
    offsets = np.zeros(row_count + 1, dtype=np.int64)
    hits = 0
    for row in range(row_count):
        first, last = positive_offsets[2 * row], positive_offsets[2 * row + 2]
        order = first + np.argsort(positives[first:last], kind="mergesort")
        for positive in order:
            decision = claimed[positive]
            if decision >= 0:
                latencies[hits] = (times[decision] - positives[positive]) * MS_PER_S
                hits += 1
        offsets[row + 1] = hits
        counts[row, 0] = hits - offsets[row]
        counts[row, 1] = last - first - counts[row, 0]
        for negative in range(negative_offsets[2 * row], negative_offsets[2 * row + 2]):
            counts[row, 2 if has_fired[negative] else 3] += 1
    return counts, latencies[:hits], offsets
