"""The viewer's results in the form of the vectors, to be compared as plain lists and dictionaries."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.cases import Case, conversation_of
from tests.dialogues import settings_of, submission_of
from viewer.commands.documents import gold_document
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import Task
from viewer.gold import build_gold
from viewer.scoring import FATE_NAMES, Fate, Score, Scored, pack_gold, score_submission


def plain_gold(case: Case) -> dict[str, list[list[float]]]:
    """Build a case's gold, and return the six sets as ``case["gold"]`` lists them."""
    return gold_document(build_gold(conversation_of(case), settings_of(case)))


def score_cases_together(cases: Sequence[Case]) -> Scored:
    """Score cases with one set of parameters as one submission."""
    settings = settings_of(cases[0])
    golds: list[tuple[str, Gold]] = [
        (case["conversation_id"], build_gold(conversation_of(case), settings)) for case in cases
    ]
    return score_submission(pack_gold(golds), submission_of(cases), settings)


def plain_outcomes(scored: Scored, position: int, task: Task) -> Case:
    """Return one conversation's outcomes as ``case["expected"][task]`` lists them."""
    outcomes, score = scored.outcomes(position, task), scored.score(position, task)
    positives, negatives, decisions = outcomes.positives, outcomes.negatives, outcomes.decisions
    return {
        "positives": [
            {"speaker": speaker, "time_s": time, "decision_s": None if math.isnan(decision) else decision}
            for speaker, time, decision in _rows(positives.speaker, positives.time_s, positives.decision_s)
        ],
        "negatives": [
            {"speaker": speaker, "start_s": start, "end_s": end, "fired": bool(fired)}
            for speaker, start, end, fired in _rows(
                negatives.speaker, negatives.start_s, negatives.end_s, negatives.has_fired
            )
        ],
        "decisions": [
            {"speaker": speaker, "time_s": time, "fate": FATE_NAMES[Fate(fate)]}
            for speaker, time, fate in _rows(decisions.speaker, decisions.time_s, decisions.fate)
        ],
        "counts": {"tp": score.tp, "fn": score.fn, "fp": score.fp, "tn": score.tn},
        "latencies_ms": score.latencies_ms.tolist(),
        "recall": score.recall,
        "fp_rate": score.fp_rate,
        "latency_ms": plain_latency(score),
    }


def _rows(*columns: np.ndarray[Any, Any]) -> list[tuple[Any, ...]]:
    return list(zip(*(column.tolist() for column in columns), strict=True))


def plain_latency(score: Score) -> dict[str, float] | None:
    """Return p10, p50 and p90, or None without hits."""
    latency = score.latency
    if latency is None:
        return None
    return {"p10": latency.p10, "p50": latency.p50, "p90": latency.p90}
