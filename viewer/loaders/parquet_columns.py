"""The columns of a shard: their names and types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pyarrow as pa

from viewer.loaders.problems import Finding, Report, near_miss, plain
from viewer.loaders.tracks import TRACK_KEYS

ID = "conversation_id"
AUDIO = ("speaker_1_audio", "speaker_2_audio")
TRACKS = {(n, a): f"speaker_{n}_annotation_{a}" for n, a in TRACK_KEYS}
METADATA = "metadata"
DURATION = "duration_s"

_types = pa.types
_TIMES = ("start_s", "end_s")
_SEGMENT = "list<struct<start_s: double, end_s: double, label: string, text: string>>"


def check_columns(schema: pa.Schema, report: Report) -> frozenset[str]:
    """Return the known columns that can be used; note those that are missing or of a wrong type.

    Columns of other names are left alone, but no name may stand twice: which of the two would count?
    """
    usable = set()
    counts = Counter(schema.names)
    repeated = [
        Finding(f"column {plain(name)}", "each column once", f"{count} of that name")
        for name, count in counts.items()
        if count > 1
    ]
    report.errors("", "each column once", repeated)
    for column, (is_right, form) in _RULES.items():
        if counts[column] != 1:
            continue
        found = schema.field(column).type
        if is_right(found):
            usable.add(column)
        else:
            report.error(f"column {column}", form, str(found))
    _note_missing(set(counts), report)
    return frozenset(usable)


def _note_missing(names: set[str], report: Report) -> None:
    if ID not in names:
        report.error(f"column {ID}", _RULES[ID][1], "no such column", near_miss(ID, names))
    missing = [column for column in AUDIO if column not in names]
    if missing == list(AUDIO) and DURATION in names:
        return
    for column in missing:
        form = f"{_RULES[column][1]}, or duration_s and no sound"
        report.error(f"column {column}", form, "no such column", near_miss(column, names))


def _is_text(found: pa.DataType) -> bool:
    return bool(_types.is_string(found) or _types.is_large_string(found) or _types.is_string_view(found))


def _is_bytes(found: pa.DataType) -> bool:
    return bool(_types.is_binary(found) or _types.is_large_binary(found) or _types.is_binary_view(found))


def _is_audio(found: pa.DataType) -> bool:
    if _types.is_struct(found):
        return found.names.count("bytes") == 1 and _is_bytes(found.field("bytes").type)
    return _is_bytes(found)


def _is_track(found: pa.DataType) -> bool:
    if not (_types.is_list(found) or _types.is_large_list(found)):
        return bool(_types.is_null(found))
    item = found.value_type
    if not _types.is_struct(item):
        return bool(_types.is_null(item))
    if len(set(item.names)) < len(item.names):
        return False
    times = all(name in item.names and _is_time(item.field(name).type) for name in _TIMES)
    has_label = "label" in item.names and _is_words(item.field("label").type)
    has_text = "text" not in item.names or _is_words(item.field("text").type)
    return bool(times and has_label and has_text)


def _is_words(found: pa.DataType) -> bool:
    return _is_text(found) or bool(_types.is_null(found))


def _is_time(found: pa.DataType) -> bool:
    return bool(_types.is_float64(found))


def _is_metadata(found: pa.DataType) -> bool:
    if not _types.is_struct(found):
        return bool(_types.is_null(found))
    is_each_once = len(set(found.names)) == len(found.names)
    return is_each_once and all(_is_words(found.field(i).type) for i in range(found.num_fields))


_RULES: dict[str, tuple[Callable[[pa.DataType], bool], str]] = {
    ID: (_is_text, "string"),
    **dict.fromkeys(AUDIO, (_is_audio, "binary or struct<bytes: binary, path: string>")),
    **dict.fromkeys(TRACKS.values(), (_is_track, _SEGMENT)),
    METADATA: (_is_metadata, "a struct of strings"),
    DURATION: (_is_time, "double"),
}
