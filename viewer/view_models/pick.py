"""A pick: which events of a split a number counts, and its form in links and messages."""

from __future__ import annotations

import math
from dataclasses import dataclass
from urllib.parse import quote, unquote

from viewer.dialogue.protocol import Task

POSITIVE_FATES = {"hit": ("hit",), "miss": ("miss",), "positive": ("hit", "miss")}
NEGATIVE_FATES = {
    "false_alarm": ("false_alarm",),
    "quiet": ("quiet",),
    "negative": ("false_alarm", "quiet"),
}
PICK_FATES = (*POSITIVE_FATES, *NEGATIVE_FATES)
LONGEST_TEXT = 20_000
"""Longer than any number of a page makes; a link can be as long as it likes."""

DIFFERS = "differ"
Range = tuple[float, float]


@dataclass(frozen=True)
class Pick:
    """Which events of the open split a number counts; every field narrows.

    Parameters
    ----------
    task
        The task the events belong to.
    fates
        ``(model, fate)`` pairs, at least one, all of which hold for an event. A fate is ``hit``, ``miss``,
        ``positive`` (either), ``false_alarm``, ``quiet`` or ``negative`` (either). The first model is shown.
    conversation_type, pairing
        Narrow to these dialogues; empty: any.
    dialogues
        Narrow to these; empty: any.
    latency_ms
        ``low <= latency < high`` of the first model: hits alone.
    difference_ms
        ``low <= difference < high``, latency of the first model minus that of the second: hits of both.
    differs
        Only where the first two models' outcomes differ: the events behind a difference of their rates.
    """

    task: Task
    fates: tuple[tuple[str, str], ...]
    conversation_type: str = ""
    pairing: str = ""
    dialogues: tuple[str, ...] = ()
    latency_ms: Range | None = None
    difference_ms: Range | None = None
    differs: bool = False

    @property
    def model(self) -> str:
        """The model that is shown."""
        return self.fates[0][0]


def to_text(pick: Pick) -> str:
    """Return a pick as one text without spaces, for a link or a message."""
    parts = [str(pick.task), *(f"{fate}:{_quoted(model)}" for model, fate in pick.fates)]
    parts += [f"type:{_quoted(pick.conversation_type)}"] if pick.conversation_type else []
    parts += [f"pairing:{_quoted(pick.pairing)}"] if pick.pairing else []
    parts += [f"in:{_quoted(name)}" for name in pick.dialogues]
    parts += [f"ms:{_range_text(pick.latency_ms)}"] if pick.latency_ms else []
    parts += [f"difference:{_range_text(pick.difference_ms)}"] if pick.difference_ms else []
    parts += [DIFFERS] if pick.differs else []
    return "~".join(parts)


def from_text(text: str) -> Pick | None:
    """Return the pick of a text, None if it is none."""
    task, *parts = text[: LONGEST_TEXT + 1].split("~")
    differs = DIFFERS in parts
    parts = [part for part in parts if part != DIFFERS]
    if len(text) > LONGEST_TEXT or task not in list(Task):
        return None
    found: dict[str, list[str]] = {}
    fates = []
    for part in parts:
        name, _, value = part.partition(":")
        if name in PICK_FATES:
            fates.append((unquote(value), name))
        else:
            found.setdefault(name, []).append(value)
    dialogues = tuple(unquote(value) for value in found.pop("in", []))
    singles = {name: values[-1] for name, values in found.items() if len(values) == 1}
    ranges = {name: _range(singles.pop(name)) for name in ("ms", "difference") if name in singles}
    kinds, pairings = unquote(singles.pop("type", "")), unquote(singles.pop("pairing", ""))
    needs_two = differs or "difference" in ranges
    is_bad = not fates or (len(fates) < 2 and needs_two) or None in ranges.values()
    if is_bad or singles or any(len(values) > 1 for values in found.values()):
        return None
    bounds = ranges.get("ms"), ranges.get("difference")
    return Pick(Task(task), tuple(fates), kinds, pairings, dialogues, *bounds, differs)


def _quoted(name: str) -> str:
    return quote(name, safe="").replace("~", "%7E")


def _range_text(one: Range) -> str:
    return ",".join("" if math.isinf(bound) else repr(float(bound)) for bound in one)


def _range(text: str) -> Range | None:
    """Return a range; an empty bound is open."""
    low, _, high = text.partition(",")
    try:
        found = (float(low or "-inf"), float(high or "inf"))
    except ValueError:
        return None
    return found if found[0] < found[1] else None
