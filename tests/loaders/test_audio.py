"""Sound read anywhere is the sound read from the start, to the sample, in every format."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import soundfile

from tests.loaders.building import SAMPLES, conversation, sound, write_audio, write_folder, write_json
from viewer.environment import cache_folder
from viewer.errors import InvalidDataError
from viewer.loaders import AudioSource, open_corpus

SECONDS = 20
# ending, container, coding, sample rate
FORMATS = [
    (".wav", "WAV", "PCM_16", 48000),
    (".wav", "WAV", "PCM_24", 44100),
    (".wav", "WAV", "PCM_U8", 8000),
    (".wav", "WAV", "ULAW", 8000),
    (".wav", "WAV", "IMA_ADPCM", 16000),
    (".flac", "FLAC", "PCM_16", 48000),
    (".flac", "FLAC", "PCM_24", 16000),
    (".ogg", "OGG", "VORBIS", 44100),
    (".ogg", "OGG", "VORBIS", 16000),
    (".opus", "OGG", "OPUS", 48000),
    (".opus", "OGG", "OPUS", 24000),
    (".mp3", "MP3", "MPEG_LAYER_III", 44100),
    (".mp3", "MP3", "MPEG_LAYER_III", 48000),
]


def source_of(folder: Path) -> AudioSource:
    found = open_corpus(folder.parent).split().audio(folder.name)
    assert found is not None
    return found


def decoded(path: Path) -> npt.NDArray[np.int16]:
    """One decode from the first sample to the last."""
    return np.asarray(soundfile.read(path, dtype="int16", always_2d=True)[0])


@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize(("ending", "container", "coding", "rate"), FORMATS)
def test_a_random_read_agrees_with_a_full_decode(
    tmp_path: Path,
    rng: np.random.Generator,
    ending: str,
    container: str,
    coding: str,
    rate: int,
    channels: int,
) -> None:
    folder = tmp_path / "calls" / "one"
    folder.mkdir(parents=True)
    names = [f"audio{ending}"] if channels == 2 else [f"speaker_{n}_audio{ending}" for n in (1, 2)]
    for seed, name in enumerate(names):
        values = sound(rate * SECONDS + 137, channels, seed=seed, rate=rate)
        write_audio(folder / name, values, rate, format=container, subtype=coding)
    whole = np.hstack([decoded(folder / name) for name in names])
    source = source_of(folder)

    assert (source.sample_rate, source.samples) == (rate, len(whole))
    assert source.duration_s == len(whole) / rate
    for start in rng.integers(0, len(whole), 60).tolist():
        stop = start + int(rng.integers(0, 6000))
        np.testing.assert_array_equal(source.read(start, stop), whole[start:stop])
    np.testing.assert_array_equal(source.read(0, len(whole)), whole)


@pytest.mark.parametrize("coding", ["FLOAT", "DOUBLE"])
def test_float_samples_are_scaled_and_clipped(tmp_path: Path, coding: str) -> None:
    folder = tmp_path / "calls" / "one"
    folder.mkdir(parents=True)
    values = np.array([[0.0, 0.5], [-0.5, 1.0], [-1.0, 1.5], [0.25, -1.5]])
    soundfile.write(folder / "audio.wav", values, 8000, subtype=coding)
    found = source_of(folder).read(0, 4)
    assert found.tolist() == [[0, 16384], [-16384, 32767], [-32768, 32767], [8192, -32768]]


def test_what_lies_outside_the_sound_is_cut_off_as_in_a_slice(tmp_path: Path) -> None:
    source = source_of(write_folder(tmp_path, "one"))
    assert source.read(-5, 3).shape == (3, 2)
    assert source.read(source.samples - 2, source.samples + 10).shape == (2, 2)
    for start, stop in ((7, 7), (9, 3), (source.samples, source.samples + 1)):
        assert source.read(start, stop).shape == (0, 2)
        assert source.read(start, stop).dtype == np.int16


def test_a_key_is_the_same_in_every_process_and_shows_no_path(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, "one")
    code = (
        "import sys, pathlib; from viewer.loaders import open_corpus; "
        "print(open_corpus(pathlib.Path(sys.argv[1])).split().audio('one').key)"
    )
    other = subprocess.run(
        [sys.executable, "-c", code, os.path.relpath(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    key = source_of(folder).key
    assert other.stdout.strip() == key
    assert len(key) == 32
    assert set(key) <= set("0123456789abcdef")
    assert hash(source_of(folder)) == hash(source_of(folder))
    assert str(tmp_path) not in repr(source_of(folder))


def test_a_key_changes_with_the_file(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, "one")
    before = source_of(folder).key
    write_audio(folder / "speaker_1_audio.wav", sound(seed=7))
    os.utime(folder / "speaker_1_audio.wav", ns=(1, 1))
    assert source_of(folder).key != before


def test_a_key_is_the_contents_own_wherever_the_files_lie(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "here", "one")
    shutil.copytree(folder, tmp_path / "there" / "another", copy_function=shutil.copy2)
    assert source_of(tmp_path / "there" / "another").key == source_of(folder).key


@pytest.mark.parametrize("place", [100, SAMPLES, -2])
def test_a_file_of_the_same_size_and_second_has_another_key(tmp_path: Path, place: int) -> None:
    """Head, middle and tail: silence around a voice must not make two calls one."""
    folder = write_folder(tmp_path, "one")
    path = folder / "speaker_1_audio.wav"
    facts = path.stat()
    before = source_of(folder).key
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert source_of(folder).key != before


def test_two_copies_of_a_sound_are_read_from_their_own_files(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "here", "one")
    copy = Path(shutil.copytree(folder, tmp_path / "there", copy_function=shutil.copy2))
    here, there = source_of(folder), source_of(copy)
    expected = here.read(0, 100)
    (folder / "speaker_1_audio.wav").unlink()
    with pytest.raises(InvalidDataError, match="speaker_1_audio"):
        here.read(0, 100)
    np.testing.assert_array_equal(there.read(0, 100), expected)


def test_many_threads_read_the_same_sound(tmp_path: Path, rng: np.random.Generator) -> None:
    folders = [write_folder(tmp_path, str(number)) for number in range(6)]
    sources = [source_of(folder) for folder in folders]
    whole = [source.read(0, source.samples) for source in sources]
    numbers, starts = rng.integers(0, 6, 400), rng.integers(0, 31000, 400)
    jobs = list(zip(numbers.tolist(), starts.tolist(), strict=True))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda job: sources[job[0]].read(job[1], job[1] + 500), jobs))
    for (number, start), part in zip(jobs, found, strict=True):
        np.testing.assert_array_equal(part, whole[number][start : start + 500])


def test_two_processes_may_decode_the_same_sound_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "calls" / "one"
    folder.mkdir(parents=True)
    write_audio(folder / "audio.ogg", sound(8000 * 20, 2), format="OGG", subtype="VORBIS")
    code = (
        "import sys, pathlib; from viewer.loaders import open_corpus; "
        "source = open_corpus(pathlib.Path(sys.argv[1])).split().audio('one'); "
        "sys.stdout.buffer.write(source.read(0, source.samples).tobytes())"
    )
    environment = os.environ | {"TURNBENCH_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-c", code, str(folder.parent)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) for _ in range(2)]
    outputs = [process.communicate()[0] for process in running]
    assert outputs[0] == outputs[1] == decoded(folder / "audio.ogg").tobytes()
    assert [path.suffix for path in (tmp_path / "cache" / "pcm").iterdir()] == [".pcm"]


def test_a_damaged_cache_file_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "calls" / "one"
    folder.mkdir(parents=True)
    write_audio(folder / "audio.ogg", sound(8000, 2), format="OGG", subtype="VORBIS")
    before = set((cache_folder() / "pcm").glob("*")) if (cache_folder() / "pcm").exists() else set()
    whole = source_of(folder).read(0, 8000)
    (made,) = set((cache_folder() / "pcm").glob("*")) - before
    made.write_bytes(b"\0" * 10)
    shutil.copytree(folder.parent, tmp_path / "again", copy_function=shutil.copy2)
    np.testing.assert_array_equal(source_of(tmp_path / "again" / "one").read(0, 8000), whole)


def test_a_sound_that_breaks_off_after_it_was_described_is_an_error(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, "one")
    source = source_of(folder)
    path = folder / "speaker_2_audio.wav"
    path.write_bytes(path.read_bytes()[:2044])
    message = (
        r"one/speaker_2_audio\.wav: expected the file that was opened, found another or a changed one "
        r"\(has it changed since it was opened\? reload\)"
    )
    with pytest.raises(InvalidDataError, match=message):
        source.read(0, source.samples)


@pytest.mark.parametrize("stated", [4.0, 4.000125, 3.999875])
def test_a_stated_length_may_differ_by_one_sample(tmp_path: Path, stated: float) -> None:
    write_audio(tmp_path / "a.wav", sound())
    case = conversation("one", duration_s=stated, audio={"speaker_1": "a.wav", "speaker_2": "a.wav"})
    loaded = open_corpus(write_json(tmp_path / "talk.json", case)).split().load("one")
    assert loaded.problems == ()
    assert loaded.conversation is not None
    assert loaded.conversation.duration_s == 4.0
