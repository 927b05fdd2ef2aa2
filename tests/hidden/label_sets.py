"""Two corpora that differ in nothing but their hidden labels, and score alike when pooled.

Conversations come in pairs of one length, one type and the same decisions; the second label set gives
each the labels of its partner. So every event is another, and every sum is the same.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, Literal

import yaml

from tests.cases import Case, score_cases

Which = Literal["alpha", "beta"]


def pairs() -> list[tuple[Case, Case]]:
    """Return the vector cases in pairs, the last of an odd number left out."""
    cases = score_cases()
    return list(zip(cases[0::2], cases[1::2], strict=False))


def conversations(which: Which) -> list[dict[str, Any]]:
    """Return the conversations with one of the label sets, its words marked with its name."""
    found = []
    for first, second in pairs():
        labels = [first["annotations"], second["annotations"]]
        for case, own in zip((first, second), labels if which == "alpha" else labels[::-1], strict=True):
            facts = {
                "conversation_id": case["conversation_id"],
                "duration_s": max(first["duration_s"], second["duration_s"]),
                "metadata": first.get("metadata"),
            }
            found.append(facts | {"annotations": marked(own, which)})
    return found


def marked(tracks: dict[str, Any], which: Which) -> dict[str, Any]:
    """Return tracks whose every text names its label set."""
    own = copy.deepcopy(tracks)
    for of_speaker in own.values():
        for rows in of_speaker.values():
            for row in rows or ():
                row["text"] = f"SECRET {which} {row.get('text', '')}"
    return own


def predictions() -> dict[str, Any]:
    """Return the decisions, the same for both of a pair."""
    rows = [
        {"conversation_id": case["conversation_id"]}
        | {f"speaker_{speaker}": first["decisions"][f"speaker_{speaker}"] for speaker in (1, 2)}
        for first, second in pairs()
        for case in (first, second)
    ]
    return {"schema_version": 1, "predictions": rows}


def write(folder: Path, cases: list[dict[str, Any]], *, labels: str = "hidden") -> Path:
    """Write a corpus of one split, ``test``, with the decisions as a model; return its manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cases.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    (folder / "predictions.json").write_text(json.dumps(predictions()), encoding="utf-8")
    source = {"format": "json", "path": "cases.json"}
    manifest = {
        "schema_version": 1,
        "title": "Blind",
        "splits": {"test": {"role": "test", "labels": labels, "source": source}},
        "models": [{"name": "m", "predictions": {"test": "predictions.json"}}],
    }
    path = folder / "data_manifest.yaml"
    path.write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    return path
