"""Dynamics of dialogues (PROTOCOL section 7)."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from tests.cases import Case, case_id, close_to, conversation_of, score_cases, variant_cases
from viewer.corpus import Dynamics, dynamics, dynamics_by_type, mean_dynamics
from viewer.dialogue.conversation import Conversation, Metadata
from viewer.dialogue.segments import Segment, Track


def dialogue(first: list[Segment], second: list[Segment], duration_s: float = 60.0) -> Conversation:
    """Build a dialogue that all three annotators heard alike."""
    tracks = {
        (speaker, name): Track.from_segments(rows)
        for speaker, rows in ((1, first), (2, second))
        for name in "abc"
    }
    return Conversation("1", duration_s, tracks)


@pytest.mark.parametrize("case", [*score_cases(), *variant_cases()], ids=case_id)
def test_dynamics_equal_the_vectors(case: Case) -> None:
    assert asdict(dynamics(conversation_of(case))) == close_to(case["dynamics"])


def test_a_change_of_speaker_is_counted_with_its_offset() -> None:
    #      0    1    2    3    4    5
    # 1    |--T--------|         |-BR-|
    # 2               |--SFH--|
    found = dynamics(
        dialogue(
            [Segment(0.0, 2.5, "Normal Turn"), Segment(4.25, 5.0, "Bounded Response")],
            [Segment(2.25, 4.0, "Strong Floor Hold")],
        )
    )
    assert found.speaker_changes == 2.0
    assert found.floor_transfer_offset_median_s == 0.0  # the median of -0.25 and 0.25
    assert found.turn_length_mean_s == pytest.approx((2.5 + 1.75 + 0.75) / 3)


def test_backchannels_fillers_and_the_alias_change_no_speaker() -> None:
    found = dynamics(
        dialogue(
            [Segment(0.0, 1.0, "Normal Turn"), Segment(4.0, 5.0, "Normal Turn")],
            [
                Segment(1.0, 2.0, "Continuer Backchannel"),
                Segment(2.0, 3.0, "Filler"),
                Segment(3.0, 4.0, "Regular Turn"),
            ],
        )
    )
    assert found.speaker_changes == 0.0
    assert found.floor_transfer_offset_median_s is None
    assert found.events_per_min == 5.0
    assert found.backchannels_per_min == 1.0


def test_segments_that_start_together_are_sorted_by_end_then_speaker() -> None:
    # 1    |----------|     ends later, so it comes second
    # 2    |-----|
    found = dynamics(dialogue([Segment(0.0, 2.0, "Normal Turn")], [Segment(0.0, 1.0, "Normal Turn")]))
    assert found.floor_transfer_offset_median_s == -1.0
    same = dynamics(dialogue([Segment(0.0, 1.0, "Normal Turn")], [Segment(0.0, 1.0, "Normal Turn")]))
    assert same.speaker_changes == 1.0


def test_one_of_three_annotators_counts_a_third() -> None:
    track = Track.from_segments([Segment(0.0, 30.0, "Overlap", "one two-three don't 4")])
    found = dynamics(Conversation("1", 60.0, {(1, "b"): track}))
    assert found.events_per_min == pytest.approx(1 / 3)
    assert found.words_per_min == pytest.approx(1.0)
    assert found.overlap_s == pytest.approx(10.0)
    assert found.silence_ratio == pytest.approx((0.5 + 1 + 1) / 3)


def test_silence_is_what_no_labelled_segment_covers() -> None:
    #      0    10   20   30   40        60
    # 1    |----T----|
    # 2         |----T----|    (no label at 40 to 50)
    rows = [Segment(10.0, 30.0, "Normal Turn"), Segment(40.0, 50.0, "")]
    found = dynamics(dialogue([Segment(0.0, 20.0, "Normal Turn")], rows))
    assert found.silence_ratio == pytest.approx(0.5)


def test_a_segment_inside_another_covers_nothing_more() -> None:
    rows = [Segment(0.0, 30.0, "Normal Turn"), Segment(5.0, 10.0, "Laughter"), Segment(25.0, 30.0, "Cough")]
    assert dynamics(dialogue(rows, [])).silence_ratio == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("rows", "duration_s", "expected"),
    [
        pytest.param([], 60.0, Dynamics(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, None), id="no segments"),
        pytest.param(
            [], 0.0, Dynamics(None, 0.0, 0.0, None, None, 0.0, None, None, None, None), id="no length"
        ),
        pytest.param(
            [Segment(0.0, 0.0, "Normal Turn", "yes")],
            60.0,
            Dynamics(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, None),
            id="one segment of no length, at 0.0",
        ),
        pytest.param(
            [Segment(0.0, 90.0, "Laughter")],
            60.0,
            Dynamics(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, None),
            id="a segment past the end",
        ),
        pytest.param(
            [Segment(30.0, 60.0, "Strong Floor Hold")],
            60.0,
            Dynamics(1.0, 30.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, None),
            id="one segment up to the end",
        ),
    ],
)
def test_the_edges(rows: list[Segment], duration_s: float, expected: Dynamics) -> None:
    assert dynamics(dialogue(rows, [], duration_s)) == expected


def test_a_dialogue_without_tracks_has_no_events() -> None:
    assert dynamics(Conversation("1", 60.0)) == dynamics(dialogue([], []))


def test_the_value_of_a_type_is_the_mean_over_its_dialogues() -> None:
    one = dialogue([Segment(0.0, 1.0, "Laughter")], [])
    kind = Metadata(conversation_type="Instructional")
    typed = [Conversation(one.conversation_id, length, one.tracks, kind) for length in (60.0, 30.0)]
    found = dynamics_by_type([*typed, one])
    assert list(found) == ["Instructional", "unknown"]
    assert found["Instructional"].laughter_per_min == pytest.approx((1 + 2) / 2)
    assert found["Instructional"].floor_transfer_offset_median_s is None
    assert found["unknown"] == dynamics(one)


def test_a_number_that_a_dialogue_lacks_is_left_out_of_the_mean() -> None:
    silent = dynamics(dialogue([], []))
    spoken = dynamics(dialogue([Segment(0.0, 1.0, "Normal Turn")], [Segment(1.5, 2.0, "Normal Turn")]))
    assert mean_dynamics([silent, spoken]).floor_transfer_offset_median_s == 0.5
    assert mean_dynamics([silent, spoken]).events_per_min == 1.0
    assert mean_dynamics([]) == Dynamics(*[None] * 10)
