"""Tiles: signals of a recording in pieces that a browser keeps, at the time resolution that it can show.

Time is cut into **cells**, the same for every signal and both speakers. On level 0 a cell is 5 ms long, on
each next one four times as long as before; a tile is `TILE_CELLS` cells of one level, and tiles lie end to
end from time 0::

    level 1, tile 0                     tile 1
    [ . | . | . | . | ... | . ]         [ . | . | ...                 cells of 20 ms
      :   centres of the cells
    level 0  [ . | . | . | ... ]        [ ...                         cells of 5 ms

    one cell of level 1:   |   x   |   x   |      two frames; their centres lie evenly inside the cell

What is said of a cell stands for its whole length: of a spectrogram and of intensity the *loudest* of its
frames, so that a click never falls between two cells; of pitch the *median* of its voiced frames. A cell of
level 0 has one frame, at its centre. Longer cells have a frame every 10 ms, but at most `MAX_FRAMES` (for
pitch `MAX_PITCH_FRAMES`): from level 5 on (for pitch from level 3), parts of the sound are passed over
rather than waited for, so that a click between two frames can be missed there.

As bytes
--------
``mel``, ``linear``
    uint8, C order, ``[2][cells][bands]``: speaker, time, band from low to high. Level in dB: ``code / 2 -
    110``; code 0 is -110 dB or less.
``intensity``
    uint8, ``[2][cells]``, coded likewise, in dBFS.
``pitch``
    uint16, little-endian, ``[2][cells]``: tenths of a hertz, 0 where there is no voice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from viewer.errors import SettingsError
from viewer.signals import intensity, pitch, spectrogram
from viewer.signals.framing import FloatArray, require_rate
from viewer.signals.spectrogram import Scale

LAYOUT = "signals-1"
"""Changes with the bytes of any tile: part of the names that tiles are kept under."""
TILE_CELLS = 256
CELL_S = 0.005
LEVELS = 6
FACTOR = 4
MAX_FRAMES = 64
MAX_PITCH_FRAMES = 8
FLOOR_DB = -110.0
CODES_PER_DB = 2
CODES_PER_HZ = 10
_BLOCK_SAMPLES = 1 << 19

StereoArray = npt.NDArray[np.int16]
ReadSamples = Callable[[int, int], StereoArray]


class Kind(StrEnum):
    """The signals there are."""

    MEL = "mel"
    LINEAR = "linear"
    PITCH = "pitch"
    INTENSITY = "intensity"


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of one recording.

    Parameters
    ----------
    sample_rate
        Samples per second, >= 4000.
    samples
        Samples per channel, >= 0.

    Examples
    --------
    >>> grid = Grid(sample_rate=48_000, samples=480_000)
    >>> [grid.cell_samples(level) for level in range(3)]
    [240, 960, 3840]
    >>> grid.cells(0), grid.tiles(0), grid.tile_cells(0, 7)
    (2000, 8, 208)
    """

    sample_rate: int
    samples: int

    def __post_init__(self) -> None:
        require_rate(self.sample_rate)

    def cell_samples(self, level: int) -> int:
        """Return the samples of a cell: twice a whole number of the samples that pitch is found in."""
        if not 0 <= level < LEVELS:
            raise SettingsError(f"level: expected 0 to {LEVELS - 1}, found {level}")
        unit = 2 * pitch.reduction(self.sample_rate)
        longer: int = FACTOR**level
        return unit * round(CELL_S * self.sample_rate / unit) * longer

    def cells(self, level: int) -> int:
        """Return how many cells there are; the last one may reach past the end."""
        return -(-self.samples // self.cell_samples(level))

    def tiles(self, level: int) -> int:
        """Return how many tiles there are."""
        return -(-self.cells(level) // TILE_CELLS)

    def tile_cells(self, level: int, tile: int) -> int:
        """Return the cells of a tile: the last one may have fewer; SettingsError where there is none."""
        tiles = self.tiles(level)
        if not 0 <= tile < tiles:
            raise SettingsError(f"tile: expected 0 to {tiles - 1} on level {level}, found {tile}")
        return min(self.cells(level) - tile * TILE_CELLS, TILE_CELLS)

    def frames(self, kind: Kind, level: int) -> int:
        """Return the frames of a cell."""
        most = MAX_PITCH_FRAMES if kind is Kind.PITCH else MAX_FRAMES
        return 1 if level == 0 else min(FACTOR**level // 2, most)


def tile(grid: Grid, read: ReadSamples, kind: Kind, level: int, number: int) -> bytes:
    """Compute one tile.

    Parameters
    ----------
    grid
        The cells of the recording.
    read
        ``read(start, stop)`` returns these samples of both channels, int16, shape ``(n, 2)``; called with
        ``0 <= start <= stop <= grid.samples``, once for every block of the tile. What it raises ends the
        work. kind
        The signal.
    level
        0 to ``LEVELS - 1``.
    number
        The tile, 0 to ``grid.tiles(level) - 1``.

    Returns
    -------
    bytes
        As the module says.

    Raises
    ------
    SettingsError
        If there is no such level or tile.
    """
    cells = grid.tile_cells(level, number)
    first = number * TILE_CELLS
    at_once = max(_BLOCK_SAMPLES // grid.cell_samples(level), 1)
    blocks = [
        _block(grid, read, kind, level, start, min(at_once, first + cells - start))
        for start in range(first, first + cells, at_once)
    ]
    return _encode(kind, np.concatenate(blocks, axis=1)).tobytes()


def description(grid: Grid) -> dict[str, Any]:
    """Return what a browser has to know to ask for tiles and to draw them.

    Examples
    --------
    >>> made = description(Grid(sample_rate=16_000, samples=16_000))
    >>> made["cells_s"][:2], made["kinds"]["linear"]["bands"], made["tile_cells"]
    ([0.005, 0.02], 128, 256)
    """
    rate = grid.sample_rate
    bands = {
        str(scale): [round(float(hz), 2) for hz in spectrogram.band_centres_hz(rate, scale)]
        for scale in Scale
    }
    return {
        "tile_cells": TILE_CELLS,
        "cells_s": [grid.cell_samples(level) / rate for level in range(LEVELS)],
        "cells": [grid.cells(level) for level in range(LEVELS)],
        "floor_db": FLOOR_DB,
        "codes_per_db": CODES_PER_DB,
        "kinds": {
            **{name: {"bands": len(hz), "bands_hz": hz} for name, hz in bands.items()},
            "pitch": {"min_hz": pitch.MIN_HZ, "max_hz": pitch.MAX_HZ, "codes_per_hz": CODES_PER_HZ},
            "intensity": {},
        },
    }


def _block(grid: Grid, read: ReadSamples, kind: Kind, level: int, start: int, cells: int) -> FloatArray:
    """Return the values of some cells, both speakers, from one reading."""
    frames = grid.frames(kind, level)
    step = grid.cell_samples(level) // frames
    first = start * grid.cell_samples(level) + step // 2
    half = _window_samples(kind, grid.sample_rate) // 2
    low = min(max(first - half, 0), grid.samples)
    high = min(first + (cells * frames - 1) * step + half, grid.samples)
    pcm = read(low, max(high, low))
    values = [
        _analyse(
            kind, grid.sample_rate, np.ascontiguousarray(pcm[:, channel]), first - low, step, cells * frames
        )
        for channel in (0, 1)
    ]
    return np.stack([_pool(kind, one.reshape(cells, frames, *one.shape[1:])) for one in values])


def _window_samples(kind: Kind, sample_rate: int) -> int:
    if kind is Kind.PITCH:
        return pitch.window_samples(sample_rate)
    if kind is Kind.INTENSITY:
        return intensity.window_samples(sample_rate)
    return spectrogram.window_samples(sample_rate)


def _analyse(
    kind: Kind, rate: int, samples: npt.NDArray[np.int16], first: int, step: int, count: int
) -> FloatArray:
    if kind is Kind.PITCH:
        return pitch.pitch(samples, sample_rate=rate, first=first, step=step, count=count)
    if kind is Kind.INTENSITY:
        return intensity.intensity(samples, sample_rate=rate, first=first, step=step, count=count)
    return spectrogram.spectrogram(
        samples, sample_rate=rate, scale=Scale(str(kind)), first=first, step=step, count=count
    )


def _pool(kind: Kind, values: FloatArray) -> FloatArray:
    """Return one value for each cell, from ``(cells, frames, ...)``."""
    if kind is not Kind.PITCH:
        loudest: FloatArray = values.max(axis=1)
        return loudest
    pooled = np.full(len(values), np.nan, dtype=np.float32)
    has_voice = ~np.isnan(values).all(axis=1)
    pooled[has_voice] = np.nanmedian(values[has_voice], axis=1)
    return pooled


def _encode(kind: Kind, values: FloatArray) -> npt.NDArray[np.uint8] | npt.NDArray[np.uint16]:
    if kind is Kind.PITCH:
        return np.round(np.nan_to_num(values) * CODES_PER_HZ).astype("<u2")
    return np.clip(np.round((values - FLOOR_DB) * CODES_PER_DB), 0, 255).astype(np.uint8)
