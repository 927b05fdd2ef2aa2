"""Speech drawn by hand: one character per frame, ``x`` speech, ``.`` silence."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from viewer.detectors.detection import FrameValues, Progress, Samples, untold
from viewer.detectors.silero_vad import FRAME_SAMPLES, SpeechModel

SILERO_FRAME_S = 0.032


def speech_model(picture: str) -> SpeechModel:
    """Return a speech model that hears what is drawn, whatever the sound."""
    values = np.array([0.9 if character == "x" else 0.1 for character in picture])

    def hear(audio: Samples, on_progress: Progress = untold) -> FrameValues:
        on_progress(0.5)
        return values[: audio.size // FRAME_SAMPLES]

    return hear


def numbered_sound(picture: str) -> Samples:
    """Return sound at 16 kHz in which every sample's value is the number of its frame."""
    return np.repeat(np.arange(len(picture), dtype=np.float32), FRAME_SAMPLES)


def ends_of(frames: Iterable[int]) -> tuple[float, ...]:
    """Return the ends of Silero's frames."""
    return tuple((frame + 1) * SILERO_FRAME_S for frame in frames)
