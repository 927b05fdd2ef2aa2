"""Keeping a copy of the journal elsewhere, and coming back from it.

A backup of SQLite is a database again, copied by SQLite itself while others write; one of PostgreSQL is the
whole journal as JSON Lines with its positions of arrival, which any database can take.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from viewer.errors import MissingFileError
from viewer.journal.database import Database, open_database
from viewer.journal.entries import Entry
from viewer.journal.lines import format_lines, read_lines
from viewer.journal.problems import JournalError
from viewer.journal.verdicts import VerdictJournal
from viewer.loaders.files import read_file
from viewer.loaders.problems import plain
from viewer.loaders.whole_files import require_replaceable, write_whole

_SQLITE_HEAD = b"SQLite format 3\0"


def back_up(journal: VerdictJournal, path: Path) -> int:
    """Write a copy of the whole journal; a file that is there is only replaced by a complete one.

    Parameters
    ----------
    journal
        May be written to meanwhile: the copy is of one moment.
    path
        The file to write; its folder must exist.

    Returns
    -------
    int
        How many entries it holds.

    Raises
    ------
    JournalError
        If the journal cannot be read or the copy not be written.
    """
    try:
        if not journal.database.is_sqlite:
            entries = _all(journal)
            write_whole(path, format_lines(entries, with_places=True))
            return len(entries)
        require_replaceable(path)
        with _copied(journal.database, path) as copy:
            count = len(_entries_of(copy))
            _flush(copy)
            os.replace(copy, path)
            _flush(path.absolute().parent)
        return count
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"{plain(str(path))}: expected a backup to be written, found {error}") from error


def restore(journal: VerdictJournal, path: Path) -> int:
    """Fill an empty journal from a backup of either kind.

    Parameters
    ----------
    journal
        Of a database without entries.
    path
        What `back_up` wrote.

    Returns
    -------
    int
        How many entries came back.

    Raises
    ------
    MissingFileError
        If there is no such file.
    InvalidDataError
        If it is a text that breaks a rule.
    JournalError
        If it is no backup, not a whole one, or the journal has entries.
    """
    try:
        data = read_file(path)
    except OSError as error:
        raise MissingFileError(
            f"{plain(str(path))}: expected a backup of the journal, found {error.strerror}"
        ) from error
    entries = _entries_of(path) if data.startswith(_SQLITE_HEAD) else read_lines(data, path.name)
    entries.sort(key=lambda one: one.sequence)
    if [one.sequence for one in entries] != list(range(1, len(entries) + 1)):
        raise JournalError(
            f"{plain(str(path))}: expected a backup with every entry from 1 on, found others "
            "(is it an export? import takes that)"
        )
    journal.fill(entries)
    return len(entries)


def _all(journal: VerdictJournal) -> list[Entry]:
    """Return every entry in the order of arrival."""
    return sorted(journal.entries(), key=lambda one: one.sequence)


def _entries_of(path: Path) -> list[Entry]:
    """Return the entries of an SQLite backup, which is opened as a copy: it is never written to."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.sqlite"
        copy.write_bytes(path.read_bytes())
        database = open_database(str(copy))
        try:
            return _all(VerdictJournal(database))
        finally:
            database.close()


@contextmanager
def _copied(database: Database, path: Path) -> Iterator[Path]:
    """Copy an SQLite database beside a path; the copy is gone after the block unless it was renamed."""
    handle, name = tempfile.mkstemp(dir=path.absolute().parent, prefix=".backup-")
    os.close(handle)
    try:
        with closing(sqlite3.connect(database.path)) as source, closing(sqlite3.connect(name)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, with no log beside it
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
