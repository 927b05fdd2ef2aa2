"""The shared vectors: files of the benchmark's own scorer, read once per run."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation, Metadata
from viewer.dialogue.segments import Segment, Track

VECTORS = Path(__file__).resolve().parent / "vectors"

Case = dict[str, Any]


@cache
def read_vectors(name: str) -> Case:
    """Return one of the vectors' JSON files, for example ``score.json``; not to be changed."""
    document: Case = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return document


def score_cases() -> list[Case]:
    """Return the 162 conversations of ``score.json``."""
    cases: list[Case] = read_vectors("score.json")["cases"]
    return cases


def variant_cases() -> list[Case]:
    """Return the 16 conversations that are scored with other protocol parameters."""
    cases: list[Case] = read_vectors("variants.json")["cases"]
    return cases


def case_id(case: Case) -> str:
    """Name a case in a test's parameters."""
    return f"{case['conversation_id']}-{case.get('kind', 'case')}"


def conversation_of(case: Case) -> Conversation:
    """Build the domain object of a case; an annotator that the case does not list gets no track."""
    tracks = {
        (speaker, annotator): Track.from_segments(
            Segment(row["start_s"], row["end_s"], row["label"], row.get("text", "")) for row in rows
        )
        for speaker in SPEAKERS
        for annotator in ANNOTATORS
        if (rows := case["annotations"][f"speaker_{speaker}"].get(annotator)) is not None
    }
    metadata = Metadata(**(case.get("metadata") or {}))
    return Conversation(case["conversation_id"], case["duration_s"], tracks, metadata)


def close_to(tree: Any) -> Any:
    """Return an expectation for a JSON value: numbers with a fraction to 1e-9, all else exactly."""
    if isinstance(tree, dict):
        return {key: close_to(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [close_to(value) for value in tree]
    return pytest.approx(tree, rel=0, abs=1e-9) if isinstance(tree, float) else tree
