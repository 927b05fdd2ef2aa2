r"""Smart Turn v3.2 behind Silero VAD: a pause is a question, the model answers it.

Two models, one rule for each decision::

    speech   ____/¯¯¯¯¯¯¯¯¯¯\______________________/¯¯¯¯¯¯¯¯\________
    asked                       ?    ?    ?                    ?        from 0.2 s of silence, then
    P                          .1   .2   .7                   .9        every 0.3 s, for 3 s at most
    EOT                                   ^                    ^        the end of the asking frame
    INT            ^                                  ^                 speech for 0.25 s, after a pause

- End of turn: once Silero VAD has said silence for 0.2 s, Smart Turn hears the last 8 s. Above 0.5 the
  turn has ended. If not, it is asked again as the silence goes on, every 0.3 s, until 3 s of silence
  have passed; then the turn stays open: silence alone never ends one. One decision per turn at most.
- Interruption: no model here knows interruptions. This is a speech-onset rule: Silero VAD says speech
  for 0.25 s without a break, after at least 0.2 s of silence (or the start of the recording).

Both are causal. The commit time is the end of the last frame heard, plus the look ahead of the
resampling filter (0.6 ms from 24 kHz). All durations are rounded up to whole frames of 32 ms.

Sources: ``smart-turn-v3.2-cpu.onnx`` by Daily, BSD-2-Clause; Silero VAD: see ``silero_vad``. Both from the
wheel of ``requirements-detectors.txt``. The published "Smart Turn v3" is an earlier version of the model.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from viewer.detectors.detection import (
    Detection,
    FrameProbabilities,
    FrameValues,
    Samples,
    check_audio,
)
from viewer.detectors.log_mel import last_seconds, log_mel
from viewer.detectors.resampling import to_model_rate
from viewer.detectors.runtime import open_session
from viewer.detectors.silero_vad import FRAME_RATE_HZ, FRAME_SAMPLES, load_silero_vad
from viewer.detectors.weights import SMART_TURN
from viewer.errors import SettingsError

SpeechModel = Callable[[Samples], FrameValues]
TurnModel = Callable[[Samples], float]
SpeechFrames = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True)
class SmartTurnSettings:
    """The numbers of both rules; thresholds are probabilities, exceeded strictly.

    Parameters
    ----------
    speech_threshold
        A frame is speech if Silero VAD says more than this.
    turn_threshold
        The turn has ended if Smart Turn says more than this.
    silence_s
        Silence before the first question, and before an onset counts again.
    ask_again_s, give_up_s
        Time between questions in one silence, and the silence after which none is asked.
    shortest_speech_s
        Speech since the last decision without which no question is asked.
    onset_s
        Unbroken speech that makes an onset.

    Raises
    ------
    SettingsError
        A threshold is outside [0, 1], or a duration is not positive.
    """

    speech_threshold: float = 0.5
    turn_threshold: float = 0.5
    silence_s: float = 0.2
    ask_again_s: float = 0.3
    give_up_s: float = 3.0
    shortest_speech_s: float = 0.09
    onset_s: float = 0.25

    def __post_init__(self) -> None:
        thresholds = (self.speech_threshold, self.turn_threshold)
        durations = (self.silence_s, self.ask_again_s, self.give_up_s, self.shortest_speech_s, self.onset_s)
        if not all(0 <= value <= 1 for value in thresholds):
            raise SettingsError(f"smart_turn: expected thresholds in [0, 1], found {thresholds}")
        if not all(0 < value < math.inf for value in durations):
            raise SettingsError(f"smart_turn: expected positive durations in seconds, found {durations}")


@dataclass(frozen=True, kw_only=True)
class SmartTurn:
    """End of turn by Smart Turn, interruption by speech onset.

    Parameters
    ----------
    speech
        16 kHz channel to one speech probability per full frame of 512 samples.
    turn
        The last 8 s at 16 kHz, shape (128000,), to the probability that the turn is complete.
    settings
        The numbers of the rules.
    """

    speech: SpeechModel
    turn: TurnModel
    settings: SmartTurnSettings = field(default_factory=SmartTurnSettings)

    def detect(self, audio: Samples, *, sample_rate: int) -> Detection:
        """Return the decisions on one channel.

        Parameters
        ----------
        audio
            One channel, float32 in [-1, 1], shape ``(samples,)``.
        sample_rate
            In hertz; other rates than 16 kHz are resampled.

        Returns
        -------
        Detection
            With probabilities at 31.25 frames per second: ``eot`` is the answer of Smart Turn in the
            frame in which it was asked, 0 elsewhere; ``interruption`` is Silero VAD's value.

        Raises
        ------
        SettingsError
            The audio is not one channel, or the rate is not positive.

        Notes
        -----
        The questions asked depend on the decisions made, so ``eot`` is what was asked at this
        threshold, not at every one. No frame, no decision.
        """
        check_audio(audio, sample_rate=sample_rate)
        resampled, ahead_s = to_model_rate(audio, sample_rate=sample_rate)
        duration_s = audio.size / sample_rate
        frames = math.floor(duration_s * FRAME_RATE_HZ)
        speech = self.speech(resampled)[:frames]
        is_speech = speech > self.settings.speech_threshold
        ends, answers = self._ends(is_speech, resampled)

        def times(found: Iterable[int]) -> tuple[float, ...]:
            return tuple(min((frame + 1) / FRAME_RATE_HZ + ahead_s, duration_s) for frame in found)

        return Detection(
            eot_s=times(ends),
            interruption_s=times(self._onsets(is_speech)),
            probabilities=FrameProbabilities(frame_rate_hz=FRAME_RATE_HZ, eot=answers, interruption=speech),
        )

    def _ends(self, is_speech: SpeechFrames, audio: Samples) -> tuple[list[int], FrameValues]:
        """Return the frames at whose end a turn ends, and the answer of every asked frame."""
        ends: list[int] = []
        answers = np.zeros(is_speech.size)
        spoken = silent = 0
        for frame, speaking in enumerate(is_speech):
            silent = 0 if speaking else silent + 1
            spoken += int(speaking)
            if spoken < _frames(self.settings.shortest_speech_s) or not self._asks(silent):
                continue
            answers[frame] = self.turn(last_seconds(audio[: (frame + 1) * FRAME_SAMPLES]))
            if answers[frame] > self.settings.turn_threshold:
                ends.append(frame)
                spoken = 0
        return ends, answers

    def _asks(self, silent: int) -> bool:
        """Return whether a silence of so many frames, now, is worth a question."""
        waited = silent - _frames(self.settings.silence_s)
        within = silent <= _frames(self.settings.give_up_s)
        return waited >= 0 and within and waited % _frames(self.settings.ask_again_s) == 0

    def _onsets(self, is_speech: SpeechFrames) -> Iterator[int]:
        """Yield the frames at whose end speech has lasted long enough, once per stretch."""
        is_armed, spoken, silent = True, 0, 0
        for frame, speaking in enumerate(is_speech):
            spoken = spoken + 1 if speaking else 0
            silent = 0 if speaking else silent + 1
            is_armed = is_armed or silent >= _frames(self.settings.silence_s)
            if is_armed and spoken >= _frames(self.settings.onset_s):
                is_armed = False
                yield frame


def load_smart_turn(*, settings: SmartTurnSettings | None = None) -> SmartTurn:
    """Open both models.

    Parameters
    ----------
    settings
        The numbers of the rules; None for the defaults.

    Raises
    ------
    MissingDependencyError
        onnxruntime or the weights are not installed.
    """
    session = open_session(SMART_TURN)

    def turn(heard: Samples) -> float:
        return float(session.run(None, {"input_features": log_mel(heard)[np.newaxis]})[0].item())

    return SmartTurn(
        speech=load_silero_vad().speech_probabilities,
        turn=turn,
        settings=settings or SmartTurnSettings(),
    )


def _frames(duration_s: float) -> int:
    """Return the whole frames that a duration needs."""
    return math.ceil(duration_s * FRAME_RATE_HZ)
