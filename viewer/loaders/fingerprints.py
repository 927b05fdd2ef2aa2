"""What was read, file by file: SHA-256 digests for the stamp of what is exported."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from viewer.dialogue.decisions import Submission
from viewer.errors import InvalidDataError
from viewer.loaders.corpus import Split
from viewer.loaders.files import UNREADABLE, reason, require_file
from viewer.loaders.model_texts import format_submission
from viewer.loaders.models import Model
from viewer.loaders.problems import error, plain, shown_path

LABELS, PREDICTIONS = "labels", "predictions"


@dataclass(frozen=True, slots=True)
class FileDigest:
    """One file that numbers come from.

    Parameters
    ----------
    role
        ``labels`` or ``predictions``.
    name
        The model, for predictions; else empty.
    file
        The file as problems name it; empty for decisions that lie in no file.
    sha256
        Of its bytes, in hexadecimal.
    """

    role: str
    name: str
    file: str
    sha256: str


def label_digests(split: Split) -> list[FileDigest]:
    """Return the digests of the files that a split's labels come from; none where labels are hidden.

    Raises
    ------
    InvalidDataError
        If a file cannot be read any more.
    """
    if split.is_hidden:
        return []
    return [
        FileDigest(LABELS, "", shown_path(path, split.base), _digest(path, split.base))
        for path in split.source.label_files
    ]


def model_digest(model: Model, split: str) -> FileDigest:
    """Return the digest of a model's predictions for a split; raises as `label_digests`."""
    path = model.predictions[split]
    return FileDigest(PREDICTIONS, model.name, shown_path(path, model.base), _digest(path, model.base))


def decisions_digest(name: str, submission: Submission) -> FileDigest:
    """Return the digest of decisions that lie in no file: of the file that they would be saved as."""
    text = format_submission(submission)
    return FileDigest(PREDICTIONS, name, "", hashlib.sha256(text.encode()).hexdigest())


def digest_of_all(digests: Iterable[FileDigest]) -> str:
    """Return one digest for many files: of the lines that ``sha256sum`` prints for them.

    Examples
    --------
    >>> digest_of_all([])[:16]
    'e3b0c44298fc1c14'
    """
    lines = "".join(f"{one.sha256}  {one.file or one.name}\n" for one in digests)
    return hashlib.sha256(lines.encode()).hexdigest()


def _digest(path: Path, base: Path) -> str:
    try:
        facts = require_file(path)
        return _digest_at(path, facts.st_size, facts.st_mtime_ns)
    except UNREADABLE as problem:
        name = shown_path(path, base)
        raise InvalidDataError(
            [error(plain(name), "", "a file that can be read", reason(problem))]
        ) from problem


@lru_cache(maxsize=4096)
def _digest_at(path: Path, size: int, mtime_ns: int) -> str:
    """Hash a file; size and time of change are part of the key: another file is hashed anew."""
    del size, mtime_ns
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
