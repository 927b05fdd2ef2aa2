"""Peaks on disk: files that can be made again, so a doubtful one is not trusted but rebuilt.

::

    8 bytes   TBPEAKS1, the version of this layout and of the rule behind the numbers
    4 bytes   samples per bin, little-endian
    8 bytes   samples per channel of the recording
    4 bytes   CRC-32 of the rest
    the rest  int8 [bins][2][2]
"""

from __future__ import annotations

import hashlib
import logging
import struct
import zlib
from pathlib import Path

import numpy as np

from viewer.signals.peaks import FINE_SAMPLES_PER_BIN, PeakArray, bin_count

LAYOUT = b"TBPEAKS1"
_HEADER = struct.Struct("<8sIQI")

log = logging.getLogger(__name__)


def path_of(folder: Path, key: str) -> Path:
    """Return where a recording's peaks are kept; the key itself never forms a path."""
    return folder / f"{hashlib.sha256(key.encode()).hexdigest()[:40]}.peaks"


def load(path: Path, *, samples: int) -> PeakArray | None:
    """Return the peaks in a file; None if there is no file or not one of that recording, whole.

    Parameters
    ----------
    path
        The file.
    samples
        Samples per channel of the recording: with the header it fixes the size of the file.

    Returns
    -------
    numpy.ndarray or None
        int8, shape ``(bins, 2, 2)``, read-only.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("%s: peaks could not be read, building them: %s", path.name, error)
        return None
    from viewer.loaders.cache_size import mark_used

    body = content[_HEADER.size :]
    if content[: _HEADER.size] != _header(body, samples) or len(body) != _body_bytes(samples):
        log.warning("%s: peaks are damaged or of another recording, building them", path.name)
        return None
    mark_used(path)
    return np.frombuffer(body, dtype=np.int8).reshape(-1, 2, 2)


class Finder:
    """Looks for the peaks of a recording in a file, and opens it only where it is another than last time.

    Parameters
    ----------
    path, samples
        As for `load`.
    """

    def __init__(self, path: Path, *, samples: int) -> None:
        self._path = path
        self._samples = samples
        self._seen: tuple[int, int] | None = None

    def __call__(self) -> PeakArray | None:
        """Return the peaks if there is a whole file that was not there last time."""
        try:
            facts = self._path.stat()
        except OSError:
            return None
        seen, self._seen = self._seen, (facts.st_ino, facts.st_mtime_ns)
        return None if seen == self._seen else load(self._path, samples=self._samples)


def save(path: Path, fine: PeakArray, *, samples: int) -> None:
    """Write peaks so that a reader sees the whole file or none; two writers do not disturb.

    Raises
    ------
    OSError
        If the file cannot be written; nothing is left behind.
    """
    # Imported here: that room brings file libraries, and the routes are installed before a fork.
    from viewer.loaders.cache_size import keep_within_limit
    from viewer.loaders.whole_files import write_whole

    body = fine.tobytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, _header(body, samples) + body)
    keep_within_limit()


def _header(body: bytes, samples: int) -> bytes:
    return _HEADER.pack(LAYOUT, FINE_SAMPLES_PER_BIN, samples, zlib.crc32(body))


def _body_bytes(samples: int) -> int:
    return bin_count(samples) * 4
