"""Seeded dialogues of the benchmark's size: label density, decisions and sound like the public corpus."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from viewer.dialogue.taxonomy import LABEL_CLASSES

Case = dict[str, Any]

DIALOGUE_S = 690.0
SPLIT_SIZE = 38
GAP_S = 2.5
SHARE_OF_TURNS = 0.55
JITTER_S = 0.06
DECISIONS_PER_MINUTE = 5.0
LABELS = list(LABEL_CLASSES)


def make_case(name: str, rng: np.random.Generator, duration_s: float = DIALOGUE_S) -> Case:
    """Return one conversation as the vectors write it, with decisions."""
    annotations = {f"speaker_{speaker}": _tracks(rng, duration_s) for speaker in (1, 2)}
    decisions = {
        f"speaker_{speaker}": {
            "eot": _decisions(annotations[f"speaker_{speaker}"]["a"], rng, duration_s),
            "interruption": _decisions(annotations[f"speaker_{speaker}"]["b"], rng, duration_s),
        }
        for speaker in (1, 2)
    }
    return {
        "conversation_id": name,
        "duration_s": duration_s,
        "annotations": annotations,
        "decisions": decisions,
    }


def make_split(rng: np.random.Generator) -> list[Case]:
    """Return a split of the size of the public dev split."""
    return [make_case(str(number), rng) for number in range(SPLIT_SIZE)]


def _tracks(rng: np.random.Generator, duration_s: float) -> dict[str, list[Case]]:
    truth = []
    time = rng.uniform(0, 3)
    while time < duration_s - 9:
        is_turn = rng.random() < SHARE_OF_TURNS
        length = rng.uniform(1.0, 8.0) if is_turn else rng.uniform(0.3, 1.5)
        label = "Normal Turn" if is_turn else LABELS[rng.integers(len(LABELS))]
        truth.append((time, time + length, label))
        time += length + rng.exponential(GAP_S)
    return {annotator: [_heard(segment, rng) for segment in truth] for annotator in "abc"}


def _heard(segment: tuple[float, float, str], rng: np.random.Generator) -> Case:
    """Return one annotator's version of a segment: boundaries jittered, now and then another label."""
    start, end, label = segment
    heard = label if rng.random() < 0.92 else LABELS[rng.integers(len(LABELS))]
    jitter = rng.normal(0, JITTER_S, 2)
    first = round(max(0.0, start + jitter[0]), 3)
    return {
        "start_s": first,
        "end_s": round(max(first + 0.05, end + jitter[1]), 3),
        "label": heard,
        "text": "so what I meant was that",
    }


def _decisions(track: list[Case], rng: np.random.Generator, duration_s: float) -> list[float]:
    ends = [row["end_s"] + rng.exponential(0.4) for row in track if rng.random() < 0.8]
    strays = rng.uniform(0, duration_s, round(duration_s / 60 * DECISIONS_PER_MINUTE)).tolist()
    return sorted({round(min(time, duration_s), 3) for time in [*ends, *strays]})


def predictions_of(cases: list[Case]) -> Case:
    """Return the predictions document of conversations with decisions."""
    rows = [{"conversation_id": case["conversation_id"], **case["decisions"]} for case in cases]
    return {"schema_version": 1, "predictions": rows}


def write_corpus(
    folder: Path, rng: np.random.Generator, *, count: int, duration_s: float, rate_hz: int
) -> Path:
    """Write a conversation JSON corpus with sound and two models; return its manifest."""
    cases = [make_case(f"bench-{number}", rng, duration_s) for number in range(count)]
    for case in cases:
        case["audio"] = {
            f"speaker_{speaker}": _sound(folder, case, speaker, rng, rate_hz) for speaker in (1, 2)
        }
    (folder / "cases.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    other = [{**case, "decisions": make_case("", rng, duration_s)["decisions"]} for case in cases]
    for name, rows in (("first", cases), ("second", other)):
        (folder / f"{name}.json").write_text(json.dumps(predictions_of(rows)), encoding="utf-8")
    manifest = folder / "data_manifest.yaml"
    manifest.write_text(
        "schema_version: 1\ntitle: Bench\nsplits:\n  dev: {role: dev, labels: public, "
        "source: {format: json, path: cases.json}}\nmodels:\n"
        "  - {name: first, title: First, predictions: {dev: first.json}}\n"
        "  - {name: second, title: Second, predictions: {dev: second.json}}\n",
        encoding="utf-8",
    )
    return manifest


def write_empty_corpus(folder: Path) -> Path:
    """Write a corpus of one empty dialogue: what the page costs with nothing in it."""
    case = {"conversation_id": "empty", "duration_s": 720.0, "annotations": {}}
    path = folder / "cases.json"
    path.write_text(json.dumps(case), encoding="utf-8")
    return path


def _sound(folder: Path, case: Case, speaker: int, rng: np.random.Generator, rate_hz: int) -> str:
    """Write noise where the first annotator heard something."""
    samples = round(case["duration_s"] * rate_hz)
    level = np.full(samples, 0.001, dtype=np.float32)
    for row in case["annotations"][f"speaker_{speaker}"]["a"]:
        level[round(row["start_s"] * rate_hz) : round(row["end_s"] * rate_hz)] = 0.15
    name = f"{case['conversation_id']}-{speaker}.wav"
    soundfile.write(
        folder / name, level * rng.standard_normal(samples, dtype=np.float32), rate_hz, subtype="PCM_16"
    )
    return name
