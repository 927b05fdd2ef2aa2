"""What a detector is: one channel in, decisions out.

A detector hears one speaker's channel and commits two kinds of decisions (PROTOCOL section 2): the
turn has ended (EOT), or the speaker takes the floor (interruption). A commit time is when all audio
that the decision used has been heard: a window's end, never its middle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from viewer.errors import SettingsError

Samples = NDArray[np.float32]
FrameValues = NDArray[np.float64]
Progress = Callable[[float], None]
"""Told the share of the work that is done, 0 to 1, about once for each second of audio. What it raises
ends the work: that is how a run is cancelled."""


def untold(share: float) -> None:
    """Tell nobody how far the work is."""
    del share


@dataclass(frozen=True, kw_only=True, eq=False)
class FrameProbabilities:
    """What a detector's model said about ends of turns, frame by frame.

    Parameters
    ----------
    frame_rate_hz
        Frames per second; frame ``i`` covers ``[i, i + 1) / frame_rate_hz`` seconds, and its value uses
        nothing after its end.
    eot
        Values in [0, 1], float64, shape ``(floor(duration * frame_rate_hz),)``.
    """

    frame_rate_hz: float
    eot: FrameValues


@dataclass(frozen=True, kw_only=True)
class Detection:
    """The decisions on one channel.

    Parameters
    ----------
    eot_s, interruption_s
        Commit times in seconds, strictly increasing, within the recording.
    probabilities
        The values behind the ends of turns, where crossing a threshold means "the turn has ended";
        None for a detector that has no such value.
    """

    eot_s: tuple[float, ...]
    interruption_s: tuple[float, ...]
    probabilities: FrameProbabilities | None = None


class Detector(Protocol):
    """A causal detector on one channel."""

    def detect(self, audio: Samples, *, sample_rate: int, on_progress: Progress = untold) -> Detection:
        """Return the decisions on a mono channel, float32 in [-1, 1], shape ``(samples,)``."""
        ...


def check_audio(audio: Samples, *, sample_rate: int) -> None:
    """Refuse audio that is not one channel with a positive rate.

    Raises
    ------
    SettingsError
        The array has not exactly one axis, or the rate is not positive.
    """
    if audio.ndim != 1:
        raise SettingsError(
            f"audio: expected one channel of shape (samples,), found shape {audio.shape} "
            "(are both channels in one array?)"
        )
    if sample_rate <= 0:
        raise SettingsError(f"sample_rate: expected a positive number of hertz, found {sample_rate}")
