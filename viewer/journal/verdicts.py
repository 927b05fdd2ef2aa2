"""The journal of verdicts: added to, read, polled; never changed."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from viewer.dialogue.conversation import SPEAKERS
from viewer.journal.database import Database
from viewer.journal.entries import Channel, Draft, Entry, Verb
from viewer.journal.problems import ConflictError, JournalError
from viewer.journal.standing import History
from viewer.journal.tables import ENTRIES, entry_of, of_channel, row_of
from viewer.loaders.problems import quoted

LONGEST_NAME = 200
POLLED_AT_ONCE = 10_000
_AHEAD_US = 24 * 3600 * 1_000_000


class VerdictJournal:
    """The entries of one database.

    Parameters
    ----------
    database
        From `open_database`; may be shared by threads, and by other processes.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    def append(self, draft: Draft, *, expected_revision: int) -> Entry:
        """Write an entry down; when this returns, it lies on the disk.

        Parameters
        ----------
        draft
            What to write. Writing what stands there already, with the same id and content, changes nothing.
        expected_revision
            The channel's revision that the draft is based on; 0 for a channel without entries.

        Returns
        -------
        Entry
            As it stands in the journal.

        Raises
        ------
        ConflictError
            If the channel has another revision: carries the draft and what was written since.
        JournalError
            If the draft cannot stand in a journal, or the database cannot be written.
        """
        _require_writable(draft)
        with self.database.writing() as connection:
            known = _entries(connection, ENTRIES.c.id == draft.id)
            if known:
                return _same(known[0], draft)
            revision = self._revision(connection, draft.channel)
            if revision != expected_revision:
                raise self._conflict(connection, draft, expected_revision, revision)
            if draft.verb is not Verb.VERDICT:
                _require_reversible(connection, draft)
            last_sequence, last_at = _ends(connection)
            at_us = max(time.time_ns() // 1000, last_at + 1)
            entry = entry_of_draft(draft, at_us=at_us, sequence=last_sequence + 1, revision=revision + 1)
            connection.execute(sa.insert(ENTRIES), row_of(entry))
        return entry

    def entries(self, split: str | None = None, conversation_id: str | None = None) -> list[Entry]:
        """Return entries in the journal's order: all, those of a split, or of one dialogue.

        Raises
        ------
        JournalError
            If the database cannot be read.
        """
        conditions: list[sa.ColumnElement[bool]] = []
        if split is not None:
            conditions.append(ENTRIES.c.split == split)
        if conversation_id is not None:
            conditions.append(ENTRIES.c.conversation_id == conversation_id)
        with self.database.reading() as connection:
            return sorted(_entries(connection, *conditions), key=lambda one: one.order)

    def since(self, sequence: int, limit: int = POLLED_AT_ONCE) -> list[Entry]:
        """Return what has arrived after a position, in the order of arrival; nobody's own is left out.

        Parameters
        ----------
        sequence
            The last position that is known; 0 for none.
        limit
            How many at most; ask again from the last one.

        Raises
        ------
        JournalError
            If the database cannot be read.
        """
        with self.database.reading() as connection:
            return _entries(connection, ENTRIES.c.sequence > sequence, limit=limit)

    def revision(self, channel: Channel) -> int:
        """Return a channel's revision: how many entries it has, imported ones included.

        Raises
        ------
        JournalError
            If the database cannot be read.
        """
        with self.database.reading() as connection:
            return self._revision(connection, channel)

    def merge(self, found: Iterable[Entry]) -> tuple[int, int]:
        """Add entries of another journal, all or none; those that stand here already are passed over.

        They keep their ids and times, so that the merged journal has the same order everywhere; they
        arrive here now, so that pages under way see them.

        Returns
        -------
        tuple of int
            How many were added, and how many were known.

        Raises
        ------
        JournalError
            If an entry has the id of another one, is dated more than a day ahead, undoes a verdict that is in
            neither journal or in another channel, or the database cannot be written.
        """
        wanted = sorted(found, key=lambda one: one.order)
        latest = time.time_ns() // 1000 + _AHEAD_US
        with self.database.writing() as connection:
            here = {one.id: one for one in _entries(connection)}
            added = []
            for one in wanted:
                _require_writable(one)
                _require_dated(one, latest)
                if one.id in here:
                    _same(here[one.id], one, with_time=True)
                else:
                    here[one.id] = one
                    added.append(one)
            for one in added:
                _require_target(one, here.get(one.target))
            rows = _arriving(connection, added)
            if rows:
                connection.execute(sa.insert(ENTRIES), [row_of(one) for one in rows])
        return len(added), len(wanted) - len(added)

    def fill(self, found: Sequence[Entry]) -> None:
        """Write a whole journal, positions of arrival included, into a database that has none.

        Raises
        ------
        JournalError
            If there are entries already, or the database cannot be written.
        """
        with self.database.writing() as connection:
            (count,) = connection.execute(sa.select(sa.func.count()).select_from(ENTRIES)).one()
            if count:
                raise JournalError(
                    f"{self.database.name}: expected an empty journal, found {count} entries "
                    "(a backup is never mixed with another journal; import merges one)"
                )
            if found:
                connection.execute(sa.insert(ENTRIES), [row_of(one) for one in found])

    def _revision(self, connection: sa.Connection, channel: Channel) -> int:
        query = sa.select(sa.func.coalesce(sa.func.max(ENTRIES.c.revision), 0)).where(of_channel(channel))
        return int(connection.execute(query).scalar_one())

    def _conflict(
        self, connection: sa.Connection, draft: Draft, based_on: int, revision: int
    ) -> ConflictError:
        theirs = _entries(connection, of_channel(draft.channel), ENTRIES.c.revision > based_on)
        return ConflictError(draft, tuple(theirs), based_on, revision)


def entry_of_draft(draft: Draft, *, at_us: int, sequence: int, revision: int) -> Entry:
    """Return a draft as the entry it becomes."""
    fields = {one.name: getattr(draft, one.name) for one in dataclasses.fields(Draft)}
    return Entry(**fields, at_us=at_us, sequence=sequence, revision=revision)


def _entries(
    connection: sa.Connection, *conditions: sa.ColumnElement[bool], limit: int | None = None
) -> list[Entry]:
    """Return entries in the order of arrival."""
    query = sa.select(ENTRIES).where(*conditions).order_by(ENTRIES.c.sequence).limit(limit)
    return [entry_of(dict(row)) for row in connection.execute(query).mappings()]


def _ends(connection: sa.Connection) -> tuple[int, int]:
    """Return the last position of arrival and the latest time of all entries."""
    # One question for each: SQLite answers a lone maximum from its index, two of them by reading everything.
    sequence, at_us = (
        connection.execute(sa.select(sa.func.max(column))).scalar_one()
        for column in (ENTRIES.c.sequence, ENTRIES.c.at_us)
    )
    return int(sequence or 0), int(at_us or 0)


def _arriving(connection: sa.Connection, added: Iterable[Entry]) -> list[Entry]:
    """Give imported entries their positions of arrival."""
    sequence, _ = _ends(connection)
    revisions: dict[Channel, int] = {}
    rows = []
    for number, one in enumerate(added, sequence + 1):
        if one.channel not in revisions:
            query = sa.select(sa.func.coalesce(sa.func.max(ENTRIES.c.revision), 0))
            revisions[one.channel] = int(
                connection.execute(query.where(of_channel(one.channel))).scalar_one()
            )
        revisions[one.channel] += 1
        rows.append(dataclasses.replace(one, sequence=number, revision=revisions[one.channel]))
    return rows


def _require_writable(draft: Draft) -> None:
    """Refuse what no journal should hold: nobody's words, and verbs without their parts."""
    name = draft.reviewer
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise JournalError(
            f"reviewer: expected a name of 1 to {LONGEST_NAME} printable characters, found {quoted(name)}"
        )
    if draft.channel.speaker not in SPEAKERS:
        raise JournalError(f"speaker: expected 1 or 2, found {draft.channel.speaker}")
    if draft.verb is Verb.VERDICT and (draft.choice is None or draft.target):
        raise JournalError(f"{draft.id}: expected a verdict with a choice and no target, found another")
    if draft.verb is not Verb.VERDICT and (draft.choice is not None or not draft.target):
        raise JournalError(f"{draft.id}: expected an {draft.verb} of a verdict, found no target")


def _require_dated(entry: Entry, latest_us: int) -> None:
    """Refuse a time from the future: everything that is written later would have to be dated after it."""
    if not 0 < entry.at_us <= latest_us:
        raise JournalError(
            f"entry {quoted(entry.id)}: expected a time not more than a day ahead, "
            f"found {entry.at_us} µs since 1970 (is a clock wrong?)"
        )


def _same(known: Entry, draft: Draft, *, with_time: bool = False) -> Entry:
    """Return the known entry if the other one says the same, else refuse it."""
    place = {"sequence": known.sequence, "revision": known.revision}
    at_us = draft.at_us if with_time and isinstance(draft, Entry) else known.at_us
    if entry_of_draft(draft, at_us=at_us, **place) != known:
        raise JournalError(
            f"entry {quoted(draft.id)}: expected what stands in the journal under this id, "
            "found another content"
        )
    return known


def _require_reversible(connection: sa.Connection, draft: Draft) -> None:
    """Refuse to undo what does not stand, to redo what does, and either across channels."""
    is_about = sa.or_(ENTRIES.c.id == draft.target, ENTRIES.c.target == draft.target)
    about = _entries(connection, is_about)
    target = next((one for one in about if one.id == draft.target), None)
    _require_target(draft, target)
    stands = History(about).stands(draft.target)
    if stands is (draft.verb is Verb.REDO):
        raise JournalError(
            f"verdict {quoted(draft.target)}: expected one that {'was undone' if stands else 'stands'}, "
            f"found one that {'stands' if stands else 'was undone'}"
        )


def _require_target(draft: Draft, target: Entry | None) -> None:
    if draft.verb is Verb.VERDICT:
        return
    if target is None or target.verb is not Verb.VERDICT or target.channel != draft.channel:
        raise JournalError(
            f"entry {quoted(draft.id)}: expected the verdict of this speaker that it is about, found none "
            f"called {quoted(draft.target)}"
        )
