"""How large the cache folder may grow: what was used longest ago goes first.

A file's time of change is the time of its last use: whoever reads one says so with `mark_used`, since
many disks do not note reading. A file that was used a moment ago stays, whatever the limit: another
process may be about to open it. One that is open is not harmed: POSIX keeps its bytes until the last
reader has closed it, and Windows refuses to remove it.
"""

from __future__ import annotations

import logging
import os
import time
from contextlib import suppress
from pathlib import Path

from viewer.environment import cache_folder, cache_limit_bytes
from viewer.errors import SettingsError

FOLDERS = ("pcm", "peaks", "detections")
"""The folders that grow with use: decoded sound, peaks, what detectors said."""
_IN_USE_S = 600.0

log = logging.getLogger(__name__)


def mark_used(path: Path) -> None:
    """Note that a file of the cache has been used now."""
    with suppress(OSError):  # it may be another user's, or gone
        os.utime(path)


def keep_within_limit() -> None:
    """Remove files, those used longest ago first, until ``TURNBENCH_CACHE_GB`` is kept; for after writing.

    A limit that is no number is noted in the log, and nothing is removed.
    """
    try:
        limit, folder = cache_limit_bytes(), cache_folder()
    except SettingsError as error:
        log.warning("%s", error)
        return
    files = _files(folder)
    excess = sum(size for _, size, _ in files) - limit
    in_use_since = time.time() - _IN_USE_S
    for used, size, path in sorted(files):
        if excess <= 0 or used > in_use_since:
            return
        with suppress(OSError):  # removed by another process, or held open on Windows
            path.unlink()
            log.info("%s/%s: removed, the cache folder has reached its limit", path.parent.name, path.name)
        excess -= size


def _files(cache: Path) -> list[tuple[float, int, Path]]:
    """Return time of last use, size and path of every file; those being written belong to their writer."""
    found = []
    for folder in FOLDERS:
        for path in (cache / folder).glob("[!.]*"):
            with suppress(OSError):
                facts = path.stat()
                found.append((facts.st_mtime, facts.st_size, path))
    return found
