"""The JSON document of ``compare``."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from viewer.commands.documents import Document, score_document
from viewer.dialogue.decisions import Submission
from viewer.dialogue.protocol import Task
from viewer.scoring import (
    RESAMPLES,
    SEED,
    Aligned,
    Difference,
    Joint,
    Latency,
    Pair,
    Score,
    Scored,
    align,
    differences,
    pair,
    pair_by,
    percentiles_ms,
)
from viewer.workspace import SplitWork

FEWEST = 2


@dataclass(frozen=True, eq=False)
class ComparedPair:
    """The first submission and another: ``position`` is that of the other among those aligned."""

    position: int
    pair: Pair
    recall: Difference
    fp_rate: Difference

    @property
    def latency(self) -> Latency | None:
        """Percentiles of the latency differences, first minus other."""
        return percentiles_ms(self.pair.differences_ms)


@dataclass(frozen=True, eq=False)
class Compared:
    """One task of several submissions.

    ``scores`` are by position, None where the task is not supported; ``pairs`` are by the other's position;
    ``aligned`` is None where fewer than two submissions support the task.
    """

    scores: list[Score | None]
    aligned: Aligned | None
    pairs: dict[int, ComparedPair]

    @property
    def unsupported(self) -> list[int]:
        """Positions of the submissions that commit no event of the task anywhere."""
        return [row for row, score in enumerate(self.scores) if score is None]


def compared(submissions: Sequence[Submission], scored: Sequence[Scored], task: Task) -> Compared:
    """Compare the first submission with every other; one that does not support the task has no part."""
    supported = [row for row, one in enumerate(submissions) if one.supports(task)]
    scores = [scored[row].pooled(task) if row in supported else None for row in range(len(scored))]
    if len(supported) < FEWEST:
        return Compared(scores, None, {})
    aligned = align([scored[row] for row in supported], task)
    if supported[0] != 0:
        return Compared(scores, aligned, {})
    recalls, fp_rates = (
        differences(marks, aligned.conversation_ids) for marks in (aligned.hits, aligned.fires)
    )
    return Compared(
        scores,
        aligned,
        {
            row: ComparedPair(position, pair(aligned, 0, position), recalls[position], fp_rates[position])
            for position, row in enumerate(supported)
            if position
        },
    )


def comparison_document(work: SplitWork, files: Sequence[str], tasks: dict[Task, Compared]) -> Document:
    """Return the comparison of several files, task by task."""
    return {
        "split": work.name,
        "models": [{"file": file} for file in files],
        "bootstrap": {"unit": "dialogue", "resamples": RESAMPLES, "seed": SEED, "interval": 0.95},
        "test": {"unit": "dialogue", "name": "sign flips, exact, two-sided"},
        "tasks": {str(task): _task_document(work, one) for task, one in tasks.items()},
    }


def _task_document(work: SplitWork, found: Compared) -> Document:
    order = [] if found.aligned is None else list(found.aligned.conversation_ids)
    groups = {
        "by_type": [work.conversations[name].conversation_type for name in order],
        "by_pairing": [work.conversations[name].pairing for name in order],
    }
    return {
        "models": [None if score is None else score_document(score) for score in found.scores],
        "all": None if found.aligned is None else _shared(found.aligned),
        "pairs": [
            {
                "first": 0,
                "second": row,
                **_pair_document(one.pair),
                "recall": _difference_document(one.recall),
                "fp_rate": _difference_document(one.fp_rate),
                **{name: _groups(found.aligned, one.position, members) for name, members in groups.items()},
            }
            for row, one in found.pairs.items()
        ],
    }


def _difference_document(found: Difference) -> Document:
    return {
        "difference": found.point,
        "interval": None if found.interval is None else list(found.interval),
        "p": found.p,
        "dialogues": found.dialogues,
        "dialogues_that_differ": found.differing,
    }


def _shared(aligned: Aligned) -> Document:
    """Return the events that all models that support the task share."""
    hits, fires = aligned.hits.is_marked, aligned.fires.is_marked
    return {
        "hit": int(hits.all(axis=0).sum()),
        "miss": int((~hits).all(axis=0).sum()),
        "false_alarm": int(fires.all(axis=0).sum()),
        "quiet": int((~fires).all(axis=0).sum()),
    }


def _groups(aligned: Aligned | None, position: int, groups: list[str]) -> Document:
    if aligned is None:
        return {}
    return {
        name: {
            **_pair_document(one),
            "recall_difference": one.hits.difference,
            "fp_rate_difference": one.fires.difference,
        }
        for name, one in pair_by(aligned, 0, position, groups).items()
    }


def _pair_document(found: Pair) -> Document:
    latency = percentiles_ms(found.differences_ms)
    return {
        "positives": _joint_document(found.hits, "hit", "miss"),
        "negatives": _joint_document(found.fires, "false_alarm", "quiet"),
        "latency_difference_ms": None if latency is None else dataclasses.asdict(latency),
    }


def _joint_document(table: Joint, marked: str, unmarked: str) -> Document:
    return {
        f"both_{marked}": table.both,
        f"only_first_{marked}": table.first,
        f"only_second_{marked}": table.second,
        f"both_{unmarked}": table.neither,
    }
