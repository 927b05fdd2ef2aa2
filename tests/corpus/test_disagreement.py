"""Where annotators disagree: the moments behind kappas and boundary F1."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tests.cases import Case, conversation_of, score_cases
from tests.properties.conversations import CASES, swapped
from viewer.corpus import PAIRS, Moments, agreement, count_agreement, disagreements, unmatched_starts
from viewer.corpus.agreement import labelled_starts, matched_starts
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.segments import Segment, Track


def heard(duration_s: float = 2.0, **tracks: list[Segment]) -> Conversation:
    """Return a dialogue in which speaker 1 was heard as the annotators' names say."""
    return Conversation(
        "1", duration_s, {(1, name): Track.from_segments(rows) for name, rows in tracks.items()}
    )


def spans(moments: Moments) -> list[tuple[float, float]]:
    return [
        (round(start, 6), round(length, 6))
        for start, length in zip(moments.start_s.tolist(), moments.value_s.tolist(), strict=True)
    ]


def test_a_stretch_in_which_symbols_differ_is_one_moment() -> None:
    #      0    .5   1    1.5  2
    # a    |---T---|      |B|
    # b    |-----T-----|
    # c    |---T---|      |T|
    found = disagreements(
        heard(
            a=[Segment(0.0, 0.8, "Normal Turn"), Segment(1.5, 1.7, "Continuer Backchannel")],
            b=[Segment(0.0, 1.2, "Normal Turn")],
            c=[Segment(0.0, 0.8, "Normal Turn"), Segment(1.5, 1.7, "Normal Turn")],
        )
    )
    assert spans(found["ab"]) == [(0.8, 0.4), (1.5, 0.2)]
    assert spans(found["ac"]) == [(1.5, 0.2)]
    assert spans(found["abc"]) == [(0.8, 0.4), (1.5, 0.2)]
    assert set(found["ab"].speaker.tolist()) == {1}


def test_labels_outside_the_taxonomy_are_silence_to_the_frames_and_starts_to_f1() -> None:
    one = heard(a=[Segment(0.5, 1.0, "Cough")])
    assert len(disagreements(one)["abc"]) == 0
    assert spans(unmatched_starts(one)["ab"]) == [(0.5, 0.5)]


@pytest.mark.parametrize("length_s", [0.0, 0.05])
def test_a_dialogue_of_no_length_has_no_disagreement(length_s: float) -> None:
    found = disagreements(heard(length_s))
    assert all(len(moments) == 0 for moments in found.values())


def test_starts_within_the_tolerance_are_partners() -> None:
    #      0    1    2    3
    # a    |         |    |       1.0 is 0.25 from 1.25: no partner
    # b    .  |      |      |
    found = unmatched_starts(
        heard(
            4.0,
            a=[Segment(at, at + 0.5, "Normal Turn") for at in (1.0, 2.0, 3.0)],
            b=[Segment(at, at + 0.25, "Normal Turn") for at in (1.25, 2.125, 3.5)],
        )
    )["ab"]
    assert list(zip(found.annotator.tolist(), found.start_s.tolist(), found.row.tolist(), strict=True)) == [
        (0, 1.0, 0),
        (0, 3.0, 2),
        (1, 1.25, 0),
        (1, 3.5, 2),
    ]


@given(CASES)
def test_lengths_add_up_to_the_frames_that_differ(case: Case) -> None:
    conversation = conversation_of(case)
    joint = count_agreement(conversation).joint
    found = disagreements(conversation)
    for pair, (first, second) in PAIRS.items():
        (other,) = {0, 1, 2} - {first, second}
        confusion = joint.sum(axis=other)
        frames = int(confusion.sum() - np.trace(confusion))
        assert round(found[pair].value_s.sum() / 0.1) == frames
    same = sum(int(joint[symbol, symbol, symbol]) for symbol in range(8))
    assert round(found["abc"].value_s.sum() / 0.1) == joint.sum() - same


@pytest.mark.parametrize("case", score_cases()[:60], ids=lambda case: case["conversation_id"])
def test_boundary_f1_is_one_minus_the_share_of_starts_without_a_partner(case: Case) -> None:
    conversation = conversation_of(case)
    found, scores = unmatched_starts(conversation), agreement([conversation]).boundary_f1_mean
    for pair in PAIRS:
        every = sum(len(labelled_starts(conversation, name)) for name in pair)
        if every:
            assert scores[pair] == pytest.approx(1 - len(found[pair]) / every)
        else:
            assert scores[pair] is None


@given(CASES)
def test_swapping_the_channels_swaps_the_speakers(case: Case) -> None:
    def mirrored(found: dict[str, Moments], turn: int) -> Any:
        return {
            group: sorted(
                zip(abs(turn - one.speaker), one.start_s.tolist(), one.value_s.tolist(), strict=True)
            )
            for group, one in found.items()
        }

    one, other = (disagreements(conversation_of(some)) for some in (case, swapped(case)))
    assert mirrored(one, 0) == mirrored(other, 3)


def test_each_start_has_one_partner_at_most() -> None:
    first, second = matched_starts(np.array([1.0, 1.125, 1.25]), np.array([1.125]))
    assert (first.tolist(), second.tolist()) == ([0], [0])
