"""What an exported corpus is made of, and what keeps it from being written."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from viewer.dialogue.conversation import Conversation
from viewer.errors import InvalidDataError, Problem, Severity
from viewer.loaders import AudioSource
from viewer.loaders.problems import plain, quoted

_LONGEST_NAME_BYTES = 200
_RESERVED = frozenset({"models"})


@dataclass(frozen=True, slots=True)
class ExportedConversation:
    """A conversation as it shall stand in the export, and its sound, if it has any."""

    conversation: Conversation
    audio: AudioSource | None = None


def problem(where: str, expected: str, found: str, hint: str = "") -> Problem:
    """Return what keeps an export from being written."""
    return Problem(Severity.ERROR, "export", where, expected, found, hint)


def name_problems(names: Sequence[str], what: str) -> list[Problem]:
    """Return the names that must not become a file's or folder's, and those that differ only in case."""
    found = []
    seen: dict[str, str] = {}
    for name in names:
        if not _is_safe(name):
            expected = f"{what} that can be the name of a folder"
            found.append(problem("", expected, quoted(name)))
        if name.casefold() in seen:
            known = quoted(seen[name.casefold()])
            found.append(problem("", f"{what} that is another than {known} on every system", quoted(name)))
        seen[name.casefold()] = name
    return found


def _is_safe(name: str) -> bool:
    is_plain = name.isprintable() and not set(name) & set('/\\:*?"<>|') and name == name.strip()
    is_short = 0 < len(name.encode("utf-8", "surrogatepass")) <= _LONGEST_NAME_BYTES
    return (
        is_plain
        and is_short
        and not name.startswith(".")
        and not name.endswith(".")
        and name not in _RESERVED
    )


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Give a folder to write into, which takes its name only once the block has ended well.

    Raises
    ------
    InvalidDataError
        If something is there already, or it cannot be written: an export never overwrites.
    """
    if os.path.lexists(path):
        raise InvalidDataError([problem(plain(str(path)), "a folder that is not there yet", "one that is")])
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=path.parent, prefix=".writing-"))
    except OSError as error:
        found = error.strerror or type(error).__name__
        raise InvalidDataError([problem(plain(str(path)), "a folder that can be written", found)]) from error
    try:
        yield made
        made.chmod(0o755)
        os.rename(made, path)
    except OSError as error:
        found = error.strerror or type(error).__name__
        raise InvalidDataError([problem(plain(str(path)), "a folder that can be written", found)]) from error
    finally:
        shutil.rmtree(made, ignore_errors=True)
