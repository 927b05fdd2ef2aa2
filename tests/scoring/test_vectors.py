"""Outcomes, fates, counts and pooled numbers of every vector case."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import (
    VECTORS,
    case_id,
    close_to,
    conversation_of,
    read_vectors,
    score_cases,
    variant_cases,
)
from tests.dialogues import settings_of, submission_of
from viewer.commands.documents import scored_document, sweep_document
from viewer.dialogue.protocol import Task
from viewer.gold import build_gold
from viewer.loaders import load_probabilities
from viewer.scoring import operating_point, pack_gold, score_submission, sweep

EXACT = ("positives", "negatives", "decisions")
COUNTS = ("tp", "fn", "fp", "tn")
RATES = ("recall", "fp_rate", "latency_ms")


def _scored(cases: list[dict[str, Any]]) -> dict[str, Any]:
    settings = settings_of(cases[0])
    conversations = {case["conversation_id"]: conversation_of(case) for case in cases}
    gold = pack_gold([(name, build_gold(one, settings)) for name, one in conversations.items()])
    scored = score_submission(gold, submission_of(cases), settings)
    return scored_document(scored, conversations, with_outcomes=True)


@pytest.mark.parametrize("case", [*score_cases(), *variant_cases()], ids=case_id)
def test_a_conversation_scores_as_the_benchmark_scores_it(case: dict[str, Any]) -> None:
    found = _scored([case])["conversations"][case["conversation_id"]]
    for task in Task:
        expected = case["expected"][task]
        assert {name: found[task][name] for name in EXACT} == {name: expected[name] for name in EXACT}
        assert {name: found[task][name] for name in COUNTS} == expected["counts"]
        assert {name: found[task][name] for name in RATES} == close_to(
            {name: expected[name] for name in RATES}
        )


@pytest.mark.parametrize("group", ["aggregate", "by_type", "by_pairing"])
def test_pooled_numbers_equal_the_benchmark_scorers(group: str) -> None:
    vectors = read_vectors("score.json")
    found = _scored(vectors["cases"])[group]
    assert found == close_to(vectors[group])


@pytest.mark.parametrize("task", list(Task))
def test_a_sweep_equals_the_benchmarks_row_by_row(task: Task) -> None:
    folder = VECTORS / f"sweep-{task}"
    cases = read_vectors(f"sweep-{task}/conversations.json")["cases"]
    expected = read_vectors(f"sweep-{task}/expected.json")
    durations = {case["conversation_id"]: case["duration_s"] for case in cases}
    golds = [(case["conversation_id"], build_gold(conversation_of(case))) for case in cases]
    rows = sweep(load_probabilities(folder / f"probs-{task}.json", durations), golds)
    found = sweep_document(task, rows, operating_point(rows, expected["fp_budget"]), expected["fp_budget"])
    assert [row["theta"] for row in found["rows"]] == [row["theta"] for row in expected["rows"]]
    assert found["rows"] == close_to(expected["rows"])
    assert found["operating_point"] == close_to(expected["operating_point"])
