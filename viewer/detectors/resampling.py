"""Any rate to 16 kHz, causally: what the filter must look ahead is paid as delay."""

from __future__ import annotations

import math

import numpy as np

from viewer.detectors.detection import Samples

MODEL_RATE_HZ = 16000
_HALF_LENGTH_PERIODS = 10


def to_model_rate(audio: Samples, *, sample_rate: int) -> Samples:
    """Resample one channel to 16 kHz with a windowed sinc, delayed by half the filter.

    Parameters
    ----------
    audio
        One channel, float32, shape ``(samples,)``.
    sample_rate
        Its rate in hertz.

    Returns
    -------
    array
        The channel at 16 kHz, shape ``(ceil(samples * 16000 / sample_rate),)``. Sample ``i`` uses
        nothing after ``i / 16000`` seconds of the input: the sound comes later by half the filter
        (0.6 ms from 24 kHz, 1.3 ms from 8 kHz, nothing at 16 kHz), so that whatever is decided at
        the end of a frame has been heard by then.
    """
    if sample_rate == MODEL_RATE_HZ or not audio.size:
        return audio.astype(np.float32)
    from scipy import signal

    shared = math.gcd(sample_rate, MODEL_RATE_HZ)
    up, down = MODEL_RATE_HZ // shared, sample_rate // shared
    half_length = _HALF_LENGTH_PERIODS * max(up, down)
    sinc = signal.firwin(2 * half_length + 1, 1.0 / max(up, down), window=("kaiser", 5.0))
    resampled = signal.resample_poly(audio.astype(np.float64), up, down, window=sinc)
    delay = math.ceil(half_length * MODEL_RATE_HZ / (sample_rate * up))
    delayed = np.concatenate([np.zeros(delay), resampled])[: resampled.size]
    return np.asarray(delayed, dtype=np.float32)
