from __future__ import annotations

from collections.abc import Sequence

import pytest

from viewer.audit import Kind, Queue
from viewer.audit.disputes import disputes, two_to_one
from viewer.audit.edges import near_boundaries
from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.protocol import BENCHMARK
from viewer.dialogue.segments import Segment, Track
from viewer.gold import build_gold

TURN, FILLER = "Normal Turn", "Filler"
TAKING = "Floor-taking Competitive Interruption"
NOT_TAKING = "Non-floor Taking Competitive Interruption"
BACK, LAUGH = "Continuer Backchannel", "Laughter"
Row = tuple[float, float, str]


def heard(a: Sequence[Row], b: Sequence[Row], c: Sequence[Row]) -> Conversation:
    tracks = {
        (1, name): Track.from_segments(Segment(*row) for row in rows)
        for name, rows in zip(ANNOTATORS, (a, b, c), strict=True)
    }
    return Conversation("7", 60.0, tracks)


@pytest.mark.parametrize(
    ("a", "b", "c", "kind", "pairs"),
    [
        ([(1, 3, TAKING)], [(1, 3, BACK)], [], Kind.FLOOR, ("ab",)),
        ([(1, 3, TAKING)], [(1, 3, NOT_TAKING)], [(1.5, 3.6, TURN)], Kind.FLOOR, ("ab", "bc")),
        ([(1, 3, BACK)], [(1, 3, LAUGH)], [], Kind.LABEL, ("ab",)),
        ([(1, 3, TURN)], [(1.5, 3.5, TAKING)], [], Kind.LABEL, ("ab",)),
        ([(1, 3, TURN)], [(1.25, 3, TURN)], [], Kind.BOUNDARY, ("ab",)),
        ([(1, 3, TURN)], [(1, 2, TURN), (2, 3, TURN)], [], Kind.BOUNDARY, ("ab",)),
        ([(1, 3, TURN)], [], [], Kind.EXTRA, ("ab", "ac")),
        ([], [], [(1, 3, BACK)], Kind.EXTRA, ("ac", "bc")),
    ],
)
def test_a_dispute_is_of_the_kind_of_its_strongest_difference(
    a: list[Row], b: list[Row], c: list[Row], kind: Kind, pairs: tuple[str, ...]
) -> None:
    conversation = heard(a, b, c)
    (found,) = disputes(conversation, build_gold(conversation), BENCHMARK)
    assert (found.queue, found.kind, found.pairs, found.speaker) == (Queue.DISPUTE, kind, pairs, 1)


def test_disputes_of_both_views_that_touch_are_one_question() -> None:
    # a |=turn=|      label view: all three differ; turn view: only c's backchannel is not in it
    # b    |=taking=|
    # c      |=back=|
    conversation = heard([(1, 3, TURN)], [(2, 4, TAKING)], [(3, 4.5, BACK)])
    (found,) = disputes(conversation, build_gold(conversation), BENCHMARK)
    assert (found.start_s, found.end_s, found.kind) == (1.0, 4.5, Kind.FLOOR)
    assert found.heard == (TURN, TAKING, BACK)
    assert found.id == "dispute-1-1.0-4.5"


def test_what_is_agreed_upon_or_has_an_unknown_label_is_no_dispute() -> None:
    conversation = heard([(1, 3, TURN)], [(1, 3, FILLER)], [(5, 6, "Cough")])
    assert disputes(conversation, build_gold(conversation), BENCHMARK) == []


@pytest.mark.parametrize(
    ("third", "kind"),
    [
        ([], Kind.MISSING),
        ([(1, 3, BACK)], Kind.FLOOR),
        ([(1, 3, TAKING)], Kind.LABEL),
        ([(1, 3.5, TURN)], Kind.BOUNDARY),
    ],
)
def test_two_against_one_tells_how_the_third_differs(third: list[Row], kind: Kind) -> None:
    conversation = heard(third, [(1, 3, TURN)], [(1, 3, TURN)])
    found = two_to_one(conversation, build_gold(conversation), BENCHMARK)
    assert [(one.kind, one.pairs, one.start_s, one.end_s) for one in found] == [(kind, ("bc",), 1.0, 3.0)]


def test_who_agrees_with_each_but_not_with_both_differs_in_a_boundary() -> None:
    conversation = heard([(1.0, 3, TURN)], [(1.125, 3, TURN)], [(1.25, 3, TURN)])
    (found,) = two_to_one(conversation, build_gold(conversation), BENCHMARK)
    assert (found.kind, found.pairs) == (Kind.BOUNDARY, ("ab",))


def test_all_three_together_are_no_question() -> None:
    conversation = heard([(1, 3, TURN)], [(1, 3, TURN)], [(1.1, 3, TURN)])
    assert two_to_one(conversation, build_gold(conversation), BENCHMARK) == []


# How far b's start (or end) is from a's, and whether that is 0.18 to 0.22 s, the tolerance give or take.
@pytest.mark.parametrize(
    ("shift", "is_near"),
    [(0.1799, False), (0.18, True), (0.2, True), (0.22, True), (0.2201, False), (0.0, False)],
)
def test_boundaries_that_differ_by_the_tolerance_are_near_its_edge(shift: float, is_near: bool) -> None:
    by_start = heard([(10.2, 13, TURN)], [(10.2 + shift, 13, TURN)], [])
    by_end = heard([], [(10.2, 13, TURN)], [(10.2, 13 - shift, TURN)])
    for conversation, pair in ((by_start, "ab"), (by_end, "bc")):
        found = near_boundaries(conversation, BENCHMARK)
        assert [(one.queue, one.kind, one.pairs) for one in found] == (
            [(Queue.EDGE, Kind.BOUNDARY, (pair,))] if is_near else []
        )


def test_only_segments_that_belong_together_are_compared() -> None:
    others = heard([(10, 13, TURN)], [(10.2, 13, BACK)], [(10.6, 13.2, TURN)])
    assert near_boundaries(others, BENCHMARK) == []
    nearer = heard([(10.0, 13, TURN), (10.15, 12, TURN)], [(10.2, 13, TURN)], [])
    assert near_boundaries(nearer, BENCHMARK) == []  # a's second segment is b's partner: 0.05 s and 1 s apart


def test_pairs_that_meet_on_one_stretch_are_one_question() -> None:
    conversation = heard([(1, 3, TURN), (5, 6, BACK)], [(1.2, 3, TURN), (5.2, 6, BACK)], [(1, 3, TURN)])
    found = near_boundaries(conversation, BENCHMARK)
    assert [(one.start_s, one.end_s, one.pairs) for one in found] == [
        (1.0, 3.0, ("ab", "bc")),
        (5.0, 6.0, ("ab",)),
    ]
