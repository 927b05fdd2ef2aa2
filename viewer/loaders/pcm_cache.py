"""Decoded copies of channels whose format cannot be entered at an exact sample.

A seek in Ogg Vorbis, Opus or MP3 may decode differently from a read from the start (measured: up to
half of full scale after some seeks), so such a channel is decoded once, in one read, into raw int16
in the cache folder, and mapped from there. The name is a digest; two processes may write it at
once: each writes its own file and renames it, and both are the same bytes. Where there is no folder
to write to, the copy is kept in memory.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

from viewer.environment import cache_folder
from viewer.errors import InvalidDataError, SettingsError
from viewer.loaders.audio_headers import AudioHeader
from viewer.loaders.audio_places import AudioPlace, decoder_words, open_sound
from viewer.loaders.cache_size import keep_within_limit, mark_used
from viewer.loaders.problems import error
from viewer.loaders.whole_files import whole_file

Pcm = npt.NDArray[np.int16]
_SAMPLE_BYTES = 2


def mapped_pcm(place: AudioPlace, header: AudioHeader) -> Pcm:
    """Return the whole channel, read-only, shape ``(samples, channels)``; a map if it can be kept.

    Raises
    ------
    InvalidDataError
        If the audio cannot be decoded to the length that its header states.
    """
    shape = (header.samples, header.channels)
    try:
        path = _pcm_folder() / f"{place.identity}.pcm"
        if not path.is_file() or path.stat().st_size != _bytes_of(shape):
            _keep(place, header, shape, path)
            keep_within_limit()
        mark_used(path)
        return np.memmap(path, dtype="<i2", mode="r", shape=shape)
    except (OSError, SettingsError):
        return _in_memory(place, header, shape)


def _pcm_folder() -> Path:
    folder = cache_folder() / "pcm"
    folder.mkdir(exist_ok=True)
    return folder


def _bytes_of(shape: tuple[int, int]) -> int:
    return shape[0] * shape[1] * _SAMPLE_BYTES


def _keep(place: AudioPlace, header: AudioHeader, shape: tuple[int, int], path: Path) -> None:
    with whole_file(path) as target:
        _reserve(target.fileno(), _bytes_of(shape))
        decoded = np.memmap(target, dtype="<i2", mode="r+", shape=shape)
        _decode(place, header, decoded)
        decoded.flush()


def _reserve(handle: int, size: int) -> None:
    """Make a file as long as it will be; a full disk must say so here, not kill whoever maps it."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(handle, 0, size)
    else:  # pragma: no cover - macOS and Windows
        os.truncate(handle, size)


def _in_memory(place: AudioPlace, header: AudioHeader, shape: tuple[int, int]) -> Pcm:
    try:
        decoded = np.empty(shape, dtype="<i2")
    except MemoryError as problem:
        expected = "a cache folder with room, or memory"
        fault = error(place.name, "", expected, f"neither for {_bytes_of(shape)} bytes")
        raise InvalidDataError([fault]) from problem
    _decode(place, header, decoded)
    return decoded


def _decode(place: AudioPlace, header: AudioHeader, target: Pcm) -> None:
    """Decode in one read: soundfile seeks after each, and here a seek changes what follows."""
    wanted = f"{header.samples} samples"
    with open_sound(place, header) as file:
        try:
            found = len(file.read(out=target))
        except soundfile.LibsndfileError as problem:
            raise InvalidDataError([error(place.name, "", wanted, decoder_words(problem))]) from problem
    if found != header.samples:
        raise InvalidDataError([error(place.name, "", wanted, f"{found}", "is the file cut off?")])
