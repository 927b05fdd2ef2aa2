"""Sound files of a folder corpus, each spoilt in one way; the good conversation beside still loads."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loaders.building import SAMPLES
from tests.loaders.checking import Spoil, check_folder
from tests.loaders.folders import audio, cut, cut_flac, make_link, make_pipe, put, remove, stereo
from viewer.errors import Severity

ENDINGS = ".wav, .flac, .ogg, .opus, .mp3"
ERROR, WARNING = Severity.ERROR, Severity.WARNING

# name, what is spoilt, severity, tracks left, messages (with "two/" before each)
ROWS: list[tuple[str, Spoil, Severity, int | None, list[str]]] = [
    (
        "channels of different length",
        audio("speaker_2_audio.wav", SAMPLES - 1),
        ERROR,
        None,
        ["speaker_2_audio.wav: expected 32000 samples as in speaker 1's channel, found 31999"],
    ),
    (
        "channels of different rate",
        audio("speaker_2_audio.wav", rate=16000),
        ERROR,
        None,
        ["speaker_2_audio.wav: expected 8000 Hz as in speaker 1's channel, found 16000 Hz"],
    ),
    (
        "a stereo speaker file",
        audio("speaker_2_audio.wav", channels=2),
        ERROR,
        None,
        ["speaker_2_audio.wav: expected one channel per speaker, found 2 channels"],
    ),
    (
        "a mono file for both",
        stereo(1),
        ERROR,
        None,
        ["audio.flac: expected two channels, speaker 1 left, found one channel"],
    ),
    (
        "a cut WAV",
        cut("speaker_2_audio.wav", 5044),
        ERROR,
        None,
        ["speaker_2_audio.wav: expected 64000 bytes of samples, found 5000 (is the file cut off?)"],
    ),
    (
        "a cut FLAC",
        cut_flac,
        ERROR,
        None,
        ["speaker_2_audio.flac: expected 32000 samples, found fewer (is the file cut off?)"],
    ),
    (
        "an empty sound file",
        put("speaker_2_audio.wav", b""),
        ERROR,
        None,
        ["speaker_2_audio.wav: expected audio, found an empty file"],
    ),
    (
        "a sound without samples",
        audio("speaker_2_audio.wav", 0),
        ERROR,
        None,
        ["speaker_2_audio.wav: expected at least one sample, found none"],
    ),
    (
        "a pipe called .wav",
        make_pipe("speaker_2_audio.wav"),
        ERROR,
        None,
        ["speaker_2_audio.wav: expected a readable audio file, found a pipe, a socket or a device"],
    ),
    (
        "a link to no sound",
        make_link("speaker_2_audio.wav"),
        ERROR,
        None,
        ["speaker_2_audio.wav: expected a readable audio file, found No such file or directory"],
    ),
    (
        "a sound of eleven days",
        stereo(2, samples=1_000_000, rate=1),
        ERROR,
        None,
        ["audio.flac: expected a week at most, 604800.000 s, found 1000000.000 s"],
    ),
    (
        "a text called .wav",
        put("speaker_2_audio.wav", "this is no sound " * 20),
        ERROR,
        None,
        [
            (
                "speaker_2_audio.wav: expected WAV, FLAC, Ogg Vorbis, Opus or MP3, found a file that "
                "cannot be decoded: format not recognised (is it really audio?)"
            )
        ],
    ),
    (
        "no channel of speaker 2",
        remove("speaker_2_audio.wav"),
        ERROR,
        None,
        [f", speaker_2_audio: expected one file ({ENDINGS}), found none"],
    ),
    (
        "two files of speaker 1",
        audio("speaker_1_audio.flac"),
        ERROR,
        None,
        [
            (
                f", speaker_1_audio: expected one file ({ENDINGS}), "
                "found speaker_1_audio.wav, speaker_1_audio.flac"
            )
        ],
    ),
    (
        "no sound at all",
        remove("speaker_1_audio.wav", "speaker_2_audio.wav"),
        ERROR,
        None,
        [
            (
                ": expected speaker_1_audio and speaker_2_audio, or one two-channel audio file "
                f"({ENDINGS}), found none"
            )
        ],
    ),
    (
        "both layouts of sound",
        audio("audio.wav", channels=2),
        WARNING,
        6,
        [
            (
                ": expected either two speaker_N_audio files or one audio file, "
                "found both: audio.wav is left alone"
            )
        ],
    ),
]


@pytest.mark.parametrize(
    ("spoil", "severity", "tracks", "messages"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_a_bad_sound_says_what_is_wrong_and_spares_the_others(
    tmp_path: Path, spoil: Spoil, severity: Severity, tracks: int | None, messages: list[str]
) -> None:
    check_folder(tmp_path, spoil, severity, tracks, messages)
