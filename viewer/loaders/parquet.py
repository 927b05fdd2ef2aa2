"""The public corpus's layout: parquet shards, one row per conversation.

A shard is opened for its columns and ids. A conversation is one row, read when asked for; its sound
is one cell, read when played. A column of the wrong type is an error of every conversation in the
shard and its rest still loads; a shard without ids is left out as a whole, with its error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa

from viewer.dialogue.conversation import Conversation
from viewer.dialogue.segments import Track
from viewer.errors import InvalidDataError, Problem
from viewer.loaders.audio import AudioSource, build_source
from viewer.loaders.audio_places import RELOAD, CellPlace, FileFacts, facts_now
from viewer.loaders.files import UNREADABLE, reason
from viewer.loaders.metadata import metadata_of
from viewer.loaders.parquet_cells import open_shard, read_row
from viewer.loaders.parquet_columns import (
    AUDIO,
    DURATION,
    ID,
    METADATA,
    TRACKS,
    check_columns,
)
from viewer.loaders.parquet_headers import DAMAGED, Headers, shard_headers
from viewer.loaders.problems import Finding, Report, error, quoted, shown, shown_path
from viewer.loaders.sources import Loaded, agreed_duration, stated_duration
from viewer.loaders.tracks import track_of_rows, warn_of_gaps

_NO_PARQUET = "bytes that are not parquet"
_SHARD_NAME = re.compile(r"(?P<split>.+)-(?P<number>\d{5,})-of-(?P<count>\d{5,})\.parquet")


@dataclass(frozen=True)
class Shard:
    """One file of a split: its usable columns, and what is wrong with the others."""

    path: Path
    name: str
    columns: frozenset[str]
    broken: frozenset[str]
    facts: FileFacts
    problems: tuple[Problem, ...]

    @property
    def audio_columns(self) -> tuple[str, ...]:
        """The usable audio columns."""
        return tuple(column for column in AUDIO if column in self.columns)

    @cached_property
    def headers(self) -> Headers:
        """Per row the headers and digests of its audio cells."""
        self.require_unchanged()
        return shard_headers(self.path, self.audio_columns)

    def require_unchanged(self) -> None:
        """Make sure that the shard is the one whose ids were listed: its rows belong to them."""
        if facts_now(self.path) != self.facts:
            found = "another or a changed one"
            raise InvalidDataError([error(self.name, "", "the file that was opened", found, RELOAD)])

    def row(self, row: int, columns: Sequence[str]) -> dict[str, Any]:
        """Return some columns of one row, those that are usable."""
        wanted = [column for column in columns if column in self.columns]
        if not wanted:
            return {}
        self.require_unchanged()
        with open_shard(self.path) as file:
            return read_row(file, row, wanted, name=self.name)


class ParquetSource:
    """The conversations of one split's shards, in the order of shards and rows."""

    def __init__(self, paths: Sequence[Path], base: Path) -> None:
        self._paths = tuple(paths)
        self._rows: dict[str, tuple[Shard, int]] = {}
        self._own_problems: dict[str, list[Problem]] = {}
        problems: list[Problem] = []
        for path in paths:
            problems.extend(self._open(path, shown_path(path, base)))
        problems.extend(_missing_shards(paths, base))
        self.problems: tuple[Problem, ...] = tuple(problems)

    @property
    def conversation_ids(self) -> tuple[str, ...]:
        """The ids in the order of shards and rows."""
        return tuple(self._rows)

    @property
    def label_files(self) -> tuple[Path, ...]:
        """The shards."""
        return self._paths

    def load(self, conversation_id: str, *, with_labels: bool) -> Loaded:
        """Read one row; without labels its annotation columns are not read."""
        shard, row = self._rows[conversation_id]
        report = Report(shard.name, list(shard.problems))
        report.problems.extend(self._own_problems.get(conversation_id, ()))
        tracks = tuple(TRACKS.values()) if with_labels else ()
        values, damaged = _values(shard, row, (METADATA, DURATION, *tracks), report)
        audio = _audio(shard, row, report)
        duration = _duration(values.get(DURATION), audio, row, shard, report)
        broken = shard.broken | damaged
        found = _tracks(values, broken, row, duration, report) if with_labels else {}
        metadata = metadata_of(values.get(METADATA), f"row {row}, {METADATA}", report)
        if duration is None:
            return Loaded(None, tuple(report.problems), audio)
        conversation = Conversation(conversation_id, duration, found, metadata)
        return Loaded(conversation, tuple(report.problems), audio)

    def file_of(self, conversation_id: str) -> str:
        """Return the shard."""
        return self._rows[conversation_id][0].name

    def duration_s(self, conversation_id: str) -> float | None:
        """Return the length of one conversation."""
        shard, row = self._rows[conversation_id]
        ignored = Report(shard.name)
        values, _ = _values(shard, row, (DURATION,), ignored)
        return _duration(values.get(DURATION), _audio(shard, row, ignored), row, shard, ignored)

    def audio(self, conversation_id: str) -> AudioSource | None:
        """Return the sound of one conversation."""
        shard, row = self._rows[conversation_id]
        return _audio(shard, row, Report(shard.name))

    def _open(self, path: Path, name: str) -> list[Problem]:
        """Open a shard, list its rows, and return its problems."""
        report = Report(name)
        try:
            facts = facts_now(path)
            with open_shard(path) as file:
                columns = check_columns(file.schema_arrow, report)
                broken = frozenset(file.schema_arrow.names) - columns
                ids = list(file.read(columns=[ID]).column(ID)) if ID in columns else []
        except UNREADABLE as problem:
            found = _reason(problem)
            report.error("", "a parquet file", found, "is the file cut off?" if found == _NO_PARQUET else "")
            return report.problems
        shard = Shard(path, name, columns, broken, facts, tuple(report.problems))
        unusable: list[Finding] = []
        for row, found in enumerate(ids):
            self._list_row(shard, row, found, unusable)
        report.errors(f"column {ID}", "texts that are not empty, each once", unusable)
        return report.problems

    def _list_row(self, shard: Shard, row: int, cell: pa.Scalar, unusable: list[Finding]) -> None:
        where, expected = f"row {row}, {ID}", "a text that is not empty"
        try:
            found = cell.as_py()
        except UnicodeDecodeError as problem:
            unusable.append(Finding(where, expected, reason(problem)))
            return
        if not isinstance(found, str) or not found:
            unusable.append(Finding(where, expected, shown(found)))
        elif found in self._rows:
            expected, again = "each conversation once", f"{quoted(found)} again"
            unusable.append(Finding(where, expected, again))
            problem_of_it = error(shard.name, where, expected, again)
            self._own_problems.setdefault(found, [problem_of_it])
        else:
            self._rows[found] = (shard, row)


def shard_name(path: Path) -> re.Match[str] | None:
    """Return the parts of a shard's name, ``split``, ``number`` and ``count``; None for another name."""
    return _SHARD_NAME.fullmatch(path.name)


def _missing_shards(shards: Sequence[Path], base: Path) -> list[Problem]:
    """Note the shards that the names of the others promise."""
    names = [name for name in map(shard_name, shards) if name]
    count = max((int(name["count"]) for name in names), default=0)
    missing = sorted(set(range(count)) - {int(name["number"]) for name in names})
    folder = shown_path(shards[0].parent, base) if shards else ""
    expected = f"{count} shards, as their names say"
    return [error(folder, "", expected, f"no shard {number}") for number in missing]


def _reason(problem: Exception) -> str:
    """Return what the system says of a file; what pyarrow says names paths and C++ lines."""
    if isinstance(problem, UnicodeError) or (isinstance(problem, OSError) and problem.strerror):
        return reason(problem)
    return _NO_PARQUET


def _values(
    shard: Shard, row: int, columns: Sequence[str], report: Report
) -> tuple[dict[str, Any], frozenset[str]]:
    """Return the cells of a row that can be read, and the columns whose cells cannot, noted as errors."""
    try:
        return shard.row(row, columns), frozenset()
    except InvalidDataError:
        raise  # the whole shard is another
    except UNREADABLE:
        pass  # one damaged cell must not take the others along: cell by cell
    values: dict[str, Any] = {}
    damaged = set()
    for column in columns:
        try:
            values |= shard.row(row, (column,))
        except UNREADABLE as problem:
            report.error(f"row {row}, {column}", "a cell that can be read", _reason(problem), DAMAGED)
            damaged.add(column)
    return values, frozenset(damaged)


def _audio(shard: Shard, row: int, report: Report) -> AudioSource | None:
    columns = shard.audio_columns
    if len(columns) < len(AUDIO):
        return None
    channels = []
    for column, (header, digest) in zip(columns, shard.headers[row], strict=True):
        name = f"{shard.name}, row {row}, {column}"
        channels.append((CellPlace(shard.path, row, column, name, digest), header))
    return build_source(channels, report)


def _duration(
    stated: object, audio: AudioSource | None, row: int, shard: Shard, report: Report
) -> float | None:
    where = f"row {row}, {DURATION}"
    if stated is None:
        if audio is None and len(shard.audio_columns) < len(AUDIO):
            report.error(where, "a number of seconds, as there is no sound", "null")
        return agreed_duration(None, audio, where, report)
    return agreed_duration(stated_duration(stated, where, report), audio, where, report)


def _tracks(
    values: Mapping[str, Any],
    broken_columns: frozenset[str],
    row: int,
    duration_s: float | None,
    report: Report,
) -> dict[tuple[int, str], Track]:
    """Return the good tracks of a row; null is a missing annotator."""
    tracks: dict[tuple[int, str], Track] = {}
    names = {key: f"row {row}, {column}" for key, column in TRACKS.items()}
    broken = [key for key, column in TRACKS.items() if column in broken_columns]
    for key, column in TRACKS.items():
        rows = values.get(column)
        if rows is None:
            continue
        track = track_of_rows(rows, names[key], duration_s, report)
        if track is None:
            broken.append(key)
        else:
            tracks[key] = track
    places = {key: (report.file, name) for key, name in names.items()}
    warn_of_gaps(tracks, places, broken, report)
    return tracks
