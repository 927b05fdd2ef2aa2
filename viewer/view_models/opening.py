"""Where a first visit opens: on a miss that teaches something, with one sentence on what is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from viewer.dialogue.protocol import TASKS, Task
from viewer.scoring import Fate, TaskOutcomes
from viewer.view_models.event_ids import event_ids
from viewer.view_models.formats import clock, seconds
from viewer.view_models.place import Place
from viewer.workspace import SplitWork

SHOWN_SPAN_S = 20.0
TELLING_S = 10.0
HOW = "Press Enter to hear it, n for the next event."
VERBS = {Task.EOT: "ends a turn", Task.INT: "takes the floor"}


@dataclass(frozen=True, slots=True)
class _Miss:
    """A miss, and how long after the event the model first decides (infinity: never)."""

    model: str
    dialogue: str
    task: Task
    id: str
    speaker: int
    time_s: float
    late_s: float


def default_place(work: SplitWork) -> Place:
    """Return the plain start of a split: its first dialogue and its first model with decisions."""
    scorable = [*work.scorable_ids, *work.conversations]
    usable = [name for name, model in work.models.items() if model.submission is not None]
    return Place(
        split=work.name,
        dialogue=scorable[0] if scorable else "",
        model=([*usable, *work.models] or [""])[0],
    )


def instructive_place(work: SplitWork) -> tuple[Place, str]:
    """Return a place on an instructive miss, and a sentence that says what is seen there.

    The miss whose late decision comes closest behind the limit teaches most; without any miss the
    plain start is returned, with a sentence on what the page holds.
    """
    place = default_place(work)
    usable = [name for name, model in work.models.items() if model.submission is not None]
    misses = [miss for model in usable for miss in _misses(work, replace(place, model=model))]
    if not misses:
        return place, ""
    miss = min(misses, key=lambda one: (one.late_s > TELLING_S, one.task is not Task.EOT, one.late_s))
    return _at(miss, place), _sentence(work, miss)


def _misses(work: SplitWork, place: Place) -> list[_Miss]:
    """Return every miss of a model over a split."""
    scored = work.scored(place.model, place.settings)
    if scored is None:
        return []
    return [
        miss
        for row, name in enumerate(work.scorable_ids)
        for task in TASKS
        for miss in _task_misses(place.model, name, task, scored.outcomes(row, task))
    ]


def _task_misses(model: str, dialogue: str, task: Task, outcomes: TaskOutcomes) -> list[_Miss]:
    positives, decisions = outcomes.positives, outcomes.decisions
    speakers, times = positives.speaker.tolist(), positives.time_s.tolist()
    names = event_ids(task, "p", speakers, times)
    misses = []
    for row in np.flatnonzero(np.isnan(positives.decision_s)).tolist():
        own = decisions.time_s[(decisions.speaker == speakers[row]) & (decisions.fate != Fate.MASKED)]
        later = own[own > positives.window_end_s[row]]
        late = float(later[0]) - times[row] if len(later) else float("inf")
        misses.append(_Miss(model, dialogue, task, names[row], speakers[row], times[row], late))
    return misses


def _at(miss: _Miss, place: Place) -> Place:
    view = (miss.time_s - SHOWN_SPAN_S / 2, miss.time_s + SHOWN_SPAN_S / 2)
    return replace(place, model=miss.model, dialogue=miss.dialogue, task=miss.task, event=miss.id, view=view)


def _sentence(work: SplitWork, miss: _Miss) -> str:
    what = f"At {clock(miss.time_s)} speaker {miss.speaker} {VERBS[miss.task]}"
    title = work.model(miss.model).title
    if miss.late_s <= TELLING_S:
        return f"{what}, and {title} decides {seconds(miss.late_s)} later, too late to count: a miss. {HOW}"
    return f"{what}, and {title} decides nothing that counts for it: a miss. {HOW}"
