"""The viewer's compiled kernels against the plain witness, on conversations that nobody wrote."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import witness
from tests.cases import Case, close_to
from tests.plain_results import plain_gold, plain_outcomes, score_cases_together
from tests.properties.conversations import CASES, CASES_WITH_PARAMETERS
from viewer.dialogue.protocol import TASKS
from viewer.scoring import commit_times

PROBABILITIES = st.lists(st.integers(0, 16).map(lambda sixteenths: sixteenths / 16), max_size=200)
RATES_HZ = st.sampled_from((0.2, 1.0, 2.5, 12.5, 25.0, 50.0))


def check_gold_and_scores(case: Case) -> None:
    parameters = witness.Parameters(**case.get("parameters", {}))
    gold = witness.build_gold(case, parameters)
    assert plain_gold(case) == gold
    scored = score_cases_together([case])
    for task in TASKS:
        expected = witness.score(gold, witness.decisions_of(case, task), task, parameters)
        found = plain_outcomes(scored, 0, task)
        exact = ("positives", "negatives", "decisions", "counts", "latencies_ms")
        assert {key: found[key] for key in exact} == {key: expected[key] for key in exact}
        assert found == close_to(expected)


@settings(max_examples=400)
@given(CASES)
def test_gold_and_scores_equal_the_witness(case: Case) -> None:
    check_gold_and_scores(case)


@given(CASES_WITH_PARAMETERS)
def test_with_other_parameters_too(case: Case) -> None:
    check_gold_and_scores(case)


@given(PROBABILITIES, RATES_HZ, st.integers(0, 16).map(lambda sixteenths: sixteenths / 16))
def test_commit_times_equal_the_witness(values: list[float], rate_hz: float, theta: float) -> None:
    found = commit_times(np.array(values, dtype=np.float64), rate_hz, theta)
    assert found.tolist() == witness.commits(values, rate_hz, theta)


@pytest.mark.soak
@settings(max_examples=20_000, derandomize=False, print_blob=True)
@given(CASES_WITH_PARAMETERS)
def test_over_thousands_of_conversations(case: Case) -> None:
    check_gold_and_scores(case)
