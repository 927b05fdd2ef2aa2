"""The events of a pick: counted on arrays, listed for the playlist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.dialogue.conversation import Conversation
from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring import MS_PER_S
from viewer.view_models.event_ids import event_ids
from viewer.view_models.pick import NEGATIVE_FATES, POSITIVE_FATES, Pick, from_text, to_text
from viewer.view_models.playlist_rows import ListedEvent, dialogue_events
from viewer.workspace import SplitWork

__all__ = ["Pick", "PickedEvent", "count", "from_text", "known_pick", "picked_events", "to_text"]

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PickedEvent:
    """An event of a pick and the dialogue it is in."""

    dialogue: str
    event: ListedEvent


@dataclass(frozen=True, eq=False, slots=True)
class EventTable:
    """What became of every event of a split with one model and task; all models share its rows.

    ``positive_at`` and ``negative_at`` are positions in ``work.scorable_ids``. Rows of dialogues that
    the model's file leaves out are not ``is_decided``: neither hit nor miss.
    """

    positive_at: IntArray
    latency_ms: FloatArray
    negative_at: IntArray
    has_fired: Mask
    is_decided: Mask


def event_table(work: SplitWork, model: str, task: Task, settings: ProtocolSettings) -> EventTable | None:
    """Return the outcomes of a model over a split, None if it has none on a task."""
    if not work.supports(model, task):
        return None
    return work.kept(("table", task, settings), lambda: _table(work, model, task, settings), model=model)


def _table(work: SplitWork, model: str, task: Task, settings: ProtocolSettings) -> EventTable | None:
    scored = work.scored(model, settings)
    if scored is None:
        return None
    names = work.scorable_ids
    outcomes = [scored.outcomes(at, task) for at in range(len(names))]
    positives, negatives = [one.positives for one in outcomes], [one.negatives for one in outcomes]
    return EventTable(
        np.repeat(np.arange(len(names)), [len(one.time_s) for one in positives]),
        _joined([(one.decision_s - one.time_s) * MS_PER_S for one in positives]),
        np.repeat(np.arange(len(names)), [len(one.start_s) for one in negatives]),
        _joined([one.has_fired for one in negatives]).astype(bool),
        np.array([work.decided_row(model, name) is not None for name in names], dtype=bool),
    )


def _joined(parts: list[FloatArray] | list[IntArray]) -> FloatArray:
    return np.concatenate([np.empty(0), *parts])


def known_pick(work: SplitWork, text: str) -> Pick | None:
    """Return the pick of a text, None if it is none or names what the split does not have."""
    pick = from_text(text)
    if pick is None or work.is_hidden or any(model not in work.models for model, _ in pick.fates):
        return None
    return pick if all(name in work.conversations for name in pick.dialogues) else None


def is_within(pick: Pick, conversation: Conversation) -> bool:
    """Return whether a pick reaches into a dialogue."""
    if pick.dialogues and conversation.conversation_id not in pick.dialogues:
        return False
    if pick.conversation_type and conversation.conversation_type != pick.conversation_type:
        return False
    return not pick.pairing or conversation.pairing == pick.pairing


def count(work: SplitWork, pick: Pick, settings: ProtocolSettings) -> int:
    """Return how many events a pick has; 0 on a split whose labels are hidden."""
    return sum(int(np.count_nonzero(mask)) for _, mask, _ in _masks(work, pick, settings))


def picked_events(work: SplitWork, pick: Pick, settings: ProtocolSettings) -> list[PickedEvent]:
    """Return the events of a pick: dialogues in the split's order, events in time order within."""
    chosen: dict[str, set[str]] = {}
    for kind, mask, at in _masks(work, pick, settings):
        for row in np.unique(at[mask]).tolist():
            name = work.scorable_ids[row]
            ids = _ids(work, pick, settings, name, kind)
            is_in = mask[at == row].tolist()
            chosen.setdefault(name, set()).update(
                one for one, is_one in zip(ids, is_in, strict=True) if is_one
            )
    return [
        PickedEvent(name, event)
        for name in work.scorable_ids
        if name in chosen
        for event in dialogue_events(work, name, pick.model, settings)
        if event.id in chosen[name]
    ]


def _ids(work: SplitWork, pick: Pick, settings: ProtocolSettings, name: str, kind: str) -> list[str]:
    """Return the ids of a dialogue's positives or negative spans, in the order of a table's rows."""
    scored, row = work.scored(pick.model, settings), work.row(name)
    if scored is None or row is None:
        return []
    outcomes = scored.outcomes(row, pick.task)
    if kind == "p":
        speakers, times = outcomes.positives.speaker, outcomes.positives.time_s
    else:
        speakers, times = outcomes.negatives.speaker, outcomes.negatives.start_s
    return event_ids(pick.task, kind, speakers.tolist(), times.tolist())


def _masks(work: SplitWork, pick: Pick, settings: ProtocolSettings) -> Iterator[tuple[str, Mask, IntArray]]:
    """Yield the kind of events that a pick has, which of them, and the dialogue each is in."""
    tables = [event_table(work, model, pick.task, settings) for model, _ in pick.fates]
    found = [table for table in tables if table is not None]
    if work.is_hidden or len(found) < len(tables):
        return
    is_here = np.array([is_within(pick, work.conversations[name]) for name in work.scorable_ids], dtype=bool)
    for table in found:
        is_here &= table.is_decided
    fates = [fate for _, fate in pick.fates]
    if all(fate in POSITIVE_FATES for fate in fates):
        at = found[0].positive_at
        yield "p", is_here[at] & _positives(pick, found, fates), at
    elif all(fate in NEGATIVE_FATES for fate in fates) and not (pick.latency_ms or pick.difference_ms):
        at = found[0].negative_at
        yield "n", is_here[at] & _negatives(pick, found, fates), at


def _positives(pick: Pick, tables: list[EventTable], fates: list[str]) -> Mask:
    mask = np.ones(len(tables[0].positive_at), dtype=bool)
    for table, fate in zip(tables, fates, strict=True):
        is_hit = ~np.isnan(table.latency_ms)
        mask &= np.isin(is_hit, [one == "hit" for one in POSITIVE_FATES[fate]])
    if pick.differs:
        mask &= np.isnan(tables[0].latency_ms) != np.isnan(tables[1].latency_ms)
    if pick.latency_ms:
        mask &= _is_between(tables[0].latency_ms, pick.latency_ms)
    if pick.difference_ms:
        mask &= _is_between(tables[0].latency_ms - tables[1].latency_ms, pick.difference_ms)
    return mask


def _negatives(pick: Pick, tables: list[EventTable], fates: list[str]) -> Mask:
    mask = np.ones(len(tables[0].negative_at), dtype=bool)
    for table, fate in zip(tables, fates, strict=True):
        mask &= np.isin(table.has_fired, [one == "false_alarm" for one in NEGATIVE_FATES[fate]])
    if pick.differs:
        mask &= tables[0].has_fired != tables[1].has_fired
    return mask


def _is_between(values: FloatArray, bounds: tuple[float, float]) -> Mask:
    """Return where values lie within bounds, the lower end included; a miss lies in none."""
    return (values >= bounds[0]) & (values < bounds[1])
