"""Headers and digests of a shard's audio cells, remembered so that a second start need not read 2 GB again.

Parquet keeps an audio file as one value, so its header is read by reading all of it, and the digest of
its bytes, by which its peaks are kept, costs little more. What was found is kept in the cache
folder, under a digest of the shard's place, size and time of change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from viewer.environment import cache_folder
from viewer.errors import SettingsError
from viewer.loaders.audio_headers import AudioFault, AudioHeader, probe_bytes
from viewer.loaders.audio_places import facts_now, file_identity
from viewer.loaders.files import UNREADABLE
from viewer.loaders.parquet_cells import audio_bytes, audio_leaf, iterate_rows, open_shard
from viewer.loaders.whole_files import write_whole

Cell = tuple[AudioHeader | AudioFault, str]
"""What a cell's sound is, and the SHA-256 of its encoded bytes."""
Headers = list[tuple[Cell, ...]]
DAMAGED = "is the file damaged?"
_UNREADABLE: Cell = (AudioFault("audio", "a part of the shard that cannot be read", DAMAGED), "")
_VERSION = 2
_KEY_CHARACTERS = 32


def shard_headers(path: Path, columns: Sequence[str]) -> Headers:
    """Return per row the headers and digests of the audio cells, read once per shard and machine.

    Where there is no folder to write to, they are read again in every process.
    """
    identity = file_identity(path, facts_now(path))[:_KEY_CHARACTERS]
    cached = _cache_path(f"{identity}-{len(columns)}.json")
    found = None if cached is None else _read_cache(cached)
    if found is None:
        found = _read_headers(path, columns)
        # What cannot be read is not remembered: a disk or a network may recover.
        if cached is not None and not any(_UNREADABLE in row for row in found):
            rows = [[asdict(header) | {"sha256": digest} for header, digest in row] for row in found]
            with suppress(OSError):
                write_whole(cached, json.dumps({"version": _VERSION, "rows": rows}))
    return found


def _cache_path(name: str) -> Path | None:
    """Return where headers are kept; None without a usable folder."""
    try:
        folder = cache_folder() / "headers"
        folder.mkdir(exist_ok=True)
    except (OSError, SettingsError):
        return None
    return folder / name


def _read_cache(path: Path) -> Headers | None:
    """Return what is remembered, or None if there is nothing that this version understands."""
    try:
        content = json.loads(path.read_text("utf-8"))
        if content["version"] != _VERSION:
            return None
        return [tuple(_cell(one) for one in row) for row in content["rows"]]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _cell(fields: dict[str, Any]) -> Cell:
    digest = str(fields.pop("sha256"))
    return (AudioFault(**fields) if "expected" in fields else AudioHeader(**fields)), digest


def _read_headers(path: Path, columns: Sequence[str]) -> Headers:
    """Read one column after the other: a page may hold the sound of every row of its row group."""
    by_column = []
    with open_shard(path) as shard:
        for column in columns:
            found = list(_column_headers(shard, column))
            by_column.append(found + [_UNREADABLE] * (shard.metadata.num_rows - len(found)))
    return list(zip(*by_column, strict=True)) if columns else []


def _column_headers(shard: pq.ParquetFile, column: str) -> Iterator[Cell]:
    """Yield the headers and digests of one column, up to the first row that cannot be read."""
    leaf = audio_leaf(shard.schema_arrow, column)
    with suppress(*UNREADABLE):
        for row in iterate_rows(shard, (leaf,)):
            content = audio_bytes(row[column])
            yield probe_bytes(content), sha256(content).hexdigest()
