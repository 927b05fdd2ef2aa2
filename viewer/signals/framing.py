"""Frames of a recording: stretches of equal length whose *centres* stand on a regular grid.

Spectrogram, pitch and intensity are computed frame by frame. What is said of a frame is said of its
centre, so what happens at a time shows at that time::

    samples   0 . . . . . . . . . . . . . . . . .
    centres       |       |       |       |           first = 2, step = 4
    windows   [       )       [       )
                  [       )       [                   window = 4: it may also be longer than the step

A window of ``w`` samples (even) around centre ``c`` covers samples ``c - w/2`` up to, not including,
``c + w/2``. Samples before the start and after the end of what is given count as zero: who cuts a piece out
of a recording cuts enough on both sides, and gets the same frames as from the whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from viewer.errors import SettingsError

MIN_SAMPLE_RATE_HZ = 4000
"""Below this nothing is left of speech to look at."""
_FULL_SCALE = 32768.0

MonoArray = npt.NDArray[np.int16] | npt.NDArray[np.floating[Any]]
FloatArray = npt.NDArray[np.float32]


def even_samples(duration_s: float, sample_rate: int) -> int:
    """Return the even number of samples nearest to a duration, at least 2.

    Examples
    --------
    >>> even_samples(0.032, 48_000), even_samples(0.032, 44_100)
    (1536, 1412)
    """
    return max(2 * round(duration_s * sample_rate / 2), 2)


def stretch(samples: MonoArray, *, first: int, step: int, count: int, window: int) -> FloatArray:
    """Return the samples that ``count`` frames cover, as one stretch with full scale 1.

    Parameters
    ----------
    samples
        One channel, shape ``(n,)``: int16 with full scale 32768, or floats with full scale 1. May be empty.
    first
        The sample that is the centre of the first frame; may lie outside.
    step
        Samples from one centre to the next, >= 1.
    count
        Frames, >= 1.
    window
        Samples of a frame, even, >= 2.

    Returns
    -------
    numpy.ndarray
        float32, shape ``((count - 1) * step + window,)``; zero where there are no samples.

    Raises
    ------
    SettingsError
        If ``samples`` is not one channel of numbers, or a number is out of its range.

    Examples
    --------
    >>> stretch(np.array([16384, -32768], np.int16), first=0, step=1, count=2, window=2).tolist()
    [0.0, 0.5, -1.0]
    """
    _require_mono(samples)
    for name, value, least in (("step", step, 1), ("count", count, 1), ("window", window, 2)):
        if value < least:
            raise SettingsError(f"{name}: expected at least {least}, found {value}")
    if window % 2:
        raise SettingsError(f"window: expected an even number of samples, found {window}")
    out = np.zeros((count - 1) * step + window, dtype=np.float32)
    start = first - window // 2
    low, high = max(start, 0), min(start + len(out), len(samples))
    if high > low:
        out[low - start : high - start] = samples[low:high]
    if samples.dtype == np.int16:
        out /= _FULL_SCALE
    return out


def require_rate(sample_rate: int) -> None:
    """Raise SettingsError for a sample rate that is too low to analyse."""
    if sample_rate < MIN_SAMPLE_RATE_HZ:
        raise SettingsError(f"sample_rate: expected at least {MIN_SAMPLE_RATE_HZ} Hz, found {sample_rate}")


def _require_mono(samples: MonoArray) -> None:
    is_number = samples.dtype == np.int16 or np.issubdtype(samples.dtype, np.floating)
    if samples.ndim != 1 or not is_number:
        raise SettingsError(
            "samples: expected one channel of int16 or floats,"
            f" found {samples.dtype} of shape {samples.shape}"
        )
