"""The comparison of a second run: what passes as the same dialogue, and what does not."""

import math
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from scripts.demo_corpus.compare import Likeness, compare, signal_to_difference_db
from scripts.demo_corpus.paths import CORPUS, DIALOGUES, conversation_folder
from scripts.demo_corpus.script import read_script

SCRIPT = read_script(DIALOGUES / "casual-01.yaml")
LIKE = Likeness(
    conversation_id="t-01",
    differing_texts=(),
    samples_apart=0,
    signal_to_difference_db=math.inf,
    is_identical=True,
)


@pytest.fixture
def again(tmp_path: Path) -> Path:
    folder = conversation_folder(tmp_path, SCRIPT.split, SCRIPT.conversation_id)
    shutil.copytree(conversation_folder(CORPUS, SCRIPT.split, SCRIPT.conversation_id), folder)
    return tmp_path


def test_a_copy_is_identical(again: Path) -> None:
    assert compare(SCRIPT, corpus=CORPUS, again=again) == replace(LIKE, conversation_id="casual-01")


def test_a_changed_annotation_is_named(again: Path) -> None:
    path = again / "dev" / "casual-01" / "speaker_2_annotation_b.srt"
    path.write_text(path.read_text().replace("sofa", "couch"))
    found = compare(SCRIPT, corpus=CORPUS, again=again)
    assert found.differing_texts == ("speaker_2_annotation_b.srt",)
    assert not found.is_within_bounds()


def test_a_cut_channel_is_too_short(again: Path) -> None:
    path = again / "dev" / "casual-01" / "speaker_1_audio.opus"
    audio, rate = soundfile.read(path)
    soundfile.write(path, audio[:-2], rate, format="OGG", subtype="OPUS")
    found = compare(SCRIPT, corpus=CORPUS, again=again)
    assert (found.samples_apart, found.is_identical) == (2, False)
    assert not found.is_within_bounds()


def test_the_difference_is_measured_in_decibels() -> None:
    signal = np.sin(np.arange(1000) / 7)
    assert signal_to_difference_db(signal, signal) == math.inf
    assert signal_to_difference_db(signal, 0.9 * signal) == pytest.approx(20.0)
    assert signal_to_difference_db(signal, signal[:-1]) == math.inf


@pytest.mark.parametrize(
    ("likeness", "is_same"),
    [
        (LIKE, True),
        (replace(LIKE, samples_apart=1), True),
        (replace(LIKE, samples_apart=2), False),
        (replace(LIKE, signal_to_difference_db=30.1), True),
        (replace(LIKE, signal_to_difference_db=30.0), False),
    ],
)
def test_the_bounds_are_one_sample_and_30_decibels(likeness: Likeness, *, is_same: bool) -> None:
    assert likeness.is_within_bounds() is is_same
