"""The playlist: the events behind a number, in the order in which they are heard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.scoring import TaskOutcomes
from viewer.view_models.event_ids import event_ids
from viewer.view_models.formats import DASH, clock, plural, signed_ms
from viewer.view_models.place import Place
from viewer.view_models.words import GoldWords
from viewer.workspace import SplitWork

FATE_NOUNS = {"hit": "hit", "miss": "miss", "false_alarm": "false alarm", "quiet": "quiet span"}
ERRORS = ("miss", "false_alarm")


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """One event of a playlist: a positive or a negative span, and how a model did on it."""

    id: str
    time_s: float
    task: Task
    speaker: int
    fate: str
    latency_ms: float | None
    words: str


def dialogue_events(
    work: SplitWork, conversation_id: str, model: str, settings: ProtocolSettings
) -> list[ListedEvent]:
    """Return every event of a dialogue with a model's outcome, in time order; empty if unscored."""
    scored, row = work.scored(model, settings), work.row(conversation_id)
    if scored is None or row is None:
        return []
    gold = work.golds(settings)[conversation_id]
    words = GoldWords(work.conversation(conversation_id), gold)
    events = [event for task in TASKS for event in _task_events(task, scored.outcomes(row, task), words)]
    return sorted(events, key=lambda event: (event.time_s, event.speaker))


def _task_events(task: Task, outcomes: TaskOutcomes, words: GoldWords) -> list[ListedEvent]:
    positives, negatives = outcomes.positives, outcomes.negatives
    speakers, times = positives.speaker.tolist(), positives.time_s.tolist()
    events = [
        ListedEvent(
            name, time, task, speaker,
            "miss" if np.isnan(decision) else "hit",
            None if np.isnan(decision) else (decision - time) * 1000,
            words.of_positive(task, speaker, time),
        )
        for name, speaker, time, decision in zip(
            event_ids(task, "p", speakers, times), speakers, times, positives.decision_s.tolist(), strict=True
        )
    ]  # fmt: skip
    speakers, times = negatives.speaker.tolist(), negatives.start_s.tolist()
    events += [
        ListedEvent(
            name, time, task, speaker,
            "false_alarm" if has_fired else "quiet", None, words.of_negative(task, speaker, time),
        )
        for name, speaker, time, has_fired in zip(
            event_ids(task, "n", speakers, times), speakers, times, negatives.has_fired.tolist(), strict=True
        )
    ]  # fmt: skip
    return events


def is_listed(event: ListedEvent, place: Place) -> bool:
    """Return whether the playlist of a place holds an event."""
    if place.list_task not in ("both", str(event.task)):
        return False
    if place.fate == "errors":
        return event.fate in ERRORS
    return place.fate in ("all", event.fate)


def playlist(work: SplitWork, place: Place) -> dict[str, Any]:
    """Return the playlist of a place: of its dialogue, or of all dialogues of the split."""
    names = work.scorable_ids if place.scope == "split" else (place.dialogue,)
    has_model = place.model in work.models
    rows = [
        _row(event, work.conversations[name].title, name, place)
        for name in names
        if has_model
        for event in dialogue_events(work, name, place.model, place.settings)
        if is_listed(event, place)
    ]
    return {
        "scope": place.scope,
        "task": place.list_task,
        "fate": place.fate,
        "dialogue": place.dialogue,
        "title": _title(len(rows), place),
        "rows": rows,
        "selected": place.event,
    }


def _title(count: int, place: Place) -> str:
    return plural(count, FATE_NOUNS.get(place.fate, "error" if place.fate == "errors" else "event"))


def _row(event: ListedEvent, title: str, conversation_id: str, place: Place) -> dict[str, Any]:
    return {
        "id": event.id,
        "dialogue": conversation_id,
        "dialogue_title": title,
        "time_s": event.time_s,
        "clock": clock(event.time_s),
        "task": str(event.task),
        "speaker": event.speaker,
        "fate": event.fate,
        "latency": _latency(event, place.settings),
        "words": event.words,
    }


def _latency(event: ListedEvent, settings: ProtocolSettings) -> str:
    if event.fate == "hit":
        return f"{signed_ms(event.latency_ms)} ms"
    return f"> {settings.tau_max_s:g} s" if event.fate == "miss" else DASH
