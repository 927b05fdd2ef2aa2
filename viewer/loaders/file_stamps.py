"""Whether a file is still the one that was read: a cheap look at its facts, then at its content."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from viewer.loaders.files import facts_of, require_file

_DIGEST_BYTES = 16
Facts = tuple[int, int, int]


@dataclass(frozen=True)
class FileStamp:
    """A file as it was read.

    Parameters
    ----------
    path
        Where it lies.
    facts
        Time of change (ns), size and number on the disk; None if it was not there.
    digest
        Of its content; empty if it changed while it was read, which counts as another content.
    """

    path: Path
    facts: Facts | None
    digest: str = ""

    @property
    def is_touched(self) -> bool:
        """Whether its facts are others now: one look at the folder, nothing is read."""
        return facts_now(self.path) != self.facts

    def looked_at(self) -> FileStamp | None:
        """Return the stamp with the facts of now if the content is the same, None if it is another."""
        facts = facts_now(self.path)
        if facts == self.facts:
            return self
        if facts is None or not self.digest or _digest(self.path) != self.digest:
            return None
        return replace(self, facts=facts)


def facts_now(path: Path) -> Facts | None:
    """Return the facts of a file, None if it is not there."""
    try:
        facts = facts_of(path)
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino


def stamp_after(path: Path, before: Facts | None) -> FileStamp:
    """Return the stamp of a file that has just been read.

    Parameters
    ----------
    path
        The file.
    before
        Its facts before it was read.
    """
    digest = _digest(path)
    is_still = before is not None and facts_now(path) == before
    return FileStamp(path, before, digest if is_still else "")


def _digest(path: Path) -> str:
    """Return a digest of the content; empty if it cannot be read."""
    try:
        require_file(path)
        with path.open("rb") as file:
            return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=_DIGEST_BYTES)).hexdigest()
    except OSError:
        return ""
