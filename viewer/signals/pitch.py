"""Pitch: the fundamental frequency (F0) of voiced speech, frame by frame.

A frame is `WINDOW_S` around its centre, long enough for three periods of the lowest pitch. YIN finds the
period; whether there is a voice at all is decided afterwards. A frame is **voiced** if

- its level is at least `MIN_LEVEL_DB` (dBFS, root of the mean square), and
- the sound is like itself one period later: the normalised correlation of the frame with the frame shifted
  by the period is at least `MIN_PERIODICITY`.

Recordings above 16 kHz are first reduced by a whole factor, to 16 kHz or a little more: pitch needs no more,
and it is three times as fast.

Probabilistic YIN decides voicing along time and is steadier, but takes thirty times as long and keeps other
threads of the process waiting meanwhile.

References
----------
A. de Cheveigné and H. Kawahara, YIN, a fundamental frequency estimator for speech and music, JASA 111(4),
2002.
"""

from __future__ import annotations

import numpy as np

from viewer.errors import SettingsError
from viewer.signals.framing import FloatArray, MonoArray, even_samples, require_rate, stretch

WINDOW_S = 0.050
MIN_HZ = 60.0
MAX_HZ = 500.0
MIN_LEVEL_DB = -55.0
MIN_PERIODICITY = 0.5
_ENOUGH_HZ = 16_000
_FILTER_S = 0.010
"""More samples on both sides, so that the filter of the reduction has settled."""


def reduction(sample_rate: int) -> int:
    """Return the whole factor by which the sample rate is reduced.

    Examples
    --------
    >>> [reduction(rate) for rate in (8000, 16_000, 44_100, 48_000)]
    [1, 1, 2, 3]
    """
    return max(sample_rate // _ENOUGH_HZ, 1)


def window_samples(sample_rate: int) -> int:
    """Return the samples that one frame needs, filter included."""
    factor = reduction(sample_rate)
    return factor * (even_samples(WINDOW_S, sample_rate // factor) + 2 * _filter_samples(sample_rate))


def pitch(samples: MonoArray, *, sample_rate: int, first: int, step: int, count: int) -> FloatArray:
    """Return the fundamental frequency of every frame.

    Parameters
    ----------
    samples
        One channel: int16 or floats of full scale 1. What lies outside counts as silence.
    sample_rate
        Samples per second, >= 4000.
    first
        Sample at the centre of the first frame.
    step
        Samples from one centre to the next, a multiple of `reduction`.
    count
        Frames, >= 1.

    Returns
    -------
    numpy.ndarray
        float32, shape ``(count,)``, hertz, `MIN_HZ` to `MAX_HZ`; NaN where the frame is not voiced.

    Raises
    ------
    SettingsError
        If ``samples`` is not one channel, or a number is out of its range.

    Examples
    --------
    >>> tone = 0.3 * np.sin(2 * np.pi * 200 * np.arange(16_000) / 16_000)
    >>> pitch(tone, sample_rate=16_000, first=8000, step=160, count=2).round().tolist()
    [200.0, 200.0]
    >>> pitch(0 * tone, sample_rate=16_000, first=8000, step=160, count=1).tolist()
    [nan]
    """
    require_rate(sample_rate)
    factor = reduction(sample_rate)
    if step % factor:
        raise SettingsError(f"step: expected a multiple of {factor} at {sample_rate} Hz, found {step}")
    piece = stretch(samples, first=first, step=step, count=count, window=window_samples(sample_rate))
    sound, rate = _reduced(piece, sample_rate)
    frames = _frames(sound, window=even_samples(WINDOW_S, sample_rate // factor), step=step // factor)[:count]
    return _voiced(frames, _periods_hz(sound, rate, frames.shape[1], step // factor)[:count], rate)


def _filter_samples(sample_rate: int) -> int:
    """Return the length of the filter's run-in on one side, in samples after the reduction."""
    factor = reduction(sample_rate)
    return round(_FILTER_S * sample_rate / factor) if factor > 1 else 0


def _reduced(piece: FloatArray, sample_rate: int) -> tuple[FloatArray, float]:
    """Return the sound at the rate of the analysis, without the run-in, and that rate."""
    import librosa

    factor = reduction(sample_rate)
    rate = sample_rate / factor
    if factor == 1:
        return piece, rate
    margin = _filter_samples(sample_rate)
    reduced = librosa.resample(piece, orig_sr=sample_rate, target_sr=rate, res_type="soxr_hq")
    return np.ascontiguousarray(reduced[margin:][: len(piece) // factor - 2 * margin]), rate


def _frames(sound: FloatArray, *, window: int, step: int) -> FloatArray:
    """Return the frames of a sound as rows, without copying it."""
    return np.lib.stride_tricks.sliding_window_view(sound, window)[::step]


def _periods_hz(sound: FloatArray, rate: float, window: int, step: int) -> FloatArray:
    import librosa

    found: FloatArray = librosa.yin(
        sound, fmin=MIN_HZ, fmax=MAX_HZ, sr=rate, frame_length=window, hop_length=step, center=False
    )
    return found


def _voiced(frames: FloatArray, found_hz: FloatArray, rate: float) -> FloatArray:
    """Return the frequencies, NaN where the frame is too quiet or not like itself one period later."""
    lag = np.round(rate / found_hz).astype(np.int64)
    length = frames.shape[1] - int(lag.max())
    here = frames[:, :length]
    later = np.take_along_axis(frames, lag[:, None] + np.arange(length), axis=1)
    alike = np.einsum("ij,ij->i", here, later)
    power = np.einsum("ij,ij->i", here, here) * np.einsum("ij,ij->i", later, later)
    level = np.sqrt(np.einsum("ij,ij->i", frames, frames) / frames.shape[1])
    is_voiced = (level >= 10.0 ** (MIN_LEVEL_DB / 20)) & (alike >= MIN_PERIODICITY * np.sqrt(power))
    is_voiced &= (found_hz >= MIN_HZ) & (found_hz <= MAX_HZ)
    return np.where(is_voiced, found_hz, np.nan).astype(np.float32)
