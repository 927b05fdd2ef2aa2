"""The dialogues of the page's figures: 12 minutes with 2,000 segments, two hours with 15,360, four models."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from benchmarks.dialogues import LABELS, Case, predictions_of

MODELS = ("first", "second", "third", "fourth")
TASKS = ("eot", "interruption")
TIERS = 8
"""Three annotators and the consensus, for each of two speakers."""
JITTER_S = 0.04
NOISE_S = 7.0
TEXT = "so what I meant was that we could take the later train and walk from there"


@dataclass(frozen=True)
class Size:
    """How much one benchmark dialogue holds.

    Parameters
    ----------
    name
        What figures call it.
    duration_s
        Its length.
    segments
        Segments of all eight tiers together.
    decisions
        Decisions of all four models together.
    rate_hz
        Sample rate of its sound.
    """

    name: str
    duration_s: float
    segments: int
    decisions: int
    rate_hz: int

    @property
    def segments_of_a_tier(self) -> int:
        """Segments of one annotator's track of one speaker."""
        return self.segments // TIERS

    @property
    def decisions_of_a_unit(self) -> int:
        """Decisions of one model on one task of one speaker."""
        return self.decisions // (len(MODELS) * len(TASKS) * 2)


TWELVE_MINUTES = Size("12 min", 720.0, 2_000, 2_000, 48_000)
TWO_HOURS = Size("2 h", 7_200.0, 15_360, 20_000, 16_000)


def write_corpus(folder: Path, rng: np.random.Generator, size: Size, *, count: int) -> Path:
    """Write a corpus of `count` dialogues of a size, with sound and four models; return its manifest."""
    folder.mkdir()
    names = [f"bench-{number}" for number in range(count)]
    tracks = [{speaker: _tracks(rng, size) for speaker in (1, 2)} for _ in names]
    cases = []
    for name, speakers in zip(names, tracks, strict=True):
        sound = {
            f"speaker_{speaker}": _sound(folder, name, speaker, speakers[speaker], rng, size)
            for speaker in (1, 2)
        }
        annotations = {f"speaker_{speaker}": heard for speaker, heard in speakers.items()}
        cases.append(
            {
                "conversation_id": name,
                "duration_s": size.duration_s,
                "annotations": annotations,
                "audio": sound,
            }
        )
    (folder / "cases.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    for model in MODELS:
        rows = [
            {"conversation_id": name, "decisions": _model(rng, speakers, size)}
            for name, speakers in zip(names, tracks, strict=True)
        ]
        (folder / f"{model}.json").write_text(json.dumps(predictions_of(rows)), encoding="utf-8")
    lines = "".join(
        f"  - {{name: {model}, title: {model.title()}, predictions: {{dev: {model}.json}}}}\n"
        for model in MODELS
    )
    manifest = folder / "data_manifest.yaml"
    manifest.write_text(
        "schema_version: 1\ntitle: Bench\nsplits:\n  dev: {role: dev, labels: public, "
        f"source: {{format: json, path: cases.json}}}}\nmodels:\n{lines}",
        encoding="utf-8",
    )
    return manifest


def _tracks(rng: np.random.Generator, size: Size) -> dict[str, list[Case]]:
    """Return what three annotators heard of one speaker: the same events, boundaries jittered."""
    count = size.segments_of_a_tier
    is_turn = rng.random(count) < 0.55
    lengths = np.where(is_turn, rng.uniform(1.0, 6.0, count), rng.uniform(0.3, 1.2, count))
    steps = lengths + 0.15 + rng.exponential(1.2, count)
    scale = (size.duration_s - 9) / float(np.sum(steps))
    starts = 1.0 + (np.cumsum(steps) - steps) * scale
    labels = ["Normal Turn" if turn else LABELS[int(rng.integers(len(LABELS)))] for turn in is_turn]
    truth = list(zip(starts.tolist(), (starts + lengths * scale).tolist(), labels, strict=True))
    return {annotator: [_heard(one, rng) for one in truth] for annotator in "abc"}


def _heard(segment: tuple[float, float, str], rng: np.random.Generator) -> Case:
    start, end, label = segment
    first, last = (round(float(time), 3) for time in np.array([start, end]) + rng.normal(0, JITTER_S, 2))
    heard = label if rng.random() < 0.92 else LABELS[int(rng.integers(len(LABELS)))]
    words = TEXT[: 4 + int(rng.integers(len(TEXT)))].strip()
    return {"start_s": max(0.0, first), "end_s": max(first + 0.05, last), "label": heard, "text": words}


def _model(rng: np.random.Generator, speakers: dict[int, dict[str, list[Case]]], size: Size) -> Case:
    return {
        f"speaker_{speaker}": {task: _decisions(rng, heard["a"], size) for task in TASKS}
        for speaker, heard in speakers.items()
    }


def _decisions(rng: np.random.Generator, track: list[Case], size: Size) -> list[float]:
    """Return decisions of which most follow an end and some follow nothing."""
    count = size.decisions_of_a_unit
    ends = np.array([row["end_s"] for row in track])
    near = rng.choice(ends, round(count * 0.75), replace=len(ends) < count)
    times = np.concatenate(
        [near + rng.exponential(0.5, len(near)), rng.uniform(0, size.duration_s, count - len(near))]
    )
    return sorted({round(float(time), 3) for time in np.minimum(times, size.duration_s)})


def _sound(
    folder: Path, name: str, speaker: int, tracks: dict[str, list[Case]], rng: np.random.Generator, size: Size
) -> str:
    """Write noise where the first annotator heard something, the same few seconds again and again."""
    samples = round(size.duration_s * size.rate_hz)
    noise = (
        (rng.standard_normal(round(NOISE_S * size.rate_hz)) * 3_000).clip(-32_768, 32_767).astype(np.int16)
    )
    pcm = np.resize(noise, samples)
    is_speech = np.zeros(samples, dtype=bool)
    for row in tracks["a"]:
        is_speech[round(row["start_s"] * size.rate_hz) : round(row["end_s"] * size.rate_hz)] = True
    pcm[~is_speech] //= 100
    path = f"{name}-{speaker}.wav"
    soundfile.write(folder / path, pcm, size.rate_hz, subtype="PCM_16")
    return path
