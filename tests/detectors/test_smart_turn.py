"""The two rules with models that are told what to say.

Pictures: one character per 32 ms frame, ``x`` speech, ``.`` silence. Defaults in frames: 7 silent frames
before a question, 10 between questions, none after 94, 3 spoken ones needed, 8 make an onset.
"""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.detectors.pictures import ends_of, numbered_sound, speech_model
from viewer.detectors import Detection, SmartTurn, SmartTurnSettings
from viewer.detectors.detection import Samples
from viewer.detectors.smart_turn import rises
from viewer.errors import SettingsError
from viewer.scoring import commit_times


class Asked:
    """A turn model with answers prepared; notes what it heard."""

    def __init__(self, answers: Iterable[float]) -> None:
        self.answers = iter(answers)
        self.heard: list[Samples] = []

    def __call__(self, heard: Samples) -> float:
        self.heard.append(heard)
        return next(self.answers)


def run(picture: str, answers: Iterable[float] = (), **options: float) -> tuple[Detection, Asked]:
    """Detect on a picture at 16 kHz."""
    asked = Asked(answers)
    settings = SmartTurnSettings(**options)
    detector = SmartTurn(speech=speech_model(picture), turn=asked, settings=settings)
    return detector.detect(numbered_sound(picture), sample_rate=16000), asked


def held(found: Detection) -> list[float]:
    assert found.probabilities is not None
    values: list[float] = found.probabilities.eot.tolist()
    return values


def test_a_complete_turn_ends_with_the_frame_that_makes_two_hundred_milliseconds() -> None:
    #                        0         10        20
    found, asked = run("xxxxxxxxxx.......", [0.99])
    assert found.eot_s == pytest.approx(ends_of([16]))
    assert len(asked.heard) == 1


def test_a_shorter_silence_is_no_question() -> None:
    found, asked = run("xxxxxxxxxx......xxxxxx......", [])
    assert found.eot_s == ()
    assert asked.heard == []


def test_a_rejected_turn_is_asked_again_as_the_silence_goes_on() -> None:
    found, asked = run("xxxxx" + "." * 27, [0.1, 0.2, 0.8])
    assert found.eot_s == pytest.approx(ends_of([31]))
    assert len(asked.heard) == 3


def test_speech_starts_the_waiting_anew() -> None:
    found, _ = run("xxxxx.........xxxxx.......", [0.1, 0.9])
    assert found.eot_s == pytest.approx(ends_of([25]))


def test_a_turn_that_is_never_complete_stays_open() -> None:
    found, asked = run("xxxxx" + "." * 300, [0.5] * 9)
    assert found.eot_s == ()
    assert len(asked.heard) == 9


def test_a_sure_answer_is_not_asked_for_again() -> None:
    found, asked = run("xxxxx" + "." * 60, [0.6, 0.99])
    assert len(asked.heard) == 2
    assert found.eot_s == pytest.approx(ends_of([11]))


def test_what_is_asked_does_not_depend_on_the_threshold() -> None:
    picture, answers = "xxxxx" + "." * 60, [0.3, 0.9, 0.4, 0.2, 0.1, 0.6]
    tracks = [held(run(picture, answers, turn_threshold=theta)[0]) for theta in (0.1, 0.5, 0.95)]
    assert tracks[0] == tracks[1] == tracks[2]


def test_the_probability_is_the_highest_answer_of_the_silence_until_somebody_speaks() -> None:
    found, _ = run("xxxxx" + "." * 27 + "xx..", [0.25, 0.75, 0.5])
    assert found.probabilities is not None
    assert found.probabilities.frame_rate_hz == 31.25
    assert held(found) == [0.0] * 11 + [0.25] * 10 + [0.75] * 11 + [0.0] * 4


def test_a_second_end_within_two_seconds_is_dropped() -> None:
    found, _ = run("xxxxx.......xxxxx.......", [0.9, 0.9])
    assert found.eot_s == pytest.approx(ends_of([11]))


@given(st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.8]), max_size=300), st.sampled_from([0.1, 0.5, 0.6]))
def test_the_decisions_are_those_of_the_protocols_sweep(values: list[float], theta: float) -> None:
    track = np.array(values, dtype=np.float64)
    swept = commit_times(track, 31.25, theta).tolist()
    assert [(frame + 1) / 31.25 for frame in rises(track, theta)] == swept


def test_a_click_of_two_frames_is_no_turn() -> None:
    _, asked = run("..xx" + "." * 30, [])
    assert asked.heard == []


def test_the_model_hears_the_last_eight_seconds_and_nothing_later() -> None:
    _, asked = run("x" * 300 + "." * 7, [0.9])
    heard = asked.heard[0]
    assert heard.shape == (128000,)
    assert heard[-1] == 306.0
    assert heard[0] == 57.0


def test_before_the_start_the_model_hears_zeros() -> None:
    _, asked = run("xxxx.......", [0.9])
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


def test_a_dip_inside_speech_does_not_arm_the_onset_again_and_a_pause_does() -> None:
    assert run("xxxxxxxxxx....xxxxxxxxxx")[0].interruption_s == pytest.approx(ends_of([7]))
    found, _ = run("xxxxxxxxxx.......xxxxxxxxxx", [0.1])
    assert found.interruption_s == pytest.approx(ends_of([7, 24]))


def test_progress_grows_to_the_end() -> None:
    shares: list[float] = []
    detector = SmartTurn(speech=speech_model("xxxxx" + "." * 27), turn=Asked([0.1, 0.2, 0.3]))
    detector.detect(numbered_sound("x" * 32), sample_rate=16000, on_progress=shares.append)
    assert shares == sorted(shares)
    assert len(shares) == 4
    assert 0 <= shares[0] <= shares[-1] <= 1


@pytest.mark.parametrize("samples", [0, 511])
def test_audio_shorter_than_a_frame_gives_no_decision(samples: int) -> None:
    detector = SmartTurn(speech=speech_model(""), turn=Asked([]))
    found = detector.detect(np.zeros(samples, dtype=np.float32), sample_rate=16000)
    assert (found.eot_s, found.interruption_s, held(found)) == ((), (), [])


def test_another_rate_has_as_many_frames_as_its_duration() -> None:
    detector = SmartTurn(speech=speech_model("x" * 100), turn=Asked([]))
    found = detector.detect(np.zeros(24000, dtype=np.float32), sample_rate=24000)
    assert len(held(found)) == 31
    assert found.interruption_s == pytest.approx(ends_of([7]))


def test_a_threshold_above_one_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"expected thresholds in \[0, 1\]"):
        SmartTurnSettings(turn_threshold=1.5)


def test_a_duration_that_is_not_positive_is_refused() -> None:
    with pytest.raises(SettingsError, match="expected positive durations"):
        SmartTurnSettings(silence_s=0.0)
