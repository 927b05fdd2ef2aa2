"""Events that every model gets wrong, where the label may be wrong rather than all of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from viewer.audit.questions import Kind, Question, Queue, heard_tracks, with_labels
from viewer.dialogue.conversation import SPEAKERS, Conversation
from viewer.dialogue.gold_sets import ConsensusEvents, Gold
from viewer.dialogue.protocol import TASKS, Task
from viewer.dialogue.segments import FloatArray
from viewer.scoring import TaskOutcomes

PAUSE_MARGIN_S = 0.01
"""How far a pause's question reaches into the turns around it, so that they are decided with it."""

Outcomes = Mapping[Task, Mapping[str, TaskOutcomes]]
"""Of one dialogue: task, then model, then what became of it; models without the task are left out."""


def missed_by_all(conversation: Conversation, gold: Gold, outcomes: Outcomes) -> list[Question]:
    """Return a question for each positive that every model misses.

    Parameters
    ----------
    conversation, gold
        The source and its gold.
    outcomes
        Of every model that has a score on the task.

    Returns
    -------
    list of Question
        By task, then time. The span is the turn that ends there, or the interruption that starts there.
    """
    found = []
    for task in TASKS:
        models = outcomes[task]
        if not models:
            continue
        positives = [one.positives for one in models.values()]
        is_missed = np.all([np.isnan(one.decision_s) for one in positives], axis=0)
        speakers, times = positives[0].speaker[is_missed], positives[0].time_s[is_missed]
        for speaker, time in zip(speakers.tolist(), times.tolist(), strict=True):
            start, end = positive_span(gold, task, speaker, time)
            question = _question(Queue.ALL_MISS, conversation, task, speaker, (start, end), tuple(models))
            found.append(question)
    return _with_labels(found, conversation)


def fired_by_all(conversation: Conversation, gold: Gold, outcomes: Outcomes) -> list[Question]:
    """Return a question for each negative span that every model fires.

    Parameters
    ----------
    conversation, gold, outcomes
        As for `missed_by_all`.

    Returns
    -------
    list of Question
        By task, in the order of the set. A pause's span reaches a little into the turns around it.
    """
    found = []
    for task in TASKS:
        models = outcomes[task]
        if not models:
            continue
        negatives = [one.negatives for one in models.values()]
        has_fired = np.all([one.has_fired == 1 for one in negatives], axis=0)
        first = negatives[0]
        columns = (first.speaker[has_fired], first.start_s[has_fired], first.end_s[has_fired])
        for speaker, start, end in zip(*(column.tolist() for column in columns), strict=True):
            span = _pause_span(gold, speaker, start) if task is Task.EOT else (start, end)
            found.append(_question(Queue.ALL_FIRE, conversation, task, speaker, span, tuple(models)))
    return _with_labels(found, conversation)


def positive_span(gold: Gold, task: Task, speaker: int, time_s: float) -> tuple[float, float]:
    """Return the event that a positive comes from: the turn that ends, the interruption that starts."""
    if task is Task.EOT:
        starts, ends = _times(gold.turn_events, speaker)
        return float(starts[ends == time_s].min()), time_s
    starts, ends = _times(gold.label_events, speaker)
    return time_s, float(ends[starts == time_s].max())


def _pause_span(gold: Gold, speaker: int, start_s: float) -> tuple[float, float]:
    """Return the whole pause, also where gold cuts it short, and a little of the turns around it."""
    starts, _ = _times(gold.turn_events, speaker)
    following = float(starts[starts > start_s].min())
    return start_s - PAUSE_MARGIN_S, following + PAUSE_MARGIN_S


def _times(events: ConsensusEvents, speaker: int) -> tuple[FloatArray, FloatArray]:
    own = events.speaker == speaker
    return events.start_s[own], events.end_s[own]


def _question(
    queue: Queue,
    conversation: Conversation,
    task: Task,
    speaker: int,
    span: tuple[float, float],
    models: tuple[str, ...],
) -> Question:
    name = conversation.conversation_id
    return Question(queue, Kind.EVENT, name, speaker, *span, task=task, models=models)


def _with_labels(questions: list[Question], conversation: Conversation) -> list[Question]:
    tracks = {speaker: heard_tracks(conversation, speaker) for speaker in SPEAKERS}
    return [with_labels(one, tracks[one.speaker]) for one in questions]
