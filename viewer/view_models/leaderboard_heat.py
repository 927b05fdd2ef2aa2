"""One model by conversation type and speaker pairing: a heat map of both tasks and every outcome."""

from __future__ import annotations

from typing import Any

from viewer.dialogue.conversation import UNKNOWN
from viewer.dialogue.protocol import TASKS, Task
from viewer.view_models.formats import plural, rate, type_name
from viewer.view_models.leaderboard_numbers import Numbers
from viewer.view_models.leaderboard_scores import BoardQuery, model_scores, positions
from viewer.workspace import SplitWork

PAIRINGS = ("FF", "MM", "mixed", UNKNOWN)
MEASURES = (("recall", ("hit", "miss")), ("fp_rate", ("false_alarm", "quiet")))
"""A measure, and the outcomes that it divides."""

WHOLE = {"recall": (0.0, 1.0), "fp_rate": (0.0, 0.25)}
"""The range of a measure that is the same in every tile."""

STEPS = 20
"""Steps of the colour ramps."""


def types_of(work: SplitWork) -> list[str]:
    """Return the conversation types of the scorable dialogues, by name, what is unknown last."""
    found = {work.conversations[name].conversation_type for name in work.scorable_ids}
    return sorted(found, key=lambda name: (name == UNKNOWN, name))


def pairings_of(work: SplitWork) -> list[str]:
    """Return the speaker pairings of the scorable dialogues."""
    found = {work.conversations[name].pairing for name in work.scorable_ids}
    return [name for name in PAIRINGS if name in found]


def heat_map(work: SplitWork, query: BoardQuery) -> dict[str, Any]:
    """Return the heat map of the chosen model.

    Columns are the types within the chosen pairing, the pairings within the chosen type, and everything that
    the filters leave. Every tile has its rate and the two counts that the rate divides.
    """
    columns = [
        *(_column("type", name, name, query.pairing) for name in types_of(work)),
        *(_column("pairing", name, query.conversation_type, name) for name in pairings_of(work)),
        {"kind": "all", "title": "All", "filter": (query.conversation_type, query.pairing)},
    ]
    columns = [column | {"rows": positions(work, *column["filter"])} for column in columns]
    columns = [column for column in columns if column["rows"] or column["kind"] == "all"]
    numbers = [_numbers(work, query, column) for column in columns]
    measures = [
        _measure(task, measure, fates, [by_task[task] for by_task in numbers])
        for task in TASKS
        for measure, fates in MEASURES
    ]
    return {
        "model": query.model,
        "columns": [
            {"kind": one["kind"], "title": one["title"], "note": plural(len(one["rows"]), "dialogue")}
            for one in columns
        ],
        "rows": measures,
        "ramps": {
            name: _ramp(name, [row for row in measures if row["measure"] == name]) for name, _ in MEASURES
        },
    }


def _column(kind: str, name: str, conversation_type: str, pairing: str) -> dict[str, Any]:
    title = type_name(name) if kind == "type" else name
    return {"kind": kind, "title": title, "filter": (conversation_type, pairing)}


def _numbers(work: SplitWork, query: BoardQuery, column: dict[str, Any]) -> dict[Task, Numbers]:
    scores = model_scores(work, query.model, query.settings, column["rows"])
    kind, pairing = column["filter"]
    return {
        task: Numbers(scores.score(task), query.model, task, conversation_type=kind, pairing=pairing)
        for task in TASKS
    }


def _measure(task: Task, measure: str, fates: tuple[str, str], numbers: list[Numbers]) -> dict[str, Any]:
    tiles = []
    for one in numbers:
        number = one.recall() if measure == "recall" else one.fp_rate()
        value = None if one.score is None else getattr(one.score, measure)
        tiles.append(
            number | {"value": value, "outcomes": [{"fate": fate, **one.outcome(fate)} for fate in fates]}
        )
    return {"task": str(task), "measure": measure, "tiles": tiles}


def _ramp(measure: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Give every tile its step on the ramp of its measure, and return the ramp's ends."""
    values = [tile["value"] for row in rows for tile in row["tiles"] if tile["value"] is not None]
    low, high = (min(values), max(values)) if values else (0.0, 0.0)
    # Equal values say nothing by their colour: they take it from the whole range of the measure.
    ends = (low, high) if low < high else WHOLE[measure]
    for row in rows:
        for tile in row["tiles"]:
            value = tile["value"]
            tile["step"] = None if value is None else _step(value, *ends)
    return {"low": rate(low) if values else "", "high": rate(high) if values else "", "steps": STEPS}


def _step(value: float, low: float, high: float) -> int:
    return round(min(1.0, (value - low) / (high - low)) * STEPS)
