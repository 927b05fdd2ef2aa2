"""The plain witness against the shared vectors: gold, outcomes, fates, counts, pooled scores, sweep."""

from __future__ import annotations

import json
from functools import cache

import pytest

from tests import witness
from tests.cases import VECTORS, Case, case_id, close_to, read_vectors, score_cases, variant_cases

TASKS = ("eot", "int")


def parameters_of(case: Case) -> witness.Parameters:
    return witness.Parameters(**case.get("parameters", {}))


@cache
def outcomes() -> dict[str, list[Case]]:
    """Score all of ``score.json``, in its order."""
    found: dict[str, list[Case]] = {task: [] for task in TASKS}
    for case in score_cases():
        gold = witness.build_gold(case)
        for task in TASKS:
            found[task].append(witness.score(gold, witness.decisions_of(case, task), task))
    return found


@pytest.mark.parametrize("case", [*score_cases(), *variant_cases()], ids=case_id)
def test_gold_equals_the_vectors(case: Case) -> None:
    assert witness.build_gold(case, parameters_of(case)) == case["gold"]


@pytest.mark.parametrize("case", [*score_cases(), *variant_cases()], ids=case_id)
def test_scores_equal_the_vectors(case: Case) -> None:
    parameters = parameters_of(case)
    gold = witness.build_gold(case, parameters)
    for task in TASKS:
        found = witness.score(gold, witness.decisions_of(case, task), task, parameters)
        expected = case["expected"][task]
        exact = ("positives", "negatives", "decisions", "counts")
        assert {key: found[key] for key in exact} == {key: expected[key] for key in exact}
        assert found == close_to(expected)


@pytest.mark.parametrize("task", TASKS)
def test_pooled_scores_equal_the_vectors(task: str) -> None:
    vectors = read_vectors("score.json")
    assert witness.pooled(outcomes()[task]) == close_to(vectors["aggregate"][task])
    for kind, expected in vectors["by_type"].items():
        chosen = [
            outcome
            for case, outcome in zip(score_cases(), outcomes()[task], strict=True)
            if ((case.get("metadata") or {}).get("conversation_type") or "unknown") == kind
        ]
        assert witness.pooled(chosen) == close_to(expected[task])


@pytest.mark.parametrize("task", TASKS)
def test_the_sweep_equals_the_vectors(task: str) -> None:
    folder = VECTORS / f"sweep-{task}"
    cases = json.loads((folder / "conversations.json").read_text(encoding="utf-8"))["cases"]
    file = json.loads((folder / f"probs-{task}.json").read_text(encoding="utf-8"))
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    channels = {
        entry["conversation_id"]: {speaker: entry[f"speaker_{speaker}"]["prob"] for speaker in (1, 2)}
        for entry in file["probs"]
    }
    ordered = [channels[case["conversation_id"]] for case in cases]
    golds = [witness.build_gold(case) for case in cases]
    thetas = witness.thresholds(channel for pair in ordered for channel in pair.values())
    assert thetas == [row["theta"] for row in expected["rows"]]

    # Every eighth row here: the witness is slow, and the viewer's own sweep is held to all of them.
    chosen = [*range(0, len(thetas), 8), thetas.index(expected["operating_point"]["theta"])]
    for number in chosen:
        row = witness.sweep_row(golds, ordered, task, file["frame_rate_hz"], thetas[number])
        assert row == close_to(expected["rows"][number])
    assert witness.operating_point(expected["rows"], expected["fp_budget"]) == expected["operating_point"]
