"""The sweep vectors as a corpus on disk: a model with probabilities, and decisions of its operating point."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import yaml

from tests.cases import VECTORS, conversation_of, read_vectors
from viewer.dialogue.protocol import Task
from viewer.loaders import load_probabilities
from viewer.scoring.sweep import decisions_at

MODEL = "swept"


def write_swept_corpus(
    folder: Path, task: Task = Task.EOT, *, labels: str = "public", theta: float | None = None
) -> Path:
    """Write a manifest of the sweep vectors; ``theta`` is the one that the model commits to."""
    cases = read_vectors(f"sweep-{task}/conversations.json")["cases"]
    (folder / "cases.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    name = f"probs-{task}.json"
    shutil.copyfile(VECTORS / f"sweep-{task}" / name, folder / name)
    durations = {case["conversation_id"]: conversation_of(case).duration_s for case in cases}
    point = theta or read_vectors(f"sweep-{task}/expected.json")["operating_point"]["theta"]
    decided = decisions_at(load_probabilities(folder / name, durations), point)
    rows = [
        {
            "conversation_id": one,
            **{
                f"speaker_{speaker}": {
                    "eot": decided.decisions(one, speaker).eot.tolist(),
                    "interruption": decided.decisions(one, speaker).interruption.tolist(),
                }
                for speaker in (1, 2)
            },
        }
        for one in durations
    ]
    predictions = {"schema_version": 1, "predictions": rows}
    for file in ("predictions.json", "plain.json"):
        (folder / file).write_text(json.dumps(predictions), encoding="utf-8")
    model: dict[str, Any] = {
        "name": MODEL,
        "title": "Swept model",
        "predictions": {"dev": "predictions.json"},
        "probabilities": {"dev": {str(task): name}},
    }
    if theta is not None:
        model["theta"] = {str(task): theta}
    manifest = {
        "schema_version": 1,
        "title": "Sweep vectors",
        "splits": {
            "dev": {"role": "dev", "labels": labels, "source": {"format": "json", "path": "cases.json"}}
        },
        "models": [model, {"name": "plain", "title": "Plain model", "predictions": {"dev": "plain.json"}}],
    }
    path = folder / "data_manifest.yaml"
    path.write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    return path
