r"""WebRTC VAD: speech or not in each 20 ms, and a silence rule on it.

::

    20 ms  . . x x x x x x . . . . . . . . .
    EOT                     |<silence_s>|^          quiet for so long after a turn's worth of speech
    INT              ^                              speech for onset_s without a break

The rules are those of `silero_vad`. The model is the Gaussian mixture detector of the WebRTC project on
six bands of the spectrum, with a hangover of its own; ``aggressiveness`` 0 to 3 says how
readily it calls sound noise. It answers yes or no, so there are no probabilities.

Causal. A commit time is the end of the last frame heard; what resampling to 16 kHz must look ahead is in
it as delay (see `resampling`). A fresh detector hears each channel.

Source: the package ``webrtcvad-wheels`` of ``requirements-detectors.txt``, MIT licence, around the C code of
the WebRTC project, BSD-3-Clause.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from viewer.detectors.detection import Detection, Progress, Samples, check_audio, untold
from viewer.detectors.resampling import MODEL_RATE_HZ, to_model_rate
from viewer.detectors.runtime import open_webrtc
from viewer.detectors.speech_rules import SpeechFrames, onsets, pauses, whole_frames
from viewer.errors import SettingsError

FRAME_SAMPLES = 320
FRAME_RATE_HZ = MODEL_RATE_HZ / FRAME_SAMPLES
_FULL_SCALE = 32768
_TOLD_EVERY_FRAMES = 50

FrameJudge = Callable[[bytes, int], bool]
"""One frame of 16-bit samples and its rate to "this is speech"; remembers the frames before."""


@dataclass(frozen=True, kw_only=True)
class WebrtcSettings:
    """The numbers of the model and of both rules.

    Parameters
    ----------
    aggressiveness
        0 to 3: how readily the model calls sound noise.
    silence_s
        Silence that ends a turn.
    rearm_s
        Silence before an onset counts again.
    shortest_speech_s
        Speech since the last such silence without which it ends nothing.
    onset_s
        Unbroken speech that makes an onset.

    Raises
    ------
    SettingsError
        The aggressiveness is none, or a duration is not positive.
    """

    aggressiveness: float = 2
    silence_s: float = 0.4
    rearm_s: float = 0.2
    shortest_speech_s: float = 0.1
    onset_s: float = 0.25

    def __post_init__(self) -> None:
        durations = (self.silence_s, self.rearm_s, self.shortest_speech_s, self.onset_s)
        if self.aggressiveness not in (0, 1, 2, 3):
            raise SettingsError(
                f"webrtc_vad: expected an aggressiveness of 0, 1, 2 or 3, found {self.aggressiveness}"
            )
        if not all(0 < value < math.inf for value in durations):
            raise SettingsError(f"webrtc_vad: expected positive durations in seconds, found {durations}")


@dataclass(frozen=True, kw_only=True)
class WebrtcVad:
    """End of turn by silence, interruption by onset of speech.

    Parameters
    ----------
    open_judge
        An aggressiveness to a fresh detector.
    settings
        The numbers of the model and the rules.
    """

    open_judge: Callable[[int], FrameJudge]
    settings: WebrtcSettings = field(default_factory=WebrtcSettings)

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
        check_audio(audio, sample_rate=sample_rate)
        frames = math.floor(audio.size / sample_rate * FRAME_RATE_HZ)
        is_speech = self._speech(to_model_rate(audio, sample_rate=sample_rate), frames, on_progress)
        silence, rearm, shortest, onset = (
            whole_frames(seconds, FRAME_RATE_HZ)
            for seconds in (
                self.settings.silence_s,
                self.settings.rearm_s,
                self.settings.shortest_speech_s,
                self.settings.onset_s,
            )
        )
        found = pauses(is_speech, silence=silence, shortest_speech=shortest)
        begun = onsets(is_speech, speech=onset, silence=rearm)
        return Detection(
            eot_s=tuple((frame + 1) / FRAME_RATE_HZ for frame, _ in found),
            interruption_s=tuple((frame + 1) / FRAME_RATE_HZ for frame in begun),
        )

    def _speech(self, audio: Samples, frames: int, on_progress: Progress) -> SpeechFrames:
        """Return the judgement of each full frame within the recording."""
        judge = self.open_judge(int(self.settings.aggressiveness))
        pcm = np.clip(np.rint(audio.astype(np.float64) * _FULL_SCALE), -_FULL_SCALE, _FULL_SCALE - 1)
        samples = pcm.astype("<i2")
        is_speech = np.zeros(frames, dtype=np.bool_)
        for frame in range(frames):
            part = samples[frame * FRAME_SAMPLES : (frame + 1) * FRAME_SAMPLES]
            is_speech[frame] = judge(part.tobytes(), MODEL_RATE_HZ)
            if frame % _TOLD_EVERY_FRAMES == 0:
                on_progress(frame / frames)
        return is_speech


def load_webrtc_vad(**settings: float) -> WebrtcVad:
    """Return the detector with settings of `WebrtcSettings`.

    Raises
    ------
    MissingDependencyError
        The package webrtcvad-wheels is not installed.
    """
    open_webrtc(0)
    return WebrtcVad(open_judge=open_webrtc, settings=WebrtcSettings(**settings))
