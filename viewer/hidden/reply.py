"""All that may be told of a submission scored on hidden labels.

Per task: recall and fp rate to 3 decimals, latency percentiles to 50 ms where there are at least 50
hits. A task with too few decisions is not told at all: whether one decision hit something is a time
of the gold. ``docs/decisions/0006-hidden-labels.md`` has the reasons and the arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from viewer.dialogue.decisions import Submission
from viewer.dialogue.protocol import TASKS, Task
from viewer.scoring import Latency, Score

RATE_DECIMALS = 3
LATENCY_STEP_MS = 50
HITS_FOR_LATENCY = 50
FEWEST_DECISIONS = 10


@dataclass(frozen=True, slots=True)
class HiddenScore:
    """What is told of one task, rounded; None for what is undefined or not told."""

    recall: float | None = None
    fp_rate: float | None = None
    latency: Latency | None = None


@dataclass(frozen=True, slots=True)
class HiddenReply:
    """What is told of one submission.

    Parameters
    ----------
    tasks
        One rounded score for each task, pooled over the whole split.
    untold
        The tasks on which the submission decides too little to be told anything.
    scorings_used, scorings_limit
        How many different submissions have been scored on the split, and how many may be. The labels
        have no part in these.
    """

    tasks: Mapping[Task, HiddenScore]
    untold: tuple[Task, ...]
    scorings_used: int
    scorings_limit: int


def least_decisions(conversations: int) -> int:
    """Return how many decisions a task must have to be told: one a conversation, and at least 10.

    Examples
    --------
    >>> least_decisions(4), least_decisions(116)
    (10, 116)
    """
    return max(FEWEST_DECISIONS, conversations)


def untold_tasks(submission: Submission, conversations: int) -> tuple[Task, ...]:
    """Return the tasks with too few decisions. The labels have no part in this."""
    least = least_decisions(conversations)
    return tuple(task for task in TASKS if _decisions(submission, task) < least)


def rounded(score: Score) -> HiddenScore:
    """Round one pooled score to what may be told.

    Examples
    --------
    >>> rounded(Score(tp=2, fn=1, fp=1, tn=5))
    HiddenScore(recall=0.667, fp_rate=0.167, latency=None)
    """
    latency = score.latency if score.tp >= HITS_FOR_LATENCY else None
    return HiddenScore(
        _rate(score.recall),
        _rate(score.fp_rate),
        None if latency is None else Latency(*map(_stepped, (latency.p10, latency.p50, latency.p90))),
    )


def _decisions(submission: Submission, task: Task) -> int:
    return sum(len(one.of(task)) for pair in submission.entries.values() for one in pair)


def _rate(value: float | None) -> float | None:
    return None if value is None else round(value, RATE_DECIMALS)


def _stepped(value_ms: float) -> float:
    return float(round(value_ms / LATENCY_STEP_MS) * LATENCY_STEP_MS)
