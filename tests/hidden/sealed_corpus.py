"""A corpus on disk with sound, and two sets of hidden labels for it that are pooled to one rounded reply.

Every dialogue is a row of slots of 8 s. In a slot each speaker may have a turn, speaker 1 may pause in it,
speaker 2 may take the floor or say "mhm"; the decisions stand at the same places of a slot, whatever is
labelled there::

    speaker 1   |--turn--|  pause  |---turn----|
    decisions                x             x
    speaker 2               mhm               |---turn or interruption---|
    decisions                x                 x                         x

A label set chooses which slots have what, and lets so many of the decisions hit. The two choose other
slots and other numbers, in the same proportions: other times, other counts, other events in every dialogue.
"""

from __future__ import annotations

import json
import os
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import yaml

Which = Literal["alpha", "beta"]
SPLIT, OPEN_SPLIT = "blind", "open"
MODEL, OTHER_MODEL = "m", "n"
FRAMES_HZ = 12.5
SLOT_S = 8.0
SLOTS = 8
DIALOGUES = 12
DURATION_S = SLOT_S * SLOTS
RATE_HZ = 8000
CHANGED_NS = 1_700_000_000 * 10**9
TYPES = (
    "Argumentative/Deliberative",
    "Casual/Spontaneous",
    "Collaborative/Problem-Solving",
    "Instructional",
    "Narrative/Storytelling",
    "Task-Oriented/Transactional",
)
GENDERS = (("F", "F"), ("M", "M"), ("F", "M"))
SECRET = "SECRET"
"""Stands in every text of every label."""


@dataclass(frozen=True)
class LabelSet:
    """How many slots have what, and how much of it is hit or fired."""

    seed: int
    turns: int
    pauses: int
    fired_pauses: int
    interruptions: int
    missed_interruptions: int
    mhms: int
    fired_mhms: int
    laughs: int
    lag_s: float


SETS: dict[Which, LabelSet] = {
    "alpha": LabelSet(3, 96, 40, 10, 80, 10, 48, 12, 5, 0.0),
    "beta": LabelSet(8, 80, 24, 6, 64, 8, 32, 8, 17, 0.01),
}


@dataclass(frozen=True)
class Label:
    """One labelled stretch of a speaker, in seconds of its dialogue."""

    speaker: int
    start_s: float
    end_s: float
    label: str


def names() -> list[str]:
    """Return the ids of the dialogues, in the order of their folders."""
    return [f"talk-{number:02}" for number in range(DIALOGUES)]


def decisions() -> dict[str, Any]:
    """Return the submission: the same whatever is labelled."""
    rows = []
    for dialogue, name in enumerate(names()):
        times: dict[tuple[int, str], list[float]] = {
            (speaker, task): [] for speaker in (1, 2) for task in ("eot", "interruption")
        }
        for slot in range(SLOTS):
            at, number = slot * SLOT_S, dialogue * SLOTS + slot
            times[1, "eot"] += [at + 1.7] * _fires_pause(number) + [at + 3.5]
            times[2, "eot"] += [at + 7.0]
            times[2, "interruption"] += [at + 1.9] * _fires_mhm(number) + [at + 4.7]
        rows.append(
            {"conversation_id": name}
            | {
                f"speaker_{speaker}": {task: times[speaker, task] for task in ("eot", "interruption")}
                for speaker in (1, 2)
            }
        )
    return {"schema_version": 1, "predictions": rows}


def _fires_pause(number: int) -> bool:
    return number % 2 == 0


def _fires_mhm(number: int) -> bool:
    return number % 3 == 0


def labels(which: Which) -> list[list[Label]]:
    """Return the labels of every dialogue that its annotators agree on."""
    one = SETS[which]
    rng = np.random.default_rng(one.seed)
    order = rng.permutation(DIALOGUES * SLOTS).tolist()
    turns = set(order[: one.turns])
    eots = rng.permutation(2 * one.turns).tolist()
    missed_eots = set(eots[: one.turns // 2])
    pauses = {*_some(rng, turns, one.fired_pauses, _fires_pause)}
    pauses |= {*_some(rng, turns, one.pauses - one.fired_pauses, lambda slot: not _fires_pause(slot))}
    mhms = {*_some(rng, turns, one.fired_mhms, _fires_mhm)}
    mhms |= {*_some(rng, turns, one.mhms - one.fired_mhms, lambda slot: not _fires_mhm(slot))}
    interruptions = _some(rng, turns, one.interruptions)
    missed = set(interruptions[: one.missed_interruptions])
    laughs = set(_some(rng, turns, one.laughs))
    hits = iter(range(10**6))
    found: list[list[Label]] = [[] for _ in range(DIALOGUES)]
    for number, slot in enumerate(sorted(turns)):
        at = slot % SLOTS * SLOT_S
        first_ends, second_ends = (
            at + (4.0, 7.6)[turn]
            if 2 * number + turn in missed_eots
            else at + (3.5, 7.0)[turn] - _lag(hits, one)
            for turn in (0, 1)
        )
        begins = 5.0 if slot in missed else 4.3 - one.lag_s
        taken = "Floor-taking Cooperative Interruption" if slot in interruptions else "Normal Turn"
        rows = [Label(2, at + begins, second_ends, taken)]
        if slot in pauses:
            rows += [
                Label(1, at + 0.4, at + 1.2, "Normal Turn"),
                Label(1, at + 2.2, first_ends, "Normal Turn"),
            ]
        else:
            rows += [Label(1, at + 0.4, first_ends, "Normal Turn")]
        if slot in mhms:
            rows += [Label(2, at + 1.6, at + 2.0, "Continuer Backchannel")]
        if slot in laughs:
            rows += [Label(1, at + 7.7, at + 7.9, "Laughter")]
        found[slot // SLOTS] += rows
    return [sorted(rows, key=lambda row: (row.start_s, row.speaker)) for rows in found]


def _lag(hits: Iterator[int], one: LabelSet) -> float:
    """Return how late the next hit is: 0.3, 0.5 or 0.7 s, in three, four and three of ten."""
    place = next(hits) % 10
    return (0.3 if place < 3 else 0.5 if place < 7 else 0.7) + one.lag_s


def _some(rng: np.random.Generator, slots: set[int], count: int, fits: Any = lambda _: True) -> list[int]:
    fitting = sorted(slot for slot in slots if fits(slot))
    return [int(slot) for slot in rng.choice(fitting, count, replace=False)]


def srt(rows: list[Label], which: Which, *, shift_s: float = 0.0) -> str:
    """Return a track as SRT; every text names its label set."""
    cues = []
    for number, row in enumerate(rows, 1):
        span = " --> ".join(_stamp(max(0.0, time + shift_s)) for time in (row.start_s, row.end_s))
        cues.append(f"{number}\n{span}\n[{row.label}] {SECRET} {which} word{number}\n")
    return "\n".join(cues)


def _stamp(seconds: float) -> str:
    ms = round(seconds * 1000)
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02},{ms % 1000:03}"


def write_sound(folder: Path, count: int = DIALOGUES) -> None:
    """Write the dialogues' sound: tones, one pair of pitches for each dialogue."""
    time_s = np.arange(int(DURATION_S * RATE_HZ)) / RATE_HZ
    for number, name in enumerate(names()[:count]):
        for speaker in (1, 2):
            swell = np.maximum(0, np.sin(2 * np.pi * time_s / SLOT_S + np.pi * speaker))
            tone = 9000 * swell * np.sin(2 * np.pi * (200 + 20 * number + 5 * speaker) * time_s)
            path = folder / name / f"speaker_{speaker}_audio.wav"
            path.parent.mkdir(parents=True, exist_ok=True)
            with wave.open(str(path), "wb") as file:
                file.setparams((1, 2, RATE_HZ, 0, "NONE", ""))
                file.writeframes(tone.astype("<i2").tobytes())
            os.utime(path, ns=(CHANGED_NS, CHANGED_NS))


def write_corpus(folder: Path, which: Which, sound: Path) -> Path:
    """Write the corpus with one label set; the sound is linked from where it lies. Return the manifest."""
    for number, (name, rows) in enumerate(zip(names(), labels(which), strict=True)):
        _write_dialogue(folder / SPLIT / name, number, sound / name, rows, which)
    # Of the open split everything is the same, its labels too: those of one dialogue of its own.
    _write_dialogue(folder / OPEN_SPLIT / "open-00", 0, sound / names()[0], labels("alpha")[3], "open")
    write_models(folder)
    path = folder / "data_manifest.yaml"
    path.write_text(yaml.safe_dump(_manifest(), sort_keys=False), encoding="utf-8")
    return path


def write_models(folder: Path) -> None:
    """Write the decisions of two models for both splits, and the probabilities of one."""
    for name, rows in ((MODEL, decisions()["predictions"]), (OTHER_MODEL, _without_the_first())):
        opened = [{**rows[3], "conversation_id": "open-00"}]
        for split, found in ((SPLIT, rows), (OPEN_SPLIT, opened)):
            document = {"schema_version": 1, "predictions": found}
            (folder / f"{name}-{split}.json").write_text(json.dumps(document), encoding="utf-8")
    for split, dialogues in ((SPLIT, names()), (OPEN_SPLIT, ["open-00"])):
        (folder / f"probs-{split}.json").write_text(json.dumps(_probabilities(dialogues)), encoding="utf-8")


def _without_the_first() -> list[dict[str, Any]]:
    """Return the decisions without the first of each speaker and task."""
    rows: list[dict[str, Any]] = decisions()["predictions"]
    for row in rows:
        for speaker in ("speaker_1", "speaker_2"):
            row[speaker] = {task: times[1:] for task, times in row[speaker].items()}
    return rows


def _probabilities(dialogues: list[str]) -> dict[str, Any]:
    """Return EOT probabilities: waves, another in each dialogue."""
    frames = np.arange(int(DURATION_S * FRAMES_HZ))
    rows = [
        {"conversation_id": name}
        | {
            f"speaker_{speaker}": {
                "prob": np.round(0.5 + 0.5 * np.sin(frames / (9 + number + speaker)), 3).tolist()
            }
            for speaker in (1, 2)
        }
        for number, name in enumerate(dialogues)
    ]
    return {"schema_version": 1, "task": "eot", "frame_rate_hz": FRAMES_HZ, "probs": rows}


def _write_dialogue(folder: Path, number: int, sound: Path, rows: list[Label], which: str) -> None:
    folder.mkdir(parents=True)
    for speaker in (1, 2):
        (folder / f"speaker_{speaker}_audio.wav").hardlink_to(sound / f"speaker_{speaker}_audio.wav")
        own = [row for row in rows if row.speaker == speaker]
        for annotator, shift_s in (("a", 0.0), ("b", 0.02), ("c", -0.02)):
            text = srt(own, which, shift_s=shift_s)  # type: ignore[arg-type]  # "open" marks the open split
            (folder / f"speaker_{speaker}_annotation_{annotator}.srt").write_text(text, encoding="utf-8")
    one, other = GENDERS[number % 3]
    metadata = {
        "conversation_type": TYPES[number % 6],
        "speaker_1_actor_id": f"p{number}",
        "speaker_2_actor_id": f"q{number}",
        "speaker_1_actor_gender": one,
        "speaker_2_actor_gender": other,
        "title": f"Talk {number}",
    }
    (folder / "metadata.json").write_text(json.dumps(metadata), encoding="utf-8")


def _manifest() -> dict[str, Any]:
    return {
        "schema_version": 1,
        "title": "Sealed",
        "splits": {
            SPLIT: {"role": "test", "labels": "hidden", "source": {"format": "folders", "path": SPLIT}},
            OPEN_SPLIT: {
                "role": "dev",
                "labels": "public",
                "source": {"format": "folders", "path": OPEN_SPLIT},
            },
        },
        "models": [
            {
                "name": MODEL,
                "title": "Model M",
                "predictions": {split: f"{MODEL}-{split}.json" for split in (SPLIT, OPEN_SPLIT)},
            },
            {
                "name": OTHER_MODEL,
                "title": "Model N",
                "predictions": {split: f"{OTHER_MODEL}-{split}.json" for split in (SPLIT, OPEN_SPLIT)},
                "probabilities": {split: {"eot": f"probs-{split}.json"} for split in (SPLIT, OPEN_SPLIT)},
            },
        ],
    }
