"""Energy windows drawn by hand: X is the first loud window, ``.`` is silence, 20 ms each."""

import numpy as np
import pytest

from viewer.detectors import Detection, RmsVad
from viewer.detectors.detection import Samples
from viewer.errors import SettingsError

RATE = 1000


def drawn(picture: str, *, level: float = 0.5) -> Samples:
    """Return one 20 ms window per character, loud where it is not a dot."""
    loud = [0.0 if character == "." else level for character in picture]
    return np.repeat(np.array(loud, dtype=np.float32), 20)


def detected(audio: Samples) -> Detection:
    return RmsVad().detect(audio, sample_rate=RATE)


def test_an_onset_is_an_interruption_at_the_end_of_its_window() -> None:
    #            0   40  80
    #            |   |   |
    found = detected(drawn("..Xx.."))
    assert found.interruption_s == (0.06,)


def test_an_offset_is_an_end_of_turn_at_the_end_of_the_first_quiet_window() -> None:
    found = detected(drawn("..Xx.."))
    assert found.eot_s == (0.1,)


def test_each_burst_is_decided_anew() -> None:
    found = detected(drawn("X.X..Xx."))
    assert found.interruption_s == (0.02, 0.06, 0.12)
    assert found.eot_s == (0.04, 0.08, 0.16)


def test_speech_from_the_first_sample_is_an_onset() -> None:
    assert detected(drawn("Xx.")).interruption_s == (0.02,)


def test_speech_that_reaches_the_end_has_no_offset() -> None:
    assert detected(drawn(".Xxx")).eot_s == ()


def test_a_window_on_the_threshold_is_quiet() -> None:
    vad = RmsVad(onset_threshold=0.25)
    assert vad.detect(drawn(".X.", level=0.25), sample_rate=RATE).interruption_s == ()
    assert vad.detect(drawn(".X.", level=0.26), sample_rate=RATE).interruption_s == (0.04,)


def test_a_last_window_that_is_not_full_is_not_heard() -> None:
    assert detected(drawn("..X")[:-1]).interruption_s == ()


@pytest.mark.parametrize("samples", [0, 1, 19])
def test_audio_shorter_than_a_window_gives_no_decision(samples: int) -> None:
    found = detected(np.ones(samples, dtype=np.float32))
    assert (found.eot_s, found.interruption_s, found.probabilities) == ((), (), None)


def test_silence_gives_no_decision() -> None:
    found = detected(drawn("....."))
    assert (found.eot_s, found.interruption_s) == ((), ())


def test_the_same_sound_at_another_rate_is_decided_at_the_same_time() -> None:
    slow = RmsVad().detect(drawn("..Xx.."), sample_rate=1000)
    fast = RmsVad().detect(np.repeat(drawn("..Xx.."), 8), sample_rate=8000)
    assert (slow.eot_s, slow.interruption_s) == (fast.eot_s, fast.interruption_s)


def test_two_channels_in_one_array_are_refused() -> None:
    with pytest.raises(SettingsError, match=r"expected one channel .* found shape \(20, 2\)"):
        detected(np.zeros((20, 2), dtype=np.float32))


def test_a_rate_of_zero_is_refused() -> None:
    with pytest.raises(SettingsError, match="expected a positive number of hertz, found 0"):
        RmsVad().detect(drawn("."), sample_rate=0)


def test_a_threshold_of_zero_is_refused() -> None:
    with pytest.raises(SettingsError, match="expected a positive window and positive thresholds"):
        RmsVad(offset_threshold=0.0)


def test_each_task_has_a_threshold_of_its_own() -> None:
    audio = np.concatenate([drawn("..Xx", level=0.5), drawn("X..", level=0.1)])
    found = RmsVad(onset_threshold=0.2, offset_threshold=0.05).detect(audio, sample_rate=RATE)
    assert (found.interruption_s, found.eot_s) == ((0.06,), (0.12,))
