"""Opening the journal's database: SQLite in a file of ours, or PostgreSQL by its URL.

Both answer only after what was written lies on the disk: SQLite in WAL mode with ``synchronous=FULL``, which
flushes the log at every commit; PostgreSQL with ``synchronous_commit=on``. One transaction writes at a time:
SQLite takes its write lock when it begins, PostgreSQL locks the table. So what a writer reads of the journal
is still so when it adds to it, and entries arrive in the order of their numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from viewer import environment
from viewer.errors import MissingDependencyError, SettingsError
from viewer.journal.problems import JournalError
from viewer.journal.tables import ENTRIES
from viewer.loaders.problems import plain

SQLITE = "sqlite"
POSTGRESQL = "postgresql"
_DRIVERS = {SQLITE: "sqlite+pysqlite", POSTGRESQL: "postgresql+psycopg"}
_PATIENCE_S = 30.0
_VERSIONS = "alembic_version"
_IS_WRITING = "is_writing"


@dataclass(frozen=True)
class Database:
    """An opened database.

    Parameters
    ----------
    engine
        Gives connections; safe from many threads.
    name
        The database as messages call it: a path, or a URL without its password.
    """

    engine: sa.Engine
    name: str

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file of ours."""
        return self.engine.dialect.name == SQLITE

    @property
    def path(self) -> Path:
        """The file; only of SQLite."""
        return Path(str(self.engine.url.database))

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a connection for one look, all of the same moment."""
        with self.guarded(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Open a transaction that nobody else writes in; when the block ends well, it lies on the disk."""
        with self.transaction() as connection:
            if not self.is_sqlite:
                connection.execute(sa.text(f"LOCK TABLE {ENTRIES.name} IN SHARE ROW EXCLUSIVE MODE"))
            yield connection

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """Open a transaction; of an SQLite file it is the only one that may write."""
        with self.guarded(), self.engine.connect() as opened:
            connection = opened.execution_options(**{_IS_WRITING: True})
            with connection.begin():
                yield connection

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Tell what a driver says as a `JournalError`."""
        try:
            yield
        except SQLAlchemyError as error:
            raise self.refusal(_words(error)) from error

    def refusal(self, found: str) -> JournalError:
        """Return the error of a journal that cannot be used."""
        return JournalError(f"{self.name}: expected a journal of verdicts, found {plain(found)}")


def open_database(url: str | None = None) -> Database:
    """Open the journal's database, made or brought to the present layout first.

    Parameters
    ----------
    url
        A path of an SQLite file, or a URL; default: ``TURNBENCH_DB``.

    Raises
    ------
    SettingsError
        If it is no URL of SQLite or PostgreSQL.
    MissingDependencyError
        If PostgreSQL is asked for and its driver is not installed.
    JournalError
        If it cannot be opened, is another kind of database, or was made by a newer version.
    """
    parsed = _parsed(url or environment.database_url())
    database = Database(_engine(parsed), plain(_name(parsed)))
    try:
        _upgrade(database)
    except BaseException:
        database.close()
        raise
    return database


def _parsed(text: str) -> sa.URL:
    if "://" not in text:
        return sa.URL.create(_DRIVERS[SQLITE], database=str(Path(text).absolute()))
    try:
        found = sa.make_url(text)
    except ArgumentError as error:
        raise SettingsError("TURNBENCH_DB: expected a path or a database URL, found neither") from error
    backend = found.get_backend_name()
    if backend not in _DRIVERS:
        raise SettingsError(f"TURNBENCH_DB: expected sqlite or postgresql, found {plain(backend)!r}")
    if backend == POSTGRESQL and find_spec("psycopg") is None:
        raise MissingDependencyError(
            "TURNBENCH_DB: expected the driver of PostgreSQL, found none "
            "(pip install 'turnbench-viewer[postgres]' installs it)"
        )
    if backend == SQLITE and not found.database:
        raise SettingsError("TURNBENCH_DB: expected the path of a file, found none (sqlite:////path/to/file)")
    return found.set(drivername=_DRIVERS[backend])


def _name(url: sa.URL) -> str:
    is_file = url.get_backend_name() == SQLITE
    return str(url.database) if is_file else url.render_as_string(hide_password=True)


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() == POSTGRESQL:
        options = {"options": "-c synchronous_commit=on"}
        return sa.create_engine(url, connect_args=options, pool_pre_ping=True)
    engine = sa.create_engine(url, connect_args={"timeout": _PATIENCE_S})
    sa.event.listen(engine, "connect", _set_up)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: SqliteConnection, record: object) -> None:
    """Make a new connection safe; transactions are begun by `_begin`, not by the driver."""
    del record
    connection.isolation_level = None
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: sa.Connection) -> None:
    is_writing = connection.get_execution_options().get(_IS_WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def _upgrade(database: Database) -> None:
    """Bring the tables to the present layout, one process at a time."""
    if database.is_sqlite:
        try:
            database.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise database.refusal(error.strerror or type(error).__name__) from error
    config = Config()
    config.set_main_option("script_location", "viewer.journal:migrations")
    config.set_main_option("path_separator", "os")
    with database.reading() as connection:
        _require_ours(connection, database)
    try:
        _write_ahead(database)
        with database.transaction() as connection:
            if not database.is_sqlite:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('turnbench-viewer'))"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise database.refusal("one of a newer version of this program") from error


def _write_ahead(database: Database) -> None:
    """Let an SQLite file be read while it is written; it stays so for good."""
    if database.is_sqlite:
        with database.guarded():
            connection = database.engine.raw_connection()
            try:
                connection.cursor().execute("PRAGMA journal_mode = WAL")
            finally:
                connection.close()


def _require_ours(connection: sa.Connection, database: Database) -> None:
    names = set(sa.inspect(connection).get_table_names())
    if ENTRIES.name in names and _VERSIONS not in names:
        raise database.refusal("another kind of database")
    if database.is_sqlite and names and _VERSIONS not in names:
        raise database.refusal("another kind of database")


def _words(error: SQLAlchemyError) -> str:
    """Return what the driver says, on one line; never the statement and its values."""
    cause: Any = getattr(error, "orig", None) or error
    return str(cause).strip().partition("\n")[0] or type(cause).__name__
