"""A run on a dialogue: both channels, kept once, never half."""

from pathlib import Path

import pytest

from tests.runs.speaking import Told, setting_of, source_in, write_calls
from viewer.environment import cache_folder
from viewer.errors import CancelledRunError
from viewer.loaders import AudioSource
from viewer.runs import detect_dialogue, eot_probabilities, kept_run, submission_of


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TURNBENCH_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def source(tmp_path: Path) -> AudioSource:
    return source_in(write_calls(tmp_path / "calls", "one"))


def test_both_channels_are_heard_and_progress_grows_to_one(source: AudioSource) -> None:
    told, shares = Told(), list[float]()
    setting = setting_of(told)
    found = detect_dialogue(setting, source, setting.load(), on_progress=shares.append)
    assert told.heard == [32000, 32000]
    assert shares == [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0]
    assert [one.eot.tolist() for one in found.speakers] == [[1.0, 1.5]] * 2
    assert found.eot_frames is not None
    assert [len(track) for track in found.eot_frames.speakers] == [100, 100]


def test_a_dialogue_is_never_heard_twice(source: AudioSource) -> None:
    told = Told()
    setting = setting_of(told)
    first = detect_dialogue(setting, source, setting.load())
    again = detect_dialogue(setting, source, setting.load())
    assert len(told.heard) == 2
    assert [one.eot.tolist() for one in first.speakers] == [one.eot.tolist() for one in again.speakers]
    frames = [found.eot_frames for found in (first, again)]
    assert frames[0] is not None
    assert frames[1] is not None
    assert [one.tolist() for one in frames[0].speakers] == [one.tolist() for one in frames[1].speakers]


def test_another_detector_or_another_sound_is_heard_anew(source: AudioSource, tmp_path: Path) -> None:
    told = Told()
    setting = setting_of(told)
    detect_dialogue(setting, source, setting.load())
    other = setting_of(told, "other")
    detect_dialogue(other, source, other.load())
    detect_dialogue(setting, source_in(write_calls(tmp_path / "more", "one", seconds=3.0)), setting.load())
    assert len(told.heard) == 6


def test_a_cancelled_run_keeps_nothing(source: AudioSource) -> None:
    setting = setting_of(Told())

    def cancel(share: float) -> None:
        if share > 0.6:
            raise CancelledRunError("enough")

    with pytest.raises(CancelledRunError, match="enough"):
        detect_dialogue(setting, source, setting.load(), on_progress=cancel)
    assert kept_run(setting, source) is None


@pytest.mark.parametrize("content", ["", "{", "[]", '{"form": 1}', '{"form": 99}', "null"])
def test_a_kept_file_that_is_broken_is_made_again(source: AudioSource, content: str) -> None:
    told = Told()
    setting = setting_of(told)
    detect_dialogue(setting, source, setting.load())
    (path,) = (cache_folder() / "detections").iterdir()
    path.write_text(content, encoding="utf-8")
    detect_dialogue(setting, source, setting.load())
    assert len(told.heard) == 4


def test_a_folder_that_cannot_be_written_costs_no_run(
    source: AudioSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("viewer.runs.running.save_run", full)
    setting = setting_of(Told())
    assert detect_dialogue(setting, source, setting.load()).speakers[0].eot.tolist() == [1.0, 1.5]


def test_dialogues_join_into_the_two_files_of_a_model(source: AudioSource) -> None:
    setting = setting_of(Told())
    found = {"one": detect_dialogue(setting, source, setting.load())}
    assert submission_of(found).entries["one"][1].interruption.tolist() == [0.1]
    frames = eot_probabilities(found)
    assert frames is not None
    assert (frames.frame_rate_hz, len(frames.entries["one"][0])) == (25.0, 100)
    assert eot_probabilities({}) is None
