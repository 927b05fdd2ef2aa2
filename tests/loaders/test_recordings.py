"""A recording of one's own as a corpus: one stereo file, or two mono files."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from viewer.errors import InvalidDataError, MissingFileError, SettingsError
from viewer.loaders import open_corpus, open_recording


def written(path: Path, channels: int, *, samples: int = 800, rate: int = 8000) -> Path:
    soundfile.write(path, np.linspace(-0.5, 0.5, samples * channels).reshape(samples, channels), rate)
    return path


def test_a_stereo_file_is_a_corpus_of_one_conversation_without_labels(tmp_path: Path) -> None:
    split = open_corpus(written(tmp_path / "call.flac", 2)).split()
    assert (split.name, split.conversation_ids) == ("all", ("call",))
    conversation = split.conversation("call")
    assert (conversation.duration_s, conversation.title, conversation.has_labels) == (0.1, "call", False)
    source = split.audio("call")
    assert source is not None
    assert source.read(0, 800).shape == (800, 2)
    assert split.problems_of("call") == ()


def test_two_mono_files_are_speakers_1_and_2(tmp_path: Path) -> None:
    corpus = open_recording([written(tmp_path / "caller.wav", 1), written(tmp_path / "agent.wav", 1)])
    split = corpus.split()
    assert split.conversation_ids == ("caller+agent",)
    assert split.durations() == {"caller+agent": 0.1}


def test_a_mono_file_alone_is_not_enough(tmp_path: Path) -> None:
    split = open_corpus(written(tmp_path / "call.wav", 1)).split()
    with pytest.raises(
        InvalidDataError, match=r"call\.wav: expected two channels, speaker 1 left, found one"
    ):
        split.conversation("call")


def test_channels_of_different_length_are_refused(tmp_path: Path) -> None:
    paths = [written(tmp_path / "a.wav", 1), written(tmp_path / "b.wav", 1, samples=700)]
    with pytest.raises(InvalidDataError, match="800 samples as in speaker 1's channel"):
        open_recording(paths).split().conversation("a+b")


@pytest.mark.parametrize("names", [(), ("a.wav", "b.wav", "c.wav"), ("a.wav", "b.txt")])
def test_other_numbers_and_kinds_of_files_are_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    with pytest.raises(SettingsError, match="expected one stereo file, or the mono files"):
        open_recording([tmp_path / name for name in names])


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError, match=r"b\.wav: expected an audio file"):
        open_recording([written(tmp_path / "a.wav", 1), tmp_path / "b.wav"])
