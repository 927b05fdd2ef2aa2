"""Files that a command writes: refused before the work begins where they cannot be, and written whole."""

from __future__ import annotations

import os
from pathlib import Path

from viewer.errors import MissingFileError
from viewer.loaders import require_replaceable, write_whole
from viewer.loaders.problems import plain


def require_places(*paths: Path | None) -> None:
    """Refuse a place that cannot be written; None asks for none.

    Raises
    ------
    MissingFileError
        If its folder is not there or closed, or if a folder, a pipe or a device lies there.
    """
    for path in paths:
        if path is None:
            continue
        folder = path.absolute().parent
        if not os.path.isdir(folder):
            raise MissingFileError(f"{plain(str(path))}: expected a folder to write into, found none")
        if not os.access(folder, os.W_OK):
            raise MissingFileError(f"{plain(str(path))}: expected a folder to write into, found a closed one")
        try:
            require_replaceable(path)
        except OSError as error:
            raise _unwritable(path, error) from error


def write_file(path: Path, text: str) -> None:
    """Write a document whole, or say why not.

    Raises
    ------
    MissingFileError
        If it cannot be written; what was there is still whole.
    """
    try:
        write_whole(path, text)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> MissingFileError:
    return MissingFileError(
        f"{plain(str(path))}: expected a file that can be written, found {error.strerror}"
    )
