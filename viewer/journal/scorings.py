"""How often a split with hidden labels has been scored: one SQLite file for all processes.

A scoring is counted before it is made, in a transaction that takes the file's write lock first. So two
processes cannot both take the last one, and one that is killed half-way has either counted or not.
A file that cannot be read, written or trusted refuses: it never counts from nothing again by itself.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from viewer.errors import QuotaError
from viewer.loaders.problems import plain

_MARK = 0x54425351
"""SQLite's ``application_id``: a file of another kind, or one cut to nothing, does not have it."""
_LAYOUT = 1
_PATIENCE_S = 30.0
_SCHEMA = f"""
BEGIN;
CREATE TABLE scorings (
    split TEXT NOT NULL, user TEXT NOT NULL, content TEXT NOT NULL,
    at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ')),
    PRIMARY KEY (split, user, content)
) WITHOUT ROWID;
PRAGMA application_id = {_MARK};
PRAGMA user_version = {_LAYOUT};
COMMIT;
"""


@dataclass(frozen=True, slots=True)
class Counted:
    """What has been counted: how many of how many, and whether this one is among them anew."""

    used: int
    limit: int
    is_new: bool


class Scorings:
    """The file of scorings.

    Parameters
    ----------
    path
        The file; made whole, with its folder, when it is not there.
    limit
        How many different submissions of one user are scored on one split.
    """

    def __init__(self, path: Path, limit: int) -> None:
        self._path = path
        self._limit = limit

    def count(self, split: str, user: str | None, content: str) -> Counted:
        """Count a scoring, unless the same content has been counted before.

        Parameters
        ----------
        split, content
            Keys of the split and of what is submitted.
        user
            Who asks; None where nobody logs in: the split alone is counted.

        Raises
        ------
        QuotaError
            If there is no scoring left, or the file cannot be used.
        """
        who = "" if user is None else f"user:{user}"
        with self._opened() as file:
            file.execute("BEGIN IMMEDIATE")
            self._require_whole(file)
            of_user = (split, who)
            (used,) = file.execute(
                "SELECT count(*) FROM scorings WHERE split = ? AND user = ?", of_user
            ).fetchone()
            is_new = not file.execute(
                "SELECT 1 FROM scorings WHERE split = ? AND user = ? AND content = ?", (*of_user, content)
            ).fetchone()
            if is_new and used >= self._limit:
                raise QuotaError(
                    f"expected at most {self._limit} different submissions to be scored on this split, "
                    f"found {used} scored already (an identical one is scored again at any time)"
                )
            if is_new:
                file.execute(
                    "INSERT INTO scorings (split, user, content) VALUES (?, ?, ?)", (*of_user, content)
                )
            file.execute("COMMIT")
        return Counted(used + is_new, self._limit, is_new)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction; whatever is wrong with it is a `QuotaError`."""
        try:
            if not os.path.lexists(self._path):
                self._make()
            name = f"{self._path.absolute().as_uri()}?mode=rw"
            with closing(
                sqlite3.connect(name, uri=True, timeout=_PATIENCE_S, isolation_level=None)
            ) as connection:
                connection.execute("PRAGMA synchronous = FULL")
                yield connection  # closing it undoes what was not committed
        except sqlite3.Error as error:
            raise self._refusal(str(error)) from error
        except OSError as error:
            raise self._refusal(error.strerror or type(error).__name__) from error

    def _require_whole(self, file: sqlite3.Connection) -> None:
        marks = [file.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        if marks != [_MARK, _LAYOUT]:
            raise self._refusal("another kind of file, or one that was cut off")
        if file.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise self._refusal("a damaged file")

    def _make(self) -> None:
        """Make the file under another name and give it its own, unless another process was first.

        So what bears the name is always whole, and an empty file is a damaged one.
        """
        folder = self._path.absolute().parent
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder, prefix=".scorings-")
        os.close(handle)
        try:
            with closing(sqlite3.connect(name)) as made:
                made.executescript(_SCHEMA)
            try:
                os.link(name, self._path)
            except FileExistsError:
                return
        finally:
            Path(name).unlink(missing_ok=True)

    def _refusal(self, found: str) -> QuotaError:
        return QuotaError(
            f"{plain(str(self._path))}: expected the count of scorings, found {found} "
            "(nothing is scored on hidden labels while it cannot be counted)"
        )
