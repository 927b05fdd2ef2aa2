"""Pitch and intensity of sounds with a known answer."""

from __future__ import annotations

import numpy as np
import pytest

from tests.signals.sounds import RATES, Sound, as_pcm, chirp, clicks, tone, voice
from viewer.errors import SettingsError
from viewer.signals import intensity as loudness
from viewer.signals.framing import FloatArray, MonoArray
from viewer.signals.intensity import intensity
from viewer.signals.pitch import MAX_HZ, MIN_HZ, pitch, reduction


def step_of(rate: int) -> int:
    unit = 2 * reduction(rate)
    return unit * round(0.010 * rate / unit)


def pitch_of(sound: MonoArray, rate: int) -> tuple[FloatArray, Sound]:
    """Return the pitch of a whole sound every 10 ms and the times of its frames."""
    step = step_of(rate)
    count = max(len(sound) // step, 1)
    found = pitch(sound, sample_rate=rate, first=step // 2, step=step, count=count)
    return found, (np.arange(count) + 0.5) * step / rate


def intensity_of(sound: MonoArray, rate: int) -> tuple[FloatArray, Sound]:
    step = step_of(rate)
    count = max(len(sound) // step, 1)
    found = intensity(sound, sample_rate=rate, first=step // 2, step=step, count=count)
    return found, (np.arange(count) + 0.5) * step / rate


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("hz", [65.0, 110.0, 200.0, 330.0, 480.0])
def test_a_voice_has_its_pitch(rate: int, hz: float) -> None:
    found, _ = pitch_of(as_pcm(voice(hz, rate=rate)), rate)
    assert found[5:-5] == pytest.approx(hz, rel=0.01)


@pytest.mark.parametrize("rate", [8000, 44_100, 48_000])
def test_a_rising_voice_is_followed_without_delay(rate: int) -> None:
    step = step_of(rate)
    sound = as_pcm(chirp(100, 300, rate=rate, length_s=200 * step / rate))
    rising, times = pitch_of(sound, rate)
    falling, _ = pitch_of(sound[::-1].copy(), rate)
    inside = slice(10, -10)
    assert rising[inside] == pytest.approx((100 + 200 * times / (200 * step / rate))[inside], abs=5)
    # A delay of 1 ms would make the rising sound 0.1 Hz too low and the falling one as much too high.
    assert np.median((rising - falling[::-1])[inside]) == pytest.approx(0, abs=0.4)


@pytest.mark.parametrize("rate", RATES)
def test_a_voice_begins_and_ends_where_it_does(rate: int) -> None:
    sound = voice(150, rate=rate, length_s=1.5)
    t = np.arange(len(sound)) / rate
    sound[(t < 0.5) | (t > 1.0)] = 0
    found, times = pitch_of(as_pcm(sound), rate)
    voiced = times[~np.isnan(found)]
    # Half a window of 50 ms may reach over the edge.
    assert voiced.min() == pytest.approx(0.5, abs=0.03)
    assert voiced.max() == pytest.approx(1.0, abs=0.03)


def test_silence_noise_and_a_whisper_below_the_level_have_no_pitch() -> None:
    rng = np.random.default_rng(5)
    noise = rng.standard_normal(16_000) * 0.1
    quiet = tone(200, rate=16_000, amplitude=0.001)
    assert np.isnan(pitch_of(np.zeros(16_000, np.int16), 16_000)[0]).all()
    assert np.isnan(pitch_of(noise, 16_000)[0]).mean() > 0.95
    assert np.isnan(pitch_of(as_pcm(quiet), 16_000)[0]).all()


def test_a_clipped_voice_keeps_its_pitch() -> None:
    found, _ = pitch_of(as_pcm(voice(120, rate=48_000, amplitude=5.0)), 48_000)
    assert found[5:-5] == pytest.approx(120, rel=0.01)


@pytest.mark.parametrize("hz", [30.0, 700.0])
def test_pitch_stays_in_its_range(hz: float) -> None:
    found, _ = pitch_of(as_pcm(tone(hz, rate=16_000)), 16_000)
    voiced = found[~np.isnan(found)]
    assert ((voiced >= MIN_HZ) & (voiced <= MAX_HZ)).all()


@pytest.mark.parametrize("samples", [0, 1, 100])
def test_the_shortest_sounds_have_a_frame_without_pitch(samples: int) -> None:
    found, _ = pitch_of(np.full(samples, 300, np.int16), 48_000)
    assert np.isnan(found).tolist() == [True]


def test_a_step_that_is_no_multiple_is_refused() -> None:
    with pytest.raises(SettingsError, match="step: expected a multiple of 3 at 48000 Hz, found 100"):
        pitch(np.zeros(9, np.int16), sample_rate=48_000, first=0, step=100, count=1)


@pytest.mark.parametrize("rate", RATES)
def test_the_level_of_a_sine_is_3_db_below_its_peak(rate: int) -> None:
    found, _ = intensity_of(as_pcm(tone(500, rate=rate, amplitude=0.1)), rate)
    assert found[4:-4] == pytest.approx(-23.01, abs=0.1)


def test_levels_of_silence_and_of_clipping() -> None:
    assert intensity_of(np.zeros(4000, np.int16), 8000)[0] == pytest.approx(loudness.FLOOR_DB)
    assert intensity_of(np.full(4000, -32768, np.int16), 8000)[0][4:-4] == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("rate", RATES)
def test_a_burst_is_loudest_at_its_time(rate: int) -> None:
    found, times = intensity_of(as_pcm(clicks(0.3, 0.3007, rate=rate, length_s=1)), rate)
    heard = times[found > loudness.FLOOR_DB]
    # An unweighted window hears a click half a window long on both sides, evenly.
    assert heard.mean() == pytest.approx(0.30035, abs=0.005)
    assert np.ptp(heard) < loudness.WINDOW_S


@pytest.mark.parametrize("samples", [0, 1, 100])
def test_the_shortest_sounds_have_a_level(samples: int) -> None:
    found, _ = intensity_of(np.full(samples, 3000, np.int16), 16_000)
    assert found.shape == (1,)
    assert (found[0] > loudness.FLOOR_DB) == (samples > 0)
