"""What the audit page does between a key and its texts: 38 dialogues, 14 models, up to 100,000 verdicts."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.audit import (
    CHOICES,
    EFFECT_LIMIT_MS,
    MANY,
    MANY_TIMES,
    P95,
    QUEUE_LIMIT_MS,
    SAVED_LIMIT_MS,
    VERDICTS,
    desk_of,
    write_split,
)
from benchmarks.tables import MS_PER_S, Figure, below
from viewer.audit import Desk, Question, Queue, questions
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.view_models.audit_bar import Outcome
from viewer.view_models.audit_history import Recent
from viewer.view_models.audit_page import Kept, Texts, page_texts
from viewer.view_models.audit_queue import item_of, queue_rows
from viewer.view_models.audit_saving import save
from viewer.view_models.audit_seat import Seat
from viewer.view_models.page_options import read_options
from viewer.view_models.place import Place
from viewer.workspace import open_workspace

MODEL = "m0"
KB = 1000


def measure() -> Iterator[Figure]:
    """Measure the page's texts on an empty journal, then on one of 100,000 verdicts."""
    with tempfile.TemporaryDirectory() as folder:
        work = open_workspace(write_split(Path(folder))).split()
        every = questions(work, BENCHMARK)
        asked = tuple(one for one in every if one.queue is Queue.DISPUTE)
        start = time.perf_counter()
        text = queue_rows(work, BENCHMARK, Queue.TWO_TO_ONE, 0)
        took_ms = (time.perf_counter() - start) * MS_PER_S
        yield below(f"rows of a queue for the first time, {len(text) / KB:.0f} KB", took_ms, QUEUE_LIMIT_MS)
        empty = desk_of(work, Path(folder) / "empty.sqlite", 0, every)
        few = _work_at(empty, asked)
        full = desk_of(work, Path(folder) / "many.sqlite", MANY, every)
        many = _work_at(full, asked)
        limits = {"chosen and shown": EFFECT_LIMIT_MS, "saved and shown": SAVED_LIMIT_MS}
        for what, value in few.items():
            yield below(f"{what}, p95", value, limits[what])
        for what, value in many.items():
            yield below(f"{what}, p95, {MANY:,} verdicts", value, limits[what])
            yield below(f"{what}, {MANY:,} verdicts over none", value / few[what], MANY_TIMES, "times")
        for desk in (empty, full):
            desk.journal.database.close()


class _Reviewer:
    """Somebody who walks a queue of a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.kept, self.recent, self.moves = desk, Kept(), Recent(desk), 0
        self.seat = Seat(reviewer="Ada")

    def shown(self, question: Question) -> Texts:
        """Return the page's texts at a question."""
        options = read_options({"item": item_of(question)})
        place = Place(
            self.desk.work.name, question.conversation_id, MODEL, Task.EOT, page="audit", options=options
        )
        return page_texts(self.desk, place, self.seat, Outcome(), self.kept, self.moves, self.recent.read())

    def save(self, question: Question, following: Question) -> None:
        """Save, and show the next question."""
        outcome = save(self.desk, question, self.seat, is_over=True)
        if outcome.kind != "saved":
            raise ValueError(f"expected a saved verdict, found {outcome.text}")
        self.moves += 1
        self.sit(following)
        self.shown(following)

    def sit(self, question: Question) -> None:
        """Turn to a question."""
        conversation = self.desk.work.conversation(question.conversation_id)
        self.seat = self.seat.at(question, item_of(question), conversation)


def _work_at(desk: Desk, asked: tuple[Question, ...]) -> dict[str, float]:
    """Return what choosing and saving take until they are shown, p95 in milliseconds."""
    reviewer = _Reviewer(desk)
    times: dict[str, list[float]] = {}

    def timed(what: str, act: Callable[[], object]) -> None:
        start = time.perf_counter()
        act()
        times.setdefault(what, []).append((time.perf_counter() - start) * MS_PER_S)

    reviewer.sit(asked[0])
    reviewer.shown(asked[0])
    for number in range(min(VERDICTS, len(asked) - 1)):
        question, following = asked[number], asked[number + 1]
        reviewer.seat = replace(reviewer.seat, choice=CHOICES[number % len(CHOICES)])
        timed("chosen and shown", partial(reviewer.shown, question))
        timed("saved and shown", partial(reviewer.save, question, following))
    return {what: float(np.percentile(found, P95)) for what, found in times.items()}
