"""Scorings are counted in a file: across restarts and processes, and refused where they cannot be."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from viewer.errors import QuotaError
from viewer.journal import Counted, Scorings

REPOSITORY = Path(__file__).resolve().parents[2]
NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "below" / "scorings.sqlite"


def rows(path: Path) -> list[tuple[str, str, str]]:
    with closing(sqlite3.connect(path)) as file:
        return sorted(file.execute("SELECT split, user, content FROM scorings"))


def test_an_identical_content_costs_nothing(path: Path) -> None:
    scorings = Scorings(path, 2)
    assert scorings.count("s", None, "a") == Counted(1, 2, True)
    assert scorings.count("s", None, "a") == Counted(1, 2, False)
    assert scorings.count("s", None, "b") == Counted(2, 2, True)
    assert scorings.count("s", None, "a") == Counted(2, 2, False)


def test_beyond_the_limit_only_what_is_known_is_scored(path: Path) -> None:
    Scorings(path, 1).count("s", None, "a")
    with pytest.raises(QuotaError, match=r"at most 1 different submissions .* found 1 scored already"):
        Scorings(path, 1).count("s", None, "b")
    assert not Scorings(path, 1).count("s", None, "a").is_new
    assert rows(path) == [("s", "", "a")]


def test_a_limit_of_nothing_scores_nothing(path: Path) -> None:
    with pytest.raises(QuotaError, match="at most 0"):
        Scorings(path, 0).count("s", None, "a")


def test_each_user_and_each_split_has_a_count_of_its_own(path: Path) -> None:
    scorings = Scorings(path, 1)
    for split, user in (("s", None), ("s", "ada"), ("s", "bob"), ("t", "ada"), ("t", None), ("s", "")):
        assert scorings.count(split, user, "a").is_new
    with pytest.raises(QuotaError, match="at most 1"):
        scorings.count("s", "ada", "b")


def start(path: Path, limit: int, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.journal.counting", str(path), str(limit), name]
    return subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)


def test_processes_that_count_at_once_make_one_file_and_do_not_overspend(path: Path) -> None:
    running = [start(path, 20, name) for name in ("one", "two", "three", "four")]
    printed = [process.communicate(timeout=120)[0].splitlines() for process in running]
    counted = [line for lines in printed for line in lines if not line.startswith("refused")]
    assert [lines[-1].startswith("refused: expected at most 20") for lines in printed] == [True] * 4
    assert sorted(counted) == sorted(content for _, _, content in rows(path))
    assert len(counted) == 20
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_killed_process_has_counted_all_it_was_answered_and_spoils_nothing(path: Path) -> None:
    process = start(path, 100_000, "killed")
    assert process.stdout is not None
    answered = [process.stdout.readline().strip() for _ in range(5)]
    process.kill()  # in the middle of whatever it was counting
    answered += process.stdout.read().split("\n")[:-1]
    process.stdout.close()
    assert process.wait(60) == -signal.SIGKILL
    kept = {content for _, _, content in rows(path)}
    assert set(answered) <= kept
    assert len(kept) - len(set(answered)) <= 1  # counted, but killed before it could say so
    assert Scorings(path, 100_000).count("split", None, "after") == Counted(len(kept) + 1, 100_000, True)


def test_a_transaction_that_was_killed_half_way_is_undone(path: Path) -> None:
    Scorings(path, 3).count("s", None, "a")
    program = (
        "import os, signal, sqlite3, sys\n"
        "file = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "file.execute('PRAGMA cache_spill = 1'); file.execute('BEGIN IMMEDIATE')\n"
        "file.execute(\"INSERT INTO scorings (split, user, content) VALUES ('s', '', 'half')\")\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], check=False).returncode == -9
    assert Scorings(path, 3).count("s", None, "b") == Counted(2, 3, True)


def spoil_nothing_left(path: Path) -> None:
    path.write_bytes(b"")


def spoil_cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def spoil_noise(path: Path) -> None:
    path.write_bytes(b"no database at all" * 1000)


def spoil_a_page(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:8192] = b"\xff" * 4096
    path.write_bytes(content)


def spoil_another_database(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE scorings (split, user, content)")


def spoil_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def spoil_a_link_to_nowhere(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.parent / "nowhere")


@pytest.mark.parametrize(
    "spoil",
    [
        spoil_nothing_left,
        spoil_cut_off,
        spoil_noise,
        spoil_a_page,
        spoil_another_database,
        spoil_a_folder,
        spoil_a_link_to_nowhere,
    ],
)
def test_a_damaged_file_refuses(path: Path, spoil: object) -> None:
    Scorings(path, 9).count("s", None, "a")
    assert callable(spoil)
    spoil(path)
    for content in ("a", "b"):
        with pytest.raises(
            QuotaError, match=r"scorings\.sqlite: expected the count of scorings, found .*nothing is"
        ):
            Scorings(path, 9).count("s", None, content)


@pytest.fixture
def of_another_user() -> Iterator[Path]:
    """A file that this process may read and not write."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "scorings.sqlite"
        Scorings(found, 9).count("s", None, "a")
        found.chmod(0o444)
        Path(folder).chmod(0o555)
        is_root = os.geteuid() == 0
        if is_root:
            os.seteuid(NOBODY)
        yield found
        if is_root:
            os.seteuid(0)
        Path(folder).chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_a_file_that_cannot_be_written_refuses(of_another_user: Path) -> None:
    with pytest.raises(QuotaError, match=r"expected the count of scorings, found .*readonly"):
        Scorings(of_another_user, 9).count("s", None, "b")
    assert not Scorings(of_another_user, 9).count("s", None, "a").is_new  # there is nothing to write


def test_a_folder_that_cannot_be_made_refuses(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(QuotaError, match="expected the count of scorings, found File exists"):
        Scorings(tmp_path / "file" / "scorings.sqlite", 9).count("s", None, "a")


def test_a_file_that_another_process_holds_refuses_in_the_end(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.journal.scorings._PATIENCE_S", 0.0)
    Scorings(path, 9).count("s", None, "a")
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(QuotaError, match="locked"):
            Scorings(path, 9).count("s", None, "b")
    assert rows(path) == [("s", "", "a")]


def test_while_one_counts_no_other_can(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read of the count must still be so when it is written."""
    Scorings(path, 2).count("s", None, "a")
    monkeypatch.setattr("viewer.journal.scorings._PATIENCE_S", 0.0)
    look, met = Scorings._require_whole, list[str]()

    def count_in_between(scorings: Scorings, file: sqlite3.Connection) -> None:
        look(scorings, file)
        if not met:
            met.append("another")
            with pytest.raises(QuotaError, match="locked"):
                Scorings(path, 2).count("s", None, "other")

    monkeypatch.setattr(Scorings, "_require_whole", count_in_between)
    assert Scorings(path, 2).count("s", None, "b") == Counted(2, 2, True)
    assert met == ["another"]
    assert rows(path) == [("s", "", "a"), ("s", "", "b")]
