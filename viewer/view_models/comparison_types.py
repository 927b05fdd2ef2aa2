"""Two models by conversation type and by speaker pairing: rates, differences, and what only one has."""

from __future__ import annotations

from typing import Any

from viewer.dialogue.conversation import UNKNOWN
from viewer.dialogue.protocol import Task
from viewer.scoring import Aligned, Pair, pair, pair_by, percentiles_ms
from viewer.view_models.comparison_numbers import FIRES, HITS, Kind, Number, PairNumbers
from viewer.view_models.formats import TYPE_NAMES, plural, type_name
from viewer.workspace import SplitWork

PAIRINGS = ("FF", "MM", "mixed", UNKNOWN)
MEASURES: tuple[tuple[Kind, str, str], ...] = ((HITS, "hits", "Recall"), (FIRES, "fires", "Fp rate"))
ROWS = ("A", "B", "A − B", "only A", "only B")


def by_group(work: SplitWork, aligned: Aligned, names: tuple[str, ...], task: Task) -> dict[str, Any]:
    """Return a table whose columns are all dialogues, each type and each pairing.

    Parameters
    ----------
    work, aligned, names, task
        The split, and what `align` gave for these models; the first two are compared.

    Returns
    -------
    dict
        ``columns``: title and note; ``sections``: one for recall, fp rate and latency, with rows of numbers.
    """
    found = [work.conversations[name] for name in aligned.conversation_ids]
    groups = [("All", "", "", pair(aligned, 0, 1), len(_with_labels(work, aligned)))]
    for is_type in (True, False):
        of_each = [one.conversation_type if is_type else one.pairing for one in found]
        pairs = pair_by(aligned, 0, 1, of_each)
        for group in _ordered(pairs, (*TYPE_NAMES, UNKNOWN) if is_type else PAIRINGS):
            dialogues = len([one for one in _with_labels(work, aligned) if of_each[one] == group])
            kind, pairing = (group, "") if is_type else ("", group)
            title = type_name(group) if is_type else f"Pairing {group}"
            groups.append((title, kind, pairing, pairs[group], dialogues))
    cells = [
        (PairNumbers(task, names[0], names[1], kind, pairing), one) for _, kind, pairing, one, _ in groups
    ]
    return {
        "columns": [
            {"title": title, "note": plural(dialogues, "dialogue")} for title, _, _, _, dialogues in groups
        ],
        "sections": [
            *[_section(title, [_side(numbers, kind, one, part) for numbers, one in cells], kind)
              for kind, part, title in MEASURES],
            _latency([_latencies(numbers, one) for numbers, one in cells]),
        ],
    }  # fmt: skip


def _with_labels(work: SplitWork, aligned: Aligned) -> list[int]:
    return [row for row, name in enumerate(aligned.conversation_ids) if work.row(name) is not None]


def _ordered(groups: dict[str, Pair], usual: tuple[str, ...]) -> list[str]:
    """Return the groups that there are, in the usual order; others behind, by name."""
    return [*(one for one in usual if one in groups), *sorted(one for one in groups if one not in usual)]


def _side(numbers: PairNumbers, kind: Kind, one: Pair, part: str) -> list[tuple[Number, float | None]]:
    """Return one column of a section: its numbers, with the value that the difference's cell is tinted by."""
    table = one.hits if part == "hits" else one.fires
    first, second = numbers.rates(kind, table)
    plain: list[Number] = [first, second, numbers.difference(kind, table), *numbers.only(kind, table)]
    return [(number, table.difference if row == 2 else None) for row, number in enumerate(plain)]


def _section(title: str, columns: list[list[tuple[Number, float | None]]], kind: Kind) -> dict[str, Any]:
    better = 1 if kind is HITS else -1
    return {
        "title": title,
        "rows": [
            {
                "title": name,
                "is_difference": row == 2,
                "cells": [_tinted(*column[row], better) for column in columns],
            }
            for row, name in enumerate(ROWS)
        ],
    }


def _tinted(number: Number, value: float | None, better: int) -> Number:
    """Add which model a difference speaks for, and how far it is from 0."""
    if not value:
        return number | {"ahead": "", "size": 0.0}
    return number | {"ahead": "first" if value * better > 0 else "second", "size": abs(value)}


def _latencies(numbers: PairNumbers, one: Pair) -> list[Number]:
    return numbers.latencies(percentiles_ms(one.differences_ms), len(one.differences_ms))


def _latency(columns: list[list[Number]]) -> dict[str, Any]:
    return {
        "title": "Latency, A − B, ms",
        "rows": [
            {"title": name, "is_difference": False, "cells": [column[row] for column in columns]}
            for row, name in enumerate(("p10", "p50", "p90"))
        ],
    }
