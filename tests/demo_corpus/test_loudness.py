"""Loudness in LUFS, on signals whose loudness the standard gives."""

import numpy as np
import pytest

from scripts.demo_corpus.loudness import integrated_lufs

RATES_HZ = (24000, 48000)


def tone(level_db: float, *, seconds: float, rate: int) -> np.ndarray:
    time = np.arange(round(seconds * rate)) / rate
    return 10 ** (level_db / 20) * np.sin(2 * np.pi * 997 * time)


@pytest.mark.parametrize("rate", RATES_HZ)
def test_a_full_tone_of_997_hertz_in_one_channel_is_3_lufs_below_zero(rate: int) -> None:
    assert integrated_lufs(tone(0.0, seconds=3, rate=rate), sample_rate_hz=rate) == pytest.approx(
        -3.01, abs=0.05
    )


@pytest.mark.parametrize("rate", RATES_HZ)
def test_halving_the_level_costs_as_many_lufs_as_decibels(rate: int) -> None:
    loud, soft = (integrated_lufs(tone(db, seconds=3, rate=rate), sample_rate_hz=rate) for db in (-20, -26))
    assert loud is not None
    assert soft is not None
    assert loud - soft == pytest.approx(6.0, abs=1e-6)


def test_pauses_do_not_count() -> None:
    spoken = tone(-20.0, seconds=4, rate=24000)
    with_pause = np.concatenate([spoken, np.zeros(24000 * 20), spoken])
    found = [integrated_lufs(audio, sample_rate_hz=24000) for audio in (spoken, with_pause)]
    # Blocks at the tone's edges are half silence.
    assert found[1] == pytest.approx(found[0], abs=0.3)


@pytest.mark.parametrize("audio", [np.zeros(24000), np.zeros(0), tone(-90.0, seconds=1, rate=24000)])
def test_what_is_all_gated_has_no_loudness(audio: np.ndarray) -> None:
    assert integrated_lufs(audio, sample_rate_hz=24000) is None
