"""Moments of dialogues that a number counts: when, whose, how long, and where their words stand.

Every number about a corpus can be asked which moments it is made of. Columns of equal length hold them, so
that a filter is one mask and a histogram one pass, however many dialogues there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from viewer.dialogue.segments import FloatArray, IntArray

NOBODY = 0
"""The speaker of a moment that is nobody's, such as a silence."""
NO_ROW = -1
"""The row of a moment that has no words."""


@dataclass(frozen=True, eq=False, slots=True)
class Moments:
    """Measured moments, as columns of shape ``(n,)``.

    Parameters
    ----------
    dialogue
        Position of the dialogue among those that were pooled; 0 in a single one.
    speaker
        Whose moment it is, 1 or 2; 0 for nobody's.
    annotator
        Index of the annotator who heard it (0, 1, 2: a, b, c); for a consensus, its first member.
    row
        The segment in that annotator's track whose words are the moment's, -1 if there is none.
    start_s
        When it happens, seconds on the dialogue's clock.
    value_s
        What was measured there, seconds, negative for overlaps.
    """

    dialogue: IntArray
    speaker: IntArray
    annotator: IntArray
    row: IntArray
    start_s: FloatArray
    value_s: FloatArray

    def __len__(self) -> int:
        return len(self.start_s)

    def take(self, chosen: npt.NDArray[np.bool_] | IntArray) -> Moments:
        """Return the chosen moments: a mask, or their positions."""
        return Moments(*(getattr(self, column.name)[chosen] for column in fields(self)))


def moments_of(
    speaker: IntArray, annotator: IntArray | int, row: IntArray, start_s: FloatArray, value_s: FloatArray
) -> Moments:
    """Return the moments of one dialogue; one annotator may stand for all rows."""
    size = len(start_s)
    whose = np.broadcast_to(np.asarray(annotator, dtype=np.int64), (size,))
    return Moments(np.zeros(size, dtype=np.int64), speaker, whose, row, start_s, value_s)


def pool_moments(several: Sequence[Moments]) -> Moments:
    """Join the moments of dialogues, each dialogue numbered by its place in the sequence.

    Parameters
    ----------
    several
        One entry per dialogue, of one dialogue each.

    Returns
    -------
    Moments
        All of them, dialogue after dialogue.

    Examples
    --------
    >>> one = moments_of(np.array([1]), 0, np.array([0]), np.array([2.0]), np.array([0.5]))
    >>> pool_moments([one, one]).dialogue.tolist()
    [0, 1]
    """
    if not several:
        none, no_times = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float64)
        return Moments(none, none, none, none, no_times, no_times)
    dialogue = np.repeat(np.arange(len(several), dtype=np.int64), [len(one) for one in several])
    columns = [
        np.concatenate([getattr(one, column.name) for one in several]) for column in fields(Moments)[1:]
    ]
    return Moments(dialogue, *columns)
