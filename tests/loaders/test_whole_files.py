"""A file is replaced whole or not at all, and what a killed writer leaves is cleared away."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from viewer.loaders.whole_files import whole_file, write_whole

DAY_S = 24 * 3600


def _write_half(path: Path) -> None:
    with whole_file(path) as file:
        file.write(b"half")
        raise RuntimeError("cut")


def test_a_write_that_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    write_whole(path, "old")
    with pytest.raises(RuntimeError, match="cut"):
        _write_half(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_writer_left_goes_after_a_day(tmp_path: Path) -> None:
    old, young = tmp_path / ".writing-old", tmp_path / ".writing-young"
    for path in (old, young):
        path.write_bytes(b"half")
    two_days_ago = old.stat().st_mtime - 2 * DAY_S
    os.utime(old, (two_days_ago, two_days_ago))
    write_whole(tmp_path / "out.json", "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".writing-young", "out.json"]
