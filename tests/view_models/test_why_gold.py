from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.cases import conversation_of, score_cases, variant_cases
from tests.dialogues import settings_of
from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import BENCHMARK, TASKS, Task
from viewer.dialogue.segments import Segment, Track
from viewer.errors import UnknownNameError
from viewer.gold import build_gold
from viewer.view_models.why_gold import why_gold

TURN, BACK = "Normal Turn", "Continuer Backchannel"
TAKING, NOT_TAKING = "Floor-taking Competitive Interruption", "Non-floor Taking Competitive Interruption"
Rows = Sequence[tuple[float, float, str]]


def said(first: Rows, second: Rows, *, alone: Rows = ()) -> Conversation:
    """Return a dialogue that a and b hear alike; c heard on speaker 1 what is ``alone``, and no more."""
    tracks = {
        (speaker, name): Track.from_segments(Segment(*row) for row in rows)
        for speaker, rows in ((1, first), (2, second))
        for name in ("a", "b")
    }
    tracks[1, "c"] = Track.from_segments(Segment(*row) for row in alone)
    return Conversation("7", 60.0, tracks)


def asked(
    conversation: Conversation, task: Task, part: str, start: float, speaker: int = 1
) -> dict[str, Any]:
    gold = build_gold(conversation)
    return why_gold(conversation, gold, BENCHMARK, task=task, part=part, speaker=speaker, start_s=start)


def test_a_turns_end_tells_who_agreed_and_who_goes_on() -> None:
    found = asked(said([(1, 5, TURN), (9, 10, TURN)], [(6, 8, TURN)]), Task.EOT, "positives", 5.0)
    assert found["sentence"] == (
        "Annotators a and b agree within 0.20 s, by their medians, on a turn of speaker 1 that ends at "
        "00:05.000; the floor leaves them: speaker 2 starts at 00:06.000, before they go on at 00:09.000."
    )
    assert (found["view"], found["start_s"], found["end_s"], found["cuts"]) == ("turn", 1.0, 5.0, [])
    assert [(one["annotator"], one["role"]) for one in found["heard"]] == [("a", "member"), ("b", "member")]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ([(1, 5, TURN)], [(6, 8, TURN)], "they take no further turn"),
        (
            [(1, 5, TURN), (9, 10, TURN)],
            [(4, 6, TURN)],
            "speaker 2 is speaking, from 00:04.000 to 00:06.000",
        ),
    ],
)
def test_a_turns_end_tells_why_the_floor_leaves(first: Rows, second: Rows, words: str) -> None:
    assert words in asked(said(first, second), Task.EOT, "positives", 5.0)["sentence"]


# Speaker 1 pauses from 5 to 9. What begins at 7 cuts the pause there.
@pytest.mark.parametrize(
    ("first", "second", "alone", "what"),
    [
        ([(7, 7.5, BACK)], [], [], "a backchannel of speaker 1"),
        ([], [(7, 7.5, NOT_TAKING)], [], "a non-floor-taking interruption of speaker 2"),
        ([], [], [(7, 8, BACK)], "a dispute about speaker 1 in the label view"),
    ],
)
def test_a_pause_tells_what_cut_it(first: list[Any], second: Rows, alone: Rows, what: str) -> None:
    conversation = said([(1, 5, TURN), *first, (9, 10, TURN)], second, alone=alone)
    found = asked(conversation, Task.EOT, "negatives", 5.0)
    assert (found["start_s"], found["end_s"]) == (5.0, 7.0)
    assert found["cuts"][0]["what"] == what
    assert f"cut short at 00:07.000, after 2.00 s, by {what}." in found["sentence"]


def test_a_whole_pause_is_cut_by_nothing_not_even_the_others_backchannel() -> None:
    found = asked(said([(1, 5, TURN), (9, 10, TURN)], [(7, 7.5, BACK)]), Task.EOT, "negatives", 5.0)
    assert (found["end_s"], found["cuts"]) == (9.0, [])
    assert found["sentence"].endswith("they go on at 00:09.000 before speaker 2 speaks, so it is a pause.")


def test_interruptions_and_what_must_stay_quiet() -> None:
    conversation = said([(1, 5, TAKING), (7, 8, BACK)], [])
    assert asked(conversation, Task.INT, "positives", 1.0)["sentence"].endswith(
        "on an interruption of speaker 1; a model must detect its start."
    )
    assert asked(conversation, Task.INT, "negatives", 7.0)["sentence"].endswith(
        "on a backchannel of speaker 1; a model must stay quiet in it."
    )


def test_an_excluded_interval_tells_who_heard_what_alone() -> None:
    found = asked(said([], [], alone=[(7, 8, TURN)]), Task.EOT, "excluded", 7.0)
    assert found["heard"] == [
        {"annotator": "c", "label": TURN, "start_s": 7.0, "end_s": 8.0, "role": "alone"}
    ]
    assert found["sentence"].startswith("What c heard from 00:07.000 to 00:08.000 no other annotator heard")
    other = asked(said([(1, 2, NOT_TAKING)], []), Task.INT, "excluded", 1.0)
    assert other["sentence"].startswith("Speaker 1 interrupts without taking the floor, from 00:01.000")


def test_what_gold_has_not_is_refused() -> None:
    conversation = said([(1, 5, TURN)], [])
    for task, part in ((Task.EOT, "negatives"), (Task.INT, "positives"), (Task.EOT, "excluded")):
        with pytest.raises(UnknownNameError, match=f"{task.upper()} {part}: expected one of speaker 1"):
            asked(conversation, task, part, 5.0)


def every_part(gold: Gold) -> list[tuple[Task, str, int, float, float]]:
    found = []
    for task in TASKS:
        sets = gold.of(task)
        times = sets.positives.time_s.tolist()
        found += [
            (task, "positives", k, t, t) for k, t in zip(sets.positives.speaker.tolist(), times, strict=True)
        ]
        for part, spans in (("negatives", sets.negatives), ("excluded", sets.excluded)):
            columns = (spans.speaker.tolist(), spans.start_s.tolist(), spans.end_s.tolist())
            found += [(task, part, *row) for row in zip(*columns, strict=True)]
    return found


@pytest.mark.parametrize(
    "case", [*score_cases()[::8], *variant_cases()[::4]], ids=lambda case: case["conversation_id"]
)
def test_everything_in_the_vectors_gold_is_explained(case: dict[str, Any]) -> None:
    """Each has a sentence, members that agreed or annotators alone, and every cut pause its cut."""
    conversation, settings = conversation_of(case), settings_of(case)
    gold = build_gold(conversation, settings)
    for task, part, speaker, start, end in every_part(gold):
        found = why_gold(conversation, gold, settings, task=task, part=part, speaker=speaker, start_s=start)
        members = [one for one in found["heard"] if one["role"] == "member"]
        alone = [one for one in found["heard"] if one["role"] == "alone"]
        assert len(members) >= settings.min_agree or alone
        assert found["sentence"].endswith(".")
        assert {one["annotator"] for one in found["heard"]} <= set(ANNOTATORS)
        if task is Task.EOT and part == "negatives":
            turns = gold.turn_events
            following = turns.start_s[(turns.speaker == speaker) & (turns.start_s > start)].min()
            assert (found["cuts"] == []) is bool(end == following)
