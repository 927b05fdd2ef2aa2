r"""Silero VAD v6: the probability of speech in each 32 ms, and a silence rule on it.

::

    P(speech)  ____/¯¯¯¯¯¯¯¯¯¯\____________________
    EOT                        |<silence_s>|^         quiet for so long after a turn's worth of speech
    INT               ^                               speech for onset_s without a break

- End of turn: not speech (P at or below ``offset_threshold``) for ``silence_s``, after at least
  ``shortest_speech_s`` of speech. The silence is paid as latency: nothing is decided before it has passed.
- Interruption: no voice activity detector knows interruptions. This is a speech-onset rule: P above
  ``onset_threshold`` for ``onset_s`` without a break, after ``silence_s`` of silence.

It gives no probabilities. Silero's value is P(somebody speaks in these 32 ms). Its complement crosses any
threshold in every gap between words, so swept as P(the turn has ended) it would measure silence in
single frames, not the rule above; and P(speech) does not know whose the floor is, so it is no
P(interruption) either. The rule is tuned by its own parameters instead.

Causal. A commit time is the end of the last frame heard; what resampling must look ahead is in it as
delay (see `resampling`). Durations are rounded up to whole frames of 32 ms.

Source: ``silero_vad.onnx`` of the Silero team, MIT licence, as shipped in the wheel of
``requirements-detectors.txt``. The model is recurrent: its state runs through the whole recording and
is never reset. It hears 512 new samples at 16 kHz and 64 samples of context before them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from viewer.detectors.detection import (
    Detection,
    FrameValues,
    Progress,
    Samples,
    check_audio,
    untold,
)
from viewer.detectors.resampling import MODEL_RATE_HZ, to_model_rate
from viewer.detectors.runtime import Session, open_session
from viewer.detectors.speech_rules import onsets, pauses, whole_frames
from viewer.detectors.weights import SILERO_VAD
from viewer.errors import SettingsError

FRAME_SAMPLES = 512
FRAME_RATE_HZ = MODEL_RATE_HZ / FRAME_SAMPLES
_CONTEXT_SAMPLES = 64
_STATE_SHAPE = (2, 1, 128)
_TOLD_EVERY_FRAMES = 31

SpeechModel = Callable[[Samples, Progress], FrameValues]
"""16 kHz channel to one speech probability per full frame of 512 samples."""


@dataclass(frozen=True, kw_only=True)
class SileroFrames:
    """Speech frame by frame, by a small recurrent network; ``session`` is its opened model."""

    session: Session

    def __call__(self, audio: Samples, on_progress: Progress = untold) -> FrameValues:
        """Return the probability of speech of every full frame.

        Parameters
        ----------
        audio
            One channel at 16 kHz, float32 in [-1, 1], shape ``(samples,)``.
        on_progress
            Told the share that is done.

        Returns
        -------
        array
            Float64, shape ``(samples // 512,)``. Frame ``i`` covers ``[i, i + 1) * 0.032`` seconds and
            uses nothing after its end. A last frame that is not full is not heard.
        """
        state = np.zeros(_STATE_SHAPE, dtype=np.float32)
        rate = np.array(MODEL_RATE_HZ, dtype=np.int64)
        padded = np.concatenate([np.zeros(_CONTEXT_SAMPLES, dtype=np.float32), audio])
        values = np.zeros(audio.size // FRAME_SAMPLES)
        for frame in range(values.size):
            begin = frame * FRAME_SAMPLES
            heard = padded[np.newaxis, begin : begin + _CONTEXT_SAMPLES + FRAME_SAMPLES]
            probability, state = self.session.run(None, {"input": heard, "state": state, "sr": rate})
            values[frame] = probability.item()
            if frame % _TOLD_EVERY_FRAMES == 0:
                on_progress(frame / values.size)
        return values


@dataclass(frozen=True, kw_only=True)
class SileroSettings:
    """The numbers of both rules; thresholds are probabilities, exceeded strictly.

    Parameters
    ----------
    silence_s
        Silence that ends a turn, and before an onset counts again.
    shortest_speech_s
        Speech since the last such silence without which it ends nothing.
    onset_s
        Unbroken speech that makes an onset.
    offset_threshold, onset_threshold
        A frame is speech if the model says more than this, for ends of turns and for onsets.

    Raises
    ------
    SettingsError
        A threshold is outside [0, 1], or a duration is not positive.
    """

    silence_s: float = 0.2
    shortest_speech_s: float = 0.09
    onset_s: float = 0.25
    offset_threshold: float = 0.5
    onset_threshold: float = 0.5

    def __post_init__(self) -> None:
        thresholds = (self.offset_threshold, self.onset_threshold)
        durations = (self.silence_s, self.shortest_speech_s, self.onset_s)
        if not all(0 <= value <= 1 for value in thresholds):
            raise SettingsError(f"silero_vad: expected thresholds in [0, 1], found {thresholds}")
        if not all(0 < value < math.inf for value in durations):
            raise SettingsError(f"silero_vad: expected positive durations in seconds, found {durations}")


@dataclass(frozen=True, kw_only=True)
class SileroVad:
    """End of turn by silence, interruption by onset of speech.

    Parameters
    ----------
    speech
        The opened model.
    settings
        The numbers of the rules.
    """

    speech: SpeechModel
    settings: SileroSettings = field(default_factory=SileroSettings)

    def detect(self, audio: Samples, *, sample_rate: int, on_progress: Progress = untold) -> Detection:
        """Return the decisions on one channel.

        Parameters
        ----------
        audio
            One channel, float32 in [-1, 1], shape ``(samples,)``.
        sample_rate
            In hertz; other rates than 16 kHz are resampled.
        on_progress
            Told the share that is done.

        Returns
        -------
        Detection
            Without probabilities. No full frame, no decision.

        Raises
        ------
        SettingsError
            The audio is not one channel, or the rate is not positive.
        """
        values = speech_values(self.speech, audio, sample_rate=sample_rate, on_progress=on_progress)
        silence, shortest, onset = (
            whole_frames(seconds, FRAME_RATE_HZ)
            for seconds in (self.settings.silence_s, self.settings.shortest_speech_s, self.settings.onset_s)
        )
        found = pauses(values > self.settings.offset_threshold, silence=silence, shortest_speech=shortest)
        begun = onsets(values > self.settings.onset_threshold, speech=onset, silence=silence)
        return Detection(eot_s=frame_ends(frame for frame, _ in found), interruption_s=frame_ends(begun))


def speech_values(
    speech: SpeechModel, audio: Samples, *, sample_rate: int, on_progress: Progress
) -> FrameValues:
    """Return P(speech) of every frame of 32 ms that lies within the recording, at any sample rate."""
    check_audio(audio, sample_rate=sample_rate)
    frames = math.floor(audio.size / sample_rate * FRAME_RATE_HZ)
    return speech(to_model_rate(audio, sample_rate=sample_rate), on_progress)[:frames]


def frame_ends(frames: Iterable[int]) -> tuple[float, ...]:
    """Return the ends of frames in seconds."""
    return tuple((frame + 1) / FRAME_RATE_HZ for frame in frames)


def load_silero_frames() -> SileroFrames:
    """Open the model.

    Raises
    ------
    MissingDependencyError
        onnxruntime or the weights are not installed.
    """
    return SileroFrames(session=open_session(SILERO_VAD))


def load_silero_vad(**settings: float) -> SileroVad:
    """Open the model behind the rules of `SileroSettings`; raises as `load_silero_frames`."""
    return SileroVad(speech=load_silero_frames(), settings=SileroSettings(**settings))
