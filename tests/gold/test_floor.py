"""Turn ends and pauses, drawn by hand."""

from __future__ import annotations

from tests.dialogues import agreed
from viewer.dialogue.gold_sets import Gold
from viewer.gold import build_gold

TURN = "Normal Turn"
INT = "Floor-taking Competitive Interruption"
NFI = "Non-floor Taking Cooperative Interruption"
BC = "Continuer Backchannel"


def _pauses(gold: Gold) -> list[tuple[int, float, float]]:
    spans = gold.eot.negatives
    return list(zip(spans.speaker.tolist(), spans.start_s.tolist(), spans.end_s.tolist(), strict=True))


def _ends(gold: Gold) -> list[tuple[int, float]]:
    events = gold.eot.positives
    return list(zip(events.speaker.tolist(), events.time_s.tolist(), strict=True))


def test_a_turn_end_that_the_other_answers_is_a_positive() -> None:
    # 1 |====|       |==|
    # 2       |==|
    gold = build_gold(agreed([(1, 2, TURN, ""), (5, 6, TURN, "")], [(3, 4, TURN, "")]))
    assert _ends(gold) == [(1, 2.0), (1, 6.0), (2, 4.0)]
    assert _pauses(gold) == []


def test_a_gap_before_the_same_speaker_goes_on_is_a_pause() -> None:
    # 1 |====|  |====|
    gold = build_gold(agreed([(1, 2, TURN, ""), (3, 4, TURN, "")]))
    assert _ends(gold) == [(1, 4.0)]
    assert _pauses(gold) == [(1, 2.0, 3.0)]


def test_an_end_while_the_other_is_speaking_is_a_positive() -> None:
    # 1 |====|     |==|
    # 2    |====|
    gold = build_gold(agreed([(1, 2, TURN, ""), (3, 4, TURN, "")], [(1.5, 2.5, TURN, "")]))
    assert (1, 2.0) in _ends(gold)


def test_an_end_inside_another_turn_of_the_same_speaker_is_skipped() -> None:
    # 1 |=========|
    # 1   |===|
    gold = build_gold(agreed([(1, 5, TURN, ""), (2, 3, TURN, "")]))
    assert _ends(gold) == [(1, 5.0)]


def test_the_others_interruption_cuts_a_pause_and_their_backchannel_does_not() -> None:
    # 1 |====|            |====|
    # 2         |nfi|
    interrupted = build_gold(agreed([(1, 2, TURN, ""), (6, 7, TURN, "")], [(4, 5, NFI, "")]))
    heard = build_gold(agreed([(1, 2, TURN, ""), (6, 7, TURN, "")], [(4, 5, BC, "")]))
    assert _pauses(interrupted) == [(1, 2.0, 4.0)]
    assert _pauses(heard) == [(1, 2.0, 6.0)]


def test_interruptions_are_positives_and_backchannels_negatives() -> None:
    gold = build_gold(agreed([(1, 5, TURN, "")], [(2, 2.5, BC, ""), (4, 6, INT, "")]))
    assert gold.interruption.positives.time_s.tolist() == [4.0]
    assert gold.interruption.negatives.start_s.tolist() == [2.0]


def test_a_non_floor_taking_interruption_masks_its_own_speakers_decisions() -> None:
    gold = build_gold(agreed([(1, 5, TURN, "")], [(2, 3, NFI, "")]))
    assert gold.interruption.excluded.speaker.tolist() == [2]
    assert gold.interruption.excluded.start_s.tolist() == [2.0]


def test_equal_turn_ends_count_once() -> None:
    gold = build_gold(agreed([(1, 4, TURN, ""), (3, 4, TURN, "")]))
    assert _ends(gold) == [(1, 4.0)]
