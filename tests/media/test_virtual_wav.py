"""Any bytes of the virtual WAV file against the whole of it."""

from __future__ import annotations

import io

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from tests.media.sites import FakeSource, noise
from viewer.errors import InvalidDataError
from viewer.media.sources import PcmArray
from viewer.media.virtual_wav import HEADER_BYTES, MAX_SAMPLES, header, read_bytes, total_bytes

SOURCE = FakeSource("k", noise(100), sample_rate=44_100)
WHOLE = header(SOURCE) + SOURCE.pcm.astype("<i2").tobytes()


class Promise(FakeSource):
    """A recording that promises more samples than it has."""

    promised = 0

    @property
    def samples(self) -> int:
        return self.promised


@pytest.mark.parametrize("samples", [0, 1, 1000])
def test_the_whole_file_is_read_by_libsndfile(samples: int) -> None:
    source = FakeSource("k", noise(samples), sample_rate=16_000)
    content = read_bytes(source, 0, total_bytes(source) - 1)
    pcm, rate = soundfile.read(io.BytesIO(content), dtype="int16", always_2d=True)
    assert rate == 16_000
    np.testing.assert_array_equal(pcm, source.pcm)


def test_the_file_equals_one_that_libsndfile_writes() -> None:
    file = io.BytesIO()
    soundfile.write(file, SOURCE.pcm, SOURCE.sample_rate, format="WAV", subtype="PCM_16")
    assert file.getvalue() == WHOLE


@given(st.data())
def test_any_range_equals_that_part_of_the_whole(data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(WHOLE) - 1))
    last = data.draw(st.integers(first, len(WHOLE) - 1))
    assert read_bytes(SOURCE, first, last) == WHOLE[first : last + 1]


@given(st.integers(0, HEADER_BYTES + 9), st.integers(0, 9))
def test_ranges_about_the_end_of_the_header_equal_that_part_of_the_whole(first: int, more: int) -> None:
    assert read_bytes(SOURCE, first, first + more) == WHOLE[first : first + more + 1]


def test_only_the_frames_that_are_needed_are_read() -> None:
    source = FakeSource("k", noise(100))
    read_bytes(source, HEADER_BYTES + 4 * 10 + 3, HEADER_BYTES + 4 * 12)
    read_bytes(source, 0, HEADER_BYTES - 1)
    assert source.reads == [(10, 13)]


def test_the_longest_wav_file_fits_its_32_bit_sizes() -> None:
    source = Promise("k", noise(0))
    source.promised = MAX_SAMPLES
    riff_bytes, data_bytes = np.frombuffer(header(source), dtype="<u4")[[1, 10]].tolist()
    assert (riff_bytes, data_bytes) == (36 + 4 * MAX_SAMPLES, 4 * MAX_SAMPLES)
    assert riff_bytes + 4 > 2**32 - 1


def test_a_longer_recording_is_refused_with_the_limit() -> None:
    source = Promise("k", noise(0))
    source.promised = MAX_SAMPLES + 1
    with pytest.raises(InvalidDataError, match="expected at most 1073741814 samples, since the sizes"):
        header(source)


@pytest.mark.parametrize(
    "pcm", [noise(9), noise(20).astype(np.int32), noise(20)[:, :1], noise(20).astype(">i2")]
)
def test_samples_other_than_promised_are_refused(pcm: PcmArray) -> None:
    source = Promise("k", pcm)
    source.promised = 20
    with pytest.raises(InvalidDataError, match="recording k, samples 0 to 20: expected int16 of shape"):
        read_bytes(source, 0, HEADER_BYTES + 79)
