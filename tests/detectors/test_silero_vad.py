"""How the channel is cut for Silero VAD, with a session that notes what it is given."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from viewer.detectors import SileroVad


class Session:
    def __init__(self) -> None:
        self.feeds: list[Mapping[str, Any]] = []

    def run(self, output_names: None, feed: Mapping[str, Any]) -> list[Any]:
        assert output_names is None
        self.feeds.append(feed)
        return [np.array([[len(self.feeds) / 10]], dtype=np.float64), feed["state"] + 1]


def test_each_frame_carries_the_last_samples_of_the_one_before() -> None:
    session = Session()
    audio = np.arange(1, 1025, dtype=np.float32)
    SileroVad(session=session).speech_probabilities(audio)
    first, second = (feed["input"] for feed in session.feeds)
    assert first.shape == second.shape == (1, 576)
    assert not first[0, :64].any()
    assert first[0, 64:].tolist() == audio[:512].tolist()
    assert second[0].tolist() == audio[448:1024].tolist()


def test_the_state_runs_through_the_recording() -> None:
    session = Session()
    SileroVad(session=session).speech_probabilities(np.zeros(1536, dtype=np.float32))
    assert [float(feed["state"][0, 0, 0]) for feed in session.feeds] == [0.0, 1.0, 2.0]


def test_a_last_frame_that_is_not_full_is_not_heard() -> None:
    values = SileroVad(session=Session()).speech_probabilities(np.zeros(1023, dtype=np.float32))
    assert values.tolist() == [0.1]
