"""Which verdicts stand after all undoing and redoing; what the next undo and redo are.

Undoing writes an entry that names the verdict; nothing is taken away. Of what is said about one verdict
the last in the journal's order counts. A verdict that is redone stands where it stood before, so that undo
and redo together change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from viewer.journal.entries import Entry, Verb


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """Return the verdicts that stand, in the journal's order.

    Parameters
    ----------
    entries
        Of any number of channels, in any order.
    """
    ordered = sorted(entries, key=lambda one: one.order)
    stands: dict[str, bool] = {}
    for one in ordered:
        if one.verb is Verb.VERDICT:
            stands.setdefault(one.id, True)
        else:
            stands[one.target] = one.verb is Verb.REDO
    return [one for one in ordered if one.verb is Verb.VERDICT and stands[one.id]]


def next_undo(entries: Iterable[Entry], reviewer: str) -> Entry | None:
    """Return the verdict that a reviewer's next undo is about: their last one that stands."""
    own = [one for one in standing(entries) if one.reviewer == reviewer]
    return own[-1] if own else None


def next_redo(entries: Iterable[Entry], reviewer: str) -> Entry | None:
    """Return the verdict that a reviewer's next redo is about.

    It is what they undid last and has not come back; none once they have given another verdict since.
    """
    ordered = sorted(entries, key=lambda one: one.order)
    verdicts = {one.id: one for one in ordered if one.verb is Verb.VERDICT}
    stands = {one.id for one in standing(ordered)}
    for one in reversed([one for one in ordered if one.reviewer == reviewer]):
        if one.verb is Verb.VERDICT:
            return None
        if one.verb is Verb.UNDO and one.target in verdicts and one.target not in stands:
            return verdicts[one.target]
    return None
