"""A small split in memory's reach: three conversations drawn by hand and models beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from viewer.workspace import SplitWork, open_workspace

TURN = "Normal Turn"
TAKING = "Floor-taking Competitive Interruption"
BACK = "Continuer Backchannel"
TYPES = {"1": "Casual/Spontaneous", "2": "Instructional", "3": "Casual/Spontaneous"}

Rows = list[tuple[float, float, str]]

# seconds  0    5    10   15   20   25   30
# speaker 1  |turn|      |turn|   |turn |
# speaker 2        |turn|  |back|           speaker 2 takes over at 5; 12 to 15 is a pause of speaker 1
SAID: dict[str, tuple[Rows, Rows]] = {
    "1": ([(1, 5, TURN), (10, 12, TURN), (15, 20, TURN)], [(6, 9, TURN), (16, 16.5, BACK)]),
    "2": ([(1, 4, TURN), (8, 12, TAKING)], [(4.5, 9, TURN), (10, 10.5, BACK)]),
    "3": ([(2, 6, TURN)], [(7, 12, TURN)]),
}


def case(name: str) -> dict[str, Any]:
    """Return a conversation: a and b hear what was said, c turns 0.3 s late and no backchannel."""
    annotations = {}
    for number, rows in enumerate(SAID[name], 1):
        plain: list[dict[str, Any]] = [
            {"start_s": float(start), "end_s": float(end), "label": label, "text": f"{name} says {row}"}
            for row, (start, end, label) in enumerate(rows)
        ]
        late = [{**row, "start_s": row["start_s"] + 0.3} for row in plain if row["label"] != BACK]
        annotations[f"speaker_{number}"] = {"a": plain, "b": plain, "c": late}
    return {
        "conversation_id": name,
        "duration_s": 30.0,
        "metadata": {"conversation_type": TYPES[name]},
        "annotations": annotations,
    }


def predictions(eot_delay_s: float, interruption_delay_s: float) -> dict[str, Any]:
    """Return a model that commits that long after every turn's end and every backchannel's start."""
    rows = []
    for name, said in SAID.items():
        row: dict[str, Any] = {"conversation_id": name}
        for number, segments in enumerate(said, 1):
            ends = [end + eot_delay_s for _, end, label in segments if label != BACK]
            starts = [start + interruption_delay_s for start, _, label in segments if label != TURN]
            row[f"speaker_{number}"] = {"eot": ends, "interruption": starts}
        rows.append(row)
    return {"schema_version": 1, "predictions": rows}


MODELS = {"quick": (0.2, 0.1), "edgy": (2.96, 0.2), "never": (8.0, 9.0)}


def write_small(folder: Path, *, labels: str = "public", models: tuple[str, ...] = ("quick", "edgy")) -> Path:
    """Write the corpus and return its manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cases.json").write_text(json.dumps({"cases": [case(name) for name in SAID]}))
    for name in models:
        (folder / f"{name}.json").write_text(json.dumps(predictions(*MODELS[name])))
    manifest = {
        "schema_version": 1,
        "title": "Small",
        "splits": {
            "dev": {"role": "dev", "labels": labels, "source": {"format": "json", "path": "cases.json"}}
        },
        "models": [{"name": name, "predictions": {"dev": f"{name}.json"}} for name in models],
    }
    path = folder / "data_manifest.yaml"
    path.write_text(yaml.safe_dump(manifest, sort_keys=False))
    return path


def small_split(folder: Path, **options: Any) -> SplitWork:
    """Return the one split of such a corpus."""
    return open_workspace(write_small(folder, **options)).split()
