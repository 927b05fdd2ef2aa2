"""Silero VAD: how the channel is cut for it, and the rules on what it says."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from tests.detectors.pictures import ends_of, numbered_sound, speech_model
from viewer.detectors import Detection, SileroSettings, SileroVad
from viewer.detectors.silero_vad import SileroFrames
from viewer.errors import SettingsError


class Session:
    def __init__(self) -> None:
        self.feeds: list[Mapping[str, Any]] = []

    def run(self, output_names: None, feed: Mapping[str, Any]) -> list[Any]:
        assert output_names is None
        self.feeds.append(feed)
        return [np.array([[len(self.feeds) / 10]], dtype=np.float64), feed["state"] + 1]


def detected(picture: str, **settings: float) -> Detection:
    detector = SileroVad(speech=speech_model(picture), settings=SileroSettings(**settings))
    return detector.detect(numbered_sound(picture), sample_rate=16000)


def test_each_frame_carries_the_last_samples_of_the_one_before() -> None:
    session = Session()
    audio = np.arange(1, 1025, dtype=np.float32)
    SileroFrames(session=session)(audio)
    first, second = (feed["input"] for feed in session.feeds)
    assert first.shape == second.shape == (1, 576)
    assert not first[0, :64].any()
    assert first[0, 64:].tolist() == audio[:512].tolist()
    assert second[0].tolist() == audio[448:1024].tolist()


def test_the_state_runs_through_the_recording() -> None:
    session = Session()
    SileroFrames(session=session)(np.zeros(1536, dtype=np.float32))
    assert [float(feed["state"][0, 0, 0]) for feed in session.feeds] == [0.0, 1.0, 2.0]


def test_a_last_frame_that_is_not_full_is_not_heard() -> None:
    assert SileroFrames(session=Session())(np.zeros(1023, dtype=np.float32)).tolist() == [0.1]


def test_a_turn_ends_once_its_silence_has_passed() -> None:
    #                   0         10        20
    found = detected("xxxxxxxxxx" + "." * 20, silence_s=0.2)
    assert found.eot_s == pytest.approx(ends_of([16]))
    assert detected("xxxxxxxxxx" + "." * 20, silence_s=0.5).eot_s == pytest.approx(ends_of([25]))


def test_an_onset_is_decided_when_speech_has_lasted() -> None:
    assert detected("....xxxxxxxxxxxx").interruption_s == pytest.approx(ends_of([11]))
    assert detected("....xxxxxxxxxxxx", onset_s=0.1).interruption_s == pytest.approx(ends_of([7]))


def test_each_task_has_a_threshold_of_its_own() -> None:
    picture = "....xxxxxxxxxxxx" + "." * 10
    assert detected(picture, offset_threshold=0.95).interruption_s == detected(picture).interruption_s
    assert detected(picture, offset_threshold=0.95).eot_s == ()
    assert detected(picture, onset_threshold=0.95).eot_s == detected(picture).eot_s
    assert detected(picture, onset_threshold=0.95).interruption_s == ()


def test_a_voice_activity_detector_gives_no_probability_of_an_end() -> None:
    assert detected("xxxx....").probabilities is None


@pytest.mark.parametrize("samples", [0, 511])
def test_audio_shorter_than_a_frame_gives_no_decision(samples: int) -> None:
    detector = SileroVad(speech=speech_model("x"))
    found = detector.detect(np.zeros(samples, dtype=np.float32), sample_rate=16000)
    assert (found.eot_s, found.interruption_s) == ((), ())


@pytest.mark.parametrize(
    ("settings", "message"),
    [({"offset_threshold": 1.5}, r"thresholds in \[0, 1\]"), ({"silence_s": 0.0}, "positive durations")],
)
def test_numbers_out_of_range_are_refused(settings: dict[str, float], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        SileroSettings(**settings)
