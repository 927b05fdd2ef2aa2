"""Distributions of what was measured: fixed bins, so that any two selections can be laid side by side.

A bin holds its lower edge and not its upper one. What lies beyond the bins is counted in one more at either
end, so that the counts of a histogram add up to the number of values. Values are rounded to a millionth of
a second first: the difference of two clock times of 0.1 s lies in the bin of 0.1 s, not a hair below it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from viewer.dialogue.segments import FloatArray, IntArray

_DECIMALS_OF_S = 6
_MS_PER_S = 1000
_UNITS_PER_S = {"s": 1, "ms": _MS_PER_S}


@dataclass(frozen=True, slots=True)
class Binning:
    """Bins of equal width, and one beyond at the upper end, and at the lower one where values can be there.

    Parameters
    ----------
    unit
        ``"s"`` or ``"ms"``: what edges are in.
    lowest
        The lower edge of the first bin of full width.
    width
        The width of a bin, above 0.
    bins
        How many bins of full width there are, at least 1.
    has_below
        Whether there is a bin of what lies below ``lowest``; without it nothing may lie there.

    Examples
    --------
    >>> Binning("ms", -100, 100, 2, has_below=True).edges
    (-inf, -100.0, 0.0, 100.0, inf)
    """

    unit: str
    lowest: float
    width: float
    bins: int
    has_below: bool = False

    @property
    def edges(self) -> tuple[float, ...]:
        """The edges of all bins, ascending, infinite at an end that holds what lies beyond."""
        inner = [self.lowest + self.width * number for number in range(self.bins + 1)]
        return (*([-math.inf] if self.has_below else []), *map(float, inner), math.inf)

    @property
    def size(self) -> int:
        """How many bins there are, those beyond included."""
        return len(self.edges) - 1

    def of(self, value_s: FloatArray) -> IntArray:
        """Return the number of the bin of each value.

        Parameters
        ----------
        value_s
            Seconds, whatever the unit of the bins; shape ``(n,)``.

        Returns
        -------
        IntArray
            0 up to, not including, ``size``; shape ``(n,)``.

        Examples
        --------
        >>> bins = Binning("ms", -100, 100, 2, has_below=True)
        >>> bins.of(np.array([-0.2, -0.1, 0.1 + 0.2 - 0.3, 7.0])).tolist()
        [0, 1, 2, 3]
        """
        values = np.round(value_s, _DECIMALS_OF_S) * _UNITS_PER_S[self.unit]
        inner = np.round(values, _DECIMALS_OF_S)
        found: IntArray = np.searchsorted(np.array(self.edges), inner, side="right").astype(np.int64) - 1
        return found

    def histogram(self, value_s: FloatArray) -> IntArray:
        """Count values, in seconds, by bin: shape ``(size,)``, adding up to the number of values."""
        return np.bincount(self.of(value_s), minlength=self.size).astype(np.int64)

    def in_unit(self, value_s: float) -> float:
        """Return seconds in the unit of the bins."""
        return value_s * _UNITS_PER_S[self.unit]


SIGNED_MS = Binning("ms", -2000, 100, 50, has_below=True)
"""Of what is negative in overlap: floor-transfer offsets and reactions at gold ends of turns."""
LENGTHS_MS = Binning("ms", 0, 100, 30)
"""Of pauses, and of how long an interrupted speaker goes on."""
LENGTHS_S = Binning("s", 0, 1, 30)
"""Of turns."""


def median_s(value_s: FloatArray) -> float | None:
    """Return the median of values in seconds, None without any.

    Examples
    --------
    >>> median_s(np.array([0.5, -0.25])), median_s(np.array([]))
    (0.125, None)
    """
    return float(np.median(value_s)) if len(value_s) else None
