"""Loudness of one channel: ITU-R BS.1770-4, gated, in LUFS.

::

    K-weighting -> mean square of 400 ms blocks, 75 % overlapped -> blocks above -70 LUFS
                -> of these, the blocks at most 10 LU below their mean -> their mean
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import signal

_BLOCK_S = 0.4
_STEP_S = 0.1
_OFFSET_DB = -0.691
_ABSOLUTE_GATE_LUFS = -70.0
_RELATIVE_GATE_LU = -10.0


def integrated_lufs(audio: NDArray[np.float64], *, sample_rate_hz: int) -> float | None:
    """Return the integrated loudness of a mono channel in LUFS, or None if all of it is gated."""
    weighted = signal.lfilter(*_high_pass(sample_rate_hz), signal.lfilter(*_shelf(sample_rate_hz), audio))
    block, step = round(_BLOCK_S * sample_rate_hz), round(_STEP_S * sample_rate_hz)
    energy = np.concatenate([[0.0], np.cumsum(weighted**2)])
    starts = np.arange(0, len(audio) - block + 1, step)
    powers = (energy[starts + block] - energy[starts]) / block
    powers = powers[powers > _power(_ABSOLUTE_GATE_LUFS)]
    if not powers.size:
        return None
    powers = powers[powers > powers.mean() * 10 ** (_RELATIVE_GATE_LU / 10)]
    return float(_OFFSET_DB + 10 * np.log10(powers.mean()))


def _power(lufs: float) -> float:
    return float(10 ** ((lufs - _OFFSET_DB) / 10))


def _shelf(sample_rate_hz: int) -> tuple[list[float], list[float]]:
    """Return the first stage, a head's +4 dB above about 1.7 kHz, for any sample rate."""
    k = np.tan(np.pi * 1681.974450955533 / sample_rate_hz)
    q = 0.7071752369554196
    high = 10 ** (3.999843853973347 / 20)
    band = high**0.4996667741545416
    scale = 1 + k / q + k * k
    numerator = [high + band * k / q + k * k, 2 * (k * k - high), high - band * k / q + k * k]
    denominator = [scale, 2 * (k * k - 1), 1 - k / q + k * k]
    return [float(b / scale) for b in numerator], [float(a / scale) for a in denominator]


def _high_pass(sample_rate_hz: int) -> tuple[list[float], list[float]]:
    """Return the second stage, which leaves out what lies below about 38 Hz."""
    k = np.tan(np.pi * 38.13547087602444 / sample_rate_hz)
    q = 0.5003270373238773
    scale = 1 + k / q + k * k
    return [1.0, -2.0, 1.0], [1.0, float(2 * (k * k - 1) / scale), float((1 - k / q + k * k) / scale)]
