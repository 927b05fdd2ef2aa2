"""The audit desk over a dev-sized split with 14 models, on an empty journal and on 100,000 verdicts."""

from __future__ import annotations

import json
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import yaml

from benchmarks.dialogues import DIALOGUE_S, SPLIT_SIZE, make_case, predictions_of
from benchmarks.tables import MS_PER_S, Figure, below, milliseconds
from viewer.audit import CorrectedSplit, Desk, Question, questions
from viewer.corrections import Choice
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings
from viewer.journal import Draft, Entry, VerdictJournal, open_database
from viewer.journal.verdicts import entry_of_draft
from viewer.scoring import Scored
from viewer.workspace import SplitWork, open_workspace

MODELS = 14
VERDICTS = 60
MANY = 100_000
REVIEWERS = 20
QUEUE_LIMIT_MS = 1000.0
SAVED_LIMIT_MS = 100.0
EFFECT_LIMIT_MS = 200.0
MANY_TIMES = 2.0
SEED = 38
P95 = 95
START_US = 1_700_000_000_000_000
CHOICES = (Choice.A, Choice.B, Choice.C, Choice.CONSENSUS, Choice.CANNOT_TELL)


def measure() -> Iterator[Figure]:
    """Measure the desk on an empty journal, then on one of 100,000 verdicts."""
    with tempfile.TemporaryDirectory() as folder:
        work = open_workspace(write_split(Path(folder))).split()
        work.golds(BENCHMARK)
        for name in work.models:
            work.scored(name, BENCHMARK)
        asked = questions(work, BENCHMARK)
        yield Figure("questions of the split", str(len(asked)))
        fresh = milliseconds(lambda: _asked_anew(work), 3)
        yield below("queue, gold and scores at hand", fresh, QUEUE_LIMIT_MS)
        yield below(
            "queue, asked before", milliseconds(lambda: questions(work, BENCHMARK), 20), QUEUE_LIMIT_MS
        )
        empty = desk_of(work, Path(folder) / "empty.sqlite", 0, asked)
        few = _work_at(empty, asked)
        full = desk_of(work, Path(folder) / "many.sqlite", MANY, asked)
        many = _work_at(full, asked)
        limits = {"queue with its answers": QUEUE_LIMIT_MS, "verdict, saved": SAVED_LIMIT_MS}
        for title, times in (("", few), (f", {MANY:,} verdicts", many)):
            for what, found in times.items():
                p95 = float(np.percentile(found, P95))
                yield below(f"{what}, p95{title}", p95, limits.get(what, EFFECT_LIMIT_MS))
        for what, found in many.items():
            ratio = float(np.median(found) / np.median(few[what]))
            yield below(f"{what}, p50, {MANY:,} verdicts over none", ratio, MANY_TIMES, "times")
        for desk in (empty, full):
            desk.journal.database.close()


def _asked_anew(work: SplitWork) -> tuple[Question, ...]:
    return questions(_Forgetful(work, {}), BENCHMARK)


class _Forgetful(CorrectedSplit):
    """A split with gold and scores at hand and nothing else."""

    def golds(self, settings: ProtocolSettings) -> dict[str, Gold]:
        """Return the source's gold."""
        return self.source.golds(settings)

    def scored(self, model_name: str, settings: ProtocolSettings) -> Scored | None:
        """Return the source's outcomes."""
        return self.source.scored(model_name, settings)


def write_split(folder: Path) -> Path:
    """Write a dev-sized split with 14 models, and return its manifest."""
    rng = np.random.default_rng(SEED)
    cases = [make_case(str(number), rng) for number in range(SPLIT_SIZE)]
    (folder / "cases.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    models = []
    for number in range(MODELS):
        rows = [{**case, "decisions": _shifted(case["decisions"], 0.03 * number)} for case in cases]
        (folder / f"m{number}.json").write_text(json.dumps(predictions_of(rows)), encoding="utf-8")
        models.append({"name": f"m{number}", "predictions": {"dev": f"m{number}.json"}})
    split = {"role": "dev", "labels": "public", "source": {"format": "json", "path": "cases.json"}}
    manifest = {"schema_version": 1, "title": "Bench", "splits": {"dev": split}, "models": models}
    path = folder / "data_manifest.yaml"
    path.write_text(yaml.safe_dump(manifest), encoding="utf-8")
    return path


def _shifted(decisions: dict[str, dict[str, list[float]]], by_s: float) -> dict[str, dict[str, list[float]]]:
    return {
        speaker: {
            task: [at + by_s for at in times if at + by_s < DIALOGUE_S] for task, times in lists.items()
        }
        for speaker, lists in decisions.items()
    }


def desk_of(work: SplitWork, path: Path, count: int, asked: tuple[Question, ...]) -> Desk:
    """Return a desk whose journal has so many verdicts on these questions."""
    journal = VerdictJournal(open_database(str(path)))
    if count:
        journal.fill(list(_many(Desk(work, journal), count, asked)))
    return Desk(work, journal)


def _many(desk: Desk, count: int, asked: tuple[Question, ...]) -> Iterator[Entry]:
    """Yield verdicts of many reviewers on the questions, round after round."""
    drafts = [_draft(desk, one, number) for number, one in enumerate(asked)]
    revisions: dict[object, int] = {}
    for number in range(count):
        draft = drafts[number % len(drafts)]
        draft = replace(draft, id=str(uuid.uuid4()), reviewer=f"reviewer {number % REVIEWERS}")
        revisions[draft.channel] = revisions.get(draft.channel, 0) + 1
        yield entry_of_draft(
            draft, at_us=START_US + number, sequence=number + 1, revision=revisions[draft.channel]
        )


def _draft(desk: Desk, question: Question, number: int) -> Draft:
    return desk.draft(
        question.conversation_id,
        question.speaker,
        question.start_s,
        question.end_s,
        CHOICES[number % len(CHOICES)],
        reviewer="Ada",
        item=question.id,
    )


def _work_at(desk: Desk, asked: tuple[Question, ...]) -> dict[str, list[float]]:
    """Return what work at the desk takes, milliseconds, once everything has been opened."""
    desk.effect()
    desk.answers(asked)
    times: dict[str, list[float]] = {}

    def timed(what: str, work: Callable[[], object]) -> None:
        start = time.perf_counter()
        work()
        times.setdefault(what, []).append((time.perf_counter() - start) * MS_PER_S)

    for number, question in enumerate(asked[:VERDICTS]):
        draft = _draft(desk, question, number)
        timed("effect of a draft on 14 models", partial(desk.effect, with_draft=draft))
        timed("verdict, saved", partial(desk.record, draft))
        timed("effect of all verdicts on 14 models", desk.effect)
        timed("queue with its answers", lambda: desk.answers(asked))
        if number % 3 == 0:
            timed("undo", lambda: desk.undo("Ada"))
    return times
