"""Whether a file is still the one that was read."""

from __future__ import annotations

import os
from pathlib import Path

from viewer.loaders import facts_now, stamp_after


def test_an_untouched_file_is_the_same_without_a_look_at_its_content(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"abc")
    stamp = stamp_after(path, facts_now(path))
    assert not stamp.is_touched
    assert stamp.looked_at() is stamp


def test_the_same_bytes_at_another_time_are_the_same_file_and_others_are_not(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"abc")
    stamp = stamp_after(path, facts_now(path))
    os.utime(path, (5, 5))
    assert stamp.is_touched
    again = stamp.looked_at()
    assert again is not None
    assert not again.is_touched
    path.write_bytes(b"abd")
    os.utime(path, (6, 6))
    assert again.looked_at() is None


def test_a_file_that_changed_while_it_was_read_counts_as_another(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"abc")
    before = facts_now(path)
    os.utime(path, (5, 5))
    stamp = stamp_after(path, before)
    assert stamp.digest == ""
    assert stamp.looked_at() is None


def test_a_file_that_is_not_there_changes_when_it_comes(tmp_path: Path) -> None:
    path = tmp_path / "f"
    stamp = stamp_after(path, facts_now(path))
    assert stamp.looked_at() is stamp
    path.write_bytes(b"abc")
    assert stamp.is_touched
    assert stamp.looked_at() is None
