"""Consensus, drawn by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.dialogue.conversation import Conversation
from viewer.dialogue.protocol import ProtocolSettings
from viewer.dialogue.segments import Segment, Track
from viewer.gold import build_gold
from viewer.gold.consensus import _rounded

TURN = "Normal Turn"
Row = tuple[float, float, str]


def _labelled(**tracks: list[Row]) -> Conversation:
    """Return a conversation with these tracks of speaker 1."""
    return Conversation(
        "7",
        60.0,
        {(1, name): Track.from_segments(Segment(*row) for row in rows) for name, rows in tracks.items()},
    )


def test_times_are_the_medians_of_three() -> None:
    # a   1.0 |=======| 2.0
    # b    1.1 |======| 2.0
    # c     1.2 |=======| 2.1
    gold = build_gold(_labelled(a=[(1.0, 2.0, TURN)], b=[(1.1, 2.0, TURN)], c=[(1.2, 2.1, TURN)]))
    assert gold.label_events.start_s.tolist() == [1.1]
    assert gold.label_events.end_s.tolist() == [2.0]
    assert gold.label_events.members.tolist() == [[0, 0, 0]]


def test_two_that_agree_leave_the_third_out_and_it_is_not_disputed() -> None:
    # a, b |=====|
    # c    |==========|     ends too late to agree, but overlaps the event
    gold = build_gold(_labelled(a=[(1.0, 2.0, TURN)], b=[(1.0, 2.0, TURN)], c=[(1.0, 3.0, TURN)]))
    assert gold.label_events.members.tolist() == [[0, 0, -1]]
    assert len(gold.label_disputed) == 0


def test_a_segment_that_nobody_shares_is_disputed() -> None:
    gold = build_gold(_labelled(a=[(1.0, 2.0, TURN)]))
    assert len(gold.label_events) == 0
    assert gold.label_disputed.start_s.tolist() == [1.0]
    assert gold.eot.excluded.end_s.tolist() == [2.0]


def test_disputed_segments_that_touch_are_merged() -> None:
    # a |====|
    # b      |====|         far apart in start, so no consensus, but they touch
    gold = build_gold(_labelled(a=[(1.0, 2.0, TURN)], b=[(2.0, 3.0, TURN)]))
    assert list(zip(gold.label_disputed.start_s, gold.label_disputed.end_s, strict=True)) == [(1.0, 3.0)]


def test_different_labels_agree_only_in_the_turn_view() -> None:
    rows = {"a": [(1.0, 2.0, TURN)], "b": [(1.0, 2.0, "Floor-taking Competitive Interruption")]}
    gold = build_gold(_labelled(**rows))
    assert len(gold.label_events) == 0
    assert len(gold.turn_events) == 1


def test_an_unknown_label_takes_no_part() -> None:
    gold = build_gold(_labelled(a=[(1.0, 2.0, "Cough")], b=[(1.0, 2.0, "Cough")]))
    assert len(gold.label_events) == 0
    assert len(gold.label_disputed) == 0


@pytest.mark.parametrize(("min_agree", "events"), [(2, 1), (3, 0)])
def test_three_can_be_asked_to_agree(min_agree: int, events: int) -> None:
    conversation = _labelled(a=[(1.0, 2.0, TURN)], b=[(1.0, 2.0, TURN)])
    gold = build_gold(conversation, ProtocolSettings(min_agree=min_agree))
    assert len(gold.label_events) == events


@pytest.mark.parametrize(("tolerance_s", "events"), [(0.125, 1), (0.1, 0)])
def test_a_spread_of_exactly_the_tolerance_agrees(tolerance_s: float, events: int) -> None:
    conversation = _labelled(a=[(1.0, 2.0, TURN)], b=[(1.125, 2.0, TURN)])
    gold = build_gold(conversation, ProtocolSettings(tolerance_s=tolerance_s))
    assert len(gold.label_events) == events


def test_medians_are_rounded_as_python_rounds() -> None:
    # 0.03125 lies exactly between 0.0312 and 0.0313: half goes to even
    gold = build_gold(_labelled(a=[(0.03125, 2.0, TURN)], b=[(0.03125, 2.0, TURN)]))
    assert gold.label_events.start_s.tolist() == [0.0312]


def test_a_conversation_without_labels_has_empty_gold() -> None:
    gold = build_gold(Conversation("7", 60.0))
    assert [len(gold.eot.positives), len(gold.interruption.negatives), len(gold.eot.excluded)] == [0, 0, 0]


@given(
    st.lists(
        st.floats(-1e12, 1e12)
        | st.integers(-(10**9), 10**9).map(lambda n: n / 20_000)
        | st.integers(-(10**7), 10**7).map(lambda n: n / 64)
    )
)
def test_fast_rounding_is_pythons_rounding(values: list[float]) -> None:
    # multiples of 1/20000 and 1/64 put many values on a tie, or one step of a double beside it
    found = _rounded(np.array(values, dtype=np.float64)).tolist()
    assert found == [round(value, 4) for value in values]
