"""Whisper's log-mel picture of the last 8 seconds, the input of Smart Turn.

Written from the definition: samples to zero mean and unit variance, power spectra of 400 samples
every 160 (periodic Hann window, reflected at both ends), 80 Slaney mel bands from 0 to 8 kHz, ``log10``,
nothing lower than 8 below the loudest, then ``(x + 4) / 4``.

References: Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision", 2022.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from viewer.detectors.detection import Samples
from viewer.detectors.resampling import MODEL_RATE_HZ

WINDOW_SAMPLES = 8 * MODEL_RATE_HZ
_FFT_SAMPLES = 400
_HOP_SAMPLES = 160
_MEL_BANDS = 80
_VARIANCE_FLOOR = 1e-7
_POWER_FLOOR = 1e-10


def last_seconds(audio: Samples) -> Samples:
    """Return the last 8 s at 16 kHz, zeros before them where there is less."""
    heard = audio[-WINDOW_SAMPLES:]
    return np.pad(heard, (WINDOW_SAMPLES - heard.size, 0))


def log_mel(audio: Samples) -> NDArray[np.float32]:
    """Return the features of exactly 8 s at 16 kHz, shape (80, 800), bands by frames."""
    scaled = (audio - audio.mean()) / np.sqrt(audio.var() + _VARIANCE_FLOOR)
    padded = np.pad(scaled.astype(np.float64), _FFT_SAMPLES // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, _FFT_SAMPLES)[::_HOP_SAMPLES]
    hann = np.hanning(_FFT_SAMPLES + 1)[:-1]
    power = np.abs(np.fft.rfft(frames[:-1] * hann, axis=-1)) ** 2
    bands = np.log10(np.maximum(_POWER_FLOOR, _mel_filters() @ power.T))
    limited = np.maximum(bands, bands.max() - 8.0)
    return np.asarray((limited + 4.0) / 4.0, dtype=np.float32)


@cache
def _mel_filters() -> NDArray[np.float64]:
    import librosa

    filters = librosa.filters.mel(
        sr=MODEL_RATE_HZ, n_fft=_FFT_SAMPLES, n_mels=_MEL_BANDS, norm="slaney", dtype=np.float64
    )
    return np.asarray(filters, dtype=np.float64)
