"""Where an encoded channel lies: a file, or a cell of a parquet shard."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import soundfile

from viewer.loaders.parquet_cells import read_audio_cell


class AudioPlace(Protocol):
    """A place that holds one encoded audio file."""

    @property
    def name(self) -> str:
        """The place as a problem names it."""

    @property
    def identity(self) -> str:
        """A digest of place, size and time of change; equal in every process, shows no path."""

    def open(self) -> soundfile.SoundFile:
        """Open the encoded audio for reading."""


@dataclass(frozen=True)
class FilePlace:
    """An audio file."""

    path: Path
    name: str

    @cached_property
    def identity(self) -> str:
        """Digest of the file's place, size and time of change."""
        return file_identity(self.path)

    def open(self) -> soundfile.SoundFile:
        """Open the file."""
        return soundfile.SoundFile(self.path)


@dataclass(frozen=True)
class CellPlace:
    """One cell of a parquet shard; ``row`` counts within the shard."""

    shard: Path
    row: int
    column: str
    name: str

    @cached_property
    def identity(self) -> str:
        """Digest of the shard's place, size and time of change, the row and the column."""
        return sha256(f"{file_identity(self.shard)}/{self.row}/{self.column}".encode()).hexdigest()

    def open(self) -> soundfile.SoundFile:
        """Read this cell alone and open its bytes."""
        return soundfile.SoundFile(io.BytesIO(read_audio_cell(self.shard, self.row, self.column)))


def file_identity(path: Path) -> str:
    """Return a digest of a file's place, size and time of change.

    Equal in every process that opens the same file, and the path cannot be read from it.
    """
    facts = path.stat()
    text = f"{path.resolve()}\0{facts.st_size}\0{facts.st_mtime_ns}"
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
