"""Sounds with a known answer."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

RATES = (8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000)

PcmArray = npt.NDArray[np.int16]
Sound = npt.NDArray[np.float64]


def as_pcm(sound: Sound) -> PcmArray:
    """Return a sound of full scale 1 as int16, clipped."""
    return np.clip(np.round(sound * 32767), -32768, 32767).astype(np.int16)


def tone(hz: float, *, rate: int, length_s: float = 1.0, amplitude: float = 0.3) -> Sound:
    """Return a sine."""
    return amplitude * np.sin(2 * np.pi * hz * np.arange(round(length_s * rate)) / rate)


def voice(hz: float, *, rate: int, length_s: float = 1.0, amplitude: float = 0.3) -> Sound:
    """Return a sound of ten partials, each weaker than the one below."""
    partials = [tone(hz * n, rate=rate, length_s=length_s, amplitude=1 / n) for n in range(1, 11)]
    made: Sound = np.sum([one for n, one in enumerate(partials, 1) if hz * n < rate / 2], axis=0)
    loudest = float(np.abs(made).max())
    return made * (amplitude / loudest)


def chirp(first_hz: float, last_hz: float, *, rate: int, length_s: float, amplitude: float = 0.3) -> Sound:
    """Return a sine whose frequency grows evenly from ``first_hz`` to ``last_hz``."""
    t = np.arange(round(length_s * rate)) / rate
    phase = 2 * np.pi * (first_hz * t + (last_hz - first_hz) * t**2 / (2 * length_s))
    return amplitude * np.sin(phase)


def clicks(*times_s: float, rate: int, length_s: float) -> Sound:
    """Return silence with single samples of full scale."""
    made = np.zeros(round(length_s * rate))
    made[[round(time_s * rate) for time_s in times_s]] = 1.0
    return made


def both(one: Sound, other: Sound) -> PcmArray:
    """Return two sounds of one length as a recording, shape ``(n, 2)``."""
    return as_pcm(np.stack([one, other], axis=1))
