"""One line of the journal: a verdict, or the undoing or redoing of one."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from viewer.corrections import Choice, Verdict
from viewer.dialogue.segments import Segment

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)


class Verb(StrEnum):
    """What an entry does."""

    VERDICT = "verdict"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Channel:
    """Whom an entry is about; each channel has revisions of its own.

    Parameters
    ----------
    split, conversation_id, speaker
        As the corpus names them.
    source
        Digest of that speaker's tracks (`viewer.corrections.source_digest`): labels that were changed in the
        source are another channel, on which old verdicts say nothing.
    """

    split: str
    conversation_id: str
    speaker: int
    source: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody wants to write down.

    Parameters
    ----------
    channel
        Whom it is about.
    verb
        What it does.
    reviewer
        Who says so, as they call themselves or as they logged in.
    is_verified
        Whether the name comes from a login.
    source_file
        The file of the labels as the user names it; to read, never to open.
    target
        The verdict that is undone or redone; empty for a verdict.
    start_s, end_s, choice, segments
        Of a verdict: the span, who is right, what is written into it ("after").
    before
        Of a verdict: what it took out of each annotator's track.
    comment
        Why.
    item
        The entry of a queue that it answers; may be empty.
    id
        A UUID made by who writes: writing the same again after a lost answer changes nothing.
    """

    channel: Channel
    verb: Verb
    reviewer: str
    is_verified: bool = False
    source_file: str = ""
    target: str = ""
    start_s: float = 0.0
    end_s: float = 0.0
    choice: Choice | None = None
    segments: tuple[Segment, ...] = ()
    before: Mapping[str, tuple[Segment, ...]] = field(default_factory=dict)
    comment: str = ""
    item: str = ""
    id: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def verdict(self) -> Verdict:
        """The verdict as the correction layer takes it; only of an entry that is one."""
        if self.choice is None:
            raise ValueError(f"{self.id}: expected a verdict, found an {self.verb}")
        return Verdict(
            self.id,
            self.channel.conversation_id,
            self.channel.speaker,
            self.start_s,
            self.end_s,
            self.choice,
            self.segments,
        )


@dataclass(frozen=True, slots=True)
class Entry(Draft):
    """What stands in the journal.

    Parameters
    ----------
    at_us
        When it was written, microseconds since 1970 in UTC; in one database strictly increasing.
        ``(at_us, id)`` is the journal's order, the same on every machine that has merged the same entries.
    sequence
        Position of arrival in this database, from 1 without gaps; what a poll asks from.
    revision
        Position of arrival within the channel, from 1.
    """

    at_us: int = 0
    sequence: int = 0
    revision: int = 0

    @property
    def order(self) -> tuple[int, str]:
        """Where it stands in the journal's order."""
        return self.at_us, self.id

    @property
    def at(self) -> str:
        """When, as text: ``2026-08-28T14:07:00.000000Z``."""
        return time_text(self.at_us)


def time_text(at_us: int) -> str:
    """Return a time as ISO 8601 text in UTC, to the microsecond.

    Examples
    --------
    >>> time_text(1_500_000)
    '1970-01-01T00:00:01.500000Z'
    """
    return (_EPOCH + at_us * _MICROSECOND).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def time_of(text: str) -> int:
    """Return the microseconds of a text that `time_text` wrote.

    Raises
    ------
    ValueError
        If it is none.

    Examples
    --------
    >>> time_of("1970-01-01T00:00:01.500000Z")
    1500000
    """
    found = dt.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=dt.UTC)
    return (found - _EPOCH) // _MICROSECOND
