"""The outcomes of what the playlist lists, one row for each event and model, as a table to take home."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.dialogue.protocol import TASKS, Task
from viewer.exports.csv_text import Cell, csv_text
from viewer.scoring import MS_PER_S, TaskOutcomes
from viewer.view_models.event_ids import NEGATIVE, POSITIVE, event_ids
from viewer.view_models.place import Place
from viewer.view_models.playlist import listed_events
from viewer.workspace import SplitWork

COLUMNS = (
    "split", "conversation_id", "conversation_type", "pairing", "event", "task", "speaker", "model",
    "outcome", "start_s", "end_s", "decision_s", "latency_ms", "words",
)  # fmt: skip
"""``start_s`` is a positive's time or a negative span's start; ``end_s`` belongs to spans alone."""

Facts = tuple[str, float, float | None, float | None, float | None]


def outcomes_csv(work: SplitWork, place: Place) -> str:
    """Return the outcomes behind the playlist of a place as CSV; only a head on a hidden split."""
    return csv_text(COLUMNS, _rows(work, place))


def _rows(work: SplitWork, place: Place) -> Iterator[list[Cell]]:
    models = dict.fromkeys(model for model, _ in place.pick.fates) if place.pick else [place.model]
    facts: dict[tuple[str, str], dict[str, Facts]] = {}
    for name, event in listed_events(work, place):
        conversation = work.conversations[name]
        for model in models:
            if (name, model) not in facts:
                facts[name, model] = _facts(work, place, name, model)
            outcome, start_s, *rest = facts[name, model][event.id]
            yield [
                work.name, name, conversation.conversation_type, conversation.pairing, event.id,
                str(event.task), event.speaker, model, outcome, start_s, *rest, event.words,
            ]  # fmt: skip


def _facts(work: SplitWork, place: Place, name: str, model: str) -> dict[str, Facts]:
    """Return the facts of every event of a dialogue with a model, by the event's id."""
    scored, row = work.scored(model, place.settings), work.row(name)
    if scored is None or row is None:
        return {}
    found: dict[str, Facts] = {}
    for task in TASKS:
        outcomes = scored.outcomes(row, task)
        found |= _positives(task, outcomes) | _negatives(task, outcomes)
    return found


def _positives(task: Task, outcomes: TaskOutcomes) -> dict[str, Facts]:
    speakers, times = outcomes.positives.speaker.tolist(), outcomes.positives.time_s.tolist()
    decisions = outcomes.positives.decision_s.tolist()
    return {
        event: ("miss", time, None, None, None)
        if decision != decision  # nan: no decision was claimed
        else ("hit", time, None, decision, (decision - time) * MS_PER_S)
        for event, time, decision in zip(
            event_ids(task, POSITIVE, speakers, times), times, decisions, strict=True
        )
    }


def _negatives(task: Task, outcomes: TaskOutcomes) -> dict[str, Facts]:
    negatives = outcomes.negatives
    speakers, starts = negatives.speaker.tolist(), negatives.start_s.tolist()
    return {
        event: ("false_alarm" if has_fired else "quiet", start, end, None, None)
        for event, start, end, has_fired in zip(
            event_ids(task, NEGATIVE, speakers, starts),
            starts,
            negatives.end_s.tolist(),
            negatives.has_fired.tolist(),
            strict=True,
        )
    }
