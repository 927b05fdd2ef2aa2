"""The sealed corpus in the other forms in which a corpus lies on disk: parquet shards, conversation JSON."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import yaml

from tests.hidden.sealed_corpus import (
    CHANGED_NS,
    DURATION_S,
    GENDERS,
    MODEL,
    SECRET,
    SPLIT,
    TYPES,
    Label,
    Which,
    labels,
    names,
    write_models,
)

FORMATS = ("parquet", "json")


def write_as(form: str, folder: Path, which: Which, sound: Path) -> Path:
    """Write the hidden split with one label set in another form; return its manifest."""
    folder.mkdir(parents=True)
    rows = [_row(number, name, which) for number, name in enumerate(names())]
    if form == "json":
        path = "cases.json"
        (folder / path).write_text(json.dumps({"cases": [_with_paths(row, sound) for row in rows]}))
    else:
        path = "shards"
        _write_shards(folder / path, rows, sound)
    write_models(folder)
    manifest = {
        "schema_version": 1,
        "title": "Sealed",
        "splits": {SPLIT: {"role": "test", "labels": "hidden", "source": {"format": form, "path": path}}},
        "models": [{"name": MODEL, "predictions": {SPLIT: f"{MODEL}-{SPLIT}.json"}}],
    }
    found = folder / "data_manifest.yaml"
    found.write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    return found


def _row(number: int, name: str, which: Which) -> dict[str, Any]:
    one, other = GENDERS[number % 3]
    own = labels(which)[number]
    return {
        "conversation_id": name,
        "duration_s": DURATION_S,
        "metadata": {
            "conversation_type": TYPES[number % 6],
            "speaker_1_actor_gender": one,
            "speaker_2_actor_gender": other,
        },
        "annotations": {
            f"speaker_{speaker}": {
                annotator: [_segment(row, which) for row in own if row.speaker == speaker]
                for annotator in "abc"
            }
            for speaker in (1, 2)
        },
    }


def _segment(row: Label, which: Which) -> dict[str, Any]:
    return {"start_s": row.start_s, "end_s": row.end_s, "label": row.label, "text": f"{SECRET} {which}"}


def _with_paths(row: dict[str, Any], sound: Path) -> dict[str, Any]:
    folder = sound / row["conversation_id"]
    paths = {f"speaker_{one}": str(folder / f"speaker_{one}_audio.wav") for one in (1, 2)}
    return {key: value for key, value in row.items() if key != "duration_s"} | {"audio": paths}


def _write_shards(folder: Path, rows: list[dict[str, Any]], sound: Path) -> None:
    folder.mkdir()
    table = [
        {"conversation_id": row["conversation_id"], "metadata": row["metadata"]}
        | {
            f"speaker_{one}_audio": (sound / row["conversation_id"] / f"speaker_{one}_audio.wav").read_bytes()
            for one in (1, 2)
        }
        | {
            f"{speaker}_annotation_{annotator}": segments
            for speaker, tracks in row["annotations"].items()
            for annotator, segments in tracks.items()
        }
        for row in rows
    ]
    path = folder / f"{SPLIT}-00000-of-00001.parquet"
    pq.write_table(pa.Table.from_pylist(table), path, row_group_size=1)
    os.utime(path, ns=(CHANGED_NS, CHANGED_NS))
