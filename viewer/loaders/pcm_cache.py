"""Decoded copies of channels whose format cannot be entered at an exact sample.

A seek in Ogg Vorbis, Opus or MP3 may decode differently from a read from the start (measured: up to
half of full scale after some seeks), so such a channel is decoded once, in one read, into raw int16
in the cache folder, and mapped from there. The name is a digest; two processes may write it at
once: each writes its own file and renames it, and both are the same bytes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

from viewer.environment import cache_folder
from viewer.errors import InvalidDataError
from viewer.loaders.audio_headers import AudioHeader
from viewer.loaders.audio_places import AudioPlace
from viewer.loaders.problems import error
from viewer.loaders.whole_files import whole_file

Pcm = npt.NDArray[np.int16]
_SAMPLE_BYTES = 2


def mapped_pcm(place: AudioPlace, header: AudioHeader) -> Pcm:
    """Return the whole channel as a read-only map, shape ``(samples, channels)``.

    Raises
    ------
    InvalidDataError
        If the audio cannot be decoded to the length that its header states.
    """
    path = _pcm_folder() / f"{place.identity}.pcm"
    shape = (header.samples, header.channels)
    wanted = header.samples * header.channels * _SAMPLE_BYTES
    if not path.is_file() or path.stat().st_size != wanted:
        _decode(place, shape, path)
    return np.memmap(path, dtype="<i2", mode="r", shape=shape)


def _pcm_folder() -> Path:
    folder = cache_folder() / "pcm"
    folder.mkdir(exist_ok=True)
    return folder


def _decode(place: AudioPlace, shape: tuple[int, int], path: Path) -> None:
    with whole_file(path) as target:
        target.truncate(shape[0] * shape[1] * _SAMPLE_BYTES)
        decoded = np.memmap(target, dtype="<i2", mode="r+", shape=shape)
        # One read: soundfile seeks after each, and in these formats a seek changes what follows.
        try:
            with place.open() as file:
                found = len(file.read(out=decoded))
        except soundfile.LibsndfileError as problem:
            fault = error(place.name, "", f"{shape[0]} samples", problem.error_string)
            raise InvalidDataError([fault]) from problem
        if found != shape[0]:
            fault = error(place.name, "", f"{shape[0]} samples", f"{found}", "is the file cut off?")
            raise InvalidDataError([fault])
        decoded.flush()
