"""Intervals and tests over dialogues, against plain slow ones and against scipy's."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tests.scoring.comparing import PerDialogue, marks_of, names_of
from viewer.scoring import RESAMPLES, SEED, differences
from viewer.scoring.resampling import draws, sign_flip_p

# Nine dialogues: events, and how many of them each of two models marks.
NINE = [(40, (33, 30)), (52, (40, 41)), (31, (30, 22)), (60, (44, 40)), (12, (9, 9)),
        (44, (40, 33)), (38, (20, 24)), (51, (47, 40)), (29, (28, 20))]  # fmt: skip
DELTAS = st.lists(st.integers(-6, 6), min_size=1, max_size=9)


def _only(per_dialogue: PerDialogue, first: int = 0, names: Sequence[str] = ()) -> list[float | None]:
    """Return point, interval and p of the last model against the first."""
    found = differences(marks_of(per_dialogue), names or names_of(per_dialogue), first)[1 - first]
    low, high = found.interval or (None, None)
    return [found.point, low, high, found.p]


def _slow_interval(per_dialogue: PerDialogue) -> tuple[float, float]:
    """Draw dialogue after dialogue, pool, subtract: as one would on paper."""
    random, size, values = np.random.default_rng(SEED), len(per_dialogue), []
    drawn = random.integers(0, size, (RESAMPLES, size)).tolist()
    for resample in drawn:
        total = sum(per_dialogue[row][0] for row in resample)
        first, second = (sum(per_dialogue[row][1][model] for row in resample) for model in (0, 1))
        values.append(first / total - second / total)
    low, high = np.percentile(values, [2.5, 97.5]).tolist()
    return low, high


def _slow_p(deltas: Sequence[int]) -> float:
    """Try every choice of signs."""
    sums = [
        sum(sign * delta for sign, delta in zip(signs, deltas, strict=True))
        for signs in itertools.product((1, -1), repeat=len(deltas))
    ]
    return sum(abs(one) >= abs(sum(deltas)) for one in sums) / len(sums)


def test_the_interval_is_that_of_a_plain_slow_bootstrap() -> None:
    assert _only(NINE)[1:3] == pytest.approx(_slow_interval(NINE), abs=1e-12)


def test_the_interval_is_close_to_scipys() -> None:
    data = np.array([(total, first, second) for total, (first, second) in NINE])

    def statistic(rows: np.ndarray, axis: int = -1) -> np.ndarray:
        total, first, second = (data[rows.astype(int), column].sum(axis=axis) for column in range(3))
        difference: np.ndarray = (first - second) / total
        return difference

    found = stats.bootstrap(
        (np.arange(len(NINE)),), statistic, method="percentile", n_resamples=RESAMPLES, vectorized=True,
        rng=np.random.default_rng(1),
    ).confidence_interval  # fmt: skip
    assert _only(NINE)[1:3] == pytest.approx([found.low, found.high], abs=0.004)


@given(DELTAS)
def test_the_test_counts_every_choice_of_signs(deltas: list[int]) -> None:
    assert sign_flip_p(np.array(deltas)) == pytest.approx(_slow_p(deltas), abs=1e-12)


def test_the_test_is_scipys_exact_permutation_test() -> None:
    first, second = (np.array([counts[model] for _, counts in NINE]) for model in (0, 1))

    def statistic(one: np.ndarray, other: np.ndarray, axis: int = -1) -> np.ndarray:
        total: np.ndarray = (one - other).sum(axis=axis)
        return total

    found = stats.permutation_test(
        (first, second), statistic, permutation_type="samples", vectorized=True, n_resamples=np.inf
    )
    assert sign_flip_p(first - second) == pytest.approx(found.pvalue, abs=1e-12)


def test_p_of_many_dialogues_is_that_of_the_normal_limit() -> None:
    deltas = np.where(np.random.default_rng(3).random(400) < 0.55, 1, -1)
    limit = 2 * stats.norm.sf((abs(deltas.sum()) - 1) / np.sqrt(len(deltas)))  # sums are two apart
    assert sign_flip_p(deltas) == pytest.approx(limit, rel=0.02)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=6))
def test_swapping_the_models_mirrors_point_and_interval_and_keeps_p(counts: list[tuple[int, int]]) -> None:
    per_dialogue = [(6, one) for one in counts]
    point, low, high, p = _only(per_dialogue)
    back = _only([(6, one[::-1]) for one in counts])
    assert back == pytest.approx([-(point or 0.0), -(high or 0.0), -(low or 0.0), p], abs=1e-12)
    assert _only(per_dialogue, first=1) == pytest.approx(back, abs=1e-12)


@settings(max_examples=20, deadline=None)
@given(st.permutations(range(len(NINE))))
def test_the_order_of_the_dialogues_changes_nothing(order: list[int]) -> None:
    names = names_of(NINE)
    assert _only([NINE[row] for row in order], names=[names[row] for row in order]) == _only(NINE)


def test_a_model_against_itself_has_no_difference_and_p_1() -> None:
    assert _only([(total, (first, first)) for total, (first, _) in NINE]) == [0.0, 0.0, 0.0, 1.0]


def test_the_point_is_inside_its_interval_and_a_clear_difference_is_outside_zero() -> None:
    point, low, high, p = _only(
        [(10, (9, 2)), (20, (19, 5)), (8, (8, 1)), (12, (11, 4)), (9, (7, 2)), (11, (10, 1))]
    )
    assert None not in (point, low, high, p)
    assert 0.0 < (low or 0.0) <= (point or 0.0) <= (high or 0.0)
    assert p == 2 / 2**6


@pytest.mark.parametrize(
    ("per_dialogue", "point", "has_interval", "p", "dialogues", "differing"),
    [
        ([(0, (0, 0))], None, False, None, 0, 0),  # no events
        ([(4, (3, 1))], 0.5, False, 1.0, 1, 1),  # one dialogue: nothing to resample, and either sign as far
        ([(4, (3, 1)), (0, (0, 0))], 0.5, False, 1.0, 1, 1),  # a dialogue without events does not count
        ([(4, (0, 0)), (2, (0, 0))], 0.0, True, 1.0, 2, 0),  # nothing marked
        ([(4, (4, 0)), (2, (2, 0))], 1.0, True, 0.5, 2, 2),  # everything differs
    ],
)
def test_what_is_undefined_is_none(
    per_dialogue: PerDialogue,
    point: float | None,
    has_interval: bool,
    p: float | None,
    dialogues: int,
    differing: int,
) -> None:
    found = differences(marks_of(per_dialogue), names_of(per_dialogue))[1]
    assert (found.point, found.p, found.dialogues, found.differing) == (point, p, dialogues, differing)
    assert (found.interval is not None) is has_interval


def test_resamples_draw_as_many_dialogues_as_there_are_and_stay_as_they_are() -> None:
    weights = draws(7)
    assert weights.shape == (RESAMPLES, 7)
    assert set(weights.sum(axis=1).tolist()) == {7.0}
    assert weights.mean(axis=0) == pytest.approx(np.ones(7), abs=0.05)
    with pytest.raises(ValueError, match="read-only"):
        weights[0, 0] = 1.0
