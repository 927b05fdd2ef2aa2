"""Frames as bits: sixty-four to a word, the next and the last set one found without a loop over frames."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from viewer.compiled import compiled

BitArray = npt.NDArray[np.uint64]

NONE = -1
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
# A product with this number has another top six bits for each power of two.
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_TOP = np.uint64(58)
_BIT_OF = np.zeros(64, dtype=np.int64)
for _bit in range(64):
    _BIT_OF[((1 << _bit) * 0x03F79D71B4CB0A89 & 0xFFFFFFFFFFFFFFFF) >> 58] = _bit


@compiled
def set_bit(bits: BitArray, at: int) -> None:
    """Set one bit."""
    bits[at >> 6] |= _ONE << np.uint64(at & 63)


@compiled
def clear_bit(bits: BitArray, at: int) -> None:
    """Clear one bit."""
    bits[at >> 6] &= ~(_ONE << np.uint64(at & 63))


@compiled
def has_bit(bits: BitArray, at: int) -> bool:
    """Return whether a bit is set."""
    return bool((bits[at >> 6] >> np.uint64(at & 63)) & _ONE != _ZERO)


@compiled
def next_bit(bits: BitArray, at: int) -> int:
    """Return the first set bit at or after a place, `NONE` if there is none."""
    word = at >> 6
    if word >= len(bits):
        return NONE
    rest = bits[word] & (_ALL << np.uint64(at & 63))
    while rest == _ZERO:
        word += 1
        if word == len(bits):
            return NONE
        rest = bits[word]
    lowest = rest & (~rest + _ONE)
    return (word << 6) + int(_BIT_OF[(lowest * _DE_BRUIJN) >> _TOP])


@compiled
def last_bit(bits: BitArray, before: int) -> int:
    """Return the last set bit before a place, `NONE` if there is none."""
    word = before >> 6
    rest = bits[word] & ~(_ALL << np.uint64(before & 63)) if word < len(bits) else _ZERO
    while rest == _ZERO:
        word -= 1
        if word < 0:
            return NONE
        rest = bits[word]
    at = 0
    for shift in (32, 16, 8, 4, 2, 1):
        if rest >> np.uint64(shift) != _ZERO:
            rest >>= np.uint64(shift)
            at += shift
    return (word << 6) + at
