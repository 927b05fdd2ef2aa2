"""WebRTC VAD with a judge that is told what to say: one character per 20 ms frame."""

from collections.abc import Callable

import numpy as np
import pytest

from viewer.detectors import Detection, WebrtcSettings, WebrtcVad
from viewer.detectors.runtime import open_webrtc
from viewer.errors import MissingDependencyError, SettingsError

FRAME = 320


class Judges:
    """Opens judges that answer as drawn, and notes what they hear."""

    def __init__(self, picture: str) -> None:
        self.picture = picture
        self.heard: list[bytes] = []
        self.opened: list[int] = []

    def __call__(self, aggressiveness: int) -> Callable[[bytes, int], bool]:
        self.opened.append(aggressiveness)
        answers = iter(self.picture)

        def judge(frame: bytes, rate: int) -> bool:
            assert (len(frame), rate) == (2 * FRAME, 16000)
            self.heard.append(frame)
            return next(answers) == "x"

        return judge


def run(picture: str, **settings: float) -> tuple[Detection, Judges]:
    judges = Judges(picture)
    detector = WebrtcVad(open_judge=judges, settings=WebrtcSettings(**settings))
    return detector.detect(np.zeros(len(picture) * FRAME, dtype=np.float32), sample_rate=16000), judges


def test_a_turn_ends_at_the_end_of_the_frame_that_completes_the_silence() -> None:
    found, _ = run("xxxxxxxxxx" + "." * 30, silence_s=0.2)
    assert found.eot_s == pytest.approx([0.4])


def test_an_onset_is_decided_when_speech_has_lasted() -> None:
    found, _ = run("....xxxxxxxxxx", onset_s=0.1)
    assert found.interruption_s == pytest.approx([0.18])


def test_the_silence_that_ends_a_turn_is_not_the_one_that_arms_an_onset() -> None:
    picture = "xxxxxxxx" + "." * 12 + "xxxxxxxx"
    short, long = run(picture, silence_s=0.1, onset_s=0.1)[0], run(picture, silence_s=2.0, onset_s=0.1)[0]
    assert short.interruption_s == long.interruption_s
    assert len(short.interruption_s) == 2
    assert (len(short.eot_s), len(long.eot_s)) == (1, 0)


def test_samples_are_scaled_to_sixteen_bits_and_clipped() -> None:
    judges = Judges("..")
    audio = np.concatenate([np.full(FRAME, 0.5), np.full(FRAME, 2.0)]).astype(np.float32)
    WebrtcVad(open_judge=judges).detect(audio, sample_rate=16000)
    assert [np.frombuffer(frame, dtype="<i2")[0] for frame in judges.heard] == [16384, 32767]


def test_each_channel_is_heard_by_a_fresh_detector() -> None:
    judges = Judges("x.")
    detector = WebrtcVad(open_judge=judges, settings=WebrtcSettings(aggressiveness=3))
    for _ in range(2):
        detector.detect(np.zeros(2 * FRAME, dtype=np.float32), sample_rate=16000)
    assert judges.opened == [3, 3]


def test_another_aggressiveness_is_refused() -> None:
    with pytest.raises(SettingsError, match="expected an aggressiveness of 0, 1, 2 or 3, found 4"):
        WebrtcSettings(aggressiveness=4)


def test_a_duration_that_is_not_positive_is_refused() -> None:
    with pytest.raises(SettingsError, match="expected positive durations"):
        WebrtcSettings(silence_s=0)


def test_an_absent_package_is_refused_with_the_way_to_add_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "webrtcvad", None)
    with pytest.raises(MissingDependencyError, match=r"webrtcvad-wheels, found none .*make detectors"):
        open_webrtc(1)
