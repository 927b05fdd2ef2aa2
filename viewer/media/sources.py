"""What this room needs to know of a recording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from viewer.errors import InvalidDataError, Problem, Severity

CHANNELS = 2
BYTES_PER_FRAME = 4
"""One sample of both channels: two 16-bit integers."""

PcmArray = npt.NDArray[np.int16]


class AudioSource(Protocol):
    """A two-channel recording that can be read in pieces, whatever file it comes from."""

    @property
    def key(self) -> str:
        """Its name in URLs and caches; another key as soon as the sound is another."""
        ...

    @property
    def sample_rate(self) -> int:
        """Samples per second and channel."""
        ...

    @property
    def samples(self) -> int:
        """Samples per channel."""
        ...

    @property
    def has_exact_seek(self) -> bool:
        """Whether a read anywhere costs what it reads; else the first read decodes all of it."""
        ...

    def require_unchanged(self) -> None:
        """Raise InvalidDataError if its files are no longer those that were described."""
        ...

    def read(self, start: int, stop: int) -> PcmArray:
        """Return samples ``start`` to ``stop``, int16, shape ``(stop - start, 2)``.

        Called with ``0 <= start <= stop <= samples``, from several threads at a time.
        """
        ...


FindSource = Callable[[str], AudioSource | None]
"""Look a recording up by its key; None where there is none of that key. Called from threads."""


def read_frames(source: AudioSource, start: int, stop: int) -> PcmArray:
    """Read samples ``start`` to ``stop``, little-endian, and make sure that all have come.

    Raises
    ------
    InvalidDataError
        If the source returns another number of samples, or samples of another kind.
    """
    pcm = source.read(start, stop)
    if pcm.dtype != np.int16 or pcm.shape != (stop - start, CHANNELS):
        raise _problem(
            source,
            where=f"samples {start} to {stop}",
            expected=f"int16 of shape ({stop - start}, {CHANNELS})",
            found=f"{pcm.dtype} of shape {pcm.shape}",
            hint="is the file cut short?",
        )
    return pcm.astype("<i2", copy=False)


def require_at_most(source: AudioSource, samples: int, *, reason: str) -> None:
    """Refuse a source of more than ``samples`` samples.

    Raises
    ------
    InvalidDataError
        If the source is longer.
    """
    if source.samples > samples:
        raise _problem(
            source,
            where="",
            expected=f"at most {samples} samples, {reason}",
            found=f"{source.samples} samples",
            hint="",
        )


def _problem(source: AudioSource, *, where: str, expected: str, found: str, hint: str) -> InvalidDataError:
    place = f"recording {source.key}"
    return InvalidDataError([Problem(Severity.ERROR, place, where, expected, found, hint)])
