"""What can go wrong with the journal of verdicts; leaves of the tree in ``viewer.errors``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.errors import TurnBenchError

if TYPE_CHECKING:
    from viewer.journal.entries import Draft, Entry


class JournalError(TurnBenchError):
    """The journal cannot be opened, read or written; nothing was recorded."""


class ConflictError(TurnBenchError):
    """Somebody else has written about the same speaker since: nothing was recorded.

    Parameters
    ----------
    yours
        What was refused.
    theirs
        What has been written since the revision that the refused one was based on, in the order of arrival.
    revision
        The channel's present revision.
    """

    def __init__(self, yours: Draft, theirs: tuple[Entry, ...], based_on: int, revision: int) -> None:
        self.yours = yours
        self.theirs = theirs
        self.revision = revision
        who = ", ".join(dict.fromkeys(one.reviewer for one in theirs)) or "nobody"
        channel = yours.channel
        super().__init__(
            f"{channel.conversation_id}, speaker {channel.speaker}: expected revision {based_on}, found "
            f"{revision} (written since by {who}: look at it, then decide again)"
        )
