"""Recordings on disk, and detectors that do as they are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import soundfile

from viewer.detectors import Detection, DetectorSetting, FrameProbabilities, Progress
from viewer.detectors.detection import Samples, untold
from viewer.loaders import AudioSource, open_corpus

RATE = 8000
FRAME_RATE_HZ = 25.0


def write_calls(folder: Path, *names: str, seconds: float = 4.0) -> Path:
    """Write a corpus of folders without labels: speaker 1 speaks in the first half, speaker 2 after."""
    samples = round(seconds * RATE)
    time = np.arange(samples) / RATE
    tone = 0.3 * np.sin(2 * np.pi * 200 * time)
    for name in names:
        (folder / name).mkdir(parents=True)
        for speaker, loud in ((1, time < seconds / 2), (2, (time > seconds / 2) & (time < seconds - 0.5))):
            soundfile.write(folder / name / f"speaker_{speaker}_audio.wav", tone * loud, RATE)
    return folder


def source_in(folder: Path, name: str = "one") -> AudioSource:
    """Return the sound of one conversation of such a corpus."""
    found = open_corpus(folder).split().audio(name)
    assert found is not None
    return found


@dataclass
class Told:
    """A detector that decides at its numbers' bidding and counts the channels it heard."""

    offset_s: float = 1.0
    on_hear: Callable[[], None] = lambda: None
    heard: list[int] = field(default_factory=list)

    def detect(self, audio: Samples, *, sample_rate: int, on_progress: Progress = untold) -> Detection:
        self.heard.append(audio.size)
        for share in (0.25, 0.5, 0.75):
            on_progress(share)
            self.on_hear()
        frames = int(audio.size / sample_rate * FRAME_RATE_HZ)
        values = FrameProbabilities(frame_rate_hz=FRAME_RATE_HZ, eot=np.full(frames, 0.1))
        return Detection(eot_s=(self.offset_s, 1.5), interruption_s=(0.1,), probabilities=values)


def setting_of(detector: Told, name: str = "told") -> DetectorSetting:
    """Return a setting that opens this detector."""
    return DetectorSetting(
        name=name, title="Told", version="1", family=name, make=lambda: detector, gives_probabilities=True
    )
