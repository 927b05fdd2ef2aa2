"""From the clock to two channels: own lines, the other's bleed, room tone; written as Ogg Opus."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile

from scripts.demo_corpus.ogg import with_serial_number
from scripts.demo_corpus.script import Script
from scripts.demo_corpus.sounds import low_passed, room_tone
from scripts.demo_corpus.timeline import Timeline
from scripts.demo_corpus.voices import SAMPLE_RATE_HZ, Audio

# About 32 kb/s in libsndfile's scale from 0 (510 kb/s) to 1 (6 kb/s).
_COMPRESSION_LEVEL = 0.9
_BLEED_CUTOFF_HZ = 3400.0
_BLEED_DELAY_SAMPLES = 72


def mix_channels(script: Script, timeline: Timeline) -> tuple[Audio, Audio]:
    """Return both channels, equally long.

    ::

        channel 1 = lines of 1 + bleed_db[0] of channel 2's lines (3 ms later, dull) + room tone
    """
    own = tuple(_own_lines(timeline, speaker) for speaker in (1, 2))
    rng = np.random.default_rng([script.seed, 2])
    mixed = []
    for channel in (0, 1):
        bleed = np.roll(low_passed(own[1 - channel], cutoff_hz=_BLEED_CUTOFF_HZ), _BLEED_DELAY_SAMPLES)
        tone = room_tone(timeline.samples, level_db=script.room_tone_db[channel], rng=rng)
        mixed.append(own[channel] + bleed * 10 ** (script.bleed_db[channel] / 20) + tone)
    return mixed[0], mixed[1]


def write_opus(path: Path, audio: Audio, *, serial_number: int) -> None:
    """Write one mono channel as Ogg Opus; the same input gives the same bytes."""
    soundfile.write(
        path,
        audio.astype(np.float32),
        SAMPLE_RATE_HZ,
        format="OGG",
        subtype="OPUS",
        compression_level=_COMPRESSION_LEVEL,
    )
    path.write_bytes(with_serial_number(path.read_bytes(), serial_number=serial_number))


def _own_lines(timeline: Timeline, speaker: int) -> Audio:
    channel = np.zeros(timeline.samples)
    for item in timeline.of_speaker(speaker):
        channel[item.start : item.end] += item.audio
    return channel
