"""What people do at gold positives (decision 0013)."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.cases import Case, conversation_of
from tests.dialogues import Rows, agreed
from tests.properties.conversations import CASES, DURATION_S, shifted, swapped
from viewer.corpus import Moments, Reactions, reactions
from viewer.gold import build_gold

TURN, NOISE = "Normal Turn", "Channel Bleed"
TAKES, BARGES = "Floor-taking Cooperative Interruption", "Non-floor Taking Competitive Interruption"


def found(first: Rows, second: Rows = ()) -> Reactions:
    return reactions(build_gold(agreed(first, second)), 60.0)


def reacted(case: Case) -> Reactions:
    conversation = conversation_of(case)
    return reactions(build_gold(conversation), conversation.duration_s)


def rows(moments: Moments) -> list[tuple[int, float, float]]:
    """Return speaker, time and value of each moment."""
    columns = (moments.speaker, moments.start_s, moments.value_s)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_the_other_takes_the_floor_after_a_gap() -> None:
    #      0    1    2    3    4
    # 1    |---T-----|
    # 2                 |--T---|        +0.5 s, then nobody: the last turn
    one = found([(0.0, 2.0, TURN, "")], [(2.5, 4.0, TURN, "")])
    assert rows(one.takes) == [(2, 2.5, 0.5)]
    assert rows(one.last) == [(2, 4.0, 56.0)]
    assert rows(one.held) == []


def test_the_other_takes_the_floor_in_overlap() -> None:
    #      0    1    2    3    4
    # 1    |---T-----|
    # 2          |-----T-------|        -0.75 s
    one = found([(0.0, 2.0, TURN, "")], [(1.25, 4.0, TURN, "")])
    assert rows(one.takes) == [(2, 1.25, -0.75)]


def test_a_start_at_the_very_end_of_the_turn_is_a_reaction_of_nothing() -> None:
    one = found([(0.0, 2.0, TURN, "")], [(2.0, 4.0, TURN, "")])
    assert rows(one.takes) == [(2, 2.0, 0.0)]


def test_who_spoke_before_the_turn_began_does_not_take_the_floor_at_its_end() -> None:
    #      0    1    2    3    4    5
    # 1         |-T-|              |-T-|
    # 2    |-------T---------|             2 goes on for 1.5 s after 1's first turn
    one = found([(1.0, 2.0, TURN, ""), (5.0, 6.0, TURN, "")], [(0.0, 3.5, TURN, "")])
    assert rows(one.held) == [(1, 2.0, 1.5)]
    assert rows(one.takes) == [(1, 5.0, 1.5)]
    assert rows(one.last) == [(1, 6.0, 54.0)]


def test_turns_that_start_together_take_nothing_from_each_other() -> None:
    one = found([(1.0, 2.0, TURN, "")], [(1.0, 3.5, TURN, "")])
    assert rows(one.held) == [(1, 2.0, 1.5)]


def test_a_backchannel_takes_no_floor() -> None:
    one = found([(0.0, 2.0, TURN, "")], [(1.75, 2.25, "Continuer Backchannel", ""), (4.0, 5.0, TURN, "")])
    assert rows(one.takes) == [(2, 4.0, 2.0)]


def test_a_pause_is_as_long_as_the_gold_has_it() -> None:
    #      0    1    2    3    4    5
    # 1    |-T-|              |-T-|      3 s, cut by what 1 does at 2.5
    #                |noise|
    one = found([(0.0, 1.0, TURN, ""), (2.5, 3.0, NOISE, ""), (4.0, 5.0, TURN, "")])
    assert rows(one.pauses) == [(1, 1.0, 1.5)]


def test_an_interrupted_speaker_goes_on_to_the_end_of_what_is_joined() -> None:
    #      0    1    2    3    4    5
    # 1    |---T-----|--T--|              goes on for 1.75 s
    # 2           |-INT----|
    one = found([(0.0, 2.0, TURN, ""), (2.0, 3.25, TURN, "")], [(1.5, 3.0, TAKES, "wait")])
    assert rows(one.goes_on) == [(2, 1.5, 1.75)]
    assert rows(one.unopposed) == []


@pytest.mark.parametrize(
    ("turn", "since_s"),
    [
        pytest.param((0.0, 1.0), 0.5, id="ended before"),
        pytest.param((0.0, 1.5), 0.0, id="ends as the interruption starts"),
        pytest.param((1.5, 3.0), 1.5, id="starts with it: since the beginning nobody spoke"),
        pytest.param((2.0, 3.0), 1.5, id="starts after it"),
    ],
)
def test_an_interruption_of_nobody_is_counted_apart(turn: tuple[float, float], since_s: float) -> None:
    one = found([(*turn, TURN, "")], [(1.5, 3.5, TAKES, "")])
    assert rows(one.unopposed) == [(2, 1.5, since_s)]
    assert rows(one.goes_on) == []


def test_what_takes_no_floor_interrupts_nobody() -> None:
    one = found([(0.0, 2.0, TURN, "")], [(1.0, 1.5, BARGES, "")])
    assert len(one.goes_on) == len(one.unopposed) == 0


def test_words_are_those_of_the_consensus() -> None:
    one = found([(0.0, 2.0, TURN, "is it you?")], [(2.5, 4.0, TURN, "yes")])
    assert (one.takes.annotator.tolist(), one.takes.row.tolist()) == ([0], [0])


def test_without_gold_nothing_happens() -> None:
    one = found([])
    assert [len(getattr(one, name)) for name in ("takes", "held", "last", "pauses", "goes_on")] == [0] * 5


@given(CASES)
def test_every_positive_and_every_pause_is_counted_once(case: Case) -> None:
    gold, one = build_gold(conversation_of(case)), reacted(case)
    assert len(one.takes) + len(one.held) + len(one.last) == len(gold.eot.positives)
    assert len(one.pauses) == len(gold.eot.negatives)
    assert len(one.goes_on) + len(one.unopposed) == len(gold.interruption.positives)


@given(CASES)
def test_swapping_the_channels_swaps_the_speakers(case: Case) -> None:
    one, other = reacted(case), reacted(swapped(case))
    for name in ("takes", "held", "last", "pauses", "goes_on", "unopposed"):
        mirrored = [(3 - speaker, *rest) for speaker, *rest in rows(getattr(other, name))]
        assert sorted(mirrored) == sorted(rows(getattr(one, name)))


@given(CASES)
def test_shifting_time_changes_no_reaction(case: Case) -> None:
    one, other = reacted(case), reacted(shifted(case, DURATION_S))
    for name in ("takes", "held", "last", "pauses", "goes_on"):
        later = [(speaker, time - DURATION_S, value) for speaker, time, value in rows(getattr(other, name))]
        assert later == rows(getattr(one, name))
