"""A recording as a WAV file that exists nowhere: any of its bytes is computed when asked for.

Browsers seek to the exact sample in WAV, but not in OGG or in MP3 with a variable bit rate, and
hold two mono files for two recordings. So every recording is served in one form::

    byte 0                      44
    | RIFF, fmt, data: 44 bytes | frame 0 | frame 1 | ...      frame: speaker 1, speaker 2
                                  4 bytes   4 bytes            16-bit little-endian PCM

The sizes in a RIFF header are 32-bit numbers, so a file holds at most `MAX_SAMPLES` samples per
channel: 6 h 12 min at 48 kHz. A longer recording is refused as a WAV file; its peaks and samples
can still be read.
"""

from __future__ import annotations

import struct

from viewer.media.sources import (
    BYTES_PER_FRAME,
    CHANNELS,
    AudioSource,
    read_frames,
    require_at_most,
)

_LAYOUT = struct.Struct("<4sI4s4sIHHIIHH4sI")
_PCM = 1
_BITS = 16
HEADER_BYTES = _LAYOUT.size
_BEFORE_DATA = HEADER_BYTES - 8
"""Bytes that the RIFF size counts besides the samples: all but its own eight."""
MAX_SAMPLES = (2**32 - 1 - _BEFORE_DATA) // BYTES_PER_FRAME


def total_bytes(source: AudioSource) -> int:
    """Return the length of the whole file in bytes.

    Raises
    ------
    InvalidDataError
        If the recording has more than `MAX_SAMPLES` samples.
    """
    require_at_most(source, MAX_SAMPLES, reason="since the sizes in a WAV file are 32-bit")
    return HEADER_BYTES + source.samples * BYTES_PER_FRAME


def header(source: AudioSource) -> bytes:
    """Return the 44 bytes before the samples.

    Raises
    ------
    InvalidDataError
        If the recording has more than `MAX_SAMPLES` samples.
    """
    data_bytes = total_bytes(source) - HEADER_BYTES
    return _LAYOUT.pack(
        b"RIFF",
        _BEFORE_DATA + data_bytes,
        b"WAVE",
        b"fmt ",
        16,
        _PCM,
        CHANNELS,
        source.sample_rate,
        source.sample_rate * BYTES_PER_FRAME,
        BYTES_PER_FRAME,
        _BITS,
        b"data",
        data_bytes,
    )


def read_bytes(source: AudioSource, first: int, last: int) -> bytes:
    """Return bytes ``first`` to ``last`` of the file, both included, as HTTP counts them.

    Parameters
    ----------
    source
        The recording.
    first, last
        ``0 <= first <= last < total_bytes(source)``; they need not lie on frames and may lie in
        the header.

    Returns
    -------
    bytes
        ``last - first + 1`` bytes.

    Raises
    ------
    InvalidDataError
        If the recording is too long for a WAV file, or does not return the samples it promises.
    """
    head = header(source)[first : last + 1]
    return head + _read_data(source, max(first - HEADER_BYTES, 0), last + 1 - HEADER_BYTES)


def _read_data(source: AudioSource, start: int, stop: int) -> bytes:
    """Return bytes ``start`` to ``stop`` of the samples; none if ``stop`` is not past ``start``."""
    if stop <= start:
        return b""
    first_frame = start // BYTES_PER_FRAME
    frames = read_frames(source, first_frame, -(-stop // BYTES_PER_FRAME))
    skipped = first_frame * BYTES_PER_FRAME
    return frames.tobytes()[start - skipped : stop - skipped]
