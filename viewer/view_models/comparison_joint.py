"""What became of the same events with several models: joint counts, each of which opens its events."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewer.dialogue.protocol import Task
from viewer.scoring import Aligned, Marks, exclusive_counts, joint
from viewer.view_models.comparison_numbers import FIRES, HITS, Kind, Number, PairNumbers, alone, shared

FEWEST_OTHERS = 3
"""From so many models on, what all or one alone of them do is more than the two tables of a pair."""

SUSPECT = "suspect labels: listen to them"
Titles = tuple[str, ...]


def joint_outcomes(aligned: Aligned, names: tuple[str, ...], titles: Titles, task: Task) -> dict[str, Any]:
    """Return the tables of the first two models, and what all models share or one has alone."""
    return {
        "tables": [_table(marks, kind, names, titles, task) for marks, kind in _kinds(aligned)],
        "all": _all(aligned, names, task),
        "alone": _alone(aligned, names, task) if len(names) >= FEWEST_OTHERS else None,
        "matrices": [_matrix(marks, kind, names, task) for marks, kind in _kinds(aligned)]
        if len(names) >= FEWEST_OTHERS
        else [],
    }


def _kinds(aligned: Aligned) -> list[tuple[Marks, Kind]]:
    return [(aligned.hits, HITS), (aligned.fires, FIRES)]


def _table(marks: Marks, kind: Kind, names: tuple[str, ...], titles: Titles, task: Task) -> dict[str, Any]:
    found = joint(marks, 0, 1)
    return {
        "kind": kind.marked,
        "rows": [f"A {kind.does}", f"A {kind.does_not}"],
        "columns": [f"B {kind.does}", f"B {kind.does_not}"],
        "title": f"{titles[0]} and {titles[1]}",
        "cells": PairNumbers(task, names[0], names[1]).cells(kind, found),
        "total": found.total,
    }


def _all(aligned: Aligned, names: tuple[str, ...], task: Task) -> list[dict[str, Any]]:
    """Return what every chosen model did alike."""
    hits, fires = aligned.hits.is_marked.sum(axis=0), aligned.fires.is_marked.sum(axis=0)
    who = "Both" if len(names) == 2 else f"All {len(names)}"
    neither = "Neither fires" if len(names) == 2 else "None fires"
    rows = [
        (f"{who} hit", "", "hit", hits == len(names)),
        (f"{who} miss", SUSPECT, "miss", hits == 0),
        (f"{who} fire", SUSPECT, "false_alarm", fires == len(names)),
        (neither, "", "quiet", fires == 0),
    ]
    return [
        {"label": label, "note": note, "number": shared(task, names, fate, int(np.count_nonzero(is_so)))}
        for label, note, fate, is_so in rows
    ]


def _alone(aligned: Aligned, names: tuple[str, ...], task: Task) -> dict[str, Any]:
    """Return what one model did and every other did not."""
    columns = [(kind, marks, is_marked) for marks, kind in _kinds(aligned) for is_marked in (True, False)]
    return {
        "columns": [f"{kind.does if is_marked else kind.does_not} alone" for kind, _, is_marked in columns],
        "rows": [
            [_lone(marks, kind, names, row, task, is_marked=is_marked) for kind, marks, is_marked in columns]
            for row in range(len(names))
        ],
    }


def _lone(
    marks: Marks, kind: Kind, names: tuple[str, ...], row: int, task: Task, *, is_marked: bool
) -> Number:
    is_so = marks.is_marked if is_marked else ~marks.is_marked
    count = int(np.count_nonzero(is_so[row] & (is_so.sum(axis=0) == 1)))
    fates = (kind.marked, kind.unmarked) if is_marked else (kind.unmarked, kind.marked)
    return alone(task, names, row, *fates, count)


def _matrix(marks: Marks, kind: Kind, names: tuple[str, ...], task: Task) -> dict[str, Any]:
    """Return, for every two models, the events that the row's marks and the column's does not."""
    counts = exclusive_counts(marks).tolist()
    return {
        "kind": kind.marked,
        "title": f"Row {kind.does}, column {kind.does_not}",
        "most": max(map(max, counts)),
        "cells": [
            [
                None if row == column else _only(kind, names[row], names[column], task, count)
                for column, count in enumerate(line)
            ]
            for row, line in enumerate(counts)
        ],
    }


def _only(kind: Kind, first: str, second: str, task: Task, count: int) -> Number:
    return alone(task, (first, second), 0, kind.marked, kind.unmarked, count)
