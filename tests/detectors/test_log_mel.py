"""The features of Smart Turn, against the definition and against the wheel's own extractor."""

import importlib.util
from importlib import metadata
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from viewer.detectors.detection import Samples
from viewer.detectors.log_mel import WINDOW_SAMPLES, last_seconds, log_mel
from viewer.detectors.resampling import to_model_rate


def tone(hz: float) -> Samples:
    time = np.arange(WINDOW_SAMPLES) / 16000
    return (0.1 * np.sin(2 * np.pi * hz * time)).astype(np.float32)


def extractor_of_the_wheel() -> ModuleType:
    """Load one numpy-only file of the wheel without importing its package."""
    try:
        installed = metadata.distribution("pipecat-ai")
    except metadata.PackageNotFoundError:
        pytest.skip("the detectors' weights are not installed")
    path = Path(str(installed.locate_file("pipecat/audio/turn/smart_turn/_whisper_features.py")))
    found = importlib.util.spec_from_file_location("wheel_features", path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_features_are_those_of_the_wheels_own_extractor() -> None:
    wheel = extractor_of_the_wheel()
    noise = np.random.default_rng(3).normal(0, 0.05, WINDOW_SAMPLES).astype(np.float32)
    noise[:40000] = 0
    for audio in (noise, tone(440), np.zeros(WINDOW_SAMPLES, dtype=np.float32)):
        expected = wheel.compute_whisper_log_mel_features(audio)
        assert np.abs(log_mel(audio) - expected).max() < 1e-4


def test_the_features_have_eighty_bands_and_eight_hundred_frames() -> None:
    features = log_mel(tone(440))
    assert features.shape == (80, 800)
    assert features.dtype == np.float32


def test_a_higher_tone_lies_in_a_higher_band() -> None:
    bands = [int(log_mel(tone(hz)).mean(axis=1).argmax()) for hz in (200, 800, 3000)]
    assert bands == sorted(set(bands))


def test_loudness_alone_changes_nothing() -> None:
    quiet = log_mel((tone(440) * 0.5).astype(np.float32))
    assert np.abs(quiet - log_mel(tone(440)))[10:14].max() < 1e-3


def test_less_than_eight_seconds_stand_at_the_end() -> None:
    heard = last_seconds(np.ones(100, dtype=np.float32))
    assert heard.shape == (WINDOW_SAMPLES,)
    assert heard.sum() == heard[-100:].sum() == 100


def test_resampling_keeps_a_tone_and_delays_it_by_half_the_filter() -> None:
    time = np.arange(24000) / 24000
    source = np.sin(2 * np.pi * 440 * time).astype(np.float32)
    found = to_model_rate(source, sample_rate=24000)
    expected = np.sin(2 * np.pi * 440 * (np.arange(16000) - 10) / 16000)
    assert found.shape == (16000,)
    assert np.abs(found - expected)[200:-200].max() < 0.01


@pytest.mark.parametrize("rate", [8000, 11025, 24000, 44100, 48000])
def test_an_output_sample_depends_on_no_later_input(rate: int) -> None:
    rng = np.random.default_rng(5)
    first = rng.normal(size=rate // 5).astype(np.float32)
    second = first.copy()
    second[rate // 10 :] = 0
    same, other = (to_model_rate(audio, sample_rate=rate) for audio in (first, second))
    assert same.shape == (-(-first.size * 16000 // rate),)
    assert np.flatnonzero(same != other)[0] / 16000 >= (rate // 10) / rate


def test_sixteen_kilohertz_are_passed_on() -> None:
    audio = np.arange(5, dtype=np.float32)
    assert to_model_rate(audio, sample_rate=16000).tolist() == audio.tolist()
