"""Fourteen submissions from disk to scores, and the largest files that people send."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from benchmarks.dialogues import Case, make_split, predictions_of
from benchmarks.tables import MS_PER_S, Figure, below, milliseconds
from tests.cases import conversation_of
from viewer.dialogue.protocol import TASKS
from viewer.gold import build_gold
from viewer.loaders import load_probabilities, load_submission
from viewer.scoring import GoldPack, Score, pack_gold, score_submission
from viewer.uploads import Limits, Readers, Wanted

MODELS = 14
LIMIT_MS = 3000.0
SEED = 14
RATE_HZ = 75.0
"""At which the probabilities of the split make a file of 80 MB."""


def measure() -> Iterator[Figure]:
    """Measure parsing, validating and scoring over 38 dialogues of 11.5 minutes."""
    rng = np.random.default_rng(SEED)
    cases = make_split(rng)
    durations = {case["conversation_id"]: float(case["duration_s"]) for case in cases}
    pack = pack_gold([(case["conversation_id"], build_gold(conversation_of(case))) for case in cases])
    with tempfile.TemporaryDirectory(prefix="turnbench-bench-") as folder:
        paths = [_write_submission(Path(folder), cases, rng, number) for number in range(MODELS)]
        size_kb = sum(path.stat().st_size for path in paths) / 1000
        all_ms = milliseconds(lambda: [_scored(path, durations, pack) for path in paths], 5)
        plain_ms = milliseconds(lambda: [json.loads(path.read_bytes()) for path in paths], 5)
        yield Figure(f"{MODELS} submissions, all together", f"{size_kb:.0f} kB")
        yield below("parsed, validated and scored from disk", all_ms, LIMIT_MS)
        yield Figure("the same over json.loads of the same files", f"{all_ms / plain_ms:.1f} times")
        yield from _sent(Path(folder), paths[0], durations, rng)


def _sent(
    folder: Path, submission: Path, durations: Mapping[str, float], rng: np.random.Generator
) -> Iterator[Figure]:
    """Measure files as the page takes them: each read in a process of its own."""
    probabilities = _write_probabilities(folder, durations, rng)
    name = f"probabilities of {probabilities.stat().st_size / 1e6:.0f} MB"
    readers = Readers(Limits())
    small_ms = _once_ms(lambda: readers.read(Wanted(submission, "submission", durations)))
    direct_ms = _once_ms(lambda: load_probabilities(probabilities, durations))
    sent_ms = _once_ms(lambda: readers.read(Wanted(probabilities, "probabilities", durations)))
    plain_ms = _once_ms(lambda: json.loads(probabilities.read_bytes()))
    yield Figure("a submission read in a process of its own", f"{small_ms:.0f} ms")
    yield Figure(f"{name}, parsed and validated", f"{direct_ms:.0f} ms")
    yield Figure(f"{name}, in a process of its own", f"{sent_ms:.0f} ms")
    yield Figure(f"{name}, json.loads over ours", f"{plain_ms / direct_ms:.1f} times")


def _scored(path: Path, durations: Mapping[str, float], pack: GoldPack) -> list[Score]:
    scored = score_submission(pack, load_submission(path, durations))
    pooled = [scored.pooled(task) for task in TASKS]
    return [score for score in pooled if score.latency and score.latency.p50]


def _write_submission(folder: Path, cases: list[Case], rng: np.random.Generator, number: int) -> Path:
    """Write one model's decisions: those of the split, each a little later."""
    delay_s = float(rng.uniform(0.01, 0.4))
    rows = [{**case, "decisions": _later(case, delay_s)} for case in cases]
    path = folder / f"submission-{number}.json"
    path.write_text(json.dumps(predictions_of(rows)), encoding="utf-8")
    return path


def _later(case: Case, delay_s: float) -> Case:
    return {
        speaker: {
            task: sorted({min(one + delay_s, case["duration_s"]) for one in times})
            for task, times in lists.items()
        }
        for speaker, lists in case["decisions"].items()
    }


def _write_probabilities(folder: Path, durations: Mapping[str, float], rng: np.random.Generator) -> Path:
    def track(duration_s: float) -> Case:
        return {"prob": rng.random(int(duration_s * RATE_HZ)).tolist()}

    rows = [
        {"conversation_id": name, "speaker_1": track(length), "speaker_2": track(length)}
        for name, length in durations.items()
    ]
    document = {"schema_version": 1, "task": "eot", "frame_rate_hz": RATE_HZ, "probs": rows}
    path = folder / "probs-eot.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def _once_ms(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * MS_PER_S
