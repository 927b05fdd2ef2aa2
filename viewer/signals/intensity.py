"""Intensity: how loud the sound is, frame by frame, as the root of the mean square.

A frame is `WINDOW_S` around its centre, unweighted. Decibels are relative to full scale (dBFS): a constant
of full scale, and a square wave, give 0 dB, a sine of full scale -3.01 dB. Silence is `FLOOR_DB`.
"""

from __future__ import annotations

import numpy as np

from viewer.signals.framing import FloatArray, MonoArray, even_samples, require_rate, stretch

WINDOW_S = 0.032
FLOOR_DB = -110.0


def window_samples(sample_rate: int) -> int:
    """Return the samples of one frame."""
    return even_samples(WINDOW_S, sample_rate)


def intensity(samples: MonoArray, *, sample_rate: int, first: int, step: int, count: int) -> FloatArray:
    """Return the level of every frame.

    Parameters
    ----------
    samples
        One channel: int16 or floats of full scale 1. What lies outside counts as silence.
    sample_rate
        Samples per second, >= 4000.
    first
        Sample at the centre of the first frame.
    step
        Samples from one centre to the next, >= 1.
    count
        Frames, >= 1.

    Returns
    -------
    numpy.ndarray
        float32, shape ``(count,)``, dBFS, at least `FLOOR_DB`.

    Raises
    ------
    SettingsError
        If ``samples`` is not one channel, or a number is out of its range.

    Examples
    --------
    >>> square = np.tile(np.array([16384, -16384], np.int16), 4000)
    >>> intensity(square, sample_rate=8000, first=400, step=80, count=2).round().tolist()
    [-6.0, -6.0]
    """
    import librosa

    require_rate(sample_rate)
    window = window_samples(sample_rate)
    piece = stretch(samples, first=first, step=step, count=count, window=window)
    level = librosa.feature.rms(y=piece, frame_length=window, hop_length=step, center=False)[0]
    return np.asarray(
        librosa.amplitude_to_db(level, ref=1.0, amin=10.0 ** (FLOOR_DB / 20), top_db=None), dtype=np.float32
    )
