"""Applying a long row of verdicts again and again while it changes at its end."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.corrections import apply_verdicts
from viewer.dialogue.conversation import Conversation
from viewer.journal import Entry

STEP = 64
"""After so many verdicts the conversation is kept, so that an undo applies again no more than these."""


class Fold:
    """One conversation under verdicts that mostly come and go at the end.

    Parameters
    ----------
    source
        The conversation without any.
    """

    def __init__(self, source: Conversation) -> None:
        self._source = source
        self._ids: list[str] = []
        self._steps: list[Conversation] = []
        self._last = source
        self._given: Sequence[Entry] = ()

    def of(self, verdicts: Sequence[Entry]) -> Conversation:
        """Return the conversation with these verdicts applied in their order.

        Parameters
        ----------
        verdicts
            All of them; what they share with the last call from the beginning on is not applied again, and
            the same list, which nobody may change, is not even looked at again.

        Returns
        -------
        Conversation
            The same object as long as the verdicts are the same.
        """
        if verdicts is self._given:
            return self._last
        self._given = verdicts
        ids = [one.id for one in verdicts]
        if ids == self._ids:
            return self._last
        if ids[: len(self._ids)] == self._ids:
            found, at = self._last, len(self._ids)
        else:
            self._steps = self._steps[: _shared(ids, self._ids) // STEP]
            found, at = (self._steps[-1], len(self._steps) * STEP) if self._steps else (self._source, 0)
        while at < len(verdicts):
            stop = min((at // STEP + 1) * STEP, len(verdicts))
            found = apply_verdicts(found, [one.verdict for one in verdicts[at:stop]])
            at = stop
            if at % STEP == 0:
                self._steps.append(found)
        self._ids, self._last = ids, found
        return found


def _shared(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many ids two lists share from their beginning on."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count
