"""The verdicts of a clip: every model that heard the dialogue, task by task, event by event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from viewer.dialogue.conversation import SPEAKERS
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import TASKS, Task
from viewer.scoring import MS_PER_S, Fate, Scored
from viewer.view_models.event_ids import event_ids
from viewer.view_models.place import Place
from viewer.view_models.reasons import SpeakerView
from viewer.view_models.score_card import why_unscored
from viewer.view_models.words import GoldWords
from viewer.workspace import SplitWork

Row = dict[str, Any]


@dataclass(frozen=True)
class ClipRange:
    """A stretch of a dialogue, seconds; ``sample_rate`` is None where there is no sound."""

    start_s: float
    stop_s: float
    sample_rate: int | None

    def touches(self, start_s: float, end_s: float) -> bool:
        """Return whether an interval overlaps the range; one without length has to lie in it."""
        return start_s < self.stop_s and end_s > self.start_s if start_s < end_s else self.holds(start_s)

    def holds(self, time_s: float) -> bool:
        """Return whether a time lies in the range, its ends included."""
        return self.start_s <= time_s <= self.stop_s

    def since(self, time_s: float) -> float:
        """Return a time counted from the clip's start, to the nanosecond: floats have no more."""
        return round(time_s - self.start_s, 9)

    def interval(self, start_s: float, end_s: float) -> Row:
        """Return an interval, whole, and whether the range cuts it."""
        return {
            "start_s": start_s,
            "end_s": end_s,
            "start_in_clip_s": self.since(start_s),
            "end_in_clip_s": self.since(end_s),
            "is_clipped": start_s < self.start_s or end_s > self.stop_s,
        }

    def point(self, time_s: float) -> Row:
        """Return a time in both counts."""
        return {"time_s": time_s, "time_in_clip_s": self.since(time_s)}


def model_rows(work: SplitWork, place: Place, span: ClipRange) -> list[Row]:
    """Return the active model, then every other that heard the dialogue."""
    names = sorted(work.models, key=lambda name: name != place.model)
    return [
        {
            "name": name,
            "title": work.model(name).title,
            "version": work.model(name).version,
            "is_active": name == place.model,
            "tasks": _tasks(work, place, name, span),
        }
        for name in names
        if _has_heard(work, name, place.dialogue)
    ]


def _has_heard(work: SplitWork, name: str, dialogue: str) -> bool:
    model = work.model(name)
    return model.submission is not None and dialogue not in model.missing


def _tasks(work: SplitWork, place: Place, name: str, span: ClipRange) -> Row:
    scored, row = work.scored(name, place.settings), work.decided_row(name, place.dialogue)
    if scored is None or row is None:
        return {str(task): _unscored(work, place, name, task, span) for task in TASKS}
    gold = work.golds(place.settings)[place.dialogue]
    words = GoldWords(work.conversation(place.dialogue), gold)
    return {
        str(task): (
            {"is_scored": True, "why_unscored": None, **_scored(task, place, scored, row, gold, words, span)}
            if work.supports(name, task)
            else _without(f"{work.model(name).title} has no decisions of this task anywhere.")
        )
        for task in TASKS
    }


def _without(reason: str) -> Row:
    return {
        "is_scored": False, "why_unscored": reason, "positives": [], "negatives": [], "decisions": []
    }  # fmt: skip


def _unscored(work: SplitWork, place: Place, name: str, task: Task, span: ClipRange) -> Row:
    """Return decisions where nothing can be scored: times, and no verdict."""
    submission = work.model(name).submission
    unit = _without(why_unscored(work, place.dialogue))
    if submission is None:
        return unit
    rows = []
    for speaker in SPEAKERS:
        times = submission.decisions(place.dialogue, speaker).of(task).tolist()
        names = event_ids(task, "d", [speaker] * len(times), times)
        rows += [
            {"id": one, "event": None, "speaker": speaker, **span.point(time), "fate": None, "reason": ""}
            for one, time in zip(names, times, strict=True)
            if span.holds(time)
        ]
    return unit | {"decisions": rows}


def _scored(
    task: Task, place: Place, scored: Scored, row: int, gold: Gold, words: GoldWords, span: ClipRange
) -> Row:
    outcomes = scored.outcomes(row, task)
    unit: dict[str, list[Row]] = {"positives": [], "negatives": [], "decisions": []}
    for speaker in SPEAKERS:
        view = SpeakerView.of(task, speaker, place.settings, outcomes, gold.of(task), words)
        names = _Names(task, speaker, view)
        unit["positives"] += _positives(view, names, span)
        unit["negatives"] += _negatives(view, names, span)
        unit["decisions"] += _decisions(view, names, span)
    return unit


class _Names:
    """The ids of one speaker's events of a task."""

    def __init__(self, task: Task, speaker: int, view: SpeakerView) -> None:
        times = {"p": view.positives_s, "n": view.span_starts_s, "d": view.decisions_s}
        self.of = {
            kind: event_ids(task, kind, [speaker] * len(some), some.tolist()) for kind, some in times.items()
        }


def _positives(view: SpeakerView, names: _Names, span: ClipRange) -> list[Row]:
    """Return the positives whose window overlaps the range; a decision that claims one lies in its window."""
    rows = []
    for row, time in enumerate(view.positives_s.tolist()):
        first, last = time - view.settings.tau_pre_s, float(view.window_ends_s[row])
        decision = None if np.isnan(view.claimed_s[row]) else float(view.claimed_s[row])
        if not span.touches(first, last):
            continue
        is_hit = decision is not None
        rows.append(
            {
                "id": names.of["p"][row],
                "speaker": view.speaker,
                **span.point(time),
                "window_start_s": first,
                "window_end_s": last,
                "is_clipped": first < span.start_s or last > span.stop_s,
                "fate": "hit" if is_hit else "miss",
                "decision_s": decision,
                "latency_ms": None if decision is None else (decision - time) * MS_PER_S,
                "reason": view.positive(row),
            }
        )
    return rows


def _negatives(view: SpeakerView, names: _Names, span: ClipRange) -> list[Row]:
    columns = (view.span_starts_s, view.span_ends_s, view.has_fired)
    spans = zip(*(column.tolist() for column in columns), strict=True)
    return [
        {
            "id": names.of["n"][row],
            "speaker": view.speaker,
            **span.interval(start, end),
            "fate": "false_alarm" if has_fired else "quiet",
            "reason": view.negative(row, has_fired=bool(has_fired)),
        }
        for row, (start, end, has_fired) in enumerate(spans)
        if span.touches(start, end)
    ]


def _decisions(view: SpeakerView, names: _Names, span: ClipRange) -> list[Row]:
    """Return the decisions in the range; ``event`` is what a decision claimed or fired."""
    rows = []
    owners = view.owners().tolist()
    for row, time in enumerate(view.decisions_s.tolist()):
        if not span.holds(time):
            continue
        fate, owner = Fate(int(view.fates[row])), owners[row]
        owned = names.of["p" if fate is Fate.HIT else "n"]
        rows.append(
            {
                "id": names.of["d"][row],
                "event": None if owner < 0 else owned[owner],
                "speaker": view.speaker,
                **span.point(time),
                "fate": fate.name.lower(),
                "reason": view.decision(row),
            }
        )
    return rows
