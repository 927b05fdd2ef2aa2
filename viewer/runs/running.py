"""A detector on the sound of a dialogue, both channels one after the other, its result kept.

What was found is kept in the cache folder under a digest of detector, numbers, weights and sound, so
that a split that was interrupted goes on where it stopped, and a dialogue is never heard twice.
The oracle is not kept: it costs nothing, and its labels may change under it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256

import numpy as np

from viewer.detectors import Detection, DetectorSetting, OpenedDetector, Progress
from viewer.detectors.detection import Samples, untold
from viewer.dialogue.decisions import (
    DetectedDialogue,
    FrameTracks,
    Probabilities,
    SpeakerDecisions,
    Submission,
)
from viewer.dialogue.protocol import Task
from viewer.loaders import AudioSource, load_run, save_run

_FULL_SCALE = np.float32(32768)
_SPEAKERS = (1, 2)


def kept_run(setting: DetectorSetting, source: AudioSource) -> DetectedDialogue | None:
    """Return what the detector said on this sound before, None if it never heard it."""
    return None if setting.needs_gold else load_run(_key(setting, source))


def detect_dialogue(
    setting: DetectorSetting,
    source: AudioSource,
    detector: OpenedDetector,
    *,
    on_progress: Progress = untold,
) -> DetectedDialogue:
    """Run a detector on both channels of a dialogue, or return what it said before.

    Parameters
    ----------
    setting
        Which detector, at which numbers.
    source
        The dialogue's sound.
    detector
        The setting, opened.
    on_progress
        Told the share that is done; what it raises ends the run and nothing is kept.

    Raises
    ------
    InvalidDataError
        The sound has changed or breaks off since it was described.
    """
    kept = kept_run(setting, source)
    if kept is not None:
        on_progress(1.0)
        return kept
    pcm = source.read(0, source.samples)
    found = []
    for speaker in _SPEAKERS:
        audio: Samples = pcm[:, speaker - 1].astype(np.float32) / _FULL_SCALE
        done = speaker - 1

        def tell(share: float, done: int = done) -> None:
            on_progress((done + share) / len(_SPEAKERS))

        detection = detector(speaker).detect(audio, sample_rate=source.sample_rate, on_progress=tell)
        found.append(detection)
        on_progress(speaker / len(_SPEAKERS))
    result = _joined(found[0], found[1])
    if not setting.needs_gold:
        with suppress(OSError):  # a full or read-only disk costs a second run, not this one
            save_run(_key(setting, source), result)
    return result


def submission_of(found: Mapping[str, DetectedDialogue]) -> Submission:
    """Return detected dialogues as one model's decisions."""
    return Submission({name: one.speakers for name, one in found.items()})


def eot_probabilities(found: Mapping[str, DetectedDialogue]) -> Probabilities | None:
    """Return detected dialogues as one model's EOT probabilities, None if any has none."""
    frames = {name: one.eot_frames for name, one in found.items() if one.eot_frames is not None}
    if not frames or len(frames) < len(found):
        return None
    rate = next(iter(frames.values())).frame_rate_hz
    return Probabilities(Task.EOT, rate, {name: one.speakers for name, one in frames.items()})


def _key(setting: DetectorSetting, source: AudioSource) -> str:
    return sha256(f"{setting.fingerprint()}/{source.key}".encode()).hexdigest()


def _joined(first: Detection, second: Detection) -> DetectedDialogue:
    one, other = (
        SpeakerDecisions(
            np.array(each.eot_s, dtype=np.float64), np.array(each.interruption_s, dtype=np.float64)
        )
        for each in (first, second)
    )
    if first.probabilities is None or second.probabilities is None:
        return DetectedDialogue((one, other))
    frames = FrameTracks(
        first.probabilities.frame_rate_hz, (first.probabilities.eot, second.probabilities.eot)
    )
    return DetectedDialogue((one, other), frames)
