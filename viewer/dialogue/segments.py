"""One annotator's track of one speaker: labelled segments in file order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from viewer.dialogue import taxonomy

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Segment:
    """A labelled stretch of one channel, ``start_s`` to ``end_s`` on the dialogue's clock."""

    start_s: float
    end_s: float
    label: str
    text: str = ""


@dataclass(frozen=True, eq=False)
class Track:
    """Segments of one annotator in file order, held as columns.

    File order matters: sorting a track changes its consensus (PROTOCOL section 3).

    Parameters
    ----------
    start_s, end_s
        Seconds, shape ``(n,)``, float64, in file order (not necessarily ascending).
    labels, texts
        The fine label and the words of each segment, length ``n``; a label may be empty or unknown.

    Examples
    --------
    >>> track = Track.from_segments([Segment(3.0, 4.5, "Normal Turn"), Segment(1.0, 1.5, "Cough")])
    >>> track.start_s.tolist(), track.label_view_codes.tolist()
    ([3.0, 1.0], [0, -1])
    """

    start_s: FloatArray
    end_s: FloatArray
    labels: tuple[str, ...]
    texts: tuple[str, ...]

    @classmethod
    def from_segments(cls, segments: Iterable[Segment]) -> Track:
        """Build a track from segments, keeping their order."""
        rows = list(segments)
        return cls(
            np.array([row.start_s for row in rows], dtype=np.float64),
            np.array([row.end_s for row in rows], dtype=np.float64),
            tuple(row.label for row in rows),
            tuple(row.text for row in rows),
        )

    def __len__(self) -> int:
        return len(self.labels)

    def __iter__(self) -> Iterator[Segment]:
        for start, end, label, text in zip(
            self.start_s.tolist(), self.end_s.tolist(), self.labels, self.texts, strict=True
        ):
            yield Segment(start, end, label, text)

    @cached_property
    def label_view_codes(self) -> IntArray:
        """Class code of each segment in the label view, ``UNMAPPED`` where dropped."""
        return np.array([taxonomy.label_view_code(label) for label in self.labels], dtype=np.int64)

    @cached_property
    def turn_view_codes(self) -> IntArray:
        """Class code of each segment in the turn view, ``UNMAPPED`` where dropped."""
        return np.array([taxonomy.turn_view_code(label) for label in self.labels], dtype=np.int64)


EMPTY_TRACK = Track.from_segments(())
