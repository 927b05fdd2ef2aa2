from __future__ import annotations

import dataclasses

import pytest

from tests.journal.drafting import CHANNEL, verdict
from viewer.audit import Kind, Question, Queue, progress, reviewer_agreement
from viewer.corrections import Choice
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.segments import Segment
from viewer.journal import Channel, Entry
from viewer.journal.verdicts import entry_of_draft

CONVERSATIONS = {"7": Conversation("7", 20.0)}


def said(
    reviewer: str,
    start: float,
    end: float,
    *segments: tuple[float, float, str],
    item: str = "",
    channel: Channel = CHANNEL,
    choice: Choice = Choice.OWN,
) -> Entry:
    draft = dataclasses.replace(
        verdict(reviewer=reviewer, item=item, channel=channel),
        start_s=start,
        end_s=end,
        choice=choice,
        segments=tuple(Segment(*one) for one in segments),
    )
    return entry_of_draft(draft, at_us=1, sequence=1, revision=1)


def test_who_says_the_same_agrees_and_silence_counts() -> None:
    turn = (1.0, 2.0, "Normal Turn")
    found = reviewer_agreement([said("A", 0.5, 2.5, turn), said("B", 0.5, 2.5, turn)], CONVERSATIONS)
    assert found.cohen_kappa == {("A", "B"): 1.0}
    assert found.frames == {("A", "B"): 20}
    assert found.boundary_f1_mean == {("A", "B"): 1.0}
    assert found.fleiss_kappa == 1.0


def test_kappa_is_counted_by_hand() -> None:
    """Ten frames: A says turn in the first five, B in the first four, silence elsewhere: 9 are alike."""
    found = reviewer_agreement(
        [said("A", 0.0, 1.0, (0.0, 0.5, "Filler")), said("B", 0.0, 1.0, (0.0, 0.4, "Normal Turn"))],
        CONVERSATIONS,
    )
    by_chance = 0.5 * 0.4 + 0.5 * 0.6
    assert found.cohen_kappa["A", "B"] == pytest.approx((0.9 - by_chance) / (1 - by_chance))


def test_only_what_both_judged_counts() -> None:
    entries = [
        said("A", 0.0, 2.0, (0.0, 2.0, "Filler")),
        said("B", 1.0, 3.0, (1.0, 3.0, "Laughter")),
        said("C", 9.0, 10.0),
        said("C", 0.0, 5.0, choice=Choice.CANNOT_TELL),
    ]
    found = reviewer_agreement(entries, CONVERSATIONS)
    assert found.frames == {("A", "B"): 10, ("A", "C"): 0, ("B", "C"): 0}
    assert found.cohen_kappa == {("A", "B"): 0.0, ("A", "C"): None, ("B", "C"): None}
    assert found.boundary_f1_mean == {("A", "B"): 0.0, ("A", "C"): None, ("B", "C"): None}
    assert found.fleiss_kappa is None


def test_a_later_verdict_by_the_same_person_counts() -> None:
    turn = (1.0, 2.0, "Normal Turn")
    entries = [
        said("A", 0.0, 3.0, (1.5, 2.0, "Laughter")),
        said("B", 0.0, 3.0, turn),
        said("A", 0.0, 3.0, turn),
    ]
    found = reviewer_agreement(entries, CONVERSATIONS)
    assert (found.cohen_kappa["A", "B"], found.boundary_f1_mean["A", "B"]) == (1.0, 1.0)


def test_speakers_are_apart_and_dialogues_are_averaged() -> None:
    other = dataclasses.replace(CHANNEL, conversation_id="8")
    turn, late = (1.0, 2.0, "Filler"), (1.5, 2.0, "Filler")
    entries = [
        said("A", 0.0, 3.0, turn),
        said("B", 0.0, 3.0, turn),
        said("A", 0.0, 3.0, turn, channel=other),
        said("B", 0.0, 3.0, late, channel=other),
        said("A", 0.0, 3.0, turn, channel=dataclasses.replace(CHANNEL, speaker=2)),
    ]
    found = reviewer_agreement(entries, {**CONVERSATIONS, "8": Conversation("8", 20.0)})
    assert found.boundary_f1_mean["A", "B"] == 0.5
    assert found.frames["A", "B"] == 60


def test_nobody_has_no_agreement() -> None:
    found = reviewer_agreement([], {})
    assert (found.fleiss_kappa, found.cohen_kappa) == (None, {})
    alone = reviewer_agreement([said("A", 0.0, 1.0)], CONVERSATIONS)
    assert (alone.fleiss_kappa, alone.cohen_kappa) == (None, {})


def test_progress_counts_each_question_once_for_each_who_answered() -> None:
    asked = [
        Question(Queue.DISPUTE, Kind.LABEL, "7", 1, 0.0, 1.0),
        Question(Queue.DISPUTE, Kind.LABEL, "7", 1, 2.0, 3.0),
        Question(Queue.EDGE, Kind.WINDOW, "7", 1, 2.0, 3.0),
    ]
    entries = [
        said("A", 0.0, 1.0, item=asked[0].id),
        said("A", 0.0, 1.0, item=asked[0].id),
        said("A", 2.0, 3.0, item=asked[2].id),
        said("B", 0.0, 1.0, item=asked[0].id),
        said("B", 0.0, 1.0, item="dispute-2-0.0-1.0"),
    ]
    assert progress(asked, entries) == {"A": {"dispute": 1, "edge": 1}, "B": {"dispute": 1}}
