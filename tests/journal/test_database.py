from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tests.journal.drafting import CHANNEL, verdict
from tests.servers import REPOSITORY
from viewer import environment
from viewer.errors import MissingDependencyError, SettingsError
from viewer.journal import Database, JournalError, VerdictJournal, open_database
from viewer.journal.tables import METADATA


def writer(url: str, count: int, name: str = "Ada", *prefix: str) -> subprocess.Popen[str]:
    command = [*prefix, sys.executable, "-m", "tests.journal.writing", url, str(count), name]
    return subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)


def confirmed(lines: list[str]) -> list[str]:
    return [line.removeprefix("saved ").strip() for line in lines if line.startswith("saved ")]


def test_the_layout_is_what_the_migrations_make(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_opening_again_changes_nothing(url: str, journal: VerdictJournal) -> None:
    written = journal.append(verdict(1), expected_revision=0)
    for _ in range(2):
        again = open_database(url)
        assert VerdictJournal(again).entries() == [written]
        again.close()


def test_sqlite_writes_ahead_and_flushes_at_every_commit(tmp_path: Path) -> None:
    database = open_database(str(tmp_path / "deep" / "audit.sqlite"))
    with database.reading() as connection:
        settings = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        ]
    database.close()
    assert settings == ["wal", 2]  # 2 is FULL


def test_postgresql_answers_when_the_commit_is_on_the_disk(server_url: str) -> None:
    database = open_database(server_url)
    with database.reading() as connection:
        assert connection.execute(sa.text("SHOW synchronous_commit")).scalar() == "on"
    database.close()


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_the_log_is_flushed_before_the_answer(tmp_path: Path) -> None:
    """Every confirmation on standard output comes after a flush that came after the last write of the log."""
    trace = tmp_path / "trace"
    strace = (
        "strace",
        "-f",
        "-y",
        "-s",
        "64",
        "-o",
        str(trace),
        "-e",
        "trace=write,pwrite64,fsync,fdatasync",
    )
    process = writer(str(tmp_path / "audit.sqlite"), 5, "Ada", *strace)
    printed = process.communicate(timeout=120)[0]
    if process.returncode and not printed:
        pytest.skip("strace may not look into processes here")
    is_flushed, answers = False, 0
    for line in trace.read_text().splitlines():
        if re.search(r"pwrite64\(\d+<[^>]*audit\.sqlite-wal>", line):
            is_flushed = False
        elif re.search(r"(fsync|fdatasync)\(\d+<[^>]*audit\.sqlite-wal>", line):
            is_flushed = True
        elif re.search(r'write\(1<[^>]*>, "saved', line):
            answers += 1
            assert is_flushed, line
            is_flushed = False
    assert answers == 5


def test_what_a_killed_process_confirmed_is_there(url: str) -> None:
    kill_again_and_again(url, 5)


@pytest.mark.soak
def test_what_a_hundred_killed_processes_confirmed_is_there(url: str) -> None:
    kill_again_and_again(url, 100)


def kill_again_and_again(url: str, times: int) -> None:
    """Kill writers in the middle of writing, each a little later than the one before."""
    open_database(url).close()
    answered: list[str] = []
    for number in range(times):
        process = writer(url, 100_000, f"writer {number}")
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.001 * (number * 7 % 50))
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
        process.stdout.close()
        assert process.wait(60) == -signal.SIGKILL
        answered += confirmed(rest.split("\n")[:-1])
    database = open_database(url)
    entries = VerdictJournal(database).entries()
    kept = [one.id for one in entries]
    assert len(kept) == len(set(kept))
    assert set(answered) <= set(kept)
    assert len(kept) - len(answered) <= times  # written, but killed before it could say so
    assert [one.sequence for one in entries] == list(range(1, len(kept) + 1))
    assert [one.revision for one in entries] == list(range(1, len(kept) + 1))
    VerdictJournal(database).append(verdict(1), expected_revision=len(kept))
    database.close()


def test_processes_that_open_a_new_database_at_once_make_one(url: str) -> None:
    running = [writer(url, 0, name) for name in ("one", "two", "three")]
    assert [process.communicate(timeout=120)[0] for process in running] == ["ready\n"] * 3
    database = open_database(url)
    assert VerdictJournal(database).revision(CHANNEL) == 0
    database.close()


def spoil_noise(path: Path) -> None:
    path.write_bytes(b"no database at all" * 1000)


def spoil_another_kind(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE scorings (split, user, content)")


def spoil_a_newer_version(path: Path) -> None:
    open_database(str(path)).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()


def spoil_a_folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (spoil_noise, "found file is not a database"),
        (spoil_another_kind, "found another kind of database"),
        (spoil_a_newer_version, "found one of a newer version of this program"),
        (spoil_a_folder, "found unable to open database file"),
    ],
)
def test_what_is_no_journal_is_refused_and_left_alone(tmp_path: Path, spoil: object, message: str) -> None:
    path = tmp_path / "audit.sqlite"
    assert callable(spoil)
    spoil(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(JournalError, match=rf"audit\.sqlite: expected a journal of verdicts, {message}"):
        open_database(str(path))
    assert before is None or path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="expected a journal of verdicts, found"):
        open_database(str(tmp_path / "file" / "audit.sqlite"))


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://root:secret@host/db", "expected sqlite or postgresql, found 'mysql'"),
        ("://", "expected a path or a database URL, found neither"),
        ("sqlite://", "expected the path of a file, found none"),
    ],
)
def test_other_databases_are_refused(url: str, message: str) -> None:
    with pytest.raises(SettingsError, match=f"TURNBENCH_DB: {message}") as caught:
        open_database(url)
    assert "secret" not in str(caught.value)


def test_a_server_that_is_not_there_is_told_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(
        JournalError, match="expected a journal of verdicts, found connection is bad"
    ) as caught:
        open_database(f"postgresql://tester:secret@/postgres?host={tmp_path}")
    assert "secret" not in str(caught.value)


def test_without_its_driver_postgresql_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.journal.database.find_spec", {}.get)
    with pytest.raises(MissingDependencyError, match="expected the driver of PostgreSQL"):
        open_database("postgresql://localhost/x")


def test_the_database_is_named_by_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TURNBENCH_DB", raising=False)
    assert environment.database_url().endswith(os.path.join("turnbench-viewer", "audit.sqlite"))
    monkeypatch.setenv("TURNBENCH_DB", str(tmp_path / "mine.sqlite"))
    database = open_database()
    assert database.path == tmp_path / "mine.sqlite"
    database.close()
