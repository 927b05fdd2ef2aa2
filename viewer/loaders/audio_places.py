"""Where an encoded channel lies: a file, or a cell of a parquet shard."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import soundfile

from viewer.errors import InvalidDataError
from viewer.loaders.audio_headers import AudioHeader
from viewer.loaders.files import UNREADABLE, reason, require_file
from viewer.loaders.parquet_cells import read_audio_cell
from viewer.loaders.problems import error

RELOAD = "has it changed since it was opened? reload"
"""The question about a file that is no longer what it was."""

_END_BYTES = 1 << 16
_PROBE_BYTES = 1 << 12
_PROBES = 32

FileFacts = tuple[int, int]
"""Size in bytes and time of change in nanoseconds: by these a file counts as the same."""


class AudioPlace(Protocol):
    """A place that holds one encoded audio file."""

    @property
    def name(self) -> str:
        """The place as a problem names it."""

    @property
    def file(self) -> Path:
        """The file in which it lies."""

    @property
    def facts(self) -> FileFacts:
        """Size and time of change of that file when it was described."""

    @property
    def identity(self) -> str:
        """A digest of the content; equal in every process and wherever it lies, shows no path."""

    def open(self) -> soundfile.SoundFile:
        """Open the encoded audio for reading; see `open_sound`."""


@dataclass(frozen=True)
class FilePlace:
    """An audio file."""

    path: Path
    name: str

    @property
    def file(self) -> Path:
        """The file itself."""
        return self.path

    @cached_property
    def facts(self) -> FileFacts:
        """Size and time of change, taken once."""
        return facts_now(self.path)

    @cached_property
    def identity(self) -> str:
        """Digest of the file's size, time of change, head, tail and some bytes between."""
        return content_identity(self.path, self.facts)

    def open(self) -> soundfile.SoundFile:
        """Open the file."""
        require_file(self.path)
        return soundfile.SoundFile(self.path)


@dataclass(frozen=True)
class CellPlace:
    """One cell of a parquet shard; ``row`` counts within the shard."""

    shard: Path
    row: int
    column: str
    name: str
    identity: str
    """The SHA-256 of the encoded bytes."""

    @property
    def file(self) -> Path:
        """The shard."""
        return self.shard

    @cached_property
    def facts(self) -> FileFacts:
        """Size and time of change of the shard, taken once."""
        return facts_now(self.shard)

    def open(self) -> soundfile.SoundFile:
        """Read this cell alone and open its bytes."""
        return soundfile.SoundFile(io.BytesIO(read_audio_cell(self.shard, self.row, self.column)))


def facts_now(path: Path) -> FileFacts:
    """Return the size and time of change of a file; raise `OSError` if it is none."""
    facts = require_file(path)
    return facts.st_size, facts.st_mtime_ns


def file_identity(path: Path, facts: FileFacts) -> str:
    """Return a digest of a file's place, size and time of change.

    Equal in every process that opens the same file, and the path cannot be read from it.
    """
    text = f"{path.resolve()}\0{facts[0]}\0{facts[1]}"
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def content_identity(path: Path, facts: FileFacts) -> str:
    """Return a digest of a file's size, time of change, head and tail, and of some bytes between.

    Between, since two channels of one length may both begin and end in silence, and files that were
    unpacked together bear the same second.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    size, changed_ns = facts
    digest = sha256(f"{size}\0{changed_ns}\0".encode())
    with path.open("rb") as file:
        digest.update(file.read(_END_BYTES))
        inner = size - 2 * _END_BYTES
        for number in range(_PROBES if inner > 0 else 0):
            file.seek(_END_BYTES + inner * number // _PROBES)
            digest.update(file.read(_PROBE_BYTES))
        file.seek(max(size - _END_BYTES, 0))
        digest.update(file.read(_END_BYTES))
    return digest.hexdigest()


def require_unchanged(place: AudioPlace) -> None:
    """Make sure that a place is what it was when it was described; costs one look at its file.

    Raises
    ------
    InvalidDataError
        If its file is gone, or of another size or time of change.
    """
    try:
        now = facts_now(place.file)
    except OSError as problem:
        fault = error(place.name, "", "the file that was opened", reason(problem), RELOAD)
        raise InvalidDataError([fault]) from problem
    if now != place.facts:
        raise changed(place, "another or a changed one")


def changed(place: AudioPlace, found: str) -> InvalidDataError:
    """Return the error of a file that is no longer what it was when it was described."""
    return InvalidDataError([error(place.name, "", "the file that was opened", found, RELOAD)])


def open_sound(place: AudioPlace, header: AudioHeader) -> soundfile.SoundFile:
    """Open a place and make sure that it still has the rate, length and channels of its header.

    Raises
    ------
    InvalidDataError
        If it has changed, is gone, or cannot be decoded.
    """
    require_unchanged(place)
    try:
        file = place.open()
    except InvalidDataError:
        raise
    except soundfile.LibsndfileError as problem:
        raise undecodable(place, problem) from problem
    except UNREADABLE as problem:
        fault = error(place.name, "", "a readable audio file", reason(problem))
        raise InvalidDataError([fault]) from problem
    if (file.samplerate, file.frames, file.channels) != (
        header.sample_rate,
        header.samples,
        header.channels,
    ):
        found = f"{file.frames} samples at {file.samplerate} Hz in {file.channels} channels"
        file.close()
        raise changed(place, found)
    return file


def undecodable(place: AudioPlace, problem: soundfile.LibsndfileError) -> InvalidDataError:
    """Return the error of a place whose samples cannot be decoded."""
    return InvalidDataError([error(place.name, "", "samples that decode", decoder_words(problem))])


def decoder_words(problem: soundfile.LibsndfileError) -> str:
    """Return what the decoder says, as the rest of a sentence."""
    words = problem.error_string.removeprefix("Error : ").rstrip(".")
    return f"{words[:1].lower()}{words[1:]}"
