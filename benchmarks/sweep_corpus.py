"""A split of the size of the public dev split with one model's probabilities: 1.3 million values."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from benchmarks.dialogues import make_split, predictions_of
from tests.cases import conversation_of
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.decisions import Probabilities
from viewer.dialogue.protocol import Task
from viewer.dialogue.segments import FloatArray

RATE_HZ = 25.0
MODEL = "swept"
SEED = 611
THETA = 0.62


def probabilities_of(conversations: list[Conversation], rng: np.random.Generator) -> Probabilities:
    """Return smooth probabilities that rise at the ends of segments, and now and then elsewhere."""
    entries = {one.conversation_id: (_track(one, 1, rng), _track(one, 2, rng)) for one in conversations}
    return Probabilities(Task.EOT, RATE_HZ, entries)


def _track(conversation: Conversation, speaker: int, rng: np.random.Generator) -> FloatArray:
    frames = int(conversation.duration_s * RATE_HZ)
    level = np.full(frames, -3.0)
    ends = conversation.track(speaker, "a").end_s + rng.exponential(
        0.3, len(conversation.track(speaker, "a").end_s)
    )
    strays = rng.uniform(0, conversation.duration_s, 40)
    for time in (*ends, *strays):
        first = int(time * RATE_HZ)
        level[first : first + int(rng.integers(5, 40))] += rng.uniform(2, 7)
    smooth = np.convolve(level + rng.normal(0, 0.6, frames), np.ones(9) / 9, mode="same")
    track: FloatArray = 1 / (1 + np.exp(-smooth))
    return track


def write_dev_split(folder: Path) -> Path:
    """Write the split as conversation JSON with one model; return its manifest."""
    rng = np.random.default_rng(SEED)
    cases = make_split(rng)
    conversations = [conversation_of(case) for case in cases]
    probabilities = probabilities_of(conversations, rng)
    rows = [
        {
            "conversation_id": name,
            "speaker_1": {"prob": first.tolist()},
            "speaker_2": {"prob": second.tolist()},
        }
        for name, (first, second) in probabilities.entries.items()
    ]
    document = {"schema_version": 1, "task": "eot", "frame_rate_hz": RATE_HZ, "probs": rows}
    (folder / "probs-eot.json").write_text(json.dumps(document), encoding="utf-8")
    (folder / "predictions.json").write_text(json.dumps(predictions_of(cases)), encoding="utf-8")
    (folder / "cases.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    manifest = folder / "data_manifest.yaml"
    manifest.write_text(
        "schema_version: 1\ntitle: Bench\nsplits:\n  dev: {role: dev, labels: public, "
        "source: {format: json, path: cases.json}}\nmodels:\n"
        f"  - {{name: {MODEL}, title: Swept, predictions: {{dev: predictions.json}}, "
        f"probabilities: {{dev: {{eot: probs-eot.json}}}}, theta: {{eot: {THETA}}}}}\n",
        encoding="utf-8",
    )
    return manifest


def value_count(probabilities: Probabilities) -> int:
    """Return how many values there are."""
    return sum(len(track) for pair in probabilities.entries.values() for track in pair)
