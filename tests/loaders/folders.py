"""Ways to spoil one folder of a corpus."""

from __future__ import annotations

import os
from pathlib import Path

from tests.loaders.building import RATE, SAMPLES, sound, write_audio
from tests.loaders.checking import Spoil


def remove(*names: str) -> Spoil:
    def spoil(folder: Path) -> None:
        for name in names:
            (folder / name).unlink()

    return spoil


def make_folder(name: str) -> Spoil:
    def spoil(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).mkdir()

    return spoil


def make_pipe(name: str) -> Spoil:
    def spoil(folder: Path) -> None:
        (folder / name).unlink()
        os.mkfifo(folder / name)

    return spoil


def make_link(name: str) -> Spoil:
    """Replace a file by a link to nothing."""

    def spoil(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to("gone")

    return spoil


def put(name: str, data: bytes | str) -> Spoil:
    content = data.encode("utf-8") if isinstance(data, str) else data
    return lambda folder: (folder / name).write_bytes(content)


def cut(name: str, size: int) -> Spoil:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:size])


def audio(name: str, samples: int = SAMPLES, channels: int = 1, rate: int = RATE) -> Spoil:
    return lambda folder: write_audio(folder / name, sound(samples, channels), rate)


def stereo(channels: int, samples: int = SAMPLES, rate: int = RATE) -> Spoil:
    def spoil(folder: Path) -> None:
        remove("speaker_1_audio.wav", "speaker_2_audio.wav")(folder)
        audio("audio.flac", samples, channels, rate)(folder)

    return spoil


def cut_flac(folder: Path) -> None:
    remove("speaker_2_audio.wav")(folder)
    audio("speaker_2_audio.flac")(folder)
    cut("speaker_2_audio.flac", 20000)(folder)
