"""Speech from phonemes: the Kokoro-82M voice model, run with onnxruntime.

Weights and voices: Kokoro-82M, Apache-2.0; int8 ONNX export: MIT. Output is 24 kHz mono. The
random generator of the runtime is seeded before each call, so that a line sounds the same
whatever was spoken before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scripts.demo_corpus.weights import Weights
from viewer.errors import SettingsError

SAMPLE_RATE_HZ = 24000
_FRAME_SAMPLES = 120
_SPEECH_FLOOR_DB = -38.0
_EDGE_SAMPLES = 240

Audio = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class VoiceModel:
    """The loaded model; ``speak`` returns a trimmed utterance."""

    session: Any
    vocabulary: dict[str, int]
    weights: Weights

    def speak(self, phonemes: str, *, voice: str, speed: float = 1.0) -> Audio:
        """Return the samples of one phrase at 24 kHz, silence at both ends cut off."""
        import onnxruntime

        unknown = sorted(set(phonemes) - set(self.vocabulary))
        if unknown:
            raise SettingsError(f"{phonemes!r}: expected known phonemes, found {unknown}")
        ids = [self.vocabulary[symbol] for symbol in phonemes]
        style = self.weights.voice(voice)[min(len(ids), 510) - 1][np.newaxis]
        feed = {
            "tokens": np.array([[0, *ids, 0]], dtype=np.int64),
            "style": style,
            "speed": np.array([speed], dtype=np.float32),
        }
        onnxruntime.set_seed(7)
        return trimmed(np.asarray(self.session.run(None, feed)[0], dtype=np.float64))


def load_voice_model(weights: Weights) -> VoiceModel:
    """Load the voice model on one thread (more threads would change the last bits)."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        weights.model(), sess_options=options, providers=["CPUExecutionProvider"]
    )
    return VoiceModel(session=session, vocabulary=weights.vocabulary(), weights=weights)


def trimmed(audio: Audio) -> Audio:
    """Cut the silence off both ends: 5 ms frames below -38 dB of the loudest are silence."""
    frames = len(audio) // _FRAME_SAMPLES
    levels = np.sqrt(np.mean(audio[: frames * _FRAME_SAMPLES].reshape(frames, _FRAME_SAMPLES) ** 2, axis=1))
    heard = np.flatnonzero(levels > levels.max() * 10 ** (_SPEECH_FLOOR_DB / 20))
    cut = audio[heard[0] * _FRAME_SAMPLES : (heard[-1] + 1) * _FRAME_SAMPLES].copy()
    ramp = np.linspace(0.0, 1.0, min(_EDGE_SAMPLES, len(cut) // 2))
    cut[: len(ramp)] *= ramp
    cut[len(cut) - len(ramp) :] *= ramp[::-1]
    return cut
