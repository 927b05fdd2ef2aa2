"""Parquet shards with one bad row or column and a good one beside it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.loaders.building import (
    ROW,
    SEGMENT,
    TRACK_NAMES,
    encoded,
    row,
    sound,
    write_shard,
)
from tests.loaders.checking import check_beside_good
from viewer.errors import Severity
from viewer.loaders import open_corpus

ERROR, WARNING = Severity.ERROR, Severity.WARNING
SECOND = "data/dev-00001-of-00002.parquet"
CELL = f"{SECOND}, row 0, speaker_1_annotation_a"


def types(**changed: pa.DataType) -> dict[str, pa.DataType]:
    return changed


# name, the bad row, its types, tracks left (None: no conversation), severity, messages
ROWS: list[tuple[str, dict[str, Any], dict[str, pa.DataType], int | None, Severity, list[str]]] = [
    (
        "a reversed segment",
        row("two", speaker_1_annotation_a=[ROW | {"end_s": 0.25}]),
        {},
        5,
        ERROR,
        [f"{CELL}[0]: expected an end after 0.500 s, found 0.250 s (are start and end swapped?)"],
    ),
    (
        "a NaN",
        row("two", speaker_1_annotation_a=[ROW | {"end_s": float("nan")}]),
        {},
        5,
        ERROR,
        [f"{CELL}[0]: expected a finite end, found nan"],
    ),
    (
        "a null time",
        row("two", speaker_1_annotation_a=[ROW | {"start_s": None}]),
        {},
        5,
        ERROR,
        [f"{CELL}[0].start_s: expected a number of seconds, found null"],
    ),
    (
        "a missing annotator",
        row("two", speaker_1_annotation_a=None),
        {},
        5,
        WARNING,
        [f"{CELL}: expected a track of each annotator, found none"],
    ),
    (
        "an empty track",
        row("two", speaker_1_annotation_a=[]),
        {},
        6,
        WARNING,
        [f"{CELL}: expected at least one segment, found none"],
    ),
    (
        "a null length without sound",
        row("two", duration_s=None),
        {},
        None,
        ERROR,
        [f"{SECOND}, row 0, duration_s: expected a number of seconds, as there is no sound, found null"],
    ),
    (
        "annotations as text",
        row("two", speaker_1_annotation_a="[]"),
        types(speaker_1_annotation_a=pa.string()),
        5,
        ERROR,
        [
            (
                f"{SECOND}, column speaker_1_annotation_a: expected list<struct<start_s: double, "
                "end_s: double, label: string, text: string>>, found string"
            )
        ],
    ),
    (
        "times as float32",
        row("two", speaker_1_annotation_a=[{"start_s": 0.5, "end_s": 1.5, "label": "Filler"}]),
        types(
            speaker_1_annotation_a=pa.list_(
                pa.struct([("start_s", pa.float32()), ("end_s", pa.float32()), ("label", pa.string())])
            )
        ),
        5,
        ERROR,
        [
            (
                f"{SECOND}, column speaker_1_annotation_a: expected list<struct<start_s: double, "
                "end_s: double, label: string, text: string>>, found list<element: struct<start_s: float, "
                "end_s: float, label: string>>"
            )
        ],
    ),
    (
        "a length of ten weeks",
        row("two", duration_s=6048000.0),
        {},
        None,
        ERROR,
        [f"{SECOND}, row 0, duration_s: expected a week at most, 604800.000 s, found 6048000.0"],
    ),
    (
        "a length as text",
        row("two", duration_s="4"),
        types(duration_s=pa.string()),
        None,
        ERROR,
        [
            f"{SECOND}, column duration_s: expected double, found string",
            f"{SECOND}, row 0, duration_s: expected a number of seconds, as there is no sound, found null",
        ],
    ),
    (
        "sound as text",
        row("two", speaker_1_audio="RIFF", speaker_2_audio=b""),
        types(speaker_1_audio=pa.string()),
        6,
        ERROR,
        [
            (
                f"{SECOND}, column speaker_1_audio: expected binary or struct<bytes: binary, path: string>, "
                "found string"
            )
        ],
    ),
    (
        "one channel of two",
        row("two", speaker_1_audio=b""),
        {},
        6,
        ERROR,
        [
            (
                f"{SECOND}, column speaker_2_audio: expected binary or struct<bytes: binary, path: string>, "
                'or duration_s and no sound, found no such column (did you mean "speaker_1_audio"?)'
            )
        ],
    ),
    (
        "empty sound",
        row("two", speaker_1_audio=b"", speaker_2_audio=None),
        {},
        6,
        ERROR,
        [
            f"{SECOND}, row 0, speaker_1_audio: expected audio, found an empty file",
            f"{SECOND}, row 0, speaker_2_audio: expected audio, found an empty file",
        ],
    ),
    (
        "metadata of numbers",
        row("two", metadata={"conversation_type": 3}),
        types(metadata=pa.struct([("conversation_type", pa.int64())])),
        6,
        ERROR,
        [f"{SECOND}, column metadata: expected a struct of strings, found struct<conversation_type: int64>"],
    ),
]


@pytest.mark.parametrize(
    ("bad", "changed", "tracks", "severity", "messages"),
    [one[1:] for one in ROWS],
    ids=[one[0] for one in ROWS],
)
def test_a_bad_row_or_column_says_what_is_wrong_and_spares_the_others(
    tmp_path: Path,
    bad: dict[str, Any],
    changed: dict[str, pa.DataType],
    tracks: int | None,
    severity: Severity,
    messages: list[str],
) -> None:
    write_shard(tmp_path / "data" / "dev-00000-of-00002.parquet", [row("one")])
    write_shard(tmp_path / SECOND, [bad], changed)
    manifest = tmp_path / "data_manifest.yaml"
    manifest.write_text(
        "schema_version: 1\ntitle: t\nsplits:\n  dev:\n    role: dev\n    labels: public\n"
        "    source: {format: parquet, path: data}\n"
    )
    check_beside_good(open_corpus(manifest).split(), severity, tracks, messages)


def test_a_shard_without_ids_is_left_out_with_its_error(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.parquet", [row("one")])
    nameless = row("two")
    nameless["conversation"] = nameless.pop("conversation_id")
    write_shard(tmp_path / "b.parquet", [nameless], types(conversation=pa.string()))
    (tmp_path / "c.parquet").write_bytes(b"PAR1 and no more")
    corpus = open_corpus(tmp_path)
    assert [str(problem) for problem in corpus.problems] == [
        (
            "b.parquet, column conversation_id: expected string, found no such column "
            '(did you mean "conversation"?)'
        ),
        "c.parquet: expected a parquet file, found bytes that are not parquet (is the file cut off?)",
    ]
    assert corpus.split().load("one").is_scorable


def damage(path: Path, column: str) -> None:
    """Overwrite the beginning of the pages of one column."""
    chunks = pq.ParquetFile(path).metadata.row_group(0)
    chunk = next(one for one in map(chunks.column, range(chunks.num_columns)) if one.path_in_schema == column)
    begin = chunk.dictionary_page_offset or chunk.data_page_offset
    content = bytearray(path.read_bytes())
    content[begin : begin + 40] = b"\xff" * 40
    path.write_bytes(content)


def repeat(path: Path, column: str) -> None:
    table = pq.read_table(path)
    pq.write_table(table.append_column(column, table[column]), path)


@pytest.mark.parametrize("column", [*TRACK_NAMES, "metadata", "duration_s", "notes"])
def test_a_column_that_stands_twice_disables_its_shard(tmp_path: Path, column: str) -> None:
    write_shard(tmp_path / "dev-00000-of-00002.parquet", [row("one")])
    bad = tmp_path / "dev-00001-of-00002.parquet"
    write_shard(bad, [row("two", notes="x")], types(notes=pa.string()))
    repeat(bad, column)
    split = open_corpus(tmp_path).split()
    first = f"{bad.name}, column {column}: expected each column once, found 2 of that name"
    assert str(split.load("two").problems[0]) == first
    assert not split.load("two").is_scorable
    assert split.load("one").is_scorable


def test_ids_that_stand_twice_leave_their_shard_out(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.parquet", [row("one")])
    write_shard(tmp_path / "b.parquet", [row("two")])
    repeat(tmp_path / "b.parquet", "conversation_id")
    corpus = open_corpus(tmp_path)
    message = "b.parquet, column conversation_id: expected each column once, found 2 of that name"
    assert [str(problem) for problem in corpus.problems] == [message]
    assert corpus.split().conversation_ids == ("one",)


def latin(text: bytes) -> pa.Array:
    """A text of one row that is no UTF-8."""
    ends = np.array([0, len(text)], np.int32)
    return pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(ends), pa.py_buffer(text)])


@pytest.mark.parametrize("column", ["conversation_id", "metadata", "speaker_1_annotation_a"])
def test_text_that_is_no_utf_8_spares_the_others(tmp_path: Path, column: str) -> None:
    write_shard(tmp_path / "dev-00000-of-00002.parquet", [row("one")])
    bad = tmp_path / "dev-00001-of-00002.parquet"
    write_shard(bad, [row("two")])
    table, text = pq.read_table(bad), latin(b"caf\xe9")
    if column == "metadata":
        text = pa.StructArray.from_arrays([text], ["title"])
    elif column == "speaker_1_annotation_a":
        times = pa.array([1.0])
        one = pa.StructArray.from_arrays([times, times, text, text], [field.name for field in SEGMENT])
        text = pa.ListArray.from_arrays([0, 1], one)
    pq.write_table(table.set_column(table.schema.get_field_index(column), column, text), bad)
    corpus = open_corpus(tmp_path)
    split = corpus.split()
    assert split.load("one").is_scorable
    if column == "conversation_id":
        expected, hint, problems = "a text that is not empty", "", corpus.problems
    else:
        expected, hint = "a cell that can be read", " (is the file damaged?)"
        problems = split.load("two").problems
    assert [str(problem) for problem in problems] == [
        f"{bad.name}, row 0, {column}: expected {expected}, found text in another encoding{hint}"
    ]


def test_a_shard_that_has_changed_since_it_was_opened_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "dev.parquet"
    write_shard(path, [row("one"), row("two")])
    split = open_corpus(tmp_path).split()
    write_shard(path, [row("two"), row("one"), row("three")])
    message = (
        "dev.parquet: expected the file that was opened, found another or a changed one "
        "(has it changed since it was opened? reload)"
    )
    assert [str(problem) for problem in split.load("one").problems] == [message]
    assert split.durations() == {"one": float("inf"), "two": float("inf")}


def test_a_damaged_cell_takes_nothing_else_along(tmp_path: Path) -> None:
    write_shard(tmp_path / "dev-00000-of-00002.parquet", [row("one")])
    bad = tmp_path / "dev-00001-of-00002.parquet"
    write_shard(bad, [row("two")])
    damage(bad, "speaker_1_annotation_a.list.element.label")
    split = open_corpus(tmp_path).split()
    message = (
        "dev-00001-of-00002.parquet, row 0, speaker_1_annotation_a: expected a cell that can be read, "
        "found bytes that are not parquet (is the file damaged?)"
    )
    check_beside_good(split, ERROR, 5, [message])
    assert split.durations() == {"one": 4.0, "two": 4.0}


def test_a_damaged_sound_disables_its_conversation_and_is_looked_at_again(tmp_path: Path) -> None:
    cell = encoded(tmp_path, sound())
    sounds = {"speaker_1_audio": cell, "speaker_2_audio": cell}
    shard = tmp_path / "dev.parquet"
    write_shard(shard, [row("two", **sounds)])
    whole, times = shard.read_bytes(), shard.stat()
    damage(shard, "speaker_2_audio")
    os.utime(shard, ns=(times.st_atime_ns, times.st_mtime_ns))
    loaded = open_corpus(tmp_path).split().load("two")
    message = (
        "dev.parquet, row 0, speaker_2_audio: expected audio, "
        "found a part of the shard that cannot be read (is the file damaged?)"
    )
    assert [str(problem) for problem in loaded.problems] == [message]
    assert loaded.audio is None
    shard.write_bytes(whole)
    os.utime(shard, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert open_corpus(tmp_path).split().load("two").is_scorable


def test_ids_are_unique_across_the_shards_of_a_split(tmp_path: Path) -> None:
    write_shard(tmp_path / "dev-00000-of-00002.parquet", [row("one"), row("two"), row(None)])
    write_shard(tmp_path / "dev-00001-of-00002.parquet", [row("two")])
    corpus = open_corpus(tmp_path)
    again = (
        "dev-00001-of-00002.parquet, row 0, conversation_id: expected each conversation once, "
        'found "two" again'
    )
    assert [str(problem) for problem in corpus.problems] == [
        "dev-00000-of-00002.parquet, row 2, conversation_id: expected a text that is not empty, found null",
        again,
    ]
    check_beside_good(corpus.split(), ERROR, 6, [again])


def test_a_missing_shard_is_noticed_from_the_names_of_the_others(tmp_path: Path) -> None:
    write_shard(tmp_path / "corpus" / "dev-00001-of-00002.parquet", [row("one")])
    corpus = open_corpus(tmp_path / "corpus")
    assert [str(problem) for problem in corpus.problems] == [
        "corpus: expected 2 shards, as their names say, found no shard 0"
    ]
    assert corpus.split().load("one").is_scorable


@pytest.mark.parametrize("kind", ["WAV", "FLAC"])
@pytest.mark.parametrize("as_struct", [True, False])
def test_sound_in_a_cell_is_read_alone_and_exactly(tmp_path: Path, kind: str, as_struct: bool) -> None:
    values = [sound(seed=1), sound(seed=2)]
    cells: list[Any] = [encoded(tmp_path, one, kind) for one in values]
    changed = {}
    if as_struct:
        cells = [{"bytes": cell, "path": "../../etc/passwd"} for cell in cells]
        changed = dict.fromkeys(
            ("speaker_1_audio", "speaker_2_audio"),
            pa.struct([("bytes", pa.binary()), ("path", pa.string())]),
        )
    rows = [row(name, speaker_1_audio=cells[0], speaker_2_audio=cells[1]) for name in ("one", "two")]
    rows.append(row("swapped", speaker_1_audio=cells[1], speaker_2_audio=cells[0]))
    write_shard(tmp_path / "x.parquet", rows, changed)
    split = open_corpus(tmp_path).split()
    source = split.load("two").audio
    assert source is not None
    assert source.read(31990, 99999)[:, 0].tolist() == values[0][31990:, 0].tolist()
    assert source.read(5, 17)[:, 1].tolist() == values[1][5:17, 0].tolist()
    same, swapped = split.audio("one"), split.audio("swapped")
    assert same is not None
    assert swapped is not None
    assert same.key == source.key, "the same bytes are the same sound"
    assert swapped.key != source.key


def test_a_table_of_labels_alone_may_lack_texts(tmp_path: Path) -> None:
    bare = pa.list_(pa.struct([field for field in SEGMENT if field.name != "text"]))
    one = row("one", speaker_1_annotation_a=[{"start_s": 0.5, "end_s": 1.5, "label": "Filler"}])
    write_shard(tmp_path / "x.parquet", [one], types(speaker_1_annotation_a=bare))
    loaded = open_corpus(tmp_path).split().load("one")
    assert loaded.problems == ()
    assert loaded.conversation is not None
    assert loaded.conversation.track(1, "a").texts == ("",)
