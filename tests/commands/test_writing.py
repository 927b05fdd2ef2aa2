"""Where a command's output cannot go: said in one line, with nothing lost and nothing of Python's."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.calling import Cli, caller
from tests.corpora import write_corpus

WRITERS = (
    ("leaderboard", "--format", "json", "--out"),
    ("detect", "silence", "--out"),
    ("audit", "export", "--format", "json"),
    ("audit", "export", "--format", "journal"),
    ("audit", "backup"),
)


@pytest.fixture
def cli(capfd: Any, caplog: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    monkeypatch.setenv("TURNBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TURNBENCH_DB", str(tmp_path / "audit.sqlite"))
    return caller(capfd, caplog, monkeypatch)


@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
@pytest.mark.parametrize("kind", ["pipe", "folder", "no folder", "long name"])
def test_what_is_no_file_is_never_replaced(cli: Cli, tmp_path: Path, command: Any, kind: str) -> None:
    places = {"no folder": tmp_path / "none" / "out", "long name": tmp_path / ("x" * 300)}
    place = places.get(kind, tmp_path / kind)
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    before = place.stat().st_ino if kind in ("pipe", "folder") else None
    data = [] if command == ("audit", "backup") else ["--data", write_corpus(tmp_path)]
    done = cli(*command, place, *data)
    assert done.status == 1
    assert done.err.startswith("error ")
    assert place.name[:40] in done.err
    assert "Traceback" not in done.err
    assert before is None or place.stat().st_ino == before
    assert not [one.name for one in tmp_path.iterdir() if one.name.startswith(".")]


@pytest.mark.parametrize("command", ["import", "restore"])
def test_a_pipe_is_no_journal_and_is_not_waited_for(cli: Cli, tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = cli("audit", command, tmp_path / "pipe")
    assert done.status == 1
    assert "found a pipe, a socket or a device" in done.err


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_full_disk_behind_standard_output_is_told(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    def refuse(_: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(sys.stdout, "write", refuse)
    done = cli("gold", "--data", write_corpus(tmp_path), *options)
    assert done.status == 1
    assert done.err.splitlines()[-1].startswith("error standard output: expected a place")
    assert os.strerror(errno.ENOSPC) in done.err
    assert "Traceback" not in done.err
