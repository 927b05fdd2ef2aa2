"""The sound of a conversation as it is encoded, to be passed on as it is."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.errors import InvalidDataError
from viewer.loaders.audio import AudioSource
from viewer.loaders.audio_places import AudioPlace, CellPlace, require_unchanged
from viewer.loaders.files import UNREADABLE, reason
from viewer.loaders.parquet_cells import read_audio_cell
from viewer.loaders.problems import error

_ENDINGS = {"WAV": ".wav", "WAVEX": ".wav", "RF64": ".wav", "FLAC": ".flac", "OGG": ".ogg", "MPEG": ".mp3"}
_OPUS = "OPUS"


@dataclass(frozen=True, slots=True)
class EncodedSound:
    """One encoded file: its usual ending, how many channels it has, its bytes."""

    ending: str
    channels: int
    content: bytes


def encoded_sounds(source: AudioSource) -> tuple[EncodedSound, ...]:
    """Return the encoded files of a conversation: one with two channels, or one for each speaker.

    Raises
    ------
    InvalidDataError
        If one has changed since it was described, is gone, or is of a kind that the folder layout does not
        know.
    """
    return tuple(_encoded(place) for place, _ in source.channels)


def _encoded(place: AudioPlace) -> EncodedSound:
    require_unchanged(place)
    try:
        with place.open() as sound:
            kind, subtype, channels = sound.format, sound.subtype, sound.channels
        if isinstance(place, CellPlace):
            content = read_audio_cell(place.shard, place.row, place.column)
        else:
            content = place.file.read_bytes()
    except UNREADABLE as problem:
        raise InvalidDataError([error(place.name, "", "a readable audio file", reason(problem))]) from problem
    if kind not in _ENDINGS:
        raise InvalidDataError([error(place.name, "", f"one of {', '.join(_ENDINGS)}", kind)])
    ending = ".opus" if subtype == _OPUS else _ENDINGS[kind]
    return EncodedSound(ending, channels, content)
