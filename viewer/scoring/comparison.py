"""Compare models event by event: which events both have right, only one, or none.

All models are scored against the same gold, so that their outcomes can be laid beside each other: one
column for each positive or negative span of a task, one row for each model.

::

    positives     t1    t2    t3    t4
    model A       hit   hit   miss  miss
    model B       hit   miss  hit   miss
                  both  only  only  neither: suspect labels, if all models miss
                        A     B

How sure a difference of two rates is stands in `viewer.scoring.resampling`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.dialogue.protocol import TASKS, Task
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring.matching import UNCLAIMED
from viewer.scoring.outcomes import MS_PER_S, PERCENTILES, Latency, Scored

BoolArray = npt.NDArray[np.bool_]
FEWEST = 2


@dataclass(frozen=True, eq=False, slots=True)
class Marks:
    """Which events of one kind which model marks: positives that it hits, or negative spans that it fires.

    Parameters
    ----------
    conversation
        Position of each event's conversation, shape ``(events,)``, ascending.
    is_marked
        Shape ``(models, events)``.
    """

    conversation: IntArray
    is_marked: BoolArray

    def within(self, conversations: Collection[int]) -> Marks:
        """Return the events of these conversations alone."""
        is_within = np.isin(self.conversation, list(conversations))
        return Marks(self.conversation[is_within], self.is_marked[:, is_within])


@dataclass(frozen=True, eq=False, slots=True)
class Aligned:
    """Every event of one task, and what several models made of it.

    Parameters
    ----------
    conversation_ids
        The conversations, in the order in which they were scored.
    hits, fires
        The positives that are hit and the negative spans that fire.
    latency_ms
        Signed latency of each hit, milliseconds, nan for a miss; shape ``(models, positives)``.
    """

    conversation_ids: tuple[str, ...]
    hits: Marks
    fires: Marks
    latency_ms: FloatArray

    def within(self, conversations: Collection[int]) -> Aligned:
        """Return the events of these conversations (positions) alone."""
        is_within = np.isin(self.hits.conversation, list(conversations))
        hits, fires = self.hits.within(conversations), self.fires.within(conversations)
        return Aligned(self.conversation_ids, hits, fires, self.latency_ms[:, is_within])


@dataclass(frozen=True, slots=True)
class Joint:
    """How two models share the events of one kind: each event is in one of four counts.

    Parameters
    ----------
    both, first, second, neither
        Events that both models mark, only the first, only the second, neither.

    Examples
    --------
    >>> table = Joint(both=3, first=2, second=1, neither=4)
    >>> table.first_rate, table.second_rate, table.difference
    (0.5, 0.4, 0.1)
    >>> Joint(0, 0, 0, 0).difference is None
    True
    """

    both: int
    first: int
    second: int
    neither: int

    @property
    def total(self) -> int:
        """All events of the kind."""
        return self.both + self.first + self.second + self.neither

    @property
    def first_rate(self) -> float | None:
        """The first model's share: its recall over positives, its fp rate over negative spans."""
        return (self.both + self.first) / self.total if self.total else None

    @property
    def second_rate(self) -> float | None:
        """The second model's share."""
        return (self.both + self.second) / self.total if self.total else None

    @property
    def difference(self) -> float | None:
        """The first model's rate minus the second's; None without events."""
        return (self.first - self.second) / self.total if self.total else None


def align(scored: Sequence[Scored], task: Task) -> Aligned:
    """Lay several models' outcomes on the same events beside each other.

    Parameters
    ----------
    scored
        At least two scored submissions over the same gold and with the same settings, in the order of
        the models.
    task
        The task whose events are compared.

    Returns
    -------
    Aligned
        Positives and negative spans of the task, conversation by conversation, speaker 1 then 2.

    Raises
    ------
    ValueError
        If there are fewer than two, or they were scored against different gold or settings: then their
        events are not the same.

    References
    ----------
    PROTOCOL section 5.
    """
    if len(scored) < FEWEST:
        raise ValueError(f"comparison: expected at least two scored models, found {len(scored)}")
    gold, settings = scored[0].gold, scored[0].settings
    if any(one.gold is not gold or one.settings != settings for one in scored):
        raise ValueError(
            "comparison: expected models scored against the same gold with the same settings, found others"
        )
    positives, negatives = (
        _of_task(offsets, task) for offsets in (gold.positive_offsets, gold.negative_offsets)
    )
    claimed = np.stack([one.matches.claimed[positives.rows] for one in scored])
    fired = np.stack([one.matches.has_fired[negatives.rows] for one in scored])
    is_hit = claimed != UNCLAIMED
    latency_ms = np.full(claimed.shape, np.nan)
    for row, one in enumerate(scored):
        own = is_hit[row]
        times_s = gold.positive_s[positives.rows][own]
        latency_ms[row, own] = (one.decisions.time_s[claimed[row, own]] - times_s) * MS_PER_S
    return Aligned(
        gold.conversation_ids,
        Marks(positives.conversation, is_hit),
        Marks(negatives.conversation, fired.astype(bool)),
        latency_ms,
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Events:
    """Rows of a pack that are of one task, and the conversation of each."""

    rows: IntArray
    conversation: IntArray


def _of_task(offsets: IntArray, task: Task) -> _Events:
    unit = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    rows = np.flatnonzero(unit // 2 % len(TASKS) == TASKS.index(task))
    return _Events(rows, unit[rows] // (2 * len(TASKS)))


def joint(marks: Marks, first: int, second: int) -> Joint:
    """Count how two models share the events of one kind.

    Parameters
    ----------
    marks
        From `Aligned.hits` or `Aligned.fires`.
    first, second
        Positions of the models.

    Returns
    -------
    Joint
        Four counts that add up to all events.

    Examples
    --------
    >>> marks = Marks(np.zeros(4, int), np.array([[True, True, False, False], [True, False, True, False]]))
    >>> joint(marks, 0, 1)
    Joint(both=1, first=1, second=1, neither=1)
    """
    one, other = marks.is_marked[first], marks.is_marked[second]
    both, either = int(np.count_nonzero(one & other)), int(np.count_nonzero(one | other))
    return Joint(
        both=both,
        first=int(np.count_nonzero(one)) - both,
        second=int(np.count_nonzero(other)) - both,
        neither=len(one) - either,
    )


def exclusive_counts(marks: Marks) -> IntArray:
    """Count, for every two models, the events that the one marks and the other does not.

    Returns
    -------
    numpy.ndarray
        Shape ``(models, models)``: row marks, column does not; the diagonal is 0.

    Examples
    --------
    >>> exclusive_counts(Marks(np.zeros(3, int), np.array([[True, True, False], [True, False, False]])))
    array([[0, 1],
           [0, 0]])
    """
    marked = marks.is_marked.astype(np.float64)  # counts stay exact, and the product is a fast one
    return np.rint(marked @ (1.0 - marked).T).astype(np.int64)


def latency_differences_ms(aligned: Aligned, first: int, second: int) -> FloatArray:
    """Return the first model's latency minus the second's for every positive that both hit.

    Parameters
    ----------
    aligned
        From `align`.
    first, second
        Positions of the models.

    Returns
    -------
    numpy.ndarray
        Signed milliseconds, negative where the first model was earlier; in the order of the positives.
    """
    is_both = aligned.hits.is_marked[first] & aligned.hits.is_marked[second]
    differences: FloatArray = aligned.latency_ms[first, is_both] - aligned.latency_ms[second, is_both]
    return differences


def percentiles_ms(differences_ms: FloatArray) -> Latency | None:
    """Return p10, p50 and p90, linear interpolation as for latencies; None if there is nothing.

    Examples
    --------
    >>> percentiles_ms(np.array([0.0, 100.0])), percentiles_ms(np.empty(0))
    (Latency(p10=10.0, p50=50.0, p90=90.0), None)
    """
    if not len(differences_ms):
        return None
    return Latency(*np.percentile(differences_ms, PERCENTILES).tolist())


@dataclass(frozen=True, eq=False, slots=True)
class Pair:
    """Two models on the same events.

    Parameters
    ----------
    hits, fires
        How they share the positives and the negative spans.
    differences_ms
        From `latency_differences_ms`.
    """

    hits: Joint
    fires: Joint
    differences_ms: FloatArray


def pair(aligned: Aligned, first: int, second: int) -> Pair:
    """Lay two of the models beside each other.

    Parameters
    ----------
    aligned
        From `align`.
    first, second
        Positions of the models.
    """
    return Pair(
        joint(aligned.hits, first, second),
        joint(aligned.fires, first, second),
        latency_differences_ms(aligned, first, second),
    )


def pair_by(aligned: Aligned, first: int, second: int, groups: Sequence[str]) -> dict[str, Pair]:
    """Lay two of the models beside each other within groups of conversations.

    Parameters
    ----------
    aligned, first, second
        As for `pair`.
    groups
        Group name of each conversation, by position.

    Returns
    -------
    dict
        Group to pair; groups in the order of their first conversation, counts adding up to those of `pair`.

    Raises
    ------
    ValueError
        If there is not one group name per conversation.
    """
    rows: dict[str, list[int]] = {}
    for row, (_, group) in enumerate(zip(aligned.conversation_ids, groups, strict=True)):
        rows.setdefault(group, []).append(row)
    return {group: pair(aligned.within(members), first, second) for group, members in rows.items()}
