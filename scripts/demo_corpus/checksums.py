"""``SHA256SUMS`` of the demo corpus: ``python -m scripts.demo_corpus.checksums``.

The format is that of coreutils' ``sha256sum``, paths relative to the file's own folder.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from scripts.demo_corpus.paths import CORPUS

NAME = "SHA256SUMS"


def sums(folder: Path) -> str:
    """Return one line per file of the folder except the sums themselves, sorted by path."""
    files = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path != folder / NAME
    )
    return "".join(f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in files)


def write_sums(folder: Path) -> None:
    """Write the sums of a folder into it."""
    (folder / NAME).write_text(sums(folder), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_sums(CORPUS)
