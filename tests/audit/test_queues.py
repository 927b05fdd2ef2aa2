from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.audit.small import BACK, TAKING, TURN, small_split
from tests.corpora import split_of
from viewer.audit import Kind, Question, Queue, narrowed, questions, spot_checks
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.errors import HiddenLabelsError


def found_in(folder: Path, queue: Queue, **options: object) -> list[Question]:
    return narrowed(questions(small_split(folder, **options), BENCHMARK), queue=queue)


def test_what_every_model_misses_is_asked_over_the_turn_that_ends_there(tmp_path: Path) -> None:
    # 8 s after a turn's end is too late for it; 8 s after the one at 12 is in time for the one at 20
    found = found_in(tmp_path, Queue.ALL_MISS, models=("never",))
    in_first = {
        (one.speaker, one.start_s, one.end_s)
        for one in found
        if one.conversation_id == "1" and one.task is Task.EOT
    }
    assert in_first == {(1, 1.0, 5.0), (2, 6.0, 9.0)}
    assert {one.models for one in found} == {("never",)}
    interruption = [one for one in found if one.task is Task.INT]
    assert [(one.conversation_id, one.start_s, one.end_s, one.heard) for one in interruption] == [
        ("2", 8.0, 12.0, (TAKING, TAKING, TAKING))
    ]


def test_what_one_model_hits_is_not_missed_by_all(tmp_path: Path) -> None:
    found = found_in(tmp_path, Queue.ALL_MISS, models=("never", "quick"))
    assert found == []


def test_what_every_model_fires_on_is_asked_with_a_little_around_a_pause(tmp_path: Path) -> None:
    found = found_in(tmp_path, Queue.ALL_FIRE)
    pauses = [one for one in found if one.task is Task.EOT]
    assert [(one.conversation_id, one.speaker, one.start_s, one.end_s) for one in pauses] == [
        ("1", 1, 11.99, 15.01)
    ]
    assert pauses[0].heard == (f"{TURN} + {TURN}", f"{TURN} + {TURN}", TURN)
    backchannels = [one for one in found if one.task is Task.INT]
    assert {(one.conversation_id, one.start_s, one.end_s) for one in backchannels} == {
        ("1", 16.0, 16.5),
        ("2", 10.0, 10.5),
    }


def test_a_decision_near_a_windows_end_names_its_models(tmp_path: Path) -> None:
    found = [one for one in found_in(tmp_path, Queue.EDGE) if one.kind is Kind.WINDOW]
    assert {one.models for one in found} == {("edgy",)}  # 2.96 s late: 0.04 s before the window closes
    assert (1, 1.0, 5.0) in {(one.speaker, one.start_s, one.end_s) for one in found}


def test_questions_are_sorted_by_how_far_scores_could_move(tmp_path: Path) -> None:
    found = questions(split_of(tmp_path), BENCHMARK)
    assert [one.moves for one in found] == sorted((one.moves for one in found), reverse=True)
    assert {one.queue for one in found} >= {Queue.DISPUTE, Queue.TWO_TO_ONE, Queue.EDGE}
    ids = Counter((one.conversation_id, one.id) for one in found)
    assert max(ids.values()) == 1


def test_how_far_scores_could_move_is_counted_by_hand(tmp_path: Path) -> None:
    """The small split has 8 turn ends and one pause; "quick" hits all and fires it, "never" hits two of 8."""
    work = small_split(tmp_path, models=("quick",))
    found = questions(work, BENCHMARK)
    pause = next(one for one in found if one.queue is Queue.ALL_FIRE and one.task is Task.EOT)
    # The pause has fired, as every one does: |1 - 1| / 1; an end at 12 would be hit, as all are: |1 - 1| / 8.
    assert pause.moves == pytest.approx(0.0)
    third = next(one for one in found if one.queue is Queue.TWO_TO_ONE and one.conversation_id == "3")
    assert third.moves == pytest.approx(0.0)  # its end is hit, as all are: whether it is there or not
    never = questions(small_split(tmp_path / "never", models=("quick", "never")), BENCHMARK)
    third = next(one for one in never if one.queue is Queue.TWO_TO_ONE and one.conversation_id == "3")
    assert third.moves == pytest.approx((abs(1 - 1) + abs(0 - 2 / 8)) / 2 / 8)


def test_without_models_every_event_weighs_one(tmp_path: Path) -> None:
    found = questions(small_split(tmp_path, models=()), BENCHMARK)
    third = [one for one in found if one.conversation_id == "3"]
    assert [(one.queue, one.start_s, one.end_s, one.moves) for one in third] == [
        (Queue.TWO_TO_ONE, 2.0, 6.0, 1.0),
        (Queue.TWO_TO_ONE, 7.0, 12.0, 1.0),
    ]


def test_a_list_is_narrowed_by_every_condition(tmp_path: Path) -> None:
    found = questions(small_split(tmp_path), BENCHMARK)
    chosen = narrowed(found, queue=Queue.TWO_TO_ONE, kind=Kind.MISSING, pair="ab", conversation_id="1")
    assert [(one.start_s, one.heard) for one in chosen] == [(16.0, (BACK, BACK, ""))]
    assert narrowed(found) == list(found)
    assert narrowed(found, pair="bc", queue=Queue.TWO_TO_ONE) == []


def test_the_same_seed_draws_the_same_spot_checks(tmp_path: Path) -> None:
    work = split_of(tmp_path)
    first = spot_checks(work, BENCHMARK, seed=1, count=20)
    assert spot_checks(work, BENCHMARK, seed=1, count=20) == first
    assert spot_checks(work, BENCHMARK, seed=2, count=20) != first
    assert len(set(first)) == 20


def test_spot_checks_take_turns_among_types_and_classes(tmp_path: Path) -> None:
    work = small_split(tmp_path)
    everything = spot_checks(work, BENCHMARK, seed=3, count=100)
    assert len(everything) == 11  # every consensus event of the label view, once
    strata = [(work.conversations[one.conversation_id].conversation_type, one.heard[0]) for one in everything]
    first_round = strata[: len(set(strata))]
    assert len(set(first_round)) == len(first_round)


def test_hidden_labels_have_no_queue(tmp_path: Path) -> None:
    work = small_split(tmp_path, labels="hidden")
    with pytest.raises(HiddenLabelsError, match="expected public labels, found hidden ones"):
        questions(work, BENCHMARK)
    with pytest.raises(HiddenLabelsError, match="expected public labels, found hidden ones"):
        spot_checks(work, BENCHMARK, seed=1)
