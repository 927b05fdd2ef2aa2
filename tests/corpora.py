"""Small corpora on disk for tests: conversation JSON made of vector cases, with models beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from tests.cases import Case, score_cases
from viewer.workspace import SplitWork, Workspace, open_workspace

CHOSEN = ("1000", "1001", "1003", "8003")


def chosen_cases() -> list[Case]:
    """Return a few vector cases: three of them rich, one drawn by hand."""
    return [case for case in score_cases() if case["conversation_id"] in CHOSEN]


def predictions_of(cases: list[Case]) -> dict[str, Any]:
    """Return the predictions document of vector cases."""
    rows = [
        {"conversation_id": case["conversation_id"]}
        | {f"speaker_{speaker}": case["decisions"][f"speaker_{speaker}"] for speaker in (1, 2)}
        for case in cases
    ]
    return {"schema_version": 1, "predictions": rows}


def write_corpus(folder: Path, *, labels: str = "public", partial: bool = False) -> Path:
    """Write a manifest with one split and one model; partial: the model leaves a conversation out."""
    cases = chosen_cases()
    (folder / "cases.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    predictions = predictions_of(cases[1:] if partial else cases)
    (folder / "predictions.json").write_text(json.dumps(predictions), encoding="utf-8")
    manifest = {
        "schema_version": 1,
        "title": "Vectors",
        "splits": {
            "dev": {"role": "dev", "labels": labels, "source": {"format": "json", "path": "cases.json"}}
        },
        "models": [{"name": "m", "title": "Model M", "predictions": {"dev": "predictions.json"}}],
    }
    path = folder / "data_manifest.yaml"
    path.write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    return path


def open_vectors(folder: Path, **options: Any) -> Workspace:
    """Write and open such a corpus."""
    return open_workspace(write_corpus(folder, **options))


def split_of(folder: Path, **options: Any) -> SplitWork:
    """Return the one split of such a corpus."""
    return open_vectors(folder, **options).split()
