from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import Case, conversation_of
from tests.properties.conversations import CASES, DURATION_S, EIGHTH_S, LABELS, LAST_EIGHTH
from viewer.corrections import (
    Choice,
    Verdict,
    apply_verdicts,
    decided_segments,
    own_segment,
    removed_segments,
    require_sound,
)
from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.segments import Segment, Track
from viewer.errors import InvalidDataError
from viewer.gold import build_gold

TURN = "Normal Turn"
BACKCHANNEL = "Continuer Backchannel"
DURATION = 60.0


def heard(a: Sequence[Segment], b: Sequence[Segment], c: Sequence[Segment]) -> Conversation:
    """Return a dialogue in which speaker 1 was heard by three annotators."""
    rows = dict(zip(ANNOTATORS, (a, b, c), strict=True))
    return Conversation(
        "7", DURATION, {(1, name): Track.from_segments(found) for name, found in rows.items() if found}
    )


def verdict_on(start: float, end: float, choice: Choice, *segments: Segment, speaker: int = 1) -> Verdict:
    return Verdict("v", "7", speaker, start, end, choice, segments)


def rows_of(conversation: Conversation, speaker: int = 1) -> dict[str, list[Segment]]:
    return {name: list(conversation.track(speaker, name)) for name in ANNOTATORS}


# seconds  1         2         3         4         5
# a        |===1:turn====|         |=2:turn==|
# b        |==========3:turn=================|
# c        |===4:turn===|          |=5:back==|
ONE, TWO, THREE = Segment(1.0, 2.5, TURN, "so we"), Segment(3.5, 4.5, TURN), Segment(1.0, 4.5, TURN, "so")
FOUR, FIVE = Segment(1.0, 2.4, TURN), Segment(3.5, 4.5, BACKCHANNEL)
APART = heard([ONE, TWO], [THREE], [FOUR, FIVE])


@pytest.mark.parametrize(
    ("choice", "decided"),
    [(Choice.A, (TWO,)), (Choice.B, (THREE,)), (Choice.C, (FIVE,)), (Choice.OWN, ())],
)
def test_the_one_who_is_right_is_written_into_all_three_tracks(
    choice: Choice, decided: tuple[Segment, ...]
) -> None:
    gold = build_gold(APART)
    found = decided_segments(APART, gold, 1, 3.0, 5.0, choice)
    assert found == decided
    after = rows_of(apply_verdicts(APART, [verdict_on(3.0, 5.0, choice, *found)]))
    assert after == {"a": [ONE, *decided], "b": [*decided], "c": [FOUR, *decided]}


def test_every_segment_that_overlaps_goes_as_a_whole_and_one_that_touches_stays() -> None:
    verdict = verdict_on(2.5, 3.5, Choice.OWN)
    assert removed_segments(APART, verdict) == {"a": (), "b": (THREE,), "c": ()}
    after = rows_of(apply_verdicts(APART, [verdict]))
    assert after == {"a": [ONE, TWO], "b": [], "c": [FOUR, FIVE]}


def test_cannot_tell_changes_nothing() -> None:
    verdict = verdict_on(1.0, 5.0, Choice.CANNOT_TELL)
    assert apply_verdicts(APART, [verdict]) is APART
    assert removed_segments(APART, verdict) == {"a": (), "b": (), "c": ()}


def test_the_consensus_keeps_its_label_its_times_and_its_first_words() -> None:
    conversation = heard(
        [Segment(1.0, 2.0, "Filler", "um")],
        [Segment(1.1, 2.1, TURN, "um so")],
        [Segment(1.05, 2.0006, "Regular Turn")],
    )
    (found,) = decided_segments(conversation, build_gold(conversation), 1, 0.5, 3.0, Choice.CONSENSUS)
    assert found == Segment(1.05, 2.001, TURN, "um")  # the median 2.0006 to 1 ms


def test_of_two_labels_the_consensus_takes_the_first_annotators() -> None:
    conversation = heard([], [Segment(1.0, 2.0, "Filler")], [Segment(1.0, 2.0, TURN, "yes")])
    (found,) = decided_segments(conversation, build_gold(conversation), 1, 0.5, 3.0, Choice.CONSENSUS)
    assert found == Segment(1.0, 2.0, "Filler", "")


def test_a_time_in_the_dialogue_is_not_rounded_out_of_it() -> None:
    conversation = Conversation("7", 10.0008)
    assert own_segment(conversation, 1, TURN, 1.23456, 10.0007) == Segment(1.235, 10.0, TURN, "")
    assert own_segment(conversation, 1, TURN, 1.0, 10.0004).end_s == 10.0


def test_an_own_segment_has_the_words_of_who_wrote_some_there() -> None:
    assert own_segment(APART, 1, TURN, 0.5, 1.5).text == "so we"
    assert own_segment(APART, 1, TURN, 2.6, 2.8).text == "so"  # only b has anything there
    assert own_segment(APART, 2, TURN, 0.5, 1.5).text == ""


def test_what_replaces_nothing_stands_before_what_starts_later() -> None:
    own = Segment(2.6, 3.4, BACKCHANNEL)
    after = rows_of(apply_verdicts(APART, [verdict_on(2.6, 3.4, Choice.OWN, own)]))
    assert after == {"a": [ONE, own, TWO], "b": [own], "c": [FOUR, own, FIVE]}


def test_what_is_decided_stands_where_the_first_removed_segment_stood() -> None:
    unsorted = heard([TWO, ONE, Segment(2.6, 3.0, TURN)], [], [])
    own = Segment(1.2, 2.0, TURN)
    after = apply_verdicts(unsorted, [verdict_on(1.0, 2.8, Choice.OWN, own)])
    assert list(after.track(1, "a")) == [TWO, own]


def test_a_later_verdict_decides_again_what_it_overlaps() -> None:
    first = verdict_on(3.0, 5.0, Choice.C, FIVE)
    second = verdict_on(4.0, 6.0, Choice.A, TWO)
    both, other_way = apply_verdicts(APART, [first, second]), apply_verdicts(APART, [second, first])
    assert rows_of(both)["c"] == [FOUR, TWO]
    assert rows_of(other_way)["c"] == [FOUR, FIVE]


def test_verdicts_about_others_change_nothing_here() -> None:
    elsewhere = Verdict("v", "8", 1, 1.0, 5.0, Choice.OWN)
    assert apply_verdicts(APART, [elsewhere]) is APART
    after = apply_verdicts(APART, [verdict_on(1.0, 5.0, Choice.OWN, ONE, speaker=2)])
    assert rows_of(after) == rows_of(APART)
    assert rows_of(after, speaker=2) == {name: [ONE] for name in ANNOTATORS}


@pytest.mark.parametrize(
    ("verdict", "message"),
    [
        (verdict_on(2.0, 2.0, Choice.A), r"span: expected a start before its end, found 2\.0 to 2\.0 s"),
        (verdict_on(float("nan"), 2.0, Choice.A), "span: expected a start before its end, found nan"),
        (verdict_on(60.0, 61.0, Choice.A), r"expected a span within the dialogue, 0 to 60\.0 s, found 60\.0"),
        (verdict_on(1.0, 2.0, Choice.A, speaker=3), "speaker: expected 1 or 2, found 3"),
        (
            verdict_on(1.0, 2.0, Choice.OWN, Segment(1.0, 2.0, "Cough")),
            r"segments\[0\]\.label: expected one of the 17 labels, found 'Cough'",
        ),
        (verdict_on(1.0, 2.0, Choice.OWN, Segment(2.0, 1.0, TURN)), r"segments\[0\]: expected a start from"),
        (verdict_on(1.0, 2.0, Choice.OWN, Segment(1.0, 61.0, TURN)), r"expected an end within 60\.0 s"),
        (verdict_on(1.0, 2.0, Choice.A, Segment(1.0, 1.0005, TURN)), "expected times of whole milliseconds"),
        (verdict_on(1.0, 2.0, Choice.CANNOT_TELL, ONE), "expected none where nobody can tell, found 1"),
        (Verdict("v", "8", 1, 1.0, 2.0, Choice.A), "conversation_id: expected '7', found '8'"),
    ],
)
def test_a_verdict_that_no_track_can_hold_is_refused(verdict: Verdict, message: str) -> None:
    with pytest.raises(InvalidDataError, match=message):
        require_sound(verdict, APART)


def test_an_annotators_unknown_label_can_be_right() -> None:
    require_sound(verdict_on(1.0, 2.0, Choice.A, Segment(1.0, 2.0, "Cough")), APART)


SPANS = st.tuples(
    st.integers(0, LAST_EIGHTH - 1),
    st.integers(1, 16),
    st.sampled_from((1, 2)),
    st.sampled_from(list(Choice)),
)
OWN = st.lists(
    st.tuples(st.integers(0, LAST_EIGHTH - 1), st.integers(0, 12), st.sampled_from(LABELS[:-1])), max_size=2
)


def drawn_verdicts(
    source: Conversation, drawn: list[tuple[tuple[int, int, int, Choice], list[tuple[int, int, str]]]]
) -> list[Verdict]:
    """Give drawn verdicts one after the other, each about what the ones before it left."""
    verdicts: list[Verdict] = []
    for (first, length, speaker, choice), own in drawn:
        now = apply_verdicts(source, verdicts)
        start, end = first * EIGHTH_S, (first + length) * EIGHTH_S
        decided = decided_segments(now, build_gold(now), speaker, start, end, choice)
        if choice is Choice.OWN:
            decided = tuple(
                own_segment(now, speaker, label, at * EIGHTH_S, min((at + size) * EIGHTH_S, DURATION_S))
                for at, size, label in own
            )
        verdict = Verdict(str(len(verdicts)), source.conversation_id, speaker, start, end, choice, decided)
        require_sound(verdict, now)
        verdicts.append(verdict)
    return verdicts


DRAWN = st.lists(st.tuples(SPANS, OWN), max_size=6)


@given(case=CASES, drawn=DRAWN, chosen=st.lists(st.booleans(), min_size=6, max_size=6))
def test_any_subset_folds_from_the_source_and_none_is_the_source(
    case: Case,
    drawn: list[tuple[tuple[int, int, int, Choice], list[tuple[int, int, str]]]],
    chosen: list[bool],
) -> None:
    source = conversation_of(case)
    verdicts = drawn_verdicts(source, drawn)
    on = [one for one, is_on in zip(verdicts, chosen, strict=False) if is_on]
    stepwise = source
    for one in on:
        stepwise = apply_verdicts(stepwise, [one])
    together = apply_verdicts(source, on)
    for speaker in (1, 2):
        assert rows_of(together, speaker) == rows_of(stepwise, speaker)
    assert apply_verdicts(source, []) is source


@given(case=CASES, drawn=DRAWN)
def test_after_a_verdict_the_three_agree_on_what_they_hold_in_the_span(
    case: Case, drawn: list[tuple[tuple[int, int, int, Choice], list[tuple[int, int, str]]]]
) -> None:
    source = conversation_of(case)
    verdicts = [one for one in drawn_verdicts(source, drawn) if one.choice is not Choice.CANNOT_TELL]
    for verdict in verdicts[-1:]:
        after = apply_verdicts(source, verdicts)
        for annotator in ANNOTATORS:
            rows = list(after.track(verdict.speaker, annotator))
            inside = [one for one in rows if one.start_s < verdict.end_s and verdict.start_s < one.end_s]
            assert [one for one in inside if one not in verdict.segments] == []
