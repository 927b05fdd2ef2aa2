"""Reading single rows of a parquet shard: only the columns asked for, one row in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from viewer.errors import InvalidDataError
from viewer.loaders.files import require_file
from viewer.loaders.problems import error

_READ_AHEAD_BYTES = 1 << 20


def open_shard(path: Path) -> pq.ParquetFile:
    """Open a shard so that column chunks are streamed and not read ahead whole.

    Raises
    ------
    OSError
        If it is no file, or none that can be read.
    pyarrow.ArrowException
        If it is not parquet.
    """
    require_file(path)
    return pq.ParquetFile(path, pre_buffer=False, buffer_size=_READ_AHEAD_BYTES)


def audio_leaf(schema: pa.Schema, column: str) -> str:
    """Return the leaf that holds the bytes: the column itself, or its field ``bytes``."""
    is_struct = pa.types.is_struct(schema.field(column).type)
    return f"{column}.bytes" if is_struct else column


def read_audio_cell(path: Path, row: int, column: str) -> bytes:
    """Return the encoded bytes of one audio cell; empty if the cell is null."""
    with open_shard(path) as shard:
        leaf = audio_leaf(shard.schema_arrow, column)
        return audio_bytes(read_row(shard, row, (leaf,), name=path.name)[column])


def read_audio_cells(path: Path, column: str) -> Iterator[tuple[int, bytes]]:
    """Yield row and encoded bytes of every cell of an audio column, one cell in memory at a time."""
    with open_shard(path) as shard:
        leaf = audio_leaf(shard.schema_arrow, column)
        for row, values in enumerate(iterate_rows(shard, (leaf,))):
            yield row, audio_bytes(values[column])


def audio_bytes(cell: Any) -> bytes:
    """Return the bytes of an audio cell of either layout."""
    found = cell["bytes"] if isinstance(cell, dict) else cell
    return b"" if found is None else bytes(found)


def read_row(shard: pq.ParquetFile, row: int, columns: Sequence[str], *, name: str) -> dict[str, Any]:
    """Return some columns of one row as Python values.

    Raises
    ------
    InvalidDataError
        If the shard, which problems call ``name``, no longer has that row.
    """
    first = 0
    for group in range(shard.num_row_groups):
        length = shard.metadata.row_group(group).num_rows
        if row < first + length:
            batches = shard.iter_batches(batch_size=1, row_groups=[group], columns=list(columns))
            for batch in islice(batches, row - first, row - first + 1):
                found: dict[str, Any] = batch.to_pylist()[0]
                return found
        first += length
    hint = "has the file changed since it was opened?"
    raise InvalidDataError([error(name, f"row {row}", "a row", f"a table of {first} rows", hint)])


def iterate_rows(shard: pq.ParquetFile, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield some columns of every row, one row in memory at a time."""
    for batch in shard.iter_batches(batch_size=1, columns=list(columns)):
        yield from batch.to_pylist()
