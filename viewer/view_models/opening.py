"""Where a first visit opens: on a miss that teaches something, with one sentence on what is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from viewer.dialogue.protocol import TASKS, Task
from viewer.scoring import TaskOutcomes
from viewer.view_models.event_ids import event_ids
from viewer.view_models.formats import clock
from viewer.view_models.place import Place
from viewer.view_models.reasons import SpeakerView
from viewer.view_models.words import GoldWords
from viewer.workspace import SplitWork

SHOWN_SPAN_S = 20.0
TELLING_S = 10.0
HOW = "Press Enter to hear it, n for the next event."
VERBS = {Task.EOT: "ends a turn", Task.INT: "takes the floor"}


@dataclass(frozen=True, slots=True)
class _Miss:
    """A miss, and how late the model decides; infinity where the reason is another than lateness."""

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
    plain start is returned, with a sentence on what the page holds. Every first visit is shown the same.
    """
    return work.kept("instructive place", lambda: _instructive_place(work))


def _instructive_place(work: SplitWork) -> tuple[Place, str]:
    place = default_place(work)
    usable = [name for name, model in work.models.items() if model.submission is not None]
    misses = [miss for model in usable for miss in _misses(work, replace(place, model=model))]
    if not misses:
        return place, ""
    miss = min(misses, key=lambda one: (one.late_s > TELLING_S, one.task is not Task.EOT, one.late_s))
    return _at(miss, place), _sentence(work, miss, place)


def _misses(work: SplitWork, place: Place) -> list[_Miss]:
    """Return every miss of a model over a split."""
    scored = work.scored(place.model, place.settings)
    if scored is None:
        return []
    return [
        miss
        for name in work.scorable_ids
        if (row := work.decided_row(place.model, name)) is not None
        for task in TASKS
        if work.supports(place.model, task)
        for miss in _task_misses(replace(place, dialogue=name, task=task), scored.outcomes(row, task))
    ]


def _task_misses(place: Place, outcomes: TaskOutcomes) -> list[_Miss]:
    positives, decisions = outcomes.positives, outcomes.decisions
    speakers, times = positives.speaker.tolist(), positives.time_s.tolist()
    names = event_ids(place.task, "p", speakers, times)
    misses = []
    for row in np.flatnonzero(np.isnan(positives.decision_s)).tolist():
        own = decisions.time_s[decisions.speaker == speakers[row]]
        first, end = times[row] - place.settings.tau_pre_s, float(positives.window_end_s[row])
        is_silent = not np.any((own >= first) & (own <= end))
        is_whole = end == times[row] + place.settings.tau_max_s
        later = own[own > end]
        late_s = float(later[0]) - times[row] if len(later) and is_silent and is_whole else float("inf")
        misses.append(
            _Miss(place.model, place.dialogue, place.task, names[row], speakers[row], times[row], late_s)
        )
    return misses


def _at(miss: _Miss, place: Place) -> Place:
    view = (miss.time_s - SHOWN_SPAN_S / 2, miss.time_s + SHOWN_SPAN_S / 2)
    return replace(place, model=miss.model, dialogue=miss.dialogue, task=miss.task, event=miss.id, view=view)


def _sentence(work: SplitWork, miss: _Miss, place: Place) -> str:
    """Say what is seen, with the reason that the timeline gives for it."""
    gold = work.golds(place.settings)[miss.dialogue]
    scored, row = work.scored(miss.model, place.settings), work.row(miss.dialogue)
    if scored is None or row is None:
        return ""
    words = GoldWords(work.conversation(miss.dialogue), gold)
    outcomes = scored.outcomes(row, miss.task)
    view = SpeakerView.of(miss.task, miss.speaker, place.settings, outcomes, gold.of(miss.task), words)
    why = view.why_missed(
        int(np.flatnonzero(np.isnan(view.claimed_s) & (view.positives_s == miss.time_s))[0])
    )
    what = f"At {clock(miss.time_s)} speaker {miss.speaker} {VERBS[miss.task]}"
    return f"{what}, and {work.model(miss.model).title} misses it: {why}. {HOW}"
