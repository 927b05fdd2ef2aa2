"""Bins, medians, stretches and silences."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialogues import agreed
from viewer.corpus import LENGTHS_MS, LENGTHS_S, SIGNED_MS, Binning, median_s, silences, stretches

BINNINGS = [SIGNED_MS, LENGTHS_MS, LENGTHS_S]


@pytest.mark.parametrize(
    ("value_s", "edges_ms"),
    [
        (-2.0001, (-np.inf, -2000)),
        (-2.0, (-2000, -1900)),
        (-0.0001, (-100, 0)),
        (0.0, (0, 100)),
        (12.3 - 12.2, (100, 200)),  # 0.10000000000000142
        (12.4 - 12.3, (100, 200)),  # 0.09999999999999964
        (0.0999, (0, 100)),
        (2.9999, (2900, 3000)),
        (3.0, (3000, np.inf)),
    ],
)
def test_a_bin_holds_its_lower_edge_and_not_its_upper(value_s: float, edges_ms: tuple[float, float]) -> None:
    (found,) = SIGNED_MS.of(np.array([value_s])).tolist()
    assert SIGNED_MS.edges[found : found + 2] == edges_ms


@pytest.mark.parametrize("bins", BINNINGS, ids=["signed ms", "ms", "s"])
@given(values=st.lists(st.integers(0, 80_000)))
def test_every_value_is_counted_in_the_bin_that_holds_it(bins: Binning, values: list[int]) -> None:
    value_s = np.array(values, dtype=float) / 1000
    value_s = value_s - (40.0 if bins.has_below else 0.0)
    counts = bins.histogram(value_s)
    assert len(counts) == bins.size
    assert counts.sum() == len(values)
    for number, value in zip(bins.of(value_s).tolist(), value_s.tolist(), strict=True):
        low, high = bins.edges[number : number + 2]
        assert low <= round(bins.in_unit(value), 6) < high


def test_an_unlimited_bin_at_each_end_where_values_can_be() -> None:
    assert Binning("s", 0, 1, 2).edges == (0.0, 1.0, 2.0, np.inf)
    assert Binning("s", -1, 1, 2, has_below=True).edges == (-np.inf, -1.0, 0.0, 1.0, np.inf)


def test_no_value_has_no_median() -> None:
    assert median_s(np.array([])) is None
    assert LENGTHS_S.histogram(np.array([])).sum() == 0


def test_segments_that_touch_or_overlap_are_one_stretch() -> None:
    #      0    1    2    3    4    5    6
    #      |-------------|              |-|     the first holds the second
    #         |----|     |----|
    starts, ends = stretches(np.array([6.0, 0.0, 0.5, 3.0]), np.array([6.5, 3.0, 1.5, 4.0]))
    assert (starts.tolist(), ends.tolist()) == ([0.0, 6.0], [4.0, 6.5])


def test_silence_is_where_nobody_is_heard_within_the_dialogue() -> None:
    #      0    10        30   40        60
    # 1         |----T----|
    # 2              |-T-|      |----T------     past the end
    first, second = (
        [(10.0, 30.0, "Normal Turn", "")],
        [(20.0, 28.0, "Laughter", ""), (40.0, 90.0, "Cough", "")],
    )
    found = silences(agreed(first, second))
    chosen = found.annotator == 0
    assert found.start_s[chosen].tolist() == [0.0, 30.0]
    assert found.value_s[chosen].tolist() == [10.0, 10.0]
    assert found.value_s[found.annotator == 2].tolist() == [60.0]  # c heard nothing
    assert set(found.speaker.tolist()) == {0}


def test_what_has_no_label_does_not_end_a_silence() -> None:
    found = silences(agreed([(10.0, 30.0, "", "hm")]))
    assert found.value_s.tolist() == [60.0, 60.0, 60.0]
