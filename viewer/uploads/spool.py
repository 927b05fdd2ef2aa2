"""The bytes of uploads: a folder of each session, gone with it, and with a process that was killed.

::

    uploads/
      p-1f0c….alive          locked by a living process
      p-1f0c…/               what its sessions sent
        9b2e…/               one session: a digest of its key
          4d71….part         the bytes of one upload
          4d71….bytes        how many it may take

The disk is what several processes of a server share: a request may reach another process than the one
that has the page. A key is never part of a path, and neither is a file's own name.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import secrets
import shutil
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO

from viewer.errors import UploadError
from viewer.uploads.limits import MB, Limits

if sys.platform != "win32":
    import fcntl

_OWNER_ONLY = 0o700
_ID = re.compile(r"[0-9a-f]{16}")
_ALIVE = ".alive"


class SessionFolder:
    """What one session has sent.

    Parameters
    ----------
    path
        Its folder.
    spool
        The folder of all processes, for what the server may take in all.
    limits
        What it may take.
    """

    def __init__(self, path: Path, spool: Path, limits: Limits) -> None:
        self._path, self._spool, self._limits = path, spool, limits
        self._lock = threading.Lock()

    def begin(self, size_bytes: int) -> str:
        """Make room for a file; return the id of the upload.

        Raises
        ------
        UploadError
            If the file, the session or the server would take more than it may.
        """
        limits = self._limits
        if size_bytes > limits.file_bytes:
            raise UploadError(
                f"expected a file of at most {megabytes(limits.file_bytes)}, found {megabytes(size_bytes)}"
            )
        if len(list(self._path.glob("*.bytes"))) >= limits.session_files:
            raise UploadError(
                f"expected at most {limits.session_files} files at a time, found one more (remove one first)"
            )
        upload = secrets.token_hex(8)
        self._part(upload).touch(mode=0o600)
        try:
            self.take(upload, size_bytes)
        except UploadError:
            self.remove(upload)
            raise
        return upload

    def take(self, upload: str, size_bytes: int) -> None:
        """Set how much an upload takes: noted first, then counted, so that two at once cannot both fit.

        Raises
        ------
        UploadError
            If there is no such room; the note stands until the upload is removed.
        """
        self._note(upload).write_text(str(size_bytes), encoding="ascii")
        of_session = _noted(self._path.glob("*.bytes"))
        if of_session > self._limits.session_bytes:
            room = self._limits.session_bytes
            raise UploadError(
                f"expected at most {megabytes(room)} at a time, found {megabytes(of_session)} "
                "(remove a file first)"
            )
        if _noted(self._spool.glob("*/*/*.bytes")) > self._limits.server_bytes:
            raise UploadError("expected room on the server, found none (try again later)")

    def append(self, upload: str, offset: int, data: bytes) -> int:
        """Add a chunk and return how many bytes are there; one that does not follow on changes nothing.

        Raises
        ------
        UploadError
            If there is no such upload, or it would be longer than it said.
        """
        with self._lock:
            try:
                room = int(self._note(upload).read_text(encoding="ascii"))
                there = self._part(upload).stat().st_size
            except (OSError, ValueError) as error:
                raise UploadError("expected an upload that goes on, found none") from error
            if there != offset:
                return there
            if offset + len(data) > room:
                raise UploadError(f"expected {room} bytes as announced, found more")
            with self._part(upload).open("ab") as file:
                file.write(data)
            return there + len(data)

    def path_of(self, upload: str) -> Path:
        """Return where the bytes of an upload lie."""
        return self._part(upload)

    def size_of(self, upload: str) -> int:
        """Return how many bytes of an upload are there, 0 if there is none."""
        with suppress(OSError, UploadError):
            return self._part(upload).stat().st_size
        return 0

    def remove(self, upload: str) -> None:
        """Remove an upload."""
        for path in (self._part(upload), self._note(upload)):
            path.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove everything of the session."""
        shutil.rmtree(self._path, ignore_errors=True)

    def _part(self, upload: str) -> Path:
        return self._path / f"{_checked(upload)}.part"

    def _note(self, upload: str) -> Path:
        return self._path / f"{_checked(upload)}.bytes"


class Spool:
    """The folder of all sessions of all processes.

    Parameters
    ----------
    root
        The folder; made when it is first needed.
    limits
        What each may take.
    """

    def __init__(self, root: Path, limits: Limits) -> None:
        self.limits = limits
        self._root = root
        self._mine: dict[int, _Living] = {}
        self._lock = threading.Lock()

    def open_session(self, key: str) -> SessionFolder:
        """Make the folder of a session whose key nobody can guess.

        Raises
        ------
        UploadError
            If the folder cannot be made.
        """
        try:
            folder = self._living().path / _digest(key)
            folder.parent.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)  # somebody may clean a cache
            folder.mkdir(mode=_OWNER_ONLY)
        except OSError as error:
            raise UploadError("expected a cache folder that can be written, found another") from error
        return SessionFolder(folder, self._root, self.limits)

    def find(self, key: str) -> SessionFolder | None:
        """Return the folder of a session of any process, None if no living one has the key."""
        found = next(self._root.glob(f"*/{_digest(key)}"), None)
        return None if found is None else SessionFolder(found, self._root, self.limits)

    def sweep(self) -> None:
        """Remove what processes left that live no more."""
        for alive in self._root.glob(f"*{_ALIVE}"):
            with suppress(OSError):  # it is alive on Windows, or another process sweeps too
                with alive.open("ab") as file:
                    if not _is_locked(file):
                        continue
                    shutil.rmtree(alive.with_suffix(""), ignore_errors=True)
                    if sys.platform != "win32":
                        alive.unlink()
                if sys.platform == "win32":
                    alive.unlink()

    def close(self) -> None:
        """Remove what this process has."""
        mine = self._mine.pop(os.getpid(), None)
        if mine is not None:
            mine.close()

    def _living(self) -> _Living:
        """Return this process's own folder; a process that was forked has another than its parent."""
        with self._lock:
            if os.getpid() not in self._mine:
                self._root.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
                self._mine = {os.getpid(): _Living(self._root)}
                atexit.register(self.close)
            return self._mine[os.getpid()]


class _Living:
    """One process's folder, and the lock that says it lives."""

    def __init__(self, root: Path) -> None:
        self.path = root / f"p-{secrets.token_hex(8)}"
        self._alive = root / f"{self.path.name}{_ALIVE}"
        self._file = self._alive.open("ab")
        # Who sweeps may have come between: then the name is gone, though not the file.
        while not (_is_locked(self._file) and self._alive.exists()):
            self._file.close()
            self._file = self._alive.open("ab")
        self.path.mkdir(mode=_OWNER_ONLY)

    def close(self) -> None:
        """Remove the folder and let go."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._file.close()
        with suppress(OSError):
            self._alive.unlink()


def megabytes(count: int) -> str:
    """Return bytes in words: ``80.2 MB``; less than one in kB.

    Examples
    --------
    >>> megabytes(200_000_000), megabytes(80_240_000), megabytes(1200), megabytes(200_000_001)
    ('200 MB', '80.3 MB', '2 kB', '200.1 MB')
    """
    if count < MB:
        return f"{-(-count // 1000)} kB"
    tenths = -(-count * 10 // MB)  # upwards: what is too large never reads as what is allowed
    return f"{tenths // 10}.{tenths % 10} MB".replace(".0 MB", " MB")


def _is_locked(file: IO[bytes]) -> bool:
    """Take the lock of a file; False if a living process has it (on Windows removing it fails)."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _noted(notes: Iterable[Path]) -> int:
    total = 0
    for note in notes:
        with suppress(OSError, ValueError):  # removed meanwhile, or not written yet
            total += int(note.read_text(encoding="ascii"))
    return total


def _checked(upload: str) -> str:
    if not _ID.fullmatch(upload):
        raise UploadError("expected an upload of this session, found none")
    return upload


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:32]
