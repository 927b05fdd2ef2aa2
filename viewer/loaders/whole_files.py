"""Writing a file so that a reader only ever meets a complete one."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from viewer.loaders.files import require_file

_READABLE_BY_ALL = 0o666
_PREFIX = ".writing-"
_ABANDONED_AFTER_S = 24 * 3600


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whole: a new file beside it, flushed to the disk, then renamed over it.

    Parameters
    ----------
    path
        The file to write or replace; its folder must exist.
    content
        Text is written as UTF-8 with its line ends as they are.

    Raises
    ------
    OSError
        If the folder cannot be written, or the path is a folder, a pipe or a device; what is there is then
        still whole.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    with whole_file(path) as file:
        file.write(data)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes its name only once the block has ended well."""
    require_replaceable(path)
    _sweep(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=_PREFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _READABLE_BY_ALL & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def require_replaceable(path: Path) -> None:
    """Raise `OSError` where something else than a file lies: renaming over a device would remove it."""
    with suppress(FileNotFoundError):
        require_file(path)


def _sweep(folder: Path) -> None:
    """Remove what writers that were killed have left here; nobody writes one file for a day."""
    for path in folder.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another process may be sweeping too
            if time.time() - path.stat().st_mtime > _ABANDONED_AFTER_S:
                path.unlink()


def _umask() -> int:
    """Return the process's mask for new files, which can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Flush the rename itself, where the platform can open a folder."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
