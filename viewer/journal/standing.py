"""Which verdicts stand after all undoing and redoing; what the next undo and redo are.

Undoing writes an entry that names the verdict; nothing is taken away. Of what is said about one verdict
the last in the journal's order counts. A verdict that is redone stands where it stood before, so that undo
and redo together change nothing.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable

from viewer.journal.entries import Channel, Entry, Verb


class History:
    """Entries as they arrive, in any order; every question is answered without reading all of them again.

    Parameters
    ----------
    entries
        Those to begin with.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._of_dialogue: dict[str, list[Entry]] = {}
        self._of_reviewer: dict[str, list[Entry]] = {}
        self._verdicts: dict[str, Entry] = {}
        self._reversals: dict[str, Entry] = {}
        self._revisions: dict[Channel, int] = {}
        for one in entries:
            self.add(one)

    def add(self, entry: Entry) -> None:
        """Take in an entry."""
        insort(self._of_dialogue.setdefault(entry.channel.conversation_id, []), entry, key=_order)
        insort(self._of_reviewer.setdefault(entry.reviewer, []), entry, key=_order)
        self._revisions[entry.channel] = max(self.revision(entry.channel), entry.revision)
        if entry.verb is Verb.VERDICT:
            self._verdicts[entry.id] = entry
        elif entry.target not in self._reversals or self._reversals[entry.target].order < entry.order:
            self._reversals[entry.target] = entry

    @property
    def conversation_ids(self) -> tuple[str, ...]:
        """The dialogues that entries are about."""
        return tuple(self._of_dialogue)

    def entries(self, conversation_id: str | None = None) -> list[Entry]:
        """Return the entries of one dialogue, or all, in the journal's order."""
        if conversation_id is not None:
            return list(self._of_dialogue.get(conversation_id, ()))
        return sorted((one for own in self._of_dialogue.values() for one in own), key=_order)

    def revision(self, channel: Channel) -> int:
        """Return the last revision of a channel, 0 if it has no entry."""
        return self._revisions.get(channel, 0)

    def stands(self, verdict_id: str) -> bool:
        """Return whether there is a verdict of that id, and it stands."""
        reversal = self._reversals.get(verdict_id)
        return verdict_id in self._verdicts and (reversal is None or reversal.verb is Verb.REDO)

    def standing(self, conversation_id: str | None = None) -> list[Entry]:
        """Return the verdicts that stand, of one dialogue or all, in the journal's order."""
        found = self.entries(conversation_id)
        return [one for one in found if one.verb is Verb.VERDICT and self.stands(one.id)]

    def next_undo(self, reviewer: str) -> Entry | None:
        """Return the verdict that a reviewer's next undo is about: their last one that stands."""
        for one in reversed(self._of_reviewer.get(reviewer, [])):
            if one.verb is Verb.VERDICT and self.stands(one.id):
                return one
        return None

    def next_redo(self, reviewer: str) -> Entry | None:
        """Return the verdict that a reviewer's next redo is about.

        It is what they undid last and has not come back; none once they have given another verdict since.
        """
        for one in reversed(self._of_reviewer.get(reviewer, [])):
            if one.verb is Verb.VERDICT:
                return None
            if one.verb is Verb.UNDO and one.target in self._verdicts and not self.stands(one.target):
                return self._verdicts[one.target]
        return None


def _order(entry: Entry) -> tuple[int, str]:
    return entry.order
