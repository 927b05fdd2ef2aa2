"""What becomes a row of a playlist: every event of a dialogue with a model's outcome."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from viewer.dialogue.conversation import SPEAKERS
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.scoring import MS_PER_S, TaskOutcomes
from viewer.view_models.event_ids import DECISION, event_ids, parse_event_id
from viewer.view_models.formats import DASH, signed_ms
from viewer.view_models.place import Place
from viewer.view_models.words import GoldWords
from viewer.workspace import SplitWork

ERRORS = ("miss", "false_alarm")


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """One event of a playlist: a positive or a negative span, and how a model did on it."""

    id: str
    time_s: float
    task: Task
    speaker: int
    fate: str
    latency: str
    words: str


def dialogue_events(
    work: SplitWork, conversation_id: str, model: str, settings: ProtocolSettings
) -> list[ListedEvent]:
    """Return every event of a dialogue with a model's outcome, in time order; empty if unscored."""
    key = ("events", conversation_id, settings)
    return work.kept(key, lambda: _events(work, conversation_id, model, settings), model=model)


def gold_words(work: SplitWork, conversation_id: str, settings: ProtocolSettings) -> GoldWords:
    """Return the words of a dialogue's gold."""
    gold = work.golds(settings)[conversation_id]
    key = ("words", conversation_id, settings.tolerance_s, settings.min_agree)
    return work.kept(key, lambda: GoldWords(work.conversation(conversation_id), gold))


def _events(
    work: SplitWork, conversation_id: str, model: str, settings: ProtocolSettings
) -> list[ListedEvent]:
    scored, row = work.scored(model, settings), work.decided_row(model, conversation_id)
    if scored is None or row is None:
        return []
    words = gold_words(work, conversation_id, settings)
    supported = [task for task in TASKS if work.supports(model, task)]
    events = [event for task in supported for event in _task_events(task, scored.outcomes(row, task), words)]
    return sorted(events, key=lambda event: (event.time_s, event.speaker))


def has_event(work: SplitWork, place: Place) -> bool:
    """Return whether the event of a place is one of its dialogue's, or a decision of its model."""
    name = parse_event_id(place.event)
    if name is None:
        return False
    if name.kind != DECISION:
        return any(
            one.id == place.event
            for one in dialogue_events(work, place.dialogue, place.model, place.settings)
        )
    submission = work.model(place.model).submission if place.model else None
    if submission is None:
        return False
    return bool(np.any(submission.decisions(place.dialogue, name.speaker).of(name.task) == name.time_s))


def _task_events(task: Task, outcomes: TaskOutcomes, words: GoldWords) -> list[ListedEvent]:
    positives, negatives = outcomes.positives, outcomes.negatives
    speakers, times = positives.speaker.tolist(), positives.time_s.tolist()
    events = [
        ListedEvent(
            name, time, task, speaker,
            "miss" if np.isnan(decision) else "hit",
            latency,
            words.of_positive(task, speaker, time),
        )
        for name, speaker, time, decision, latency in zip(
            event_ids(task, "p", speakers, times), speakers, times, positives.decision_s.tolist(),
            _latencies(outcomes), strict=True,
        )
    ]  # fmt: skip
    speakers, times = negatives.speaker.tolist(), negatives.start_s.tolist()
    events += [
        ListedEvent(
            name, time, task, speaker,
            "false_alarm" if has_fired else "quiet", DASH, words.of_negative(task, speaker, time),
        )
        for name, speaker, time, has_fired in zip(
            event_ids(task, "n", speakers, times), speakers, times, negatives.has_fired.tolist(), strict=True
        )
    ]  # fmt: skip
    return events


def _latencies(outcomes: TaskOutcomes) -> list[str]:
    """Return each hit's latency, or how long a miss went without any decision of its speaker.

    A decision in a missed window was masked or claimed elsewhere: no length says that, so a dash.
    """
    positives, decisions = outcomes.positives, outcomes.decisions
    times, ends = positives.time_s, positives.window_end_s
    is_silent = np.zeros(len(times), dtype=bool)
    for speaker in SPEAKERS:
        own, of_speaker = decisions.time_s[decisions.speaker == speaker], positives.speaker == speaker
        first = np.searchsorted(own, times[of_speaker], side="left")
        is_silent[of_speaker] = first == np.searchsorted(own, ends[of_speaker], side="right")
    return [
        _latency_text(latency_ms, length_s, is_silent=silent)
        for latency_ms, length_s, silent in zip(
            ((positives.decision_s - times) * MS_PER_S).tolist(),
            (ends - times).tolist(),
            is_silent.tolist(),
            strict=True,
        )
    ]


def _latency_text(latency_ms: float, length_s: float, *, is_silent: bool) -> str:
    if not math.isnan(latency_ms):
        return f"{signed_ms(latency_ms)} ms"
    return f"> {round(length_s, 2):g} s" if is_silent else DASH


def is_listed(event: ListedEvent, place: Place) -> bool:
    """Return whether the playlist of a place holds an event."""
    if place.list_task not in ("both", str(event.task)):
        return False
    if place.fate == "errors":
        return event.fate in ERRORS
    return place.fate in ("all", event.fate)
