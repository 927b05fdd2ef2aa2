"""Spectrograms of sounds with a known answer."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from tests.signals.sounds import RATES, Sound, as_pcm, chirp, clicks, tone
from viewer.errors import SettingsError
from viewer.signals.framing import FloatArray, MonoArray, stretch
from viewer.signals.spectrogram import FLOOR_DB, Scale, band_centres_hz, spectrogram, top_hz, window_samples

STEP_S = 0.005


def every_5_ms(sound: MonoArray, rate: int, scale: Scale) -> tuple[FloatArray, Sound]:
    """Return the spectrogram of a whole sound and the times of its frames."""
    step = 2 * round(STEP_S * rate / 2)
    count = max(len(sound) // step, 1)
    levels = spectrogram(sound, sample_rate=rate, scale=scale, first=step // 2, step=step, count=count)
    return levels, (np.arange(count) + 0.5) * step / rate


@pytest.mark.parametrize("scale", Scale)
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("hz", [300.0, 1000.0, 3300.0])
def test_a_tone_stands_in_its_band_at_its_level(rate: int, scale: Scale, hz: float) -> None:
    levels, _ = every_5_ms(as_pcm(tone(hz, rate=rate, amplitude=0.1)), rate, scale)
    centres = band_centres_hz(rate, scale)
    loudest = levels[20:-20].argmax(axis=1)
    nearest = np.abs(centres - hz).argmin()
    assert np.abs(loudest - nearest).max() <= 1
    assert levels[20:-20].max(axis=1) == pytest.approx(-20, abs=6)
    far = np.abs(centres - hz) > 600
    assert levels[20:-20, far].max() < -80


@pytest.mark.parametrize("scale", Scale)
def test_full_scale_in_the_middle_of_a_band_is_0_db(scale: Scale) -> None:
    for band in (20, 40, 60):
        hz = band_centres_hz(48_000, scale)[band]
        levels, _ = every_5_ms(tone(hz, rate=48_000, amplitude=1.0), 48_000, scale)
        assert levels[20:-20, band] == pytest.approx(1.0, abs=1.0)


@pytest.mark.parametrize("scale", Scale)
@pytest.mark.parametrize("rate", [16_000, 44_100])
def test_a_chirp_rises_evenly(rate: int, scale: Scale) -> None:
    levels, times = every_5_ms(as_pcm(chirp(500, 6500, rate=rate, length_s=2)), rate, scale)
    found = band_centres_hz(rate, scale)[levels.argmax(axis=1)]
    expected = 500 + 3000 * times
    inside = slice(10, -10)
    assert np.abs(found / expected - 1)[inside].max() < 0.09
    assert np.median(found / expected) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("scale", Scale)
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("time_s", [0.0, 0.1003, 0.2549, 0.4])
def test_a_click_shows_at_its_time(rate: int, scale: Scale, time_s: float) -> None:
    levels, times = every_5_ms(as_pcm(clicks(time_s, rate=rate, length_s=0.5)), rate, scale)
    loudest = times[levels.mean(axis=1).argmax()]
    assert abs(loudest - time_s) <= STEP_S / 2 + 0.0002


def test_silence_and_what_lies_outside_is_the_floor() -> None:
    levels = spectrogram(
        np.zeros(16, np.int16), sample_rate=8000, scale=Scale.MEL, first=-999, step=40, count=9
    )
    assert levels.shape == (9, 62)
    assert levels == pytest.approx(FLOOR_DB)


@pytest.mark.parametrize("samples", [0, 1, 2, 50])
def test_the_shortest_sounds_have_a_frame(samples: int) -> None:
    levels, _ = every_5_ms(np.full(samples, 20_000, np.int16), 16_000, Scale.LINEAR)
    assert levels.shape == (1, 128)
    assert np.isfinite(levels).all()
    assert (levels.max() > FLOOR_DB) == (samples > 0)


def test_a_clipped_sound_stays_in_range_and_has_overtones() -> None:
    clipped = as_pcm(tone(400, rate=16_000, amplitude=8.0))
    levels, _ = every_5_ms(clipped, 16_000, Scale.LINEAR)
    centres = band_centres_hz(16_000, Scale.LINEAR)
    third = np.abs(centres - 1200).argmin()
    assert levels.max() < 6
    assert levels[50, third] > -20


def test_floats_and_integers_are_the_same_sound() -> None:
    sound = tone(700, rate=16_000, length_s=0.2)
    ours, _ = every_5_ms(as_pcm(sound), 16_000, Scale.MEL)
    floats, _ = every_5_ms(as_pcm(sound) / 32768, 16_000, Scale.MEL)
    np.testing.assert_allclose(ours, floats, atol=1e-2)


@pytest.mark.parametrize("rate", RATES)
def test_bands_fill_the_range_evenly(rate: int) -> None:
    for scale in Scale:
        centres = band_centres_hz(rate, scale)
        assert (np.diff(centres) > 0).all()
        assert 0 < centres[0] < 70
        assert centres[-1] < top_hz(rate)
    linear = band_centres_hz(rate, Scale.LINEAR)
    assert np.diff(linear) == pytest.approx(62, abs=1)
    assert window_samples(rate) / rate == pytest.approx(0.032, abs=0.0002)


def test_noise_leaves_no_band_empty() -> None:
    rng = np.random.default_rng(3)
    for rate in RATES:
        noise = rng.standard_normal(rate // 2) * 0.1
        for scale in Scale:
            levels, _ = every_5_ms(noise, rate, scale)
            assert levels[10:-10].mean(axis=0).min() > -60


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"step": 0}, "step: expected at least 1, found 0"),
        ({"count": 0}, "count: expected at least 1, found 0"),
        ({"sample_rate": 3999}, "sample_rate: expected at least 4000 Hz, found 3999"),
    ],
)
def test_numbers_out_of_range_are_refused(change: dict[str, int], message: str) -> None:
    numbers = {"sample_rate": 8000, "first": 0, "step": 40, "count": 1} | change
    with pytest.raises(SettingsError, match=message):
        spectrogram(np.zeros(9, np.int16), scale=Scale.MEL, **numbers)


def test_two_channels_or_bytes_are_no_sound() -> None:
    for wrong in (np.zeros((9, 2), np.int16), np.zeros(9, np.uint8)):
        with pytest.raises(SettingsError, match="samples: expected one channel of int16 or floats"):
            stretch(cast(MonoArray, wrong), first=0, step=1, count=1, window=2)
    with pytest.raises(SettingsError, match="window: expected an even number"):
        stretch(np.zeros(9, np.int16), first=0, step=1, count=1, window=3)
