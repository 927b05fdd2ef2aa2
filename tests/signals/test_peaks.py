"""Peaks against a slow plain builder, and their edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.errors import SettingsError
from viewer.signals.peaks import PcmArray, bin_count, coarsen, peaks

# Small values and both ends of the scale, so that rounding and clipping happen often.
VALUES = st.one_of(
    st.integers(-2, 2), st.integers(-32768, -32700), st.integers(32500, 32767), st.integers(-600, 600)
)


@st.composite
def recordings(draw: st.DrawFn, *, max_samples: int = 70) -> PcmArray:
    frames = draw(st.lists(st.tuples(VALUES, VALUES), max_size=max_samples))
    return np.array(frames, dtype=np.int16).reshape(-1, 2)


def plain_peaks(pcm: PcmArray, samples_per_bin: int) -> list[list[list[int]]]:
    """Return the same as `peaks`, one Python number at a time."""
    bins = []
    for start in range(0, len(pcm), samples_per_bin):
        block = pcm[start : start + samples_per_bin].tolist()
        channels = [[frame[channel] for frame in block] for channel in (0, 1)]
        bins.append(
            [
                [max(math.floor(min(values) / 256), -128), min(math.ceil(max(values) / 256), 127)]
                for values in channels
            ]
        )
    return bins


@given(recordings(), st.integers(1, 20))
def test_the_compiled_kernel_equals_the_plain_one(pcm: PcmArray, samples_per_bin: int) -> None:
    result = peaks(pcm, samples_per_bin=samples_per_bin)
    assert result.dtype == np.int8
    assert result.shape == (bin_count(len(pcm), samples_per_bin=samples_per_bin), 2, 2)
    assert result.tolist() == plain_peaks(pcm, samples_per_bin)


@given(recordings(), st.integers(1, 5), st.integers(1, 7))
def test_a_coarser_level_equals_longer_bins(pcm: PcmArray, samples_per_bin: int, factor: int) -> None:
    coarse = coarsen(peaks(pcm, samples_per_bin=samples_per_bin), factor=factor)
    assert coarse.tolist() == peaks(pcm, samples_per_bin=samples_per_bin * factor).tolist()


@given(recordings(), st.integers(1, 20))
def test_swapping_the_channels_swaps_the_peaks(pcm: PcmArray, samples_per_bin: int) -> None:
    swapped = peaks(pcm[:, ::-1], samples_per_bin=samples_per_bin)
    assert swapped.tolist() == peaks(pcm, samples_per_bin=samples_per_bin)[:, ::-1].tolist()


@pytest.mark.parametrize("value", [1, -1, 255, -255])
def test_the_faintest_sample_does_not_vanish(value: int) -> None:
    pcm = np.zeros((1000, 2), dtype=np.int16)
    pcm[777, 1] = value
    (low, high), (other_low, other_high) = peaks(pcm, samples_per_bin=1000)[0][::-1].tolist()
    assert (low, high) == ((0, 1) if value > 0 else (-1, 0))
    assert (other_low, other_high) == (0, 0)


@pytest.mark.parametrize(
    ("value", "lowest", "highest"),
    [(32767, 127, 127), (-32768, -128, -128), (256, 1, 1), (-256, -1, -1), (257, 1, 2), (32512, 127, 127)],
)
def test_full_scale_is_128_and_clipped(value: int, lowest: int, highest: int) -> None:
    pcm = np.full((1, 2), value, dtype=np.int16)
    assert peaks(pcm, samples_per_bin=256).tolist() == [[[lowest, highest]] * 2]


@pytest.mark.parametrize(("samples", "bins"), [(0, 0), (1, 1), (255, 1), (256, 1), (257, 2), (512, 2)])
def test_the_last_bin_may_be_shorter(samples: int, bins: int) -> None:
    assert bin_count(samples) == bins
    assert peaks(np.zeros((samples, 2), dtype=np.int16)).shape == (bins, 2, 2)


def test_no_sound_has_no_peaks() -> None:
    assert coarsen(np.empty((0, 2, 2), dtype=np.int8)).shape == (0, 2, 2)
    assert peaks(np.empty((0, 2), dtype=np.int16)).shape == (0, 2, 2)


@pytest.mark.parametrize("samples_per_bin", [0, -1])
def test_a_bin_of_nothing_is_refused(samples_per_bin: int) -> None:
    pcm = np.zeros((4, 2), dtype=np.int16)
    with pytest.raises(SettingsError, match="expected at least 1, found"):
        peaks(pcm, samples_per_bin=samples_per_bin)
    with pytest.raises(SettingsError, match="expected at least 1, found"):
        coarsen(peaks(pcm), factor=samples_per_bin)


@pytest.mark.parametrize(
    "pcm", [np.zeros((2, 9), np.int16), np.zeros(9, np.int16), np.zeros((9, 2), np.float32)]
)
def test_samples_of_another_kind_are_refused(pcm: PcmArray) -> None:
    with pytest.raises(SettingsError, match=r"expected int16 of shape \(n, 2\)"):
        peaks(pcm)
