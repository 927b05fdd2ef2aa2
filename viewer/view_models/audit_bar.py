"""The verdict bar: six choices, what each would write, the own label, and how saving went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewer.audit import Desk, Question
from viewer.corrections import Choice, decided_segments
from viewer.dialogue.taxonomy import CLASS_NAMES, LABEL_CLASSES, LabelClass
from viewer.journal import Entry, Verb
from viewer.loaders.roles import Role
from viewer.view_models.audit_history import verdict_text
from viewer.view_models.audit_seat import Seat
from viewer.view_models.audit_words import CHOICE_TITLES, CHOICES, question_title, segments_text
from viewer.view_models.formats import clock

LABELS = [
    {"class": CLASS_NAMES[one], "labels": [name for name, found in LABEL_CLASSES.items() if found is one]}
    for one in LabelClass
]
NOTHING_CHANGES = "changes nothing"
SHORT_TITLES = {Choice.CONSENSUS: "Consensus"}


@dataclass(frozen=True)
class Outcome:
    """How the last attempt to save went.

    ``kind`` is empty, ``saved``, ``error`` or ``conflict``; of a conflict ``theirs`` holds what others wrote.
    """

    kind: str = ""
    text: str = ""
    theirs: tuple[Entry, ...] = ()


def bar(desk: Desk, question: Question, seat: Seat, outcome: Outcome) -> dict[str, Any]:
    """Return the verdict bar of a question.

    Parameters
    ----------
    desk, question, seat
        What is asked of whom, and what they have chosen.
    outcome
        How the last attempt to save went.
    """
    return {
        "item": seat.item,
        "title": question_title(question),
        "question": asks(question),
        "choices": [_choice(desk, question, seat, one) for one in CHOICES],
        "chosen": CHOICES.index(seat.choice) + 1 if seat.choice is not None else 0,
        "own": {"label": seat.label, "times": _own_times(seat)},
        "labels": LABELS,
        "reviewer": seat.reviewer,
        "is_verified": seat.is_verified,
        "outcome": {
            "kind": outcome.kind,
            "text": outcome.text,
            "theirs": [_theirs(one) for one in outcome.theirs],
            "yours": CHOICE_TITLES[seat.choice] if seat.choice is not None else "",
        },
    }


def asks(question: Question) -> str:
    """Return the question in words."""
    times = f"{clock(question.start_s, 2)} to {clock(question.end_s, 2)}"
    return f"What does Speaker {question.speaker} do from {times}?"


def _choice(desk: Desk, question: Question, seat: Seat, choice: Choice) -> dict[str, Any]:
    return {
        "number": CHOICES.index(choice) + 1,
        "title": SHORT_TITLES.get(choice, CHOICE_TITLES[choice]),
        "text": _would_write(desk, question, seat, choice),
    }


def _would_write(desk: Desk, question: Question, seat: Seat, choice: Choice) -> str:
    if choice is Choice.CANNOT_TELL:
        return NOTHING_CHANGES
    if choice is Choice.OWN:
        return f"{seat.label}" if seat.choice is Choice.OWN else "draw it on the gold lane"
    gold = desk.work.golds(desk.settings).get(question.conversation_id)
    if gold is None:
        return ""
    source = desk.work.conversation(question.conversation_id)
    span = (question.start_s, question.end_s)
    return segments_text(decided_segments(source, gold, question.speaker, *span, choice))


def _own_times(seat: Seat) -> str:
    return f"{clock(seat.start_s, 3)} to {clock(seat.end_s, 3)}"


def _theirs(one: Entry) -> dict[str, str]:
    what = verdict_text(one) if one.verb is Verb.VERDICT else f"{one.verb} of a verdict"
    return {"who": one.reviewer, "what": what, "comment": one.comment}


def news(desk: Desk, question: Question, seat: Seat) -> tuple[Entry, ...]:
    """Return the standing verdicts of others that touch a span and came after the question was opened."""
    return tuple(
        one
        for one in desk.verdicts(question.conversation_id)
        if one.channel.speaker == question.speaker
        and one.revision > seat.basis
        and one.reviewer != seat.reviewer
        and seat.role is not Role.SECOND  # who decides blind hears of nobody
        and one.start_s < question.end_s
        and question.start_s < one.end_s
    )
