"""Names of events that links can hold: ``TASK-SPEAKER-KIND-TIME``.

Kind is ``p`` for a positive, ``n`` for a negative span, ``d`` for a decision. A name says what it
means, so that it survives a change of model and of protocol settings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from viewer.dialogue.protocol import Task

POSITIVE, NEGATIVE, DECISION = KINDS = ("p", "n", "d")


@dataclass(frozen=True, slots=True)
class EventName:
    """What an event id says."""

    task: Task
    speaker: int
    kind: str
    time_s: float


def event_ids(task: Task, kind: str, speakers: Iterable[int], times_s: Iterable[float]) -> list[str]:
    """Return the ids of events; equal ones are told apart by ``~2``, ``~3`` and so on.

    Examples
    --------
    >>> event_ids(Task.INT, "p", [1, 1], [2.5, 2.5])
    ['int-1-p-2.5', 'int-1-p-2.5~2']
    """
    seen: Counter[str] = Counter()
    names = []
    for speaker, time in zip(speakers, times_s, strict=True):
        name = f"{task}-{speaker}-{kind}-{time!r}"
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}~{seen[name]}")
    return names


def parse_event_id(text: str) -> EventName | None:
    """Return what an id says, None if it is none (a link is hostile text).

    Examples
    --------
    >>> parse_event_id("eot-1-p-45.2").time_s
    45.2
    >>> parse_event_id("eot-7-p-<b>") is None
    True
    """
    parts = text.split("~", maxsplit=1)[0].split("-", 3)
    try:
        task, speaker, kind, time = Task(parts[0]), int(parts[1]), parts[2], float(parts[3])
    except (ValueError, IndexError):
        return None
    is_known = speaker in (1, 2) and kind in KINDS and abs(time) < float("inf")
    return EventName(task, speaker, kind, time) if is_known else None
