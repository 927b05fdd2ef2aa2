"""All measures of a corpus together: moments, labels, and what pooling must not change."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.cases import Case, close_to, conversation_of, score_cases
from tests.dialogues import agreed
from tests.properties.conversations import CASES, DURATION_S, shifted, swapped
from viewer.corpus import (
    CorpusMeasures,
    Moments,
    agreement,
    dynamics,
    inventory,
    mean_dynamics,
    measure_corpus,
    measure_reactions,
)
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.segments import Segment, Track
from viewer.gold import build_gold

KINDS = ("turns", "transfers", "pauses", "silences")
TURN = "Normal Turn"


def rows(moments: Moments) -> list[tuple[Any, ...]]:
    return sorted(zip(*(getattr(moments, one.name).tolist() for one in fields(Moments)), strict=True))


def measured(*cases: Case) -> CorpusMeasures:
    return measure_corpus([conversation_of(case) for case in cases])


def has_ties(case: Case) -> bool:
    """Return whether segments of both speakers start and end together: their order is by speaker."""
    spans = [
        {
            (row["start_s"], row["end_s"])
            for rows in case["annotations"][f"speaker_{speaker}"].values()
            for row in rows
        }
        for speaker in (1, 2)
    ]
    return bool(spans[0] & spans[1])


def test_steps_of_the_floor_are_transfers_and_pauses() -> None:
    #      0    1    2    3    4    5    6    7    8
    # 1    |--T-| |--T-|            |-T-|
    # 2                |-BR-|               |-SFH-|
    first = [(0.0, 1.0, TURN, "so"), (1.5, 2.5, TURN, "then"), (5.0, 5.75, TURN, "right")]
    second = [(2.25, 3.25, "Bounded Response", "yes"), (6.5, 8.0, "Strong Floor Hold", "well")]
    found = measure_corpus([agreed(first, second)])
    of_a = [one.take(one.annotator == 0) for one in (found.transfers, found.pauses, found.turns)]
    assert of_a[0].start_s.tolist() == [2.25, 5.0, 6.5]  # where the next one starts
    assert of_a[0].value_s.tolist() == [-0.25, 1.75, 0.75]
    assert of_a[0].speaker.tolist() == [2, 1, 2]
    assert of_a[0].row.tolist() == [0, 2, 1]
    assert (of_a[1].start_s.tolist(), of_a[1].value_s.tolist()) == ([1.0], [0.5])  # where the first one ends
    assert of_a[2].value_s.tolist() == [1.0, 1.0, 1.0, 0.75, 1.5]


def test_turns_of_one_speaker_that_touch_or_overlap_have_no_pause() -> None:
    found = measure_corpus([agreed([(0.0, 1.0, TURN, ""), (1.0, 3.0, TURN, ""), (2.0, 4.0, TURN, "")])])
    assert len(found.pauses) == len(found.transfers) == 0


def test_labels_are_counted_as_they_stand() -> None:
    # annotator:  a                 b
    # 1           Laughter 1.5 s    –
    # 2           Regular Turn 1 s  "" 2 s, Cough 0.5 s
    tracks = {
        (1, "a"): Track.from_segments([Segment(0.0, 1.5, "Laughter", "ha")]),
        (2, "a"): Track.from_segments([Segment(2.0, 3.0, "Regular Turn", "7")]),
        (2, "b"): Track.from_segments([Segment(4.0, 6.0, "", "yes"), Segment(1.0, 1.5, "Cough", "")]),
    }
    found = inventory([Conversation("1", 60.0), Conversation("2", 60.0, tracks)])
    assert found.labels[17:] == ("Regular Turn", "", "Cough")
    assert found.counts.sum() == 4
    assert found.counts[1, 0, 0, found.labels.index("Laughter")] == 1
    assert found.seconds[1, 0, 0, found.labels.index("Laughter")] == 1.5
    assert found.seconds[1, 1, 0, 17] == 1.0
    assert found.counts[1, 1, 1].tolist() == [0] * 18 + [1, 1]
    assert found.has_words.tolist() == [True, False, True, False]  # a number is no word
    assert found.segments.dialogue.tolist() == [1, 1, 1, 1]


def test_a_corpus_of_nothing_has_nothing() -> None:
    found = measure_corpus([])
    assert all(len(getattr(found, kind)) == 0 for kind in KINDS)
    assert found.inventory.counts.shape == (0, 2, 3, 17)
    assert found.pooled_agreement([]).frames == 0
    assert len(measure_reactions([], {}).takes) == 0


@pytest.mark.parametrize("case", score_cases()[:40], ids=lambda case: case["conversation_id"])
def test_moments_are_what_the_dynamics_sum_up(case: Case) -> None:
    found, expected = measured(case), dynamics(conversation_of(case))
    length_s = case["duration_s"]
    turns, offsets = found.turns.value_s, found.transfers.value_s
    assert (turns.mean() if len(turns) else 0.0) == expected.turn_length_mean_s
    assert (np.median(offsets) if len(offsets) else None) == expected.floor_transfer_offset_median_s
    assert len(offsets) / 3 == expected.speaker_changes
    assert found.inventory.counts.sum() / 3 / (length_s / 60) == pytest.approx(expected.events_per_min)
    place = found.inventory.labels.index("Overlap")
    assert found.inventory.seconds[..., place].sum() / 3 == pytest.approx(expected.overlap_s, abs=1e-9)
    silent = found.silences.value_s.sum() / 3 / length_s
    # The dynamics count what lies past the end as sound; the list of silences does not.
    assert silent >= (expected.silence_ratio or 0.0) - 1e-9


def test_agreement_pools_to_what_the_whole_gives() -> None:
    conversations = [conversation_of(case) for case in score_cases()[:20]]
    found = measure_corpus(conversations)
    for chosen in (range(20), [3], [7, 2, 11], []):
        expected = agreement([conversations[row] for row in chosen])
        assert asdict(found.pooled_agreement(list(chosen))) == asdict(expected)
        averages = mean_dynamics(dynamics(conversations[row]) for row in chosen)
        assert asdict(found.mean_dynamics(list(chosen))) == close_to(asdict(averages))


@given(CASES)
def test_swapping_the_channels_swaps_the_speakers(case: Case) -> None:
    assume(not has_ties(case))
    one, other = measured(case), measured(swapped(case))
    for kind in KINDS:
        mirrored = [
            (dialogue, speaker and 3 - speaker, *rest)
            for dialogue, speaker, *rest in rows(getattr(other, kind))
        ]
        assert sorted(mirrored) == rows(getattr(one, kind))
    assert one.inventory.labels == other.inventory.labels
    assert (one.inventory.counts == other.inventory.counts[:, ::-1]).all()


@given(CASES)
def test_shifting_time_changes_no_value(case: Case) -> None:
    one, other = measured(case), measured(shifted(case, DURATION_S))
    for kind in ("turns", "transfers", "pauses"):
        later = [(*rest, time - DURATION_S, value) for *rest, time, value in rows(getattr(other, kind))]
        assert later == rows(getattr(one, kind))
    assert (one.inventory.seconds == other.inventory.seconds).all()


@given(st.lists(CASES, min_size=1, max_size=3))
def test_dialogues_measured_together_are_those_measured_alone(cases: list[Case]) -> None:
    conversations = [conversation_of(case) for case in cases]
    together = measure_corpus(conversations)
    alone = [measure_corpus([one]) for one in conversations]
    for kind in KINDS:
        parts = [(row, *rest) for row, one in enumerate(alone) for _, *rest in rows(getattr(one, kind))]
        assert sorted(parts) == rows(getattr(together, kind))
    total = sum(int(one.inventory.counts.sum()) for one in alone)
    assert int(together.inventory.counts.sum()) == total


def test_reactions_are_numbered_by_dialogue() -> None:
    one = agreed([(0.0, 2.0, TURN, "")], [(2.5, 4.0, TURN, "")], name="one")
    two = agreed([(0.0, 2.0, TURN, "")], [(3.0, 4.0, TURN, "")], name="two")
    golds = {two.conversation_id: build_gold(two)}
    found = measure_reactions([one, two], golds)
    assert (found.takes.dialogue.tolist(), found.takes.value_s.tolist()) == ([1], [1.0])
