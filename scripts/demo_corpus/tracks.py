"""The text files of a dialogue: its exact truth (JSON), its annotation tracks (SRT), its metadata."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scripts.demo_corpus.annotators import ANNOTATORS, annotate
from scripts.demo_corpus.script import Script
from scripts.demo_corpus.timeline import Timeline, Truth
from scripts.demo_corpus.voices import SAMPLE_RATE_HZ


@dataclass(frozen=True, kw_only=True)
class DialogueTruth:
    """What was really said when: the number of samples and the segments of both speakers."""

    samples: int
    speakers: Mapping[int, tuple[Truth, ...]]

    @property
    def duration_s(self) -> float:
        """Length of both channels in seconds."""
        return self.samples / SAMPLE_RATE_HZ


def truth_of(timeline: Timeline) -> DialogueTruth:
    """Return the truth of a placed dialogue."""
    speakers = {speaker: timeline.truth(speaker) for speaker in (1, 2)}
    return DialogueTruth(samples=timeline.samples, speakers=speakers)


def write_truth(path: Path, truth: DialogueTruth) -> None:
    """Write the truth, one segment per line, times in full."""
    document: dict[str, Any] = {"samples": truth.samples}
    for speaker, segments in truth.speakers.items():
        document[f"speaker_{speaker}"] = [asdict(segment) for segment in segments]
    rows = ",\n".join(
        f" {json.dumps(key)}: "
        + ("[\n  " + ",\n  ".join(map(json.dumps, value)) + "]" if isinstance(value, list) else str(value))
        for key, value in document.items()
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{\n" + rows + "\n}\n", encoding="utf-8", newline="\n")


def read_truth(path: Path) -> DialogueTruth:
    """Read what ``write_truth`` wrote."""
    document = json.loads(path.read_text(encoding="utf-8"))
    speakers = {
        speaker: tuple(_segment(entry) for entry in document[f"speaker_{speaker}"]) for speaker in (1, 2)
    }
    return DialogueTruth(samples=document["samples"], speakers=speakers)


def annotation_tracks(script: Script, truth: DialogueTruth) -> dict[str, tuple[Truth, ...]]:
    """Return every simulated track by its file's stem, for example ``speaker_1_annotation_a``."""
    tracks = {}
    for speaker in (1, 2):
        for position, annotator in enumerate(ANNOTATORS):
            tracks[f"speaker_{speaker}_annotation_{annotator.name}"] = annotate(
                truth.speakers[speaker],
                annotator=annotator,
                duration_s=truth.duration_s,
                rng=np.random.default_rng([script.annotators_seed, speaker, position]),
            )
    return tracks


def write_annotations(folder: Path, script: Script, truth: DialogueTruth) -> None:
    """Write the six SRT files and ``metadata.json`` of a dialogue."""
    for stem, track in annotation_tracks(script, truth).items():
        (folder / f"{stem}.srt").write_text(srt(track), encoding="utf-8", newline="\n")
    metadata = json.dumps(script.metadata(), indent=2, ensure_ascii=False) + "\n"
    (folder / "metadata.json").write_text(metadata, encoding="utf-8", newline="\n")


def srt(track: Sequence[Truth]) -> str:
    """Return a track as SRT text; the label stands in brackets before the words."""
    cues = (
        f"{number}\n{_clock(item.start_s)} --> {_clock(item.end_s)}\n"
        f"{f'[{item.label}] {item.text}'.rstrip()}\n"
        for number, item in enumerate(track, start=1)
    )
    return "\n".join(cues)


def _segment(entry: Mapping[str, Any]) -> Truth:
    breaks = tuple((begin, end, words) for begin, end, words in entry["breaks"])
    return Truth(**{**entry, "breaks": breaks})


def _clock(time_s: float) -> str:
    milliseconds = round(time_s * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02d}:{minutes:02d}:{rest // 1000:02d},{rest % 1000:03d}"
