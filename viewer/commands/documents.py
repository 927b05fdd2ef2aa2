"""The JSON documents of the commands: plain dictionaries with null for what is undefined."""

from __future__ import annotations

import dataclasses
import json

import numpy as np

from viewer.dialogue.conversation import Conversation
from viewer.dialogue.gold_sets import Events, Gold, Spans
from viewer.dialogue.protocol import TASKS, Task
from viewer.errors import Problem
from viewer.hidden import HiddenReply
from viewer.scoring import FATE_NAMES, Fate, Scored, SweepRow, TaskOutcomes, pool_by
from viewer.view_models.stamps import Document, score_document, stamped

__all__ = [
    "Document",
    "as_text",
    "gold_document",
    "hidden_document",
    "problem_row",
    "score_document",
    "scored_document",
    "stamped",
    "sweep_document",
]


def as_text(document: Document) -> str:
    """Return the document as JSON; NaN would be an error, never a value."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False)


def problem_row(problem: Problem) -> Document:
    """Return a problem as DATA.md's ``check`` lists it."""
    return {
        "severity": str(problem.severity),
        "file": problem.file,
        "where": problem.where,
        "expected": problem.expected,
        "found": problem.found,
        "hint": problem.hint,
    }


def gold_document(gold: Gold) -> Document:
    """Return one conversation's gold sets."""
    document: Document = {}
    for task in TASKS:
        sets = gold.of(task)
        document[f"{task}_positives"] = _events(sets.positives)
        document[f"{task}_negatives"] = _spans(sets.negatives)
        document[f"{task}_excluded"] = _spans(sets.excluded)
    return document


def _events(events: Events) -> list[list[float]]:
    return [list(row) for row in zip(events.speaker.tolist(), events.time_s.tolist(), strict=True)]


def _spans(spans: Spans) -> list[list[float]]:
    columns = (spans.speaker.tolist(), spans.start_s.tolist(), spans.end_s.tolist())
    return [list(row) for row in zip(*columns, strict=True)]


def hidden_document(split: str, reply: HiddenReply) -> Document:
    """Return the reply on a split with hidden labels: DATA.md's ``H`` for each task, and nothing else."""
    return {
        "split": split,
        "labels": "hidden",
        "aggregate": {
            str(task): {
                "recall": score.recall,
                "fp_rate": score.fp_rate,
                "latency_ms": None if score.latency is None else dataclasses.asdict(score.latency),
            }
            for task, score in reply.tasks.items()
        },
    }


def scored_document(
    scored: Scored, conversations: dict[str, Conversation], *, with_outcomes: bool
) -> Document:
    """Return a submission's scores per conversation, type and pairing, and pooled."""
    order = [conversations[name] for name in scored.conversation_ids]
    return {
        "conversations": {
            one.conversation_id: _conversation(scored, row, with_outcomes=with_outcomes)
            for row, one in enumerate(order)
        },
        "by_type": _groups(scored, [one.conversation_type for one in order]),
        "by_pairing": _groups(scored, [one.pairing for one in order]),
        "aggregate": {str(task): score_document(scored.pooled(task)) for task in TASKS},
    }


def _conversation(scored: Scored, row: int, *, with_outcomes: bool) -> Document:
    document = {}
    for task in TASKS:
        outcomes = _outcomes(scored.outcomes(row, task)) if with_outcomes else {}
        document[str(task)] = score_document(scored.score(row, task)) | outcomes
    return document


def _groups(scored: Scored, groups: list[str]) -> Document:
    return {
        group: {str(task): score_document(score) for task, score in scores.items()}
        for group, scores in pool_by(scored, groups).items()
    }


def _outcomes(outcomes: TaskOutcomes) -> Document:
    positives, negatives, decisions = outcomes.positives, outcomes.negatives, outcomes.decisions
    return {
        "positives": [
            {"speaker": speaker, "time_s": time, "decision_s": None if np.isnan(decision) else decision}
            for speaker, time, decision in zip(
                positives.speaker.tolist(),
                positives.time_s.tolist(),
                positives.decision_s.tolist(),
                strict=True,
            )
        ],
        "negatives": [
            {"speaker": speaker, "start_s": start, "end_s": end, "fired": bool(fired)}
            for speaker, start, end, fired in zip(
                negatives.speaker.tolist(),
                negatives.start_s.tolist(),
                negatives.end_s.tolist(),
                negatives.has_fired.tolist(),
                strict=True,
            )
        ],
        "decisions": [
            {"speaker": speaker, "time_s": time, "fate": FATE_NAMES[Fate(fate)]}
            for speaker, time, fate in zip(
                decisions.speaker.tolist(), decisions.time_s.tolist(), decisions.fate.tolist(), strict=True
            )
        ],
    }


def sweep_document(task: Task, rows: list[SweepRow], point: SweepRow | None, fp_budget: float) -> Document:
    """Return every candidate's row and the operating point."""
    return {
        "task": str(task),
        "fp_budget": fp_budget,
        "rows": [dataclasses.asdict(row) for row in rows],
        "operating_point": None if point is None else dataclasses.asdict(point),
    }
