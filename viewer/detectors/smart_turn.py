r"""Smart Turn v3.2 behind Silero VAD: a pause is a question, the model answers it.

Two models, one rule for each decision::

    speech   ____/¯¯¯¯¯¯¯¯¯¯\______________________/¯¯¯¯¯¯¯¯\________
    asked                       ?    ?    ?                    ?        from 0.2 s of silence, then
    answer                      .1   .2   .7                   .9        every 0.3 s, for 3 s at most
    P(end)   ___________________.1.1.2.2.2.7.7.7.7.7________.9.9.9.9     the highest answer of this silence
    EOT                                   ^                    ^        P rises above the threshold
    INT            ^                                  ^                 speech for onset_s, after a pause

- End of turn: once Silero VAD has said silence for 0.2 s, Smart Turn hears the last 8 s and says
  how likely the turn is complete. It is asked again as the silence goes on, until it is sure
  or 3 s have passed. P(end) of a frame is the highest answer of the present silence so far, 0 while
  somebody speaks. The turn has ended where P(end) rises above the threshold; a rise within 2 s of the
  last decision is dropped, exactly as PROTOCOL section 6 sweeps probabilities. Silence alone ends no turn.
- Interruption: no model here knows interruptions. This is the speech-onset rule of `silero_vad`, and it
  has no probability of its own.

What is asked does not depend on the threshold, so the probabilities may be swept: the decisions at any
threshold are what the detector would have decided with it.

Causal. A commit time is the end of the last frame heard; what resampling must look ahead is in it as
delay (see `resampling`). Durations are rounded up to whole frames of 32 ms.

Sources: ``smart-turn-v3.2-cpu.onnx`` by Daily, BSD-2-Clause; Silero VAD, MIT: see ``silero_vad``. Both from
the wheel of ``requirements-detectors.txt``. The published "Smart Turn v3" is an earlier version of the model.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from viewer.detectors.detection import (
    Detection,
    FrameProbabilities,
    FrameValues,
    Progress,
    Samples,
    check_audio,
    untold,
)
from viewer.detectors.log_mel import last_seconds, log_mel
from viewer.detectors.resampling import to_model_rate
from viewer.detectors.runtime import open_session
from viewer.detectors.silero_vad import (
    FRAME_RATE_HZ,
    FRAME_SAMPLES,
    SpeechModel,
    frame_ends,
    load_silero_frames,
)
from viewer.detectors.speech_rules import SpeechFrames, onsets, pauses, whole_frames
from viewer.detectors.weights import SMART_TURN
from viewer.dialogue.protocol import REFRACTORY_S
from viewer.errors import SettingsError

TurnModel = Callable[[Samples], float]
_SPEECH_SHARE = 0.15
_DECIMALS = 6


@dataclass(frozen=True, kw_only=True)
class SmartTurnSettings:
    """The numbers of both rules; thresholds are probabilities, exceeded strictly.

    Parameters
    ----------
    speech_threshold
        A frame is speech if Silero VAD says more than this.
    turn_threshold
        The turn has ended if P(end) rises above this.
    sure
        An answer of at least this is not asked for again in the same silence.
    silence_s
        Silence before the first question, and before an onset counts again.
    ask_again_s, give_up_s
        Time between questions in one silence, and the silence after which none is asked.
    shortest_speech_s
        Speech since the last silence without which no question is asked.
    onset_s
        Unbroken speech that makes an onset.

    Raises
    ------
    SettingsError
        A threshold is outside [0, 1], or a duration is not positive.
    """

    speech_threshold: float = 0.5
    turn_threshold: float = 0.5
    sure: float = 0.9
    silence_s: float = 0.2
    ask_again_s: float = 0.3
    give_up_s: float = 3.0
    shortest_speech_s: float = 0.09
    onset_s: float = 0.25

    def __post_init__(self) -> None:
        thresholds = (self.speech_threshold, self.turn_threshold, self.sure)
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
            With probabilities: P(end) at 31.25 frames per second, to 6 decimals. No frame, no decision.

        Raises
        ------
        SettingsError
            The audio is not one channel, or the rate is not positive.
        """
        check_audio(audio, sample_rate=sample_rate)
        frames = math.floor(audio.size / sample_rate * FRAME_RATE_HZ)
        resampled = to_model_rate(audio, sample_rate=sample_rate)
        speech = self.speech(resampled, lambda share: on_progress(_SPEECH_SHARE * share))[:frames]
        is_speech = speech > self.settings.speech_threshold
        ends = self._ends(is_speech, resampled, on_progress)
        onset, silence = (
            whole_frames(seconds, FRAME_RATE_HZ)
            for seconds in (self.settings.onset_s, self.settings.silence_s)
        )
        return Detection(
            eot_s=frame_ends(rises(ends, self.settings.turn_threshold)),
            interruption_s=frame_ends(onsets(is_speech, speech=onset, silence=silence)),
            probabilities=FrameProbabilities(frame_rate_hz=FRAME_RATE_HZ, eot=ends),
        )

    def _ends(self, is_speech: SpeechFrames, audio: Samples, on_progress: Progress) -> FrameValues:
        """Return P(end) of every frame."""
        settings = self.settings
        silence, shortest, again, last = (
            whole_frames(seconds, FRAME_RATE_HZ)
            for seconds in (
                settings.silence_s,
                settings.shortest_speech_s,
                settings.ask_again_s,
                settings.give_up_s,
            )
        )
        ends = np.zeros(is_speech.size)
        for first, spoken_again in pauses(is_speech, silence=silence, shortest_speech=shortest):
            highest = 0.0
            for frame in range(first, min(spoken_again, first + last - silence + 1), again):
                on_progress(_SPEECH_SHARE + (1 - _SPEECH_SHARE) * frame / is_speech.size)
                answer = self.turn(last_seconds(audio[: (frame + 1) * FRAME_SAMPLES]))
                highest = max(highest, round(answer, _DECIMALS))
                ends[frame:spoken_again] = highest
                if highest >= settings.sure:
                    break
        return ends


def rises(values: FrameValues, threshold: float) -> list[int]:
    """Return the frames that rise above a threshold, none within 2 s of the last one returned.

    The rule of PROTOCOL section 6, as `viewer.scoring.sweep` applies it to a file of probabilities.

    Examples
    --------
    >>> import numpy as np
    >>> rises(np.array([0.9, 0.9, 0.1, 0.9] + [0.1] * 70 + [0.6]), 0.5)
    [0, 74]
    """
    is_above = values > threshold
    rising = np.flatnonzero(is_above & ~np.concatenate([[False], is_above[:-1]]))
    apart = max(1, round(REFRACTORY_S * FRAME_RATE_HZ))
    kept: list[int] = []
    for frame in rising.tolist():
        if not kept or frame - kept[-1] >= apart:
            kept.append(frame)
    return kept


def load_smart_turn(**settings: float) -> SmartTurn:
    """Open both models behind the rules of `SmartTurnSettings`.

    Raises
    ------
    MissingDependencyError
        onnxruntime or the weights are not installed.
    """
    session = open_session(SMART_TURN)

    def turn(heard: Samples) -> float:
        return float(session.run(None, {"input_features": log_mel(heard)[np.newaxis]})[0].item())

    return SmartTurn(speech=load_silero_frames(), turn=turn, settings=SmartTurnSettings(**settings))
