"""How much one file, one session and one server may take."""

from __future__ import annotations

from dataclasses import dataclass

MB = 1_000_000
CHUNK_BYTES = 4 * MB
"""What one request carries."""


@dataclass(frozen=True)
class Limits:
    """What uploads may take; the defaults leave room for any real file.

    Parameters
    ----------
    file_bytes
        Of one file. A probabilities file of 38 dialogues at 25 Hz has 25 MB, at 75 Hz 80 MB.
    session_bytes, session_files
        Of one session at a time, on the disk or as numbers, whichever is more.
    server_bytes
        Of all sessions of all processes that share a spool.
    memory_bytes, time_s
        Of the process that reads one file.
    decisions, values
        What a file that was read may hold: beyond, drawing it would hold up everybody's page.
    problems
        How many problems of one file are listed; one more says how many there are beyond.
    """

    file_bytes: int = 200 * MB
    session_bytes: int = 500 * MB
    session_files: int = 12
    server_bytes: int = 4000 * MB
    memory_bytes: int = 3000 * MB
    time_s: float = 30.0
    decisions: int = 200_000
    values: int = 25_000_000
    problems: int = 2000
