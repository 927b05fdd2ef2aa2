"""Sound that a header promises and the file does not hold; sound that changes while it is open."""

from __future__ import annotations

import os
import re
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.loaders.building import RATE, SAMPLES, encoded, row, sound, write_audio, write_folder, write_shard
from viewer.errors import InvalidDataError
from viewer.loaders import Split, open_corpus, sound_checks

HINT = "(has it changed since it was opened? reload)"
CHANGED = f"expected the file that was opened, found another or a changed one {HINT}"


def split_of(folder: Path) -> Split:
    return open_corpus(folder.parent).split()


def told(split: Split) -> list[str]:
    return [f"{problem.severity}: {problem}" for problem in split.verify_sound()]


def write_stereo(root: Path, name: str, kind: str, coding: str) -> Path:
    folder = root / "calls" / "two"
    folder.mkdir(parents=True)
    write_audio(folder / name, sound(SAMPLES, 2), format=kind, subtype=coding)
    return folder / name


def cut_in_half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def zero_the_middle(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes(400) + data[middle + 400 :]


# file, container, coding, what is done to it, what is said
SPOILT: list[tuple[str, str, str, Callable[[bytes], bytes], str]] = [
    (
        "audio.mp3",
        "MP3",
        "MPEG_LAYER_III",
        cut_in_half,
        "error: two/audio.mp3: expected 32000 samples, found N (is the file cut off?)",
    ),
    (
        "audio.flac",
        "FLAC",
        "PCM_16",
        zero_the_middle,
        (
            "error: two/audio.flac: expected 32000 samples that decode, "
            "found after 0 samples: flac decoder lost sync (is the file damaged?)"
        ),
    ),
]


@pytest.mark.parametrize(("name", "kind", "coding", "spoil", "message"), SPOILT)
def test_sound_that_cannot_be_decoded_is_found(
    tmp_path: Path, name: str, kind: str, coding: str, spoil: Callable[[bytes], bytes], message: str
) -> None:
    path = write_stereo(tmp_path, name, kind, coding)
    write_folder(tmp_path / "calls", "one")
    path.write_bytes(spoil(path.read_bytes()))
    split = split_of(path.parent)
    assert split.load("two").problems[1:] == ()
    for _ in range(2):
        # How far half an MP3 decodes, its decoder does not always say alike.
        assert [re.sub(r"found \d+", "found N", one) for one in told(split)] == [message]


def test_samples_that_are_no_numbers_are_told_and_played_as_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "calls" / "two"
    folder.mkdir(parents=True)
    values = np.full((SAMPLES, 2), 0.5)
    values[:4, 0] = np.nan, np.inf, -np.inf, 1e300
    soundfile.write(folder / "audio.wav", values, RATE, subtype="DOUBLE")
    split = split_of(folder)
    assert told(split) == [
        (
            "warning: two/audio.wav: expected samples that are finite numbers, "
            "found 3 that are none or infinite: they are played as 0"
        )
    ]
    source = split.audio("two")
    assert source is not None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert source.read(0, 5)[:, 0].tolist() == [0, 0, 0, 32767, 16384]


def test_the_cells_of_a_shard_are_decoded_too(tmp_path: Path) -> None:
    good = encoded(tmp_path, sound(), "FLAC")
    bad = zero_the_middle(good)
    rows = [
        row("one", speaker_1_audio=good, speaker_2_audio=good),
        row("two", speaker_1_audio=good, speaker_2_audio=bad),
    ]
    write_shard(tmp_path / "corpus" / "x.parquet", rows)
    split = open_corpus(tmp_path / "corpus").split()
    assert told(split) == [
        (
            "error: x.parquet, row 1, speaker_2_audio: expected 32000 samples that decode, "
            "found after 0 samples: flac decoder lost sync (is the file damaged?)"
        )
    ]


def test_what_has_decoded_well_is_not_decoded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_folder(tmp_path / "calls", "one")
    assert told(split_of(folder)) == []
    monkeypatch.setattr(sound_checks, "open_sound", lambda *_: pytest.fail("decoded again"))
    assert told(split_of(folder)) == []
    os.utime(folder / "speaker_1_audio.wav", ns=(1, 1))
    with pytest.raises(pytest.fail.Exception, match="decoded again"):
        told(split_of(folder))


def replace_alike(path: Path) -> None:
    write_audio(path, sound(seed=9))
    os.utime(path, ns=(1, 1))


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def same_times(path: Path) -> None:
    """Another length under the same time of change and size: only the header tells."""
    facts = path.stat()
    size = facts.st_size
    write_audio(path, sound(SAMPLES // 2), rate=RATE // 2)
    with path.open("ab") as file:
        file.write(bytes(size - path.stat().st_size))
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))


# what happens to speaker 2's file while the corpus is open, and what reading it says
CHANGES: list[tuple[Callable[[Path], object], str]] = [
    (replace_alike, CHANGED),
    (lambda path: write_audio(path, sound(SAMPLES * 3, rate=48000), 48000), CHANGED),
    (lambda path: write_audio(path, sound(100)), CHANGED),
    (
        Path.unlink,
        f"expected the file that was opened, found No such file or directory {HINT}",
    ),
    (
        replace_by_folder,
        f"expected the file that was opened, found Is a directory {HINT}",
    ),
    (
        same_times,
        f"expected the file that was opened, found 16000 samples at 4000 Hz in 1 channels {HINT}",
    ),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
@pytest.mark.parametrize("is_open", [False, True])
def test_a_sound_that_has_changed_since_it_was_described_is_an_error(
    tmp_path: Path, change: Callable[[Path], object], message: str, is_open: bool
) -> None:
    folder = write_folder(tmp_path / "calls", "one")
    path = folder / "speaker_2_audio.wav"
    shutil.copy2(path, tmp_path / "kept.wav")
    source = split_of(folder).audio("one")
    assert source is not None
    before = source.read(0, 100) if is_open else None
    if change is same_times and is_open:
        return  # the open file is still the old one
    change(path)
    for _ in range(2):
        with pytest.raises(InvalidDataError, match=r"speaker_2_audio\.wav") as caught:
            source.read(0, 100)
        assert str(caught.value) == f"one/speaker_2_audio.wav: {message}"
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    shutil.move(tmp_path / "kept.wav", path)
    found = source.read(0, 100)
    if before is not None:
        np.testing.assert_array_equal(found, before)


def test_after_a_fault_the_rest_of_a_sound_can_still_be_read(tmp_path: Path) -> None:
    path = write_stereo(tmp_path, "audio.flac", "FLAC", "PCM_16")
    whole = sound(SAMPLES, 2)
    path.write_bytes(zero_the_middle(path.read_bytes()))
    source = split_of(path.parent).audio("two")
    assert source is not None
    with pytest.raises(InvalidDataError, match=r"audio\.flac: expected samples that decode, found flac dec"):
        source.read(0, SAMPLES)
    np.testing.assert_array_equal(source.read(0, 1000), whole[:1000])
