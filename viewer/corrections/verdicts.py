"""A verdict: what a reviewer decided about a span of one speaker."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from viewer.dialogue.conversation import SPEAKERS, Conversation
from viewer.dialogue.segments import Segment
from viewer.dialogue.taxonomy import label_class
from viewer.errors import InvalidDataError, Problem, Severity

MS_DIGITS = 3
"""Decided times are whole milliseconds: what the narrowest format that they are written to can hold."""

LONGEST_COMMENT = 4000
END_SLACK_S = 1e-9


class Choice(StrEnum):
    """What can be said of a span: who is right, or that nobody can tell."""

    A = "a"
    B = "b"
    C = "c"
    CONSENSUS = "consensus"
    OWN = "own"
    CANNOT_TELL = "cannot_tell"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One decision about one speaker.

    Parameters
    ----------
    id
        Names it in any journal; a UUID where it comes from one.
    conversation_id, speaker
        Whose tracks it is about; speaker 1 or 2.
    start_s, end_s
        The span that was judged, seconds; every segment that overlaps it is decided with it.
    choice
        Who is right.
    segments
        What is true of the span instead, in time order; empty: nothing is there. Of "cannot tell" nothing.

    References
    ----------
    ``docs/decisions/0014-audit-desk.md``.
    """

    id: str
    conversation_id: str
    speaker: int
    start_s: float
    end_s: float
    choice: Choice
    segments: tuple[Segment, ...] = ()


def require_sound(verdict: Verdict, conversation: Conversation) -> None:
    """Refuse a verdict that no track could hold.

    Parameters
    ----------
    verdict
        What somebody sent.
    conversation
        The dialogue that it is about.

    Raises
    ------
    InvalidDataError
        With all that is wrong: another dialogue or speaker, a span that is empty, reversed or outside the
        dialogue, decided segments that are reversed, outside the dialogue, finer than 1 ms or, where they are
        the reviewer's own, of a label outside the taxonomy.
    """
    problems = [*_place_problems(verdict, conversation), *_segment_problems(verdict, conversation)]
    if problems:
        raise InvalidDataError(problems)


def _place_problems(verdict: Verdict, conversation: Conversation) -> list[Problem]:
    found = []
    if verdict.conversation_id != conversation.conversation_id:
        found.append(
            _problem("conversation_id", repr(conversation.conversation_id), repr(verdict.conversation_id))
        )
    if verdict.speaker not in SPEAKERS:
        found.append(_problem("speaker", "1 or 2", repr(verdict.speaker)))
    start, end = verdict.start_s, verdict.end_s
    if not (math.isfinite(start) and math.isfinite(end) and start < end):
        found.append(_problem("span", "a start before its end", f"{start!r} to {end!r} s"))
    elif end <= 0 or start >= conversation.duration_s:
        length = f"a span within the dialogue, 0 to {conversation.duration_s!r} s"
        found.append(_problem("span", length, f"{start!r} to {end!r} s"))
    return found


def _segment_problems(verdict: Verdict, conversation: Conversation) -> list[Problem]:
    found = []
    if verdict.choice is Choice.CANNOT_TELL and verdict.segments:
        found.append(_problem("segments", "none where nobody can tell", str(len(verdict.segments))))
    last = conversation.duration_s + END_SLACK_S
    for row, one in enumerate(verdict.segments):
        where = f"segments[{row}]"
        times = (one.start_s, one.end_s)
        is_forward = all(map(math.isfinite, times)) and 0 <= one.start_s <= one.end_s
        if not is_forward:
            found.append(_problem(where, "a start from 0 s on and not after its end", f"{times!r}"))
        elif verdict.choice is Choice.OWN and one.end_s > last:
            found.append(_problem(where, f"an end within {conversation.duration_s!r} s", f"{one.end_s!r} s"))
        elif any(round(time, MS_DIGITS) != time for time in times):
            found.append(_problem(where, "times of whole milliseconds", f"{times!r}"))
        if verdict.choice is Choice.OWN and label_class(one.label) is None:
            found.append(_problem(f"{where}.label", "one of the 17 labels", repr(one.label)))
    return found


def _problem(where: str, expected: str, found: str) -> Problem:
    return Problem(Severity.ERROR, "verdict", where, expected, found)
