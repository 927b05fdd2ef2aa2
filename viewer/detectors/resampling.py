"""Any rate to 16 kHz, with the filter's look ahead known, so that it can be paid as latency."""

from __future__ import annotations

import math

import numpy as np

from viewer.detectors.detection import Samples

MODEL_RATE_HZ = 16000
_HALF_LENGTH_PERIODS = 10


def to_model_rate(audio: Samples, *, sample_rate: int) -> tuple[Samples, float]:
    """Resample one channel to 16 kHz with a windowed sinc.

    Parameters
    ----------
    audio
        One channel, float32, shape ``(samples,)``.
    sample_rate
        Its rate in hertz.

    Returns
    -------
    tuple of array and float
        The channel at 16 kHz, shape ``(ceil(samples * 16000 / sample_rate),)``, and the seconds of
        later input that each output sample depends on: half the filter, 0 at 16 kHz.
    """
    if sample_rate == MODEL_RATE_HZ or not audio.size:
        return audio.astype(np.float32), 0.0
    from scipy import signal

    shared = math.gcd(sample_rate, MODEL_RATE_HZ)
    up, down = MODEL_RATE_HZ // shared, sample_rate // shared
    half_length = _HALF_LENGTH_PERIODS * max(up, down)
    sinc = signal.firwin(2 * half_length + 1, 1.0 / max(up, down), window=("kaiser", 5.0))
    resampled = signal.resample_poly(audio.astype(np.float64), up, down, window=sinc)
    return np.asarray(resampled, dtype=np.float32), half_length / (sample_rate * up)
