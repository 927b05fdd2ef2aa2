r"""A recording whose pitch says which moment of it is heard, at any speed that keeps the pitch.

Speaker 1 sweeps up, speaker 2 sweeps down, again and again::

    2800 Hz   /|   /|   /|        \   |\   |\
             / |  / |  / |         \  | \  | \
     400 Hz /  |/   |/   |/         \ |  \ |  \ |
            0   4    8 s   speaker 1     speaker 2
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import scipy.signal
import soundfile

from tests.browser.exploring import Recording, Sound

LOW_HZ = 400.0
HIGH_HZ = 2800.0
PERIOD_S = 4.0
SLOPE = (HIGH_HZ - LOW_HZ) / PERIOD_S
LEVEL = 0.3
LEAST = 0.05
RATE_HZ = 24_000
NEAR_A_JUMP_S = 0.2
SETTLES_S = 0.3
SMOOTHED_S = 0.02

Times = npt.NDArray[np.float64]


def sweep(speaker: int, start: int, stop: int, rate_hz: int = RATE_HZ) -> Sound:
    """Return samples ``start`` to ``stop`` of a speaker's sweep."""
    within = (np.arange(start, stop) / rate_hz) % PERIOD_S
    first, slope = (LOW_HZ, SLOPE) if speaker == 1 else (HIGH_HZ, -SLOPE)
    samples: Sound = LEVEL * np.sin(2 * np.pi * (first * within + slope * within**2 / 2))
    return samples


def write_sweeps(folder: Path, *, duration_s: float) -> Path:
    """Write a corpus of one dialogue, ``sweeps``, block by block; return its file."""
    samples = round(duration_s * RATE_HZ)
    block = 60 * RATE_HZ
    for speaker in (1, 2):
        with soundfile.SoundFile(folder / f"sweeps-{speaker}.wav", "w", RATE_HZ, 1, subtype="PCM_16") as file:
            for start in range(0, samples, block):
                file.write(sweep(speaker, start, min(start + block, samples)))
    case = {
        "conversation_id": "sweeps",
        "duration_s": duration_s,
        "annotations": {},
        "audio": {f"speaker_{speaker}": f"sweeps-{speaker}.wav" for speaker in (1, 2)},
    }
    path = folder / "cases.json"
    path.write_text(json.dumps({"cases": [case]}), encoding="utf-8")
    return path


def heard_places(recording: Recording, clocks_s: Times, channel: int) -> Times:
    """Return where in its sweep (0 to `PERIOD_S`) a channel is at moments of the clock, by its pitch."""
    analytic = scipy.signal.hilbert(recording.channels[channel])
    turns = np.angle(analytic[1:] * np.conj(analytic[:-1])) / (2 * np.pi) * recording.rate
    width = round(SMOOTHED_S * recording.rate)
    pitch_hz = np.convolve(turns, np.ones(width) / width, mode="same")
    times_s = recording.first_s + (np.arange(len(pitch_hz)) + 0.5) / recording.rate
    found_hz = np.interp(clocks_s, times_s, pitch_hz)
    up = (found_hz - LOW_HZ) / SLOPE
    places: Times = up if channel == 0 else PERIOD_S - up
    return places


def leads_ms(recording: Recording, channel: int = 0) -> Times:
    """Return by how much the sound made at each noted frame is ahead of the playhead: latency and fault.

    Frames near a jump of the pitch and near the ends of the recording are left out, and those at which the
    playhead stands still: it waits for the first sound to come out. So are the first moments after the
    sound began, in which the browser's own output time stamps settle.
    """
    clocks_s, heads_s = np.array(recording.heads).T
    end_s = recording.first_s + recording.channels.shape[1] / recording.rate
    moves = np.concatenate([[False], np.diff(heads_s) != 0])
    places_s = heard_places(recording, clocks_s, channel)
    within_s = heads_s % PERIOD_S
    is_clear = (within_s > NEAR_A_JUMP_S) & (within_s < PERIOD_S - NEAR_A_JUMP_S)
    first_s = max(recording.first_s + 0.1, clocks_s[0] + SETTLES_S)
    inside = (clocks_s > first_s) & (clocks_s < end_s - 0.1)
    ahead_s = (places_s - heads_s + PERIOD_S / 2) % PERIOD_S - PERIOD_S / 2
    # Where samples came too late there is silence, and the playhead waits in the middle of it.
    sounds = sounding(recording, clocks_s, channel)
    ahead_ms: Times = 1000 * ahead_s[is_clear & inside & moves & sounds]
    return ahead_ms


def sounding(recording: Recording, clocks_s: Times, channel: int) -> npt.NDArray[np.bool_]:
    """Return at which moments of the clock there is sound, without a gap in what the pitch is read from."""
    rows = np.rint((clocks_s - recording.first_s) * recording.rate).astype(int)
    reach = round(SMOOTHED_S * recording.rate)
    loudness = np.abs(recording.channels[channel])
    pieces = [np.array_split(loudness[max(row - reach, 0) : row + reach], 20) for row in rows]
    return np.array([all(len(part) > 0 and np.max(part) > LEAST for part in parts) for parts in pieces])
