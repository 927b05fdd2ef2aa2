"""The viewer's results in the form of the vectors, to be compared as plain lists and dictionaries."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.cases import Case, conversation_of
from viewer.dialogue.decisions import SpeakerDecisions, Submission
from viewer.dialogue.gold_sets import Events, Gold, Spans
from viewer.dialogue.protocol import BENCHMARK, TASKS, ProtocolSettings, Task
from viewer.gold import build_gold
from viewer.scoring import FATE_NAMES, Fate, Score, Scored, pack_gold, score_submission


def settings_of(case: Case) -> ProtocolSettings:
    """Return the protocol parameters of a case, the benchmark's if it names none."""
    return ProtocolSettings(**case["parameters"]) if "parameters" in case else BENCHMARK


def submission_of(cases: Sequence[Case]) -> Submission:
    """Collect the decisions of cases into one submission."""
    return Submission(
        {
            case["conversation_id"]: (
                _speaker_decisions(case["decisions"]["speaker_1"]),
                _speaker_decisions(case["decisions"]["speaker_2"]),
            )
            for case in cases
        }
    )


def _speaker_decisions(times: dict[str, list[float]]) -> SpeakerDecisions:
    return SpeakerDecisions(
        np.array(times["eot"], dtype=np.float64), np.array(times["interruption"], dtype=np.float64)
    )


def plain_gold(case: Case) -> dict[str, list[list[float]]]:
    """Build a case's gold, and return the six sets as ``case["gold"]`` lists them."""
    gold = build_gold(conversation_of(case), settings_of(case))
    return {
        f"{task}_{name}": rows
        for task in TASKS
        for name, rows in (
            ("positives", _event_rows(gold.of(task).positives)),
            ("negatives", _span_rows(gold.of(task).negatives)),
            ("excluded", _span_rows(gold.of(task).excluded)),
        )
    }


def _event_rows(events: Events) -> list[list[float]]:
    return [list(row) for row in zip(events.speaker.tolist(), events.time_s.tolist(), strict=True)]


def _span_rows(spans: Spans) -> list[list[float]]:
    columns = (spans.speaker.tolist(), spans.start_s.tolist(), spans.end_s.tolist())
    return [list(row) for row in zip(*columns, strict=True)]


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
