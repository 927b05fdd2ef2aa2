"""Who is ranked, in which order, and whom the frontier joins: every limit, tie and undefined rate."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.scoring import Entry, Policy, Standing, frontier, rank
from viewer.scoring.ranking import STANDINGS, standing_of

JUST_OVER = math.nextafter(0.10, 1), math.nextafter(0.15, 1)


def entry(
    name: str = "m",
    recall: float | None = 0.8,
    fp_rate: float | None = 0.05,
    p50_ms: float | None = 300.0,
    **rest: object,
) -> Entry:
    fields = {"budget_fp_rate": fp_rate, **rest}
    return Entry(name, recall, fp_rate, p50_ms, **fields)  # type: ignore[arg-type]  # a test's shorthand


CASES = [
    # fp rate, recall, ceiling, budget, latency with a floor of 0.5
    (0.0, 0.8, "ranked", "ranked", "ranked"),
    (0.10, 0.8, "ranked", "ranked", "ranked"),
    (JUST_OVER[0], 0.8, "ranked", "over_budget", "over_budget"),
    (0.15, 0.8, "ranked", "over_budget", "over_budget"),
    (JUST_OVER[1], 0.8, "over_ceiling", "over_ceiling", "over_ceiling"),
    (1.0, 1.0, "over_ceiling", "over_ceiling", "over_ceiling"),
    (0.10, 0.5, "ranked", "ranked", "ranked"),
    (0.10, math.nextafter(0.5, 0), "ranked", "ranked", "below_floor"),
    (JUST_OVER[0], 0.1, "ranked", "over_budget", "over_budget"),
    (None, 0.8, "unjudged", "unjudged", "unjudged"),
    (0.05, None, "unjudged", "unjudged", "unjudged"),
    (None, None, "unjudged", "unjudged", "unjudged"),
]


@pytest.mark.parametrize(("fp_rate", "recall", "ceiling", "budget", "latency"), CASES)
def test_a_limit_belongs_to_what_it_allows(
    fp_rate: float | None, recall: float | None, ceiling: str, budget: str, latency: str
) -> None:
    one = entry(fp_rate=fp_rate, recall=recall)
    assert [str(standing_of(one, policy, recall_floor=0.5)) for policy in Policy] == [
        ceiling,
        budget,
        latency,
    ]


@pytest.mark.parametrize("policy", list(Policy))
def test_a_task_that_is_not_supported_is_never_a_recall_of_zero(policy: Policy) -> None:
    silent = entry("silent", recall=0.0, fp_rate=0.0, p50_ms=None, is_supported=False)
    over = entry("over", recall=0.0, fp_rate=1.0)
    placed = rank([silent, over], policy)
    assert [(one.entry.name, one.standing) for one in placed] == [
        ("over", Standing.OVER_CEILING),
        ("silent", Standing.UNSUPPORTED),
    ]


def test_a_model_that_hits_nothing_is_ranked_last_not_left_out() -> None:
    placed = rank([entry("deaf", recall=0.0, p50_ms=None), entry("good")], Policy.CEILING)
    assert [(one.entry.name, one.rank) for one in placed] == [("good", 1), ("deaf", 2)]


def test_without_a_hit_there_is_no_latency_to_rank_by() -> None:
    placed = rank([entry("deaf", recall=0.0, p50_ms=None)], Policy.LATENCY, recall_floor=0.0)
    assert [one.standing for one in placed] == [Standing.UNJUDGED]


def test_equals_share_a_rank_and_the_next_one_is_left_out() -> None:
    entries = [
        entry("d", 0.7),
        entry("b", 0.8, 0.09),
        entry("a", 0.9),
        entry("c", 0.8, 0.02),
        entry("e", 0.8, 0.09),
    ]
    placed = rank(entries, Policy.CEILING)
    assert [(one.entry.name, one.rank) for one in placed] == [
        ("a", 1),
        ("c", 2),
        ("b", 2),
        ("e", 2),
        ("d", 5),
    ]


def test_latency_ranks_the_fastest_first() -> None:
    entries = [
        entry("slow", 0.9, p50_ms=900.0),
        entry("early", 0.5, p50_ms=-50.0),
        entry("deaf", 0.4, p50_ms=0.0),
    ]
    placed = rank(entries, Policy.LATENCY)
    assert [(one.entry.name, one.rank) for one in placed] == [("early", 1), ("slow", 2), ("deaf", None)]


def test_entries_over_the_ceiling_come_below_all_others_by_recall_without_a_rank() -> None:
    entries = [
        entry("loud", 0.99, 0.5),
        entry("weak", 0.1),
        entry("louder", 1.0, 0.9),
        entry("on", 0.2, 0.15),
    ]
    placed = rank(entries, Policy.CEILING)
    assert [(one.entry.name, one.rank) for one in placed] == [
        ("on", 1),
        ("weak", 2),
        ("louder", None),
        ("loud", None),
    ]


def test_on_a_test_split_the_budget_is_held_against_the_rate_on_dev() -> None:
    kept, broke = (
        entry("kept", 0.7, 0.12, budget_fp_rate=0.10),
        entry("broke", 0.9, 0.05, budget_fp_rate=0.11),
    )
    trusted = entry("trusted", 0.8, 0.12, budget_fp_rate=None)
    placed = rank([kept, broke, trusted], Policy.BUDGET)
    assert [(one.entry.name, one.rank) for one in placed] == [("trusted", 1), ("kept", 2), ("broke", None)]


def test_nobody_is_no_leaderboard() -> None:
    assert rank([], Policy.CEILING) == []
    assert frontier([]) == []


def test_the_frontier_leaves_out_whom_a_faster_one_beats() -> None:
    """Of two equal recalls neither beats the other.

    ::

        recall 0.8 ·····················c·····d
               0.7 ·········b
               0.65 ···············beaten
               0.6 a
        p50       100      200   250   300   400
    """
    a, b, c, d = (
        entry(n, r, p50_ms=p)
        for n, r, p in [("a", 0.6, 100.0), ("b", 0.7, 200.0), ("c", 0.8, 300.0), ("d", 0.8, 400.0)]
    )
    beaten = entry("beaten", 0.65, p50_ms=250.0)
    over, loud = entry("over", 1.0, JUST_OVER[0], 10.0), entry("loud", 1.0, 0.9, 10.0)
    assert frontier([d, beaten, over, c, loud, b, a]) == [a, b, c, d]


def test_equally_fast_ones_do_not_beat_each_other() -> None:
    low, high = entry("low", 0.5, 0.10, 200.0), entry("high", 0.9, 0.10, 200.0)
    assert frontier([high, low]) == [low, high]
    assert frontier([high, low, entry("fast", 0.6, p50_ms=100.0)]) == [entry("fast", 0.6, p50_ms=100.0), high]


def test_what_has_no_point_is_not_on_the_frontier() -> None:
    without = [entry(recall=None), entry(fp_rate=None), entry(p50_ms=None), entry(is_supported=False)]
    assert frontier(without) == []


rates = st.none() | st.integers(0, 20).map(lambda part: part / 20)
entries_of = st.lists(
    st.builds(entry, st.text("abc", max_size=2), rates, rates, st.none() | st.integers(-4, 4).map(float)),
    max_size=8,
)


@given(entries_of, st.sampled_from(Policy), st.randoms(use_true_random=False))
def test_the_order_of_the_entries_changes_no_rank(
    entries: list[Entry], policy: Policy, random: object
) -> None:
    shuffled = list(entries)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis's random has random.Random's methods
    known, other = rank(entries, policy), rank(shuffled, policy)
    assert sorted(map(repr, known)) == sorted(map(repr, other))
    assert [(one.standing, one.rank, one.entry.recall) for one in known] == [
        (one.standing, one.rank, one.entry.recall) for one in other
    ]
    standings = [STANDINGS.index(one.standing) for one in known]
    assert standings == sorted(standings)


@given(entries_of)
def test_the_frontier_is_its_definition(entries: list[Entry]) -> None:
    able = [e for e in entries if None not in (e.recall, e.fp_rate, e.p50_ms) and (e.fp_rate or 0) <= 0.10]
    expected = [
        one
        for one in able
        if not any((o.p50_ms or 0) < (one.p50_ms or 0) and (o.recall or 0) > (one.recall or 0) for o in able)
    ]
    found = frontier(entries)
    assert sorted(map(repr, found)) == sorted(map(repr, expected))
    recalls = [one.recall or 0.0 for one in found]
    assert recalls == sorted(recalls)
