"""Noises that no voice makes: a mug, keys, paper, a sigh, and the tone of a room."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import signal

from scripts.demo_corpus.voices import SAMPLE_RATE_HZ, Audio


def mug(rng: np.random.Generator) -> Audio:
    """Return something hard set down twice on a table, 0.6 s."""
    audio = np.zeros(_samples(0.6))
    for start_s, strength in ((0.0, 1.0), (0.21, 0.55)):
        time = np.arange(_samples(0.35)) / SAMPLE_RATE_HZ
        ring = sum(np.sin(2 * np.pi * hz * time) * np.exp(-time * hz / 40) for hz in (310, 870, 1930))
        knock = rng.normal(size=time.size) * np.exp(-time * 90)
        begin = _samples(start_s)
        audio[begin : begin + time.size] += strength * (ring + knock)
    return audio


def keys(rng: np.random.Generator) -> Audio:
    """Return typing on a keyboard, 1.3 s."""
    audio = np.zeros(_samples(1.3))
    time = np.arange(_samples(0.05)) / SAMPLE_RATE_HZ
    for start_s in np.cumsum(rng.uniform(0.09, 0.19, size=8)) - 0.09:
        click = rng.normal(size=time.size) * np.exp(-time * rng.uniform(120, 220))
        begin = _samples(float(start_s))
        room = audio[begin : begin + time.size]
        room += click[: room.size] * rng.uniform(0.5, 1.0)
    return _band(audio, low_hz=900, high_hz=7000)


def paper(rng: np.random.Generator) -> Audio:
    """Return a sheet of paper being turned or unfolded, 1.1 s."""
    audio = np.zeros(_samples(1.1))
    time = np.arange(_samples(0.12)) / SAMPLE_RATE_HZ
    for start_s in np.sort(rng.uniform(0.0, 0.95, size=14)):
        rustle = rng.normal(size=time.size) * np.exp(-time * rng.uniform(20, 90))
        begin = _samples(float(start_s))
        audio[begin : begin + time.size] += rustle * rng.uniform(0.2, 1.0)
    return _band(audio, low_hz=1500, high_hz=9000)


def sigh(rng: np.random.Generator) -> Audio:
    """Return a breath let out, 0.9 s."""
    shape = np.hanning(_samples(0.9)) ** 0.7
    return _band(rng.normal(size=shape.size), low_hz=350, high_hz=3200) * shape


SOUNDS: dict[str, Callable[[np.random.Generator], Audio]] = {
    "mug": mug,
    "keys": keys,
    "paper": paper,
    "sigh": sigh,
}


def room_tone(samples: int, *, level_db: float, rng: np.random.Generator) -> Audio:
    """Return low-passed noise at an RMS level in dB of full scale."""
    tone = signal.lfilter([1.0], [1.0, -0.93], rng.normal(size=samples))
    return np.asarray(tone / np.sqrt(np.mean(tone**2)) * 10 ** (level_db / 20))


def low_passed(audio: Audio, *, cutoff_hz: float) -> Audio:
    """Return the audio without its heights: heard through a wall, a door or a headset."""
    sections = signal.butter(2, cutoff_hz, fs=SAMPLE_RATE_HZ, output="sos")
    return np.asarray(signal.sosfilt(sections, audio))


def _band(audio: Audio, *, low_hz: float, high_hz: float) -> Audio:
    sections = signal.butter(2, (low_hz, high_hz), "bandpass", fs=SAMPLE_RATE_HZ, output="sos")
    return np.asarray(signal.sosfilt(sections, audio))


def _samples(duration_s: float) -> int:
    return round(duration_s * SAMPLE_RATE_HZ)
