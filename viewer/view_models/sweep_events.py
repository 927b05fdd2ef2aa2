"""The events of a sweep's playlist: those whose verdict another threshold changes, or those of one fate now.

Whole splits are compared while a threshold is dragged, so that the comparison is of arrays, and texts are
made for the rows that are sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from viewer.dialogue.conversation import SPEAKERS
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring import MS_PER_S, Scored
from viewer.view_models.event_ids import NEGATIVE, POSITIVE, event_ids
from viewer.view_models.formats import DASH, clock, plural, signed_ms
from viewer.view_models.playlist import FATE_NOUNS
from viewer.view_models.playlist_rows import gold_words
from viewer.workspace import SplitWork

CHANGED = "changed"
POSITIVES, NEGATIVES = "positives", "negatives"
"""What recall and the false alarm rate are shares of."""
LISTS = (CHANGED, "hit", "false_alarm", "miss", "quiet", POSITIVES, NEGATIVES)
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class TaskEvents:
    """Every event of one task of a split, by dialogue, then in time: columns of equal length.

    ``row`` is the event's row among the positives or the negative spans of a `GoldPack`; ``dialogue`` the
    row of its conversation.
    """

    dialogue: IntArray
    speaker: IntArray
    time_s: FloatArray
    is_positive: Mask
    row: IntArray
    id: tuple[str, ...]


def task_events(work: SplitWork, task: Task, settings: ProtocolSettings) -> TaskEvents:
    """Return every event of a task of the scorable conversations."""
    key = ("task events", task, settings.tolerance_s, settings.min_agree)
    return work.kept(key, lambda: _task_events(work, task, settings))


def _task_events(work: SplitWork, task: Task, settings: ProtocolSettings) -> TaskEvents:
    pack = work.pack(settings)
    columns: list[tuple[int, int, float, bool, int]] = []
    ids: list[str] = []
    for dialogue in range(len(pack.conversation_ids)):
        for speaker in SPEAKERS:
            unit = (dialogue * len(TASKS) + TASKS.index(task)) * len(SPEAKERS) + speaker - 1
            kinds = (
                (POSITIVE, pack.positive_s, pack.positive_offsets),
                (NEGATIVE, pack.negative_start_s, pack.negative_offsets),
            )
            for kind, times, offsets in kinds:
                first, last = int(offsets[unit]), int(offsets[unit + 1])
                own = times[first:last].tolist()
                ids += event_ids(task, kind, [speaker] * len(own), own)
                columns += [
                    (dialogue, speaker, time, kind == POSITIVE, row)
                    for row, time in zip(range(first, last), own, strict=True)
                ]
    order = sorted(range(len(columns)), key=lambda at: (columns[at][0], columns[at][2], columns[at][1]))
    found = [columns[at] for at in order]
    return TaskEvents(
        np.array([one[0] for one in found], dtype=np.int64),
        np.array([one[1] for one in found], dtype=np.int64),
        np.array([one[2] for one in found], dtype=np.float64),
        np.array([one[3] for one in found], dtype=np.bool_),
        np.array([one[4] for one in found], dtype=np.int64),
        tuple(ids[at] for at in order),
    )


def marked(events: TaskEvents, scored: Scored) -> Mask:
    """Return for each event whether a decision answers it: a hit, or a span that fired."""
    found = np.empty(len(events.row), dtype=np.bool_)
    positive = events.is_positive
    found[positive] = scored.matches.claimed[events.row[positive]] >= 0
    found[~positive] = scored.matches.has_fired[events.row[~positive]] == 1
    return found


def listed(events: TaskEvents, now: Scored, saved: Scored | None, shown: str) -> Mask:
    """Return which events a list holds: those that changed, of one fate at this threshold, or of a rate."""
    is_marked = marked(events, now)
    if shown == CHANGED:
        return np.zeros_like(is_marked) if saved is None else is_marked != marked(events, saved)
    mask: Mask = events.is_positive == (shown in ("hit", "miss", POSITIVES))
    if shown not in (POSITIVES, NEGATIVES):
        mask &= is_marked == (shown in ("hit", "false_alarm"))
    return mask


def sweep_list(
    work: SplitWork,
    task: Task,
    settings: ProtocolSettings,
    now: Scored,
    saved: Scored | None,
    *,
    dialogue: str,
    scope: str,
    shown: str,
    limit: int | None = None,
) -> dict[str, Any]:
    """Return the list beside a sweep.

    Parameters
    ----------
    work, task, settings
        What was swept.
    now, saved
        The split scored at the present and at the saved threshold (None: there is no saved one).
    dialogue, scope
        The open dialogue; ``dialogue`` or ``split``.
    shown
        One of `LISTS`.
    limit
        How many rows are sent at most, those of the open dialogue first; all if None.
    """
    events = task_events(work, task, settings)
    mask = listed(events, now, saved, shown)
    names = now.conversation_ids
    here = names.index(dialogue) if dialogue in names else -1
    is_here = events.dialogue == here
    rows = np.flatnonzero(mask & is_here) if scope == "dialogue" else np.flatnonzero(mask)
    sent = rows if limit is None else _nearest(rows, is_here, limit)
    before = None if saved is None else marked(events, saved)
    after = marked(events, now)
    return {
        "scope": scope,
        "shown": shown,
        "dialogue": dialogue,
        "title": _title(shown, len(rows)),
        "counts": {"dialogue": int((mask & is_here).sum()), "split": int(mask.sum())},
        "is_whole": len(sent) == len(rows),
        "rows": [
            _row(work, task, settings, events, now, row, before=before, after=after) for row in sent.tolist()
        ],
    }


def _nearest(rows: IntArray, is_here: Mask, limit: int) -> IntArray:
    """Return as many rows as are sent while a hand moves: the open dialogue's, then others from the top."""
    own = rows[is_here[rows]][:limit]
    others = rows[~is_here[rows]][: limit - len(own)]
    found: IntArray = np.sort(np.concatenate([own, others]))
    return found


def _title(shown: str, count: int) -> str:
    return plural(count, FATE_NOUNS.get(shown, "event"))


def _row(
    work: SplitWork,
    task: Task,
    settings: ProtocolSettings,
    events: TaskEvents,
    now: Scored,
    row: int,
    *,
    before: Mask | None,
    after: Mask,
) -> dict[str, Any]:
    name = now.conversation_ids[int(events.dialogue[row])]
    speaker, time = int(events.speaker[row]), float(events.time_s[row])
    is_positive = bool(events.is_positive[row])
    words = gold_words(work, name, settings)
    return {
        "id": events.id[row],
        "dialogue": name,
        "dialogue_title": work.conversations[name].title,
        "time_s": time,
        "clock": clock(time),
        "speaker": speaker,
        "before": "" if before is None else _fate(is_positive=is_positive, is_marked=bool(before[row])),
        "after": _fate(is_positive=is_positive, is_marked=bool(after[row])),
        "latency": _latency(events, now, row),
        "words": words.of_positive(task, speaker, time)
        if is_positive
        else words.of_negative(task, speaker, time),
    }


def _fate(*, is_positive: bool, is_marked: bool) -> str:
    if is_positive:
        return "hit" if is_marked else "miss"
    return "false_alarm" if is_marked else "quiet"


def _latency(events: TaskEvents, now: Scored, row: int) -> str:
    if not events.is_positive[row]:
        return DASH
    decision = int(now.matches.claimed[events.row[row]])
    if decision < 0:
        return DASH
    return f"{signed_ms(float((now.decisions.time_s[decision] - events.time_s[row]) * MS_PER_S))} ms"
