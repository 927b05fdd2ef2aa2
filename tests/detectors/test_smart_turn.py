"""The two rules with models that are told what to say.

Pictures: one character per 32 ms frame, ``x`` speech, ``.`` silence. Defaults in frames: 7 silent frames
before a question, 10 between questions, none after 94, 3 spoken ones needed, 8 make an onset.
"""

from collections.abc import Iterable

import numpy as np
import pytest

from viewer.detectors import Detection, SmartTurn, SmartTurnSettings
from viewer.detectors.detection import FrameValues, Samples
from viewer.errors import SettingsError

FRAME_S = 0.032


class Asked:
    """A turn model with answers prepared; notes what it heard."""

    def __init__(self, answers: Iterable[float]) -> None:
        self.answers = iter(answers)
        self.heard: list[Samples] = []

    def __call__(self, heard: Samples) -> float:
        self.heard.append(heard)
        return next(self.answers)


def run(picture: str, answers: Iterable[float] = (), **options: float) -> tuple[Detection, Asked]:
    """Detect on a picture at 16 kHz; every sample's value is the number of its frame."""
    asked = Asked(answers)
    values = np.array([0.9 if character == "x" else 0.1 for character in picture])

    def speech(audio: Samples) -> FrameValues:
        return values[: audio.size // 512]

    audio = np.repeat(np.arange(len(picture), dtype=np.float32), 512)
    detector = SmartTurn(speech=speech, turn=asked, settings=SmartTurnSettings(**options))
    return detector.detect(audio, sample_rate=16000), asked


def ends_of(frames: Iterable[int]) -> tuple[float, ...]:
    return tuple((frame + 1) * FRAME_S for frame in frames)


def test_a_complete_turn_ends_with_the_frame_that_makes_two_hundred_milliseconds() -> None:
    #                        0         10        20
    found, asked = run("xxxxxxxxxx..........", [0.9])
    assert found.eot_s == pytest.approx(ends_of([16]))
    assert len(asked.heard) == 1


def test_a_shorter_silence_is_no_question() -> None:
    found, asked = run("xxxxxxxxxx......xxxxxx......", [])
    assert found.eot_s == ()
    assert asked.heard == []


def test_a_rejected_turn_is_asked_again_as_the_silence_goes_on() -> None:
    found, asked = run("xxxxx" + "." * 40, [0.1, 0.2, 0.8])
    assert found.eot_s == pytest.approx(ends_of([11, 21, 31][2:]))
    assert len(asked.heard) == 3


def test_speech_starts_the_waiting_anew() -> None:
    found, _ = run("xxxxx.........xxxxx.......", [0.1, 0.9])
    assert found.eot_s == pytest.approx(ends_of([25]))


def test_a_turn_that_is_never_complete_stays_open() -> None:
    found, asked = run("xxxxx" + "." * 300, [0.5] * 9)
    assert found.eot_s == ()
    assert len(asked.heard) == 9


def test_an_ended_turn_is_not_ended_twice() -> None:
    found, asked = run("xxxxx" + "." * 60, [0.9])
    assert len(found.eot_s) == len(asked.heard) == 1


def test_a_click_of_two_frames_is_no_turn() -> None:
    _, asked = run("..xx" + "." * 30, [])
    assert asked.heard == []


def test_the_model_hears_the_last_eight_seconds_and_nothing_later() -> None:
    _, asked = run("x" * 300 + "." * 20, [0.9])
    heard = asked.heard[0]
    assert heard.shape == (128000,)
    assert heard[-1] == 306.0
    assert heard[0] == 57.0


def test_before_the_start_the_model_hears_zeros() -> None:
    _, asked = run("xxxx........", [0.9])
    heard = asked.heard[0]
    assert heard.shape == (128000,)
    assert not heard[: 128000 - 11 * 512].any()
    assert heard[-1] == 10.0


def test_an_onset_is_decided_when_speech_has_lasted_a_quarter_second() -> None:
    found, _ = run("....xxxxxxxxxxxx")
    assert found.interruption_s == pytest.approx(ends_of([11]))


def test_a_short_acknowledgement_is_no_onset() -> None:
    found, _ = run("....xxxxxxx....")
    assert found.interruption_s == ()


def test_a_dip_inside_speech_does_not_arm_the_onset_again() -> None:
    found, _ = run("xxxxxxxxxx....xxxxxxxxxx")
    assert found.interruption_s == pytest.approx(ends_of([7]))


def test_a_pause_arms_the_onset_again() -> None:
    found, _ = run("xxxxxxxxxx.......xxxxxxxxxx", [0.1])
    assert found.interruption_s == pytest.approx(ends_of([7, 24]))


def test_probabilities_have_one_value_per_frame() -> None:
    found, _ = run("xxxxx" + "." * 20, [0.25, 0.75])
    assert found.probabilities is not None
    assert found.probabilities.frame_rate_hz == 31.25
    assert np.flatnonzero(found.probabilities.eot).tolist() == [11, 21]
    assert found.probabilities.eot[[11, 21]].tolist() == [0.25, 0.75]
    assert found.probabilities.interruption.shape == (25,)


def test_another_rate_is_paid_for_with_the_filters_look_ahead() -> None:
    def speech(audio: Samples) -> FrameValues:
        return np.full(audio.size // 512, 0.9)

    detector = SmartTurn(speech=speech, turn=Asked([]))
    plain = detector.detect(np.zeros(16000, dtype=np.float32), sample_rate=16000)
    resampled = detector.detect(np.zeros(24000, dtype=np.float32), sample_rate=24000)
    assert resampled.interruption_s[0] - plain.interruption_s[0] == pytest.approx(0.000625)


def test_a_decision_never_lies_past_the_end() -> None:
    samples = 24000 * 32 * 8 // 1000

    def speech(audio: Samples) -> FrameValues:
        return np.full(audio.size // 512, 0.9)

    detector = SmartTurn(speech=speech, turn=Asked([]))
    found = detector.detect(np.zeros(samples, dtype=np.float32), sample_rate=24000)
    assert found.interruption_s == (samples / 24000,)


@pytest.mark.parametrize("samples", [0, 511])
def test_audio_shorter_than_a_frame_gives_no_decision(samples: int) -> None:
    detector = SmartTurn(speech=lambda audio: np.zeros(audio.size // 512), turn=Asked([]))
    found = detector.detect(np.zeros(samples, dtype=np.float32), sample_rate=16000)
    assert (found.eot_s, found.interruption_s) == ((), ())


def test_a_threshold_above_one_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"expected thresholds in \[0, 1\]"):
        SmartTurnSettings(turn_threshold=1.5)


def test_a_negative_duration_is_refused() -> None:
    with pytest.raises(SettingsError, match="expected positive durations"):
        SmartTurnSettings(onset_s=-1.0)
