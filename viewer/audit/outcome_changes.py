"""Which events of a model another gold judges otherwise: the rows behind counts that moved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.scoring import TaskOutcomes

SAME_S = 0.0005
"""Times nearer than this are one time: corrections are kept to 1 ms."""
MOVED_S = 0.5
"""An event that gold lost and one that it gained, no further apart, are one event that moved."""
_MS_PER_S = 1000.0


@dataclass(frozen=True, slots=True)
class Judged:
    """How one positive or negative span was judged: ``fate`` as in the playlist, latency of a hit."""

    start_s: float
    end_s: float
    fate: str
    latency_ms: float | None = None


@dataclass(frozen=True, slots=True)
class OutcomeChange:
    """One event of a speaker before and after; None where gold has no such event."""

    speaker: int
    before: Judged | None
    after: Judged | None

    @property
    def at_s(self) -> float:
        """Where it is now, or was."""
        return (self.after or self.before).start_s  # type: ignore[union-attr]  # one of them is there


def outcome_changes(before: TaskOutcomes, after: TaskOutcomes) -> tuple[OutcomeChange, ...]:
    """Lay the outcomes of one model on two golds of a conversation beside each other.

    Parameters
    ----------
    before, after
        Outcomes of one task.

    Returns
    -------
    tuple of OutcomeChange
        By time: events that one gold alone has, and those that are judged otherwise or at another latency.
        An event lost and one gained by the same speaker up to 0.5 s apart are one that moved; judged alike
        it has no row. Counts before, less the rows' ``before``, plus the rows' ``after``, are the counts
        after.

    References
    ----------
    PROTOCOL section 5.
    """
    found = []
    for rows_of in (_positives, _negatives):
        had, has = rows_of(before), rows_of(after)
        for speaker in sorted(had.keys() | has.keys()):
            found += _changes(speaker, had.get(speaker, []), has.get(speaker, []))
    return tuple(sorted(found, key=lambda one: (one.at_s, one.speaker)))


def _positives(outcomes: TaskOutcomes) -> dict[int, list[Judged]]:
    found: dict[int, list[Judged]] = {}
    events = outcomes.positives
    latencies_ms = (events.decision_s - events.time_s) * _MS_PER_S
    for speaker, time_s, latency_ms in zip(
        events.speaker.tolist(), events.time_s.tolist(), latencies_ms.tolist(), strict=True
    ):
        judged = ("miss", None) if np.isnan(latency_ms) else ("hit", latency_ms)
        found.setdefault(speaker, []).append(Judged(time_s, time_s, *judged))
    return found


def _negatives(outcomes: TaskOutcomes) -> dict[int, list[Judged]]:
    found: dict[int, list[Judged]] = {}
    spans = outcomes.negatives
    columns = (spans.speaker, spans.start_s, spans.end_s, spans.has_fired)
    for speaker, start_s, end_s, has_fired in zip(*(column.tolist() for column in columns), strict=True):
        found.setdefault(speaker, []).append(Judged(start_s, end_s, "false_alarm" if has_fired else "quiet"))
    return found


def _changes(speaker: int, before: list[Judged], after: list[Judged]) -> list[OutcomeChange]:
    """Pair events of one speaker one to one: those at the same times first, then the nearest that moved."""
    found, lost, gained = [], [], list(after)
    for one in before:
        same = next((other for other in gained if _is_same(one, other)), None)
        if same is None:
            lost.append(one)
            continue
        gained.remove(same)
        if not _is_judged_alike(one, same):
            found.append(OutcomeChange(speaker, one, same))
    for one in lost:
        near = [other for other in gained if _distance_s(one, other) <= MOVED_S]
        moved = min(near, key=lambda other: _distance_s(one, other), default=None)
        if moved is not None:
            gained.remove(moved)
        if moved is None or not _is_judged_alike(one, moved):
            found.append(OutcomeChange(speaker, one, moved))
    return [*found, *(OutcomeChange(speaker, None, one) for one in gained)]


def _is_same(one: Judged, other: Judged) -> bool:
    return abs(one.start_s - other.start_s) < SAME_S and abs(one.end_s - other.end_s) < SAME_S


def _is_judged_alike(one: Judged, other: Judged) -> bool:
    if one.fate != other.fate:
        return False
    return one.latency_ms is None or abs(one.latency_ms - (other.latency_ms or 0.0)) < SAME_S * _MS_PER_S


def _distance_s(one: Judged, other: Judged) -> float:
    return max(abs(one.start_s - other.start_s), abs(one.end_s - other.end_s))
