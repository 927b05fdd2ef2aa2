"""Silero VAD v6: the probability of speech in each 32 ms.

Source: ``silero_vad.onnx`` of the Silero team, MIT licence, as shipped in the wheel of
``requirements-detectors.txt``. The model is recurrent: its state runs through the whole recording and
is never reset. It hears 512 new samples at 16 kHz and 64 samples of context before them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.detectors.detection import FrameValues, Samples
from viewer.detectors.resampling import MODEL_RATE_HZ
from viewer.detectors.runtime import Session, open_session
from viewer.detectors.weights import SILERO_VAD

FRAME_SAMPLES = 512
FRAME_RATE_HZ = MODEL_RATE_HZ / FRAME_SAMPLES
_CONTEXT_SAMPLES = 64
_STATE_SHAPE = (2, 1, 128)


@dataclass(frozen=True, kw_only=True)
class SileroVad:
    """Voice activity by a small recurrent network; ``session`` is its opened model."""

    session: Session

    def speech_probabilities(self, audio: Samples) -> FrameValues:
        """Return the probability of speech of every full frame.

        Parameters
        ----------
        audio
            One channel at 16 kHz, float32 in [-1, 1], shape ``(samples,)``.

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
        return values


def load_silero_vad() -> SileroVad:
    """Open the model.

    Raises
    ------
    MissingDependencyError
        onnxruntime or the weights are not installed.
    """
    return SileroVad(session=open_session(SILERO_VAD))
