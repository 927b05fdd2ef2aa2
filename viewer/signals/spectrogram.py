"""Spectrogram: the power of every band of frequencies, frame by frame, in decibels.

A frame is a Hann window of `WINDOW_S` around its centre. Its power spectrum is weighted by triangles, one
for each band, whose tips are 1 and whose feet stand on the tips of the neighbours. The bands are spaced
evenly in mel (Slaney's scale: linear below 1 kHz, logarithmic above) or evenly in hertz, from 0 Hz to 8 kHz,
or to half the sample rate where that is less.

Decibels are relative to a sine of full scale: it gives 0 dB in the band that it stands in the middle of, and
less than 2 dB more or 6 dB less elsewhere, since a Hann window spreads a sine over three bins and a sine
between two bands is shared by both. Silence is `FLOOR_DB`.

References
----------
M. Slaney, Auditory Toolbox, Interval Research Corporation, technical report 1998-010, 1998.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from viewer.signals.framing import FloatArray, MonoArray, even_samples, require_rate, stretch

WINDOW_S = 0.032
TOP_HZ = 8000.0
MEL_BANDS = 80
LINEAR_BANDS = 128
"""Bands up to `TOP_HZ`; a recording whose range ends below has as many fewer."""
FLOOR_DB = -110.0


class Scale(StrEnum):
    """How the bands are spaced."""

    MEL = "mel"
    LINEAR = "linear"


def window_samples(sample_rate: int) -> int:
    """Return the samples of one frame."""
    return even_samples(WINDOW_S, sample_rate)


def top_hz(sample_rate: int) -> float:
    """Return where the highest band ends."""
    return min(TOP_HZ, sample_rate / 2)


def band_centres_hz(sample_rate: int, scale: Scale) -> npt.NDArray[np.float64]:
    """Return the frequency in the middle of every band, lowest first.

    Examples
    --------
    >>> centres = band_centres_hz(16_000, Scale.LINEAR)
    >>> len(centres), centres[:2].round(1).tolist()
    (128, [62.0, 124.0])
    """
    return _corners_hz(sample_rate, scale)[1:-1]


def spectrogram(
    samples: MonoArray, *, sample_rate: int, scale: Scale, first: int, step: int, count: int
) -> FloatArray:
    """Return the level of every band of every frame.

    Parameters
    ----------
    samples
        One channel: int16 or floats of full scale 1. What lies outside counts as silence.
    sample_rate
        Samples per second, >= 4000.
    scale
        How the bands are spaced.
    first
        Sample at the centre of the first frame.
    step
        Samples from one centre to the next, >= 1.
    count
        Frames, >= 1.

    Returns
    -------
    numpy.ndarray
        float32, shape ``(count, bands)``, decibels relative to a sine of full scale, at least `FLOOR_DB`.

    Raises
    ------
    SettingsError
        If ``samples`` is not one channel, or a number is out of its range.

    Examples
    --------
    >>> tone = np.sin(2 * np.pi * 1000 * np.arange(16_000) / 16_000)
    >>> level = spectrogram(tone, sample_rate=16_000, scale=Scale.LINEAR, first=8000, step=80, count=1)
    >>> centres = band_centres_hz(16_000, Scale.LINEAR)
    >>> bool(abs(centres[level[0].argmax()] - 1000) < 40)
    True
    """
    import librosa

    weights = _weights(sample_rate, scale)
    window = window_samples(sample_rate)
    piece = stretch(samples, first=first, step=step, count=count, window=window)
    spectrum = librosa.stft(piece, n_fft=window, hop_length=step, window="hann", center=False)
    # A sine of full scale has this amplitude in its bin: half the sum of the window.
    power = (np.abs(spectrum[: weights.shape[1]]) * (4.0 / window)) ** 2
    levels = librosa.power_to_db(weights @ power, ref=1.0, amin=10.0 ** (FLOOR_DB / 10), top_db=None)
    return np.ascontiguousarray(levels.T, dtype=np.float32)


def _corners_hz(sample_rate: int, scale: Scale) -> npt.NDArray[np.float64]:
    """Return foot of the lowest triangle, the tips, foot of the highest."""
    import librosa

    require_rate(sample_rate)
    top = top_hz(sample_rate)
    if scale is Scale.LINEAR:
        return np.linspace(0.0, top, round(LINEAR_BANDS * top / TOP_HZ) + 2)
    reach = librosa.hz_to_mel(top) / librosa.hz_to_mel(TOP_HZ)
    corners: npt.NDArray[np.float64] = librosa.mel_frequencies(
        round(MEL_BANDS * reach) + 2, fmin=0.0, fmax=top
    )
    return corners


@lru_cache(maxsize=16)
def _weights(sample_rate: int, scale: Scale) -> FloatArray:
    """Return how much of every bin of the spectrum goes into every band, shape ``(bands, bins)``."""
    corners = _corners_hz(sample_rate, scale)
    window = window_samples(sample_rate)
    bins_hz = np.arange(window // 2 + 1) * (sample_rate / window)
    rising = (bins_hz - corners[:-2, None]) / np.diff(corners)[:-1, None]
    falling = (corners[2:, None] - bins_hz) / np.diff(corners)[1:, None]
    weights = np.clip(np.minimum(rising, falling), 0.0, None)
    used = np.flatnonzero(weights.any(axis=0))[-1] + 1
    return np.ascontiguousarray(weights[:, :used], dtype=np.float32)
