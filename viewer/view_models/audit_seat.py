"""What a reviewer has before them: a question, and what they are about to say of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from viewer.audit import Desk, Question
from viewer.corrections import Choice, own_segment
from viewer.corrections.verdicts import MS_DIGITS
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.segments import Segment
from viewer.dialogue.taxonomy import ALIASES, LABEL_CLASSES
from viewer.journal import Draft
from viewer.loaders.roles import Role
from viewer.view_models.audit_words import CHOICES

FIRST_LABEL = "Normal Turn"


@dataclass(frozen=True)
class Seat:
    """One reviewer's draft of a verdict.

    Parameters
    ----------
    item
        The question, by its name; empty for none.
    nonce
        Another one is another question.
    choice
        What is chosen, None as long as nothing is.
    label, start_s, end_s
        The own verdict.
    comment
        Why.
    reviewer, is_verified
        Who sits here, and whether the name comes from a login.
    basis
        The channel's revision when the question was opened: what has been written since is news to them.
    role
        Of a team; None without a login.
    """

    item: str = ""
    nonce: int = 0
    choice: Choice | None = None
    label: str = FIRST_LABEL
    start_s: float = 0.0
    end_s: float = 0.0
    comment: str = ""
    reviewer: str = ""
    is_verified: bool = False
    basis: int = 0
    role: Role | None = None

    def at(self, question: Question, item: str, conversation: Conversation) -> Seat:
        """Return the seat at another question; nothing is chosen there yet."""
        heard = [label for one in question.heard for label in one.split(" + ") if label]
        label = ALIASES.get(heard[0], heard[0]) if heard else FIRST_LABEL
        return replace(
            self,
            item=item,
            nonce=self.nonce + 1,
            choice=None,
            label=label if label in LABEL_CLASSES else FIRST_LABEL,
            start_s=round(max(question.start_s, 0.0), MS_DIGITS),
            end_s=round(min(question.end_s, conversation.duration_s), MS_DIGITS),
            comment="",
        )

    def choosing(self, number: object) -> Seat:
        """Return the seat with a choice by its key, 1 to 6; any other number chooses nothing."""
        is_key = isinstance(number, int) and 1 <= number <= len(CHOICES)
        return replace(self, choice=CHOICES[number - 1] if is_key and isinstance(number, int) else None)


def draft_of(desk: Desk, question: Question, seat: Seat) -> Draft | None:
    """Return the verdict that the seat would save, None as long as nothing is chosen.

    Raises
    ------
    InvalidDataError
        If no track could hold it.
    """
    if seat.choice is None:
        return None
    own: tuple[Segment, ...] = ()
    start_s, end_s = question.start_s, question.end_s
    if seat.choice is Choice.OWN:
        conversation = desk.work.conversation(question.conversation_id)
        own = (own_segment(conversation, question.speaker, seat.label, seat.start_s, seat.end_s),)
        # An own segment that leaves the span decides what it covers too: nothing else may stand in it.
        start_s, end_s = min(start_s, seat.start_s), max(end_s, seat.end_s)
    return desk.draft(
        question.conversation_id,
        question.speaker,
        start_s,
        end_s,
        seat.choice,
        reviewer=seat.reviewer or "?",
        is_verified=seat.is_verified,
        own=own,
        comment=seat.comment,
        item=question.id,
    )
