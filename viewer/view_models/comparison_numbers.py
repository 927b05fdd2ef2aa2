"""The numbers of a comparison: each a text, how many events it counts, and the pick that opens them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from viewer.dialogue.protocol import Task
from viewer.scoring import Joint, Latency
from viewer.view_models.formats import DASH, MINUS, rate, signed_ms
from viewer.view_models.picks import Pick, to_text

Number = dict[str, Any]
Fates = tuple[str, ...]
LONGEST_DECIMALS = 6
LEVEL = 0.05


@dataclass(frozen=True)
class Kind:
    """One of the two kinds of events: how it is called in a pick, and what is done to it."""

    marked: str
    unmarked: str
    either: str
    does: str
    does_not: str


HITS = Kind("hit", "miss", "positive", "hits", "misses")
FIRES = Kind("false_alarm", "quiet", "negative", "fires", "stays quiet")


def opens(text: str, count: int, pick: Pick) -> Number:
    """Return a number that opens the events of a pick; a number of none opens nothing."""
    return {"text": text, "count": count, "pick": to_text(pick) if count else ""}


@dataclass(frozen=True)
class PairNumbers:
    """The numbers of two models on some of the dialogues.

    Parameters
    ----------
    task, first, second
        The task, and the names of the two models.
    conversation_type, pairing
        What narrows the dialogues; empty: all.
    """

    task: Task
    first: str
    second: str
    conversation_type: str = ""
    pairing: str = ""

    def pick(self, first: str, second: str) -> Pick:
        """Return the pick of two fates."""
        fates = ((self.first, first), (self.second, second))
        return Pick(self.task, fates, self.conversation_type, self.pairing)

    def rates(self, kind: Kind, table: Joint) -> tuple[Number, Number]:
        """Return both models' rates; each opens the events it is a share of, its own model first."""
        pick = self.pick(kind.either, kind.either)
        swapped = replace(pick, fates=pick.fates[::-1])
        return (
            opens(rate(table.first_rate), table.total, pick),
            opens(rate(table.second_rate), table.total, swapped),
        )

    def difference(self, kind: Kind, table: Joint) -> Number:
        """Return the difference of the rates; it opens the events on which the models differ."""
        pick = replace(self.pick(kind.either, kind.either), differs=True)
        return opens(signed_rate(table.difference), table.first + table.second, pick)

    def only(self, kind: Kind, table: Joint) -> tuple[Number, Number]:
        """Return what only the first model marks, and what only the second does."""
        first = self.pick(kind.marked, kind.unmarked)
        second = self.pick(kind.unmarked, kind.marked)
        return (
            opens(thousands(table.first), table.first, first),
            opens(thousands(table.second), table.second, second),
        )

    def cells(self, kind: Kind, table: Joint) -> list[list[Number]]:
        """Return the four joint counts: rows the first model's fate, columns the second's."""
        first, second = self.only(kind, table)
        both, neither = (self.pick(fate, fate) for fate in (kind.marked, kind.unmarked))
        return [
            [opens(thousands(table.both), table.both, both), first],
            [second, opens(thousands(table.neither), table.neither, neither)],
        ]

    def latencies(self, latency: Latency | None, pairs: int) -> list[Number]:
        """Return p10, p50 and p90 of the paired differences; each opens the positives that both hit."""
        values = (None,) * 3 if latency is None else (latency.p10, latency.p50, latency.p90)
        pick = self.pick("hit", "hit")
        return [opens(signed_ms(value), pairs, pick) for value in values]


def shared(task: Task, names: tuple[str, ...], fate: str, count: int) -> Number:
    """Return how many events have the same fate with all models."""
    return opens(thousands(count), count, Pick(task, tuple((name, fate) for name in names)))


def alone(task: Task, names: tuple[str, ...], row: int, fate: str, others: str, count: int) -> Number:
    """Return how many events have a fate with one model and another with all the rest; it is shown first."""
    rest = tuple((name, others) for name in names[:row] + names[row + 1 :])
    return opens(thousands(count), count, Pick(task, ((names[row], fate), *rest)))


def thousands(count: int) -> str:
    """Return a count as it is read.

    Examples
    --------
    >>> thousands(1904)
    '1,904'
    """
    return f"{count:,}"


def signed_rate(value: float | None) -> str:
    """Return a difference of rates with its sign; one that is not 0 never looks like 0.

    Examples
    --------
    >>> signed_rate(0.0221), signed_rate(-0.0003), signed_rate(0.0), signed_rate(None)
    ('+0.022', '−0.0003', '0.000', '–')
    """
    if value is None:
        return DASH
    if value == 0:
        return "0.000"
    decimals = next((one for one in range(3, LONGEST_DECIMALS) if round(value, one)), LONGEST_DECIMALS)
    return f"{MINUS if value < 0 else '+'}{abs(value):.{decimals}f}"


def p_text(value: float | None) -> str:
    """Return p with three decimals, or as many as keep it on its side of 0.05.

    Examples
    --------
    >>> p_text(0.03125), p_text(0.0000012), p_text(0.04996), p_text(1.0), p_text(None)
    ('0.031', '< 0.001', '0.04996', '1.000', '–')
    """
    if value is None:
        return DASH
    if value < 10**-3:
        return "< 0.001"
    for decimals in range(3, LONGEST_DECIMALS + 1):
        text = f"{value:.{decimals}f}"
        if (float(text) < LEVEL) == (value < LEVEL):
            return text
    return repr(value)


def interval_text(interval: tuple[float, float] | None) -> str:
    """Return an interval of a difference of rates.

    Examples
    --------
    >>> interval_text((-0.01, 0.054)), interval_text(None)
    ('−0.010 to +0.054', '–')
    """
    return DASH if interval is None else " to ".join(signed_rate(end) for end in interval)
