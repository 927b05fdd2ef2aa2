"""Small corpora for the tests: one good conversation, and room for a bad one beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq
import soundfile

RATE = 8000
SECONDS = 4
SAMPLES = RATE * SECONDS
DURATIONS = {"one": 4.0, "two": 4.0}

SEGMENT = pa.struct(
    [("start_s", pa.float64()), ("end_s", pa.float64()), ("label", pa.string()), ("text", pa.string())]
)
CUE = "1\n00:00:00,500 --> 00:00:01,500\n[Normal Turn] so what I meant was\n\n"
ROW = {"start_s": 0.5, "end_s": 1.5, "label": "Normal Turn", "text": "so what I meant was"}
METADATA = {
    "conversation_type": "Instructional",
    "speaker_1_actor_id": "A1",
    "speaker_2_actor_id": "A2",
    "speaker_1_actor_gender": "female",
    "speaker_2_actor_gender": "male",
}
TRACK_NAMES = [f"speaker_{n}_annotation_{a}" for n in (1, 2) for a in "abc"]

Pcm = npt.NDArray[np.int16]


def sound(samples: int = SAMPLES, channels: int = 1, *, seed: int = 0, rate: int = RATE) -> Pcm:
    """A gliding tone under a little noise: no two stretches of it are alike."""
    time = np.arange(samples) / rate
    tone = np.sin(2 * np.pi * (200 + 40 * np.sin(time)) * time)[:, None]
    noise = np.random.default_rng(seed).standard_normal((samples, channels)) * 200
    return np.asarray(tone * 6000 + noise, dtype=np.int16)


def write_audio(path: Path, values: Pcm, rate: int = RATE, **options: str) -> None:
    """Write in pieces: libsndfile's Vorbis encoder cannot take a long sound at once."""
    with soundfile.SoundFile(path, "w", rate, values.shape[1], **options) as file:
        for begin in range(0, len(values), 20000):
            file.write(values[begin : begin + 20000])


def encoded(folder: Path, values: Pcm, kind: str = "WAV", rate: int = RATE) -> bytes:
    path = folder / "encoded.bin"
    write_audio(path, values, rate, format=kind)
    data = path.read_bytes()
    path.unlink()
    return data


def write_folder(root: Path, name: str) -> Path:
    """A conversation as a folder, with all six tracks and nothing wrong."""
    folder = root / name
    folder.mkdir(parents=True)
    write_audio(folder / "speaker_1_audio.wav", sound(seed=1))
    write_audio(folder / "speaker_2_audio.wav", sound(seed=2))
    for track in TRACK_NAMES:
        (folder / f"{track}.srt").write_text(CUE, "utf-8")
    (folder / "metadata.json").write_text(json.dumps(METADATA), "utf-8")
    return folder


def conversation(name: str = "two", **changes: Any) -> dict[str, Any]:
    """A conversation as JSON, with all six tracks; a change to None removes a key."""
    tracks = {f"speaker_{n}": {a: [dict(ROW)] for a in "abc"} for n in (1, 2)}
    case = {"conversation_id": name, "duration_s": 4.0, "metadata": METADATA, "annotations": tracks}
    case |= changes
    return {key: value for key, value in case.items() if value is not None}


def with_track(rows: Any) -> dict[str, Any]:
    """A conversation whose first track is given."""
    case = conversation()
    case["annotations"]["speaker_1"]["a"] = rows
    return case


def predictions(*names: str, **changes: Any) -> dict[str, Any]:
    """A good submission for some conversations."""
    lists = {"eot": [0.5, 1.25], "interruption": []}
    entries = [{"conversation_id": one, "speaker_1": lists, "speaker_2": lists} for one in names]
    return _unshared({"schema_version": 1, "predictions": entries} | changes)


def probabilities(*names: str, rate: float = 2.0, **changes: Any) -> dict[str, Any]:
    """A good probabilities file for some conversations of four seconds."""
    values = {"prob": [0.0, 0.25, 1.0, 0.5, 0.125, 0.75, 0.1, 0.9]}
    entries = [{"conversation_id": one, "speaker_1": values, "speaker_2": values} for one in names]
    head = {"schema_version": 1, "task": "eot", "frame_rate_hz": rate}
    return _unshared(head | {"probs": entries} | changes)


def _unshared(document: dict[str, Any]) -> dict[str, Any]:
    """The same document with no list in two places."""
    copy: dict[str, Any] = json.loads(json.dumps(document))
    return copy


def row(name: str | None, **changes: Any) -> dict[str, Any]:
    """A conversation as a parquet row without sound."""
    tracks = {track: [dict(ROW)] for track in TRACK_NAMES}
    return {"conversation_id": name, "duration_s": 4.0, "metadata": METADATA, **tracks} | changes


def write_shard(
    path: Path, rows: Sequence[Mapping[str, Any]], types: Mapping[str, pa.DataType] | None = None
) -> None:
    """Write rows as a shard with the corpus's types, except those given."""
    known: dict[str, pa.DataType] = {
        "conversation_id": pa.string(),
        "duration_s": pa.float64(),
        "metadata": pa.struct([(key, pa.string()) for key in METADATA]),
        "speaker_1_audio": pa.binary(),
        "speaker_2_audio": pa.binary(),
        **dict.fromkeys(TRACK_NAMES, pa.list_(SEGMENT)),
    } | dict(types or {})
    columns = {key: pa.array([one[key] for one in rows], known[key]) for key in rows[0]}
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)


def write_json(path: Path, content: Any) -> Path:
    path.write_text(json.dumps(content), "utf-8")
    return path
