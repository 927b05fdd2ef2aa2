"""Tiles against one computation of the whole, and where they stand in time."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from tests.signals.sounds import RATES, PcmArray, both, clicks, tone, voice
from viewer.errors import SettingsError
from viewer.signals.intensity import intensity
from viewer.signals.pitch import pitch
from viewer.signals.spectrogram import Scale, spectrogram
from viewer.signals.tiles import FACTOR, LEVELS, TILE_CELLS, Grid, Kind, description, tile

Codes = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]


class Recording:
    """A recording that notes what is read of it."""

    def __init__(self, pcm: PcmArray, rate: int) -> None:
        self.pcm = pcm
        self.grid = Grid(rate, len(pcm))
        self.reads: list[tuple[int, int]] = []

    def read(self, start: int, stop: int) -> PcmArray:
        self.reads.append((start, stop))
        return self.pcm[start:stop]

    def tile(self, kind: Kind, level: int, number: int) -> Codes:
        content = tile(self.grid, self.read, kind, level, number)
        cells = self.grid.tile_cells(level, number)
        if kind is Kind.PITCH:
            return np.frombuffer(content, "<u2").reshape(2, cells)
        codes = np.frombuffer(content, np.uint8)
        return codes.reshape(2, cells) if kind is Kind.INTENSITY else codes.reshape(2, cells, -1)

    def whole(self, kind: Kind, level: int) -> Codes:
        return np.concatenate(
            [self.tile(kind, level, number) for number in range(self.grid.tiles(level))], axis=1
        )


def conversation(rate: int, length_s: float) -> PcmArray:
    """Return noise and voices that change all the time."""
    rng = np.random.default_rng(11)
    size = round(length_s * rate)
    t = np.arange(size) / rate
    sung = voice(140, rate=rate, length_s=length_s) * (np.sin(2 * np.pi * 0.7 * t) > 0)
    return both(
        sung[:size] + rng.standard_normal(size) * 0.01, rng.standard_normal(size) * np.cos(t) ** 8 * 0.2
    )


def in_one_piece(kind: Kind, recording: Recording, channel: int) -> Codes:
    """Return level 0 of a channel from one call over the whole recording."""
    grid = recording.grid
    step = grid.cell_samples(0)
    where = {"sample_rate": grid.sample_rate, "first": step // 2, "step": step, "count": grid.cells(0)}
    sound = recording.pcm[:, channel]
    if kind is Kind.PITCH:
        return np.round(np.nan_to_num(pitch(sound, **where)) * 10).astype(np.uint16)
    values = (
        intensity(sound, **where)
        if kind is Kind.INTENSITY
        else spectrogram(sound, scale=Scale(str(kind)), **where)
    )
    return np.clip(np.round((values + 110) * 2), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("rate", [8000, 44_100, 48_000])
def test_tiles_are_one_computation_cut_into_pieces(rate: int, kind: Kind) -> None:
    recording = Recording(conversation(rate, 4.1), rate)
    assert recording.grid.tiles(0) == 4
    found = recording.whole(kind, 0)
    for channel in (0, 1):
        expected = in_one_piece(kind, recording, channel)
        # Sums in another order may fall on the other side of a rounding, and nothing more.
        differs = found[channel].astype(int) - expected.astype(int)
        assert np.abs(differs).max() <= 1
        assert np.mean(differs != 0) < 0.001


@pytest.mark.parametrize("kind", [Kind.MEL, Kind.LINEAR, Kind.INTENSITY])
def test_blocks_of_a_long_tile_fit_together(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = Recording(conversation(8000, 30), 8000)
    at_once = recording.tile(kind, 2, 0)
    assert len(recording.reads) == 1
    monkeypatch.setattr("viewer.signals.tiles._BLOCK_SAMPLES", 30_000)
    recording.reads.clear()
    in_blocks = recording.tile(kind, 2, 0)
    assert len(recording.reads) > 5
    assert np.abs(at_once.astype(int) - in_blocks.astype(int)).max() <= 1


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("kind", [Kind.MEL, Kind.LINEAR, Kind.INTENSITY])
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_a_click_shows_in_the_cell_that_holds_it(rate: int, kind: Kind, level: int) -> None:
    # At the end of one tile, at the start of the next, and in the middle of one.
    times = (1.2785, 1.2815, 3.7)
    recording = Recording(both(*[clicks(*times, rate=rate, length_s=5)] * 2), rate)
    codes = recording.whole(kind, level)[1].astype(float)
    level_of = codes if kind is Kind.INTENSITY else codes.mean(axis=1)
    cell_s = recording.grid.cell_samples(level) / rate
    for time_s in (times[0], times[2]):
        around = np.abs((np.arange(len(level_of)) + 0.5) * cell_s - time_s) <= 0.2 + cell_s
        loudest = np.flatnonzero(around & (level_of == level_of[around].max()))
        distance = np.abs((loudest + 0.5) * cell_s - time_s)
        assert distance.min() <= cell_s / 2 + 0.003


def test_a_click_is_seen_at_every_level_but_the_longest() -> None:
    recording = Recording(both(*[clicks(31.4159, rate=8000, length_s=60)] * 2), 8000)
    for level in range(LEVELS - 1):
        codes = recording.whole(Kind.MEL, level)[0].max(axis=1)
        cell_s = recording.grid.cell_samples(level) / 8000
        assert codes[int(31.4159 / cell_s)] > 0


def test_longer_cells_are_the_loudest_of_their_frames() -> None:
    recording = Recording(conversation(16_000, 12), 16_000)
    for kind in (Kind.MEL, Kind.LINEAR, Kind.INTENSITY):
        # Levels 1 and 2 have frames at the same times.
        fine, coarse = recording.whole(kind, 1), recording.whole(kind, 2)
        cells = fine.shape[1] // FACTOR
        pooled = fine[:, : cells * FACTOR].reshape(2, cells, FACTOR, *fine.shape[2:]).max(axis=2)
        assert np.abs(pooled.astype(int) - coarse[:, :cells].astype(int)).max() <= 1


@pytest.mark.parametrize("level", range(LEVELS))
def test_the_pitch_of_a_voice_is_told_on_every_level(level: int) -> None:
    sung = voice(200, rate=16_000, length_s=40)
    recording = Recording(both(sung, 0 * sung), 16_000)
    codes = recording.whole(Kind.PITCH, level)
    assert codes[0, 2:-2].astype(float) == pytest.approx(2000, abs=20)

    assert not codes[1].any()


def test_speakers_do_not_mix() -> None:
    recording = Recording(both(tone(500, rate=8000), tone(2500, rate=8000)), 8000)
    codes = recording.tile(Kind.LINEAR, 0, 0)
    hz = np.array(description(recording.grid)["kinds"]["linear"]["bands_hz"])
    found = hz[codes[:, 20:180].argmax(axis=2)]
    assert found[0] == pytest.approx(500, abs=40)
    assert found[1] == pytest.approx(2500, abs=40)


@pytest.mark.parametrize("rate", RATES)
def test_cells_are_whole_samples_and_cover_the_recording(rate: int) -> None:
    grid = Grid(rate, 3 * rate + 1)
    for level in range(LEVELS):
        size = grid.cell_samples(level)
        assert size / rate == pytest.approx(0.005 * 4**level, rel=0.02)
        assert (grid.cells(level) - 1) * size < grid.samples <= grid.cells(level) * size
        assert sum(grid.tile_cells(level, n) for n in range(grid.tiles(level))) == grid.cells(level)
        for kind in Kind:
            assert size % (2 * grid.frames(kind, level)) == 0


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("samples", [1, 39, 41])
def test_a_recording_shorter_than_a_window_has_one_small_tile(kind: Kind, samples: int) -> None:
    recording = Recording(np.full((samples, 2), 1000, np.int16), 8000)
    for level in range(LEVELS):
        assert recording.grid.tiles(level) == 1
        assert recording.whole(kind, level).shape[:2] == (2, recording.grid.cells(level))


def test_only_the_tile_and_its_margin_is_read() -> None:
    recording = Recording(np.zeros((480_000, 2), np.int16), 48_000)
    recording.tile(Kind.MEL, 0, 3)
    [(start, stop)] = recording.reads
    first, last = 3 * TILE_CELLS * 240, 4 * TILE_CELLS * 240
    assert first - 800 < start < first
    assert last < stop < last + 800


@pytest.mark.parametrize(("level", "number"), [(-1, 0), (6, 0), (0, -1), (0, 1), (5, 1)])
def test_there_are_no_other_levels_and_tiles(level: int, number: int) -> None:
    recording = Recording(np.zeros((100, 2), np.int16), 8000)
    with pytest.raises(SettingsError, match="expected 0 to"):
        recording.tile(Kind.MEL, level, number)


def test_a_recording_without_a_sample_has_no_tile() -> None:
    grid = Grid(8000, 0)
    assert [grid.tiles(level) for level in range(LEVELS)] == [0] * LEVELS
    with pytest.raises(SettingsError, match="sample_rate"):
        Grid(2000, 100)
