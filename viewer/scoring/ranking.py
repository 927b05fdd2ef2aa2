"""The order of a leaderboard: which entries are ranked under a policy, and which stand below and why.

Conventions: rates are shares of 0 to 1 or None where undefined, latencies milliseconds. A limit belongs to
what it allows: an fp rate of exactly 0.10 is within the budget, one of exactly 0.15 within the ceiling.

Policies, PROTOCOL section 6:

``ceiling``   recall, high first, of entries with ``fp_rate <= 0.15``; those above follow, unranked
``budget``    recall, high first, of entries that keep to 0.10 on dev; those above 0.15 are rejected
``latency``   latency p50, low first, of entries with ``fp_rate <= 0.10`` and ``recall >= recall_floor``
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from viewer.dialogue.protocol import FP_BUDGET, FP_CEILING

RECALL_FLOOR = 0.5
"""Least recall that ``latency`` ranks by default: an entry that hits more than it misses."""


class Policy(StrEnum):
    """What a leaderboard is ordered by, and who is ranked."""

    CEILING = "ceiling"
    BUDGET = "budget"
    LATENCY = "latency"


class Standing(StrEnum):
    """Where an entry stands; in the order in which a leaderboard lists them."""

    RANKED = "ranked"
    BELOW_FLOOR = "below_floor"
    OVER_BUDGET = "over_budget"
    OVER_CEILING = "over_ceiling"
    UNJUDGED = "unjudged"
    UNSUPPORTED = "unsupported"


STANDINGS = tuple(Standing)


@dataclass(frozen=True, slots=True)
class Entry:
    """One model's pooled numbers on one task, as far as ranking looks at them.

    Parameters
    ----------
    name
        The model's name.
    recall, fp_rate
        None where there is nothing to divide by.
    p50_ms
        Median latency; None without hits.
    budget_fp_rate
        The fp rate that the dev budget is held against: on a dev split the entry's own, on a test split
        the one of the same model on dev. None: unknown, and the budget is taken on trust.
    is_supported
        False if the model commits no event of the task anywhere: it has no recall then, not one of 0.
    """

    name: str
    recall: float | None
    fp_rate: float | None
    p50_ms: float | None
    budget_fp_rate: float | None = None
    is_supported: bool = True


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry and its place: ``rank`` counts from 1, None for whoever is not ranked."""

    entry: Entry
    standing: Standing
    rank: int | None = None


def rank(entries: Sequence[Entry], policy: Policy, *, recall_floor: float = RECALL_FLOOR) -> list[Placed]:
    """Place entries in a leaderboard's order.

    Standing goes first, in the order of `Standing`. Ranked entries come in the policy's order, all others by
    recall. Entries that are equal in what they are ranked by share a rank and the next rank is left out
    (1, 1, 3); among them the lower fp rate comes first, then the order of ``entries``.

    Parameters
    ----------
    entries
        In any order; may be empty.
    policy
        Who is ranked, and by what.
    recall_floor
        Least recall that ``Policy.LATENCY`` ranks, 0 to 1; the others do not look at it.

    Returns
    -------
    list of Placed
        Every entry once.

    Notes
    -----
    An entry without a recall or an fp rate (nothing to divide by) is not judged: no rank, and no place above
    one that has them. Under ``Policy.LATENCY`` that holds for a missing p50, too.

    References
    ----------
    PROTOCOL section 6.

    Examples
    --------
    >>> good, loud = Entry("good", 0.8, 0.10, 300.0, 0.10), Entry("loud", 0.9, 0.2, 100.0, 0.2)
    >>> [(one.entry.name, one.rank) for one in rank([loud, good], Policy.CEILING)]
    [('good', 1), ('loud', None)]
    """
    placed = [(standing_of(entry, policy, recall_floor=recall_floor), entry) for entry in entries]
    found: list[Placed] = []
    for standing in STANDINGS:
        members = [entry for own, entry in placed if own is standing]
        if standing is Standing.RANKED and policy is Policy.LATENCY:
            found += _numbered(members, _by_latency)
        elif standing is Standing.RANKED:
            found += _numbered(members, _by_recall)
        else:
            found += [Placed(entry, standing) for entry in _sorted(members, _by_recall)]
    return found


def standing_of(entry: Entry, policy: Policy, *, recall_floor: float = RECALL_FLOOR) -> Standing:
    """Return where an entry stands under a policy, the limits included in what they allow.

    Parameters
    ----------
    entry, policy, recall_floor
        As for `rank`.

    Returns
    -------
    Standing
        ``RANKED`` if nothing speaks against it.

    Examples
    --------
    >>> standing_of(Entry("m", 0.8, 0.1500001, 300.0), Policy.CEILING)
    <Standing.OVER_CEILING: 'over_ceiling'>
    """
    if not entry.is_supported:
        return Standing.UNSUPPORTED
    if entry.recall is None or entry.fp_rate is None:
        return Standing.UNJUDGED
    if entry.fp_rate > FP_CEILING:
        return Standing.OVER_CEILING
    if policy is Policy.BUDGET and entry.budget_fp_rate is not None and entry.budget_fp_rate > FP_BUDGET:
        return Standing.OVER_BUDGET
    if policy is Policy.LATENCY:
        return _latency_standing(entry, entry.recall, entry.fp_rate, recall_floor)
    return Standing.RANKED


def _latency_standing(entry: Entry, recall: float, fp_rate: float, recall_floor: float) -> Standing:
    if fp_rate > FP_BUDGET:
        return Standing.OVER_BUDGET
    if recall < recall_floor:
        return Standing.BELOW_FLOOR
    return Standing.UNJUDGED if entry.p50_ms is None else Standing.RANKED


def frontier(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries within the budget that no faster one within the budget beats in recall.

    Faster is a lower p50, beaten a higher recall, both strictly: of equals none is dropped.

    Parameters
    ----------
    entries
        Computed entries of one task; those without recall, fp rate or p50 take no part.

    Returns
    -------
    list of Entry
        Fastest first; recall never falls along it.

    References
    ----------
    PROTOCOL section 6, end.

    Examples
    --------
    >>> fast, slow = Entry("fast", 0.7, 0.05, 200.0), Entry("slow", 0.6, 0.05, 400.0)
    >>> [one.name for one in frontier([slow, fast])]
    ['fast']
    """
    found: list[Entry] = []
    best = -1.0
    faster_best = -1.0
    before_ms = float("-inf")
    for p50_ms, recall, entry in _within_budget(entries):
        if p50_ms > before_ms:
            before_ms, faster_best = p50_ms, best
        if recall >= faster_best:
            found.append(entry)
        best = max(best, recall)
    return found


def _within_budget(entries: Sequence[Entry]) -> list[tuple[float, float, Entry]]:
    """Return p50, recall and entry of those within the budget, fastest first, then by recall, low first."""
    complete = [
        (entry.p50_ms, entry.recall, entry)
        for entry in entries
        if entry.is_supported
        and entry.p50_ms is not None
        and entry.recall is not None
        and entry.fp_rate is not None
        and entry.fp_rate <= FP_BUDGET
    ]
    return sorted(complete, key=lambda one: one[:2])


def _numbered(entries: list[Entry], key: Callable[[Entry], float]) -> list[Placed]:
    """Sort entries and number them; equal keys share a number."""
    placed: list[Placed] = []
    for position, entry in enumerate(_sorted(entries, key), 1):
        is_tied = bool(placed) and key(placed[-1].entry) == key(entry)
        placed.append(Placed(entry, Standing.RANKED, placed[-1].rank if is_tied else position))
    return placed


def _sorted(entries: list[Entry], key: Callable[[Entry], float]) -> list[Entry]:
    return sorted(entries, key=lambda one: (key(one), 1.0 if one.fp_rate is None else one.fp_rate))


def _by_recall(entry: Entry) -> float:
    return float("inf") if entry.recall is None else -entry.recall


def _by_latency(entry: Entry) -> float:
    return float("inf") if entry.p50_ms is None else entry.p50_ms
