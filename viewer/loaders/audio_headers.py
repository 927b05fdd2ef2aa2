"""What an encoded channel says of itself: rate, length, channels, without decoding it."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import soundfile

from viewer.loaders.files import UNREADABLE, reason, require_file

_EXACT_FORMATS = frozenset({"WAV", "WAVEX", "RF64", "W64", "FLAC"})
_FLOAT_SUBTYPES = frozenset({"FLOAT", "DOUBLE"})
_PCM_SUBTYPES = frozenset({"PCM_S8", "PCM_U8", "PCM_16", "PCM_24", "PCM_32", "ULAW", "ALAW"})
_EXACT_SUBTYPES = _FLOAT_SUBTYPES | _PCM_SUBTYPES
_UNKNOWN_LENGTH = 2**40
_UNKNOWN_CHUNK_SIZES = (0, 0xFFFFFFFF)
_RIFF_HEADER = 12
_CHUNK_HEADER = 8


@dataclass(frozen=True, slots=True)
class AudioHeader:
    """Header of one encoded file: ``samples`` counts per channel, ``sample_rate`` in Hz."""

    sample_rate: int
    samples: int
    channels: int
    format: str
    subtype: str

    @property
    def duration_s(self) -> float:
        """Length in seconds: samples over sample rate, float64."""
        return self.samples / self.sample_rate

    @property
    def has_exact_seek(self) -> bool:
        """True if libsndfile's seek lands on the very sample (measured per format).

        WAV and FLAC do. Ogg Vorbis, Opus and MP3 do not always: they are decoded once instead.
        """
        return self.format in _EXACT_FORMATS and self.subtype in _EXACT_SUBTYPES

    @property
    def is_float(self) -> bool:
        """True if the samples are floats, which libsndfile does not scale to int16 by itself."""
        return self.subtype in _FLOAT_SUBTYPES


@dataclass(frozen=True, slots=True)
class AudioFault:
    """Why a channel cannot be used, in the words of a problem."""

    expected: str
    found: str
    hint: str = ""


def probe_file(path: Path) -> AudioHeader | AudioFault:
    """Read the header of an audio file."""
    try:
        require_file(path)
        with path.open("rb") as stream:
            return _probe(stream)
    except UNREADABLE as problem:
        return AudioFault("a readable audio file", reason(problem))


def probe_bytes(data: bytes) -> AudioHeader | AudioFault:
    """Read the header of encoded bytes."""
    return _probe(io.BytesIO(data))


def _probe(stream: BinaryIO) -> AudioHeader | AudioFault:
    size = stream.seek(0, io.SEEK_END)
    if size == 0:
        return AudioFault("audio", "an empty file")
    missing = _missing_wav_bytes(stream, size)
    if missing is not None:
        return missing
    stream.seek(0)
    try:
        with soundfile.SoundFile(stream) as file:
            return _header_of(file)
    except soundfile.LibsndfileError as problem:
        return AudioFault("WAV, FLAC, Ogg Vorbis, Opus or MP3", _reason(problem), "is it really audio?")


def _reason(problem: soundfile.LibsndfileError) -> str:
    reason = problem.error_string.rstrip(".")
    return f"a file that cannot be decoded: {reason[:1].lower()}{reason[1:]}"


def _header_of(file: soundfile.SoundFile) -> AudioHeader | AudioFault:
    header = AudioHeader(file.samplerate, file.frames, file.channels, file.format, file.subtype)
    if header.samples == 0:
        return AudioFault("at least one sample", "none")
    if header.samples > _UNKNOWN_LENGTH:
        return AudioFault(
            "a header that states its length", "none", "was it written to a pipe? encode it again"
        )
    if header.format == "FLAC" and not _has_last_sample(file):
        return AudioFault(f"{header.samples} samples", "fewer", "is the file cut off?")
    return header


def _has_last_sample(file: soundfile.SoundFile) -> bool:
    try:
        file.seek(file.frames - 1)
        return len(file.read(1, dtype="int16")) == 1
    except soundfile.LibsndfileError:
        return False


def _missing_wav_bytes(stream: BinaryIO, size: int) -> AudioFault | None:
    """Return a fault if a WAV file promises more bytes of samples than it has."""
    stream.seek(0)
    start = stream.read(_RIFF_HEADER)
    if start[:4] != b"RIFF" or start[8:12] != b"WAVE":
        return None
    position = _RIFF_HEADER
    while position + _CHUNK_HEADER <= size:
        stream.seek(position)
        name, length = struct.unpack("<4sI", stream.read(_CHUNK_HEADER))
        position += _CHUNK_HEADER
        if name == b"data":
            is_cut = length not in _UNKNOWN_CHUNK_SIZES and position + length > size
            return _cut(length, size - position) if is_cut else None
        position += length + length % 2
    return None


def _cut(promised: int, present: int) -> AudioFault:
    return AudioFault(f"{promised} bytes of samples", f"{present}", "is the file cut off?")
