"""The Compare page: choices of fourteen models on a dev-sized split; the bootstrap against a plain loop."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.dialogues import SPLIT_SIZE, make_split
from benchmarks.tables import MS_PER_S, Figure, at_least, below, milliseconds
from tests.dialogues import submission_of
from viewer.dialogue.decisions import SpeakerDecisions, Submission
from viewer.dialogue.protocol import BENCHMARK, TASKS, Task
from viewer.dialogue.segments import FloatArray
from viewer.scoring import RESAMPLES, align, differences
from viewer.view_models.comparison_choice import option_text
from viewer.view_models.opening import default_place
from viewer.views.compare_page import ComparePage
from viewer.views.state import State
from viewer.workspace import LoadedModel, SplitWork, Workspace, open_workspace

MODELS = 14
CHOICES = 60
CHANGE_LIMIT_MS = 150.0
LOOP_RATIO = 20.0
SEED = 14
TYPES = ("Casual/Spontaneous", "Instructional", "Task-Oriented/Transactional")


class _Session(State):
    """A session on a split with models of its own."""

    over: SplitWork

    @property
    def work(self) -> SplitWork:
        return self.over


def measure() -> Iterator[Figure]:
    """Measure changes of the choice, from the message to the texts, and the resampling alone."""
    rng = np.random.default_rng(SEED)
    with tempfile.TemporaryDirectory() as folder:
        workspace, work = _open(Path(folder), rng)
    _Session.over = work
    session = _Session(workspace, {"page": "compare"})
    page = ComparePage(session)
    names = tuple(work.models)
    session.place = replace(default_place(work), page="compare", options=(("compare", option_text(names)),))
    page.draw(session.place)
    times_ms = []
    for turn in range(CHOICES):
        order = tuple(names[row] for row in rng.permutation(MODELS))
        place = replace(session.place, task=TASKS[turn % 2], options=(("compare", option_text(order)),))
        start = time.perf_counter()
        page.draw(place)
        times_ms.append((time.perf_counter() - start) * MS_PER_S)
    p50, p95 = np.percentile(times_ms, (50, 95)).tolist()
    what = f"{MODELS} models, {SPLIT_SIZE} dialogues, another choice: message to texts and charts"
    yield Figure(f"{what}, p50", f"{p50:.0f} ms")
    yield below(f"{what}, p95", p95, CHANGE_LIMIT_MS)
    yield from _resampling(work, names)


def _resampling(work: SplitWork, names: tuple[str, ...]) -> Iterator[Figure]:
    scored = [one for name in names if (one := work.scored(name, BENCHMARK)) is not None]
    aligned = align(scored, Task.EOT)
    ours_ms = milliseconds(lambda: differences(aligned.hits, aligned.conversation_ids), 9)
    totals = np.bincount(aligned.hits.conversation)
    counts = [np.bincount(aligned.hits.conversation[own]) for own in aligned.hits.is_marked]

    def one_after_another() -> list[tuple[float, float]]:
        """Draw and pool resample by resample for every pair, as one would without a matrix."""
        rng, found = np.random.default_rng(SEED), []
        for first, second in pairwise(counts):
            values = np.empty(RESAMPLES)
            for resample in range(RESAMPLES):
                rows = rng.integers(0, len(totals), len(totals))
                values[resample] = (first[rows] - second[rows]).sum() / totals[rows].sum()
            found.append(tuple(np.percentile(values, (2.5, 97.5)).tolist()))
        return found

    yield Figure(f"intervals and tests of {MODELS - 1} pairs, {RESAMPLES:,} resamples", f"{ours_ms:.0f} ms")
    yield at_least(
        "intervals, resample by resample over ours", milliseconds(one_after_another, 1) / ours_ms, LOOP_RATIO
    )


def _open(folder: Path, rng: np.random.Generator) -> tuple[Workspace, SplitWork]:
    cases = make_split(rng)
    for row, case in enumerate(cases):
        case["metadata"] = {"conversation_type": TYPES[row % len(TYPES)]}
    path = folder / "cases.json"
    path.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    workspace = open_workspace(path)
    submission = submission_of(cases)
    extra = {
        name: LoadedModel(name, name.title(), "", _varied(submission, rng))
        for name in (f"model-{number}" for number in range(MODELS))
    }
    return workspace, workspace.split().with_models(extra)


def _varied(submission: Submission, rng: np.random.Generator) -> Submission:
    """Return decisions of which some are gone and all are moved a little."""

    def times(before: FloatArray) -> FloatArray:
        kept = before[rng.random(len(before)) < rng.uniform(0.7, 0.98)]
        return np.unique(np.maximum(kept + rng.normal(0.1, 0.15, len(kept)), 0.0))

    def speaker(one: SpeakerDecisions) -> SpeakerDecisions:
        return SpeakerDecisions(times(one.eot), times(one.interruption))

    return Submission(
        {name: (speaker(first), speaker(second)) for name, (first, second) in submission.entries.items()}
    )
