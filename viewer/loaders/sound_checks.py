"""Decoding every recording once, to know before anybody listens that it can be decoded.

A header says nothing of what follows it. What has decoded well is remembered in the cache folder
under its digest of place, size and time of change, and not decoded again.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import soundfile

from viewer.environment import cache_folder
from viewer.errors import InvalidDataError, Problem, SettingsError
from viewer.loaders.audio import AudioSource
from viewer.loaders.audio_headers import AudioHeader
from viewer.loaders.audio_places import AudioPlace, CellPlace, decoder_words, open_sound, undecodable
from viewer.loaders.files import UNREADABLE, reason
from viewer.loaders.parquet_cells import read_audio_cells
from viewer.loaders.pcm_cache import mapped_pcm
from viewer.loaders.problems import error, warning

_BLOCK_SAMPLES = 1 << 18

Channel = tuple[AudioPlace, AudioHeader]


def check_sounds(sources: Iterable[AudioSource]) -> list[Problem]:
    """Decode the channels of some recordings and return what is wrong with them, in their order.

    Errors: samples that do not decode, or fewer than the header states. Warnings: samples that are
    no number or infinite, which are played as 0.
    """
    channels = dict.fromkeys(channel for source in sources for channel in source.channels)
    folder = _folder()
    waiting = [one for one in channels if folder is None or not _mark(folder, one[0]).exists()]
    found = dict(_checked(waiting))
    if folder is not None:
        for place, problems in found.items():
            if not problems:
                _remember(_mark(folder, place))
    return [problem for place, _ in channels for problem in found.get(place, ())]


def _folder() -> Path | None:
    """Return the folder of marks; None without a usable one."""
    try:
        folder = cache_folder() / "decoded"
        folder.mkdir(exist_ok=True)
    except (OSError, SettingsError):
        return None
    return folder


def _mark(folder: Path, place: AudioPlace) -> Path:
    return folder / f"{place.identity}.ok"


def _remember(mark: Path) -> None:
    try:
        mark.touch()
    except OSError:
        return  # it will be decoded again


def _checked(channels: Sequence[Channel]) -> Iterator[tuple[AudioPlace, list[Problem]]]:
    """Yield each channel's problems; the cells of a shard's column are read in one pass."""
    cells: dict[tuple[Path, str], list[tuple[CellPlace, AudioHeader]]] = {}
    for place, header in channels:
        if isinstance(place, CellPlace) and header.has_exact_seek:
            cells.setdefault((place.shard, place.column), []).append((place, header))
        else:
            yield place, _problems_of(place, header)
    for (shard, column), of_column in cells.items():
        yield from _checked_cells(shard, column, of_column)


def _checked_cells(
    shard: Path, column: str, cells: Sequence[tuple[CellPlace, AudioHeader]]
) -> Iterator[tuple[AudioPlace, list[Problem]]]:
    by_row = {place.row: (place, header) for place, header in cells}
    try:
        for row, data in read_audio_cells(shard, column):
            if row in by_row:
                place, header = by_row.pop(row)
                yield place, _problems_of(place, header, data)
    except UNREADABLE as problem:
        for place, _ in by_row.values():
            yield place, [error(place.name, "", "a cell that can be read", reason(problem))]


def _problems_of(place: AudioPlace, header: AudioHeader, data: bytes | None = None) -> list[Problem]:
    """Decode one channel; ``data`` are its encoded bytes if they are already there."""
    try:
        if not header.has_exact_seek:
            mapped_pcm(place, header)  # kept: whoever plays it need not decode it again
            return []
        if data is None:
            with open_sound(place, header) as file:
                return _decoded(place, header, file)
        with soundfile.SoundFile(io.BytesIO(data)) as file:
            return _decoded(place, header, file)
    except InvalidDataError as problem:
        return list(problem.problems)
    except soundfile.LibsndfileError as problem:
        return list(undecodable(place, problem).problems)
    except UNREADABLE as problem:
        return [error(place.name, "", "a readable audio file", reason(problem))]


def _decoded(place: AudioPlace, header: AudioHeader, file: soundfile.SoundFile) -> list[Problem]:
    done = strange = 0
    kind = "float64" if header.is_float else "int16"
    while done < header.samples:
        try:
            block = file.read(_BLOCK_SAMPLES, dtype=kind, always_2d=True)
        except soundfile.LibsndfileError as problem:
            expected = f"{header.samples} samples that decode"
            found = f"after {done} samples: {decoder_words(problem)}"
            return [error(place.name, "", expected, found, "is the file damaged?")]
        if len(block) == 0:
            found = f"{done}"
            return [error(place.name, "", f"{header.samples} samples", found, "is the file cut off?")]
        done += len(block)
        strange += int(np.count_nonzero(~np.isfinite(block))) if header.is_float else 0
    if strange:
        found = f"{strange} that are none or infinite: they are played as 0"
        return [warning(place.name, "", "samples that are finite numbers", found)]
    return []
