"""Every test of the journal runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.journal.databases import find_server_programs, postgresql
from viewer.journal import Database, VerdictJournal, open_database


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """The URL of a PostgreSQL server; skipped where none can be installed."""
    programs = find_server_programs()
    if programs is None:
        pytest.skip(
            "expected PostgreSQL's initdb on PATH, found none (.ci/postgresql installs it where it can)"
        )
    with postgresql(programs) as url:
        yield url


def emptied(server_url: str) -> str:
    """Remove all that tests have left in the server's database, and return its URL."""
    engine = sa.create_engine(server_url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        connection.execute(sa.text("CREATE SCHEMA public"))
    engine.dispose()
    return server_url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "audit.sqlite")
    return emptied(request.getfixturevalue("server_url"))


@pytest.fixture
def other_url(tmp_path: Path) -> str:
    """A second empty database, an SQLite file."""
    return str(tmp_path / "elsewhere" / "audit.sqlite")


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """The opened database."""
    found = open_database(url)
    yield found
    found.close()


@pytest.fixture
def journal(database: Database) -> VerdictJournal:
    """An empty journal."""
    return VerdictJournal(database)
