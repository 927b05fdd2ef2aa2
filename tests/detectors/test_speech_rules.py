"""The rules that every voice activity detector shares, on speech drawn by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.detectors.speech_rules import SpeechFrames, onsets, pauses, whole_frames


def drawn(picture: str) -> SpeechFrames:
    return np.array([character == "x" for character in picture])


def paused(picture: str, *, silence: int = 3, shortest: int = 2) -> list[tuple[int, int]]:
    return list(pauses(drawn(picture), silence=silence, shortest_speech=shortest))


def begun(picture: str, *, speech: int = 3, silence: int = 2) -> list[int]:
    return list(onsets(drawn(picture), speech=speech, silence=silence))


def test_a_pause_is_found_in_the_frame_that_completes_it_and_ends_with_speech() -> None:
    #              0    5    10
    assert paused("xxxx.....xx") == [(6, 9)]


def test_a_pause_that_reaches_the_end_ends_there() -> None:
    assert paused("xxx.....") == [(5, 8)]


def test_a_shorter_silence_is_no_pause() -> None:
    assert paused("xxx..xxx..") == []


def test_silence_before_any_speech_is_no_pause() -> None:
    assert paused("......") == []


def test_a_click_in_a_silence_is_no_turn() -> None:
    assert paused("xxx....x....") == [(5, 7)]


def test_speech_in_short_stretches_adds_up() -> None:
    assert paused("x.x...") == [(5, 6)]


def test_an_onset_is_found_once_per_stretch() -> None:
    assert begun("..xxxxxx") == [4]


def test_speech_from_the_first_frame_is_an_onset() -> None:
    assert begun("xxxx") == [2]


def test_a_dip_does_not_arm_the_onset_again_and_a_silence_does() -> None:
    assert begun("xxx.xxxx") == [2]
    assert begun("xxx..xxx") == [2, 7]


@pytest.mark.parametrize(
    ("duration_s", "rate_hz", "frames"),
    [(0.2, 50.0, 10), (0.21, 50.0, 11), (0.09, 31.25, 3), (0.001, 50.0, 1)],
)
def test_durations_are_rounded_up_to_whole_frames(duration_s: float, rate_hz: float, frames: int) -> None:
    assert whole_frames(duration_s, rate_hz) == frames


@given(st.text("x.", max_size=40), st.text("x.", max_size=10))
def test_what_is_decided_does_not_depend_on_what_comes_later(picture: str, later: str) -> None:
    assert begun(picture + later)[: len(begun(picture))] == begun(picture)
    first, all_of_it = (
        [frame for frame, _ in paused(picture)],
        [frame for frame, _ in paused(picture + later)],
    )
    assert all_of_it[: len(first)] == first
