"""Checksum files as ``sha256sum`` writes them: a digest, two spaces or space and star, a path."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path, PurePosixPath

from viewer.errors import Problem
from viewer.loaders.files import UNREADABLE, read_file, reason, require_file
from viewer.loaders.problems import Report, quoted, shown_path

_LINE = re.compile(r"([0-9a-fA-F]{64}) [ *](.+)")


def verify_checksums(path: Path, base: Path) -> list[Problem]:
    """Check every file that a checksum file lists, and return what is wrong.

    What a file's own digest is, is never said: the file may belong to a split with hidden labels.

    Parameters
    ----------
    path
        The checksum file; its paths are relative to its own folder and may not leave it.
    base
        The folder that problems name files from.
    """
    report = Report(shown_path(path, base))
    try:
        lines = read_file(path).decode("utf-8").splitlines()
    except OSError as problem:
        report.error("", "a readable file", reason(problem))
        return report.problems
    except UnicodeDecodeError:
        report.error("", "text in UTF-8", "another encoding")
        return report.problems
    for number, line in enumerate(lines, 1):
        if line.strip():
            _verify_line(line, f"line {number}", path.parent, report)
    return report.problems


def _verify_line(line: str, where: str, folder: Path, report: Report) -> None:
    found = _LINE.fullmatch(line)
    if found is None:
        report.error(where, "a SHA-256 digest, two spaces and a path", quoted(line))
        return
    digest, name = found[1].lower(), found[2]
    parts = PurePosixPath(name)
    if parts.is_absolute() or ".." in parts.parts:
        report.error(where, "a path inside the folder of this file", quoted(name))
        return
    try:
        require_file(folder / parts)
        with (folder / parts).open("rb") as file:
            actual = hashlib.file_digest(file, "sha256").hexdigest()
    except UNREADABLE as problem:
        report.error(where, f"the file {quoted(name)}", reason(problem))
        return
    if actual != digest:
        expected = f"SHA-256 {digest} of {quoted(name)}"
        report.error(where, expected, "another", "has the file been changed or cut off?")
