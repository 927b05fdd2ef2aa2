"""The cache folder keeps to its limit: what was used longest ago goes first, what is in use stays."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest

from tests.loaders.building import sound, write_audio
from viewer.environment import cache_limit_bytes
from viewer.errors import SettingsError
from viewer.loaders import open_corpus
from viewer.loaders.cache_size import keep_within_limit, mark_used

HOUR_S = 3600


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder with room for 2,500 bytes."""
    monkeypatch.setenv("TURNBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TURNBENCH_CACHE_GB", "0.0000025")
    return tmp_path / "cache"


def put(cache: Path, name: str, *, hours_ago: float, size: int = 1000) -> Path:
    path = cache / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(size))
    used = time.time() - hours_ago * HOUR_S
    os.utime(path, (used, used))
    return path


def left(cache: Path) -> set[str]:
    return {path.name for path in cache.rglob("*") if path.is_file()}


def test_what_was_used_longest_ago_goes_first_whatever_it_is(cache: Path) -> None:
    put(cache, "peaks/old.peaks", hours_ago=3)
    put(cache, "pcm/older.pcm", hours_ago=4)
    put(cache, "detections/young.json", hours_ago=2)
    put(cache, "peaks/new.peaks", hours_ago=0)
    keep_within_limit()
    assert left(cache) == {"young.json", "new.peaks"}


def test_within_the_limit_nothing_goes(cache: Path) -> None:
    put(cache, "peaks/a.peaks", hours_ago=9)
    put(cache, "pcm/b.pcm", hours_ago=9)
    keep_within_limit()
    assert left(cache) == {"a.peaks", "b.pcm"}


def test_a_file_that_is_marked_as_used_outlives_others(cache: Path) -> None:
    kept = put(cache, "peaks/a.peaks", hours_ago=9)
    for name in "bc":
        put(cache, f"peaks/{name}.peaks", hours_ago=5)
    mark_used(kept)
    keep_within_limit()
    assert "a.peaks" in left(cache)
    assert len(left(cache)) == 2


def test_what_was_used_a_moment_ago_stays_beyond_the_limit(cache: Path) -> None:
    for name in "abcd":
        put(cache, f"pcm/{name}.pcm", hours_ago=0.01)
    keep_within_limit()
    assert len(left(cache)) == 4


def test_other_files_of_the_folder_are_left_alone(cache: Path) -> None:
    put(cache, "compiled/kernel.nbi", hours_ago=99, size=9000)
    put(cache, "pcm/.writing-abc", hours_ago=99, size=9000)
    put(cache, "mine.txt", hours_ago=99, size=9000)
    keep_within_limit()
    assert left(cache) == {"kernel.nbi", ".writing-abc", "mine.txt"}


@pytest.mark.skipif(os.name == "nt", reason="Windows refuses to remove a file that is open")
def test_a_decoded_sound_that_is_being_read_stays_whole_when_it_is_removed(
    cache: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "calls" / "one"
    folder.mkdir(parents=True)
    write_audio(folder / "audio.ogg", sound(8000, 2), format="OGG", subtype="VORBIS")
    source = open_corpus(tmp_path / "calls").split().audio("one")
    assert source is not None
    whole = source.read(0, 8000)
    (kept,) = (cache / "pcm").iterdir()
    os.utime(kept, (1, 1))
    keep_within_limit()
    assert not kept.exists()
    np.testing.assert_array_equal(source.read(0, 8000), whole)
    again = open_corpus(tmp_path / "calls").split().audio("one")
    assert again is not None
    np.testing.assert_array_equal(again.read(100, 200), whole[100:200])


@pytest.mark.parametrize("text", ["0", "-1", "much", "nan"])
def test_a_limit_that_is_no_number_above_0_is_said_and_removes_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    monkeypatch.setenv("TURNBENCH_CACHE_GB", text)
    put(cache, "peaks/a.peaks", hours_ago=9)
    with pytest.raises(SettingsError, match="expected a number above 0"):
        cache_limit_bytes()
    keep_within_limit()
    assert left(cache) == {"a.peaks"}
    assert f"TURNBENCH_CACHE_GB: expected a number above 0, found '{text}'" in caplog.text
