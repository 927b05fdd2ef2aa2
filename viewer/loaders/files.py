"""The gate to the files of a corpus: what lies at a path, and opening it.

Nothing here hangs (a pipe or a device is never opened) and every refusal is an `OSError`, also of a
name that no file can have.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TextIO

import pyarrow as pa

UNREADABLE = (OSError, ValueError, OverflowError, pa.ArrowException)
"""What reading a broken file may raise besides our own errors; caught where one item can be left out."""

NOTHING = "none"


def facts_of(path: Path) -> os.stat_result:
    """Return the facts of a file or folder; raise `OSError` whatever is wrong with it."""
    try:
        return path.stat()
    except ValueError as problem:
        raise OSError(errno.EINVAL, "a name that no file can have") from problem


def require_file(path: Path) -> os.stat_result:
    """Return the facts of a regular file; raise `OSError` for anything else."""
    facts = facts_of(path)
    if stat.S_ISDIR(facts.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(facts.st_mode):
        raise OSError(errno.EINVAL, "a pipe, a socket or a device")
    return facts


def read_file(path: Path) -> bytes:
    """Return the content of a regular file; raise `OSError` if it cannot be had."""
    require_file(path)
    return path.read_bytes()


def fault_of_file(path: Path) -> str:
    """Return why there is no file to read at a path; empty if there is one."""
    try:
        require_file(path)
    except FileNotFoundError:
        return NOTHING
    except OSError as problem:
        return reason(problem)
    return ""


def is_file(path: Path) -> bool:
    """Return whether a regular file lies at a path, as far as can be seen."""
    return fault_of_file(path) == ""


def is_folder(path: Path) -> bool:
    """Return whether a folder lies at a path, as far as can be seen."""
    try:
        return stat.S_ISDIR(facts_of(path).st_mode)
    except OSError:
        return False


def names_in(folder: Path) -> list[str]:
    """Return the names in a folder, sorted; raise `OSError` if they cannot be had."""
    try:
        return sorted(os.listdir(folder))
    except ValueError as problem:
        raise OSError(errno.EINVAL, "a name that no folder can have") from problem


def folders_in(folder: Path) -> list[str]:
    """Return the names of the folders in a folder, also of those that may not be entered.

    Raises
    ------
    OSError
        If the names cannot be had.
    """
    try:
        with os.scandir(folder) as entries:
            return sorted(one.name for one in entries if _is_folder(one))
    except ValueError as problem:
        raise OSError(errno.EINVAL, "a name that no folder can have") from problem


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def give_up(stream: TextIO) -> None:
    """Lead a stream nowhere: what still waits in it would fail once more when the process ends."""
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def reason(problem: Exception) -> str:
    """Return why something could not be read, in words that quote nothing of its content."""
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror
    if isinstance(problem, UnicodeError):
        return "text in another encoding"
    return "a value that cannot be read"
