"""The trade-off figure: latency p50 against recall, with the frontier of the models within the budget."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from viewer.scoring import Entry, frontier
from viewer.view_models.formats import plain_ms, rate
from viewer.view_models.label_places import place_labels
from viewer.view_models.leaderboard_scores import BoardQuery
from viewer.view_models.published import published
from viewer.view_models.score_card import fp_state

WIDTH_PX, HEIGHT_PX = 424.0, 400.0
"""The plot that names are placed for; a wider one has more room."""

TICKS = 5
Range = tuple[float, float]
Figure = dict[str, Any]


def figure(entries: Sequence[Entry], titles: dict[str, str], query: BoardQuery) -> Figure:
    """Return points, frontier, references, ranges and ticks; what has no p50 or recall has no point."""
    points = [
        {
            "model": one.name,
            "title": titles[one.name],
            "latency_ms": one.p50_ms,
            "recall": one.recall,
            "state": fp_state(one.fp_rate),
            "is_active": one.name == query.model,
            "texts": [rate(one.recall), rate(one.fp_rate), plain_ms(one.p50_ms)],
        }
        for one in entries
        if one.is_supported and one.p50_ms is not None and one.recall is not None
    ]
    references = [
        {
            "title": row.system,
            "latency_ms": row.p50_ms,
            "recall": row.recall,
            "state": fp_state(row.fp_rate),
            "texts": [rate(row.recall), rate(row.fp_rate), plain_ms(row.p50_ms)],
        }
        for row in (published(query.task) if query.has_published else [])
    ]
    best = frontier(entries)
    on_line = [one.name for one in best]
    # Names are placed in this order: the frontier's first.
    points.sort(key=lambda one: one["model"] not in on_line)
    both: list[dict[str, Any]] = [*points, *references]
    x, y = _x_range([one["latency_ms"] for one in both]), _y_range([one["recall"] for one in both])
    line = _steps([(one.p50_ms or 0.0, one.recall or 0.0) for one in best], x, y)
    _name(both, line, x, y)
    return {
        "task": str(query.task),
        "points": points,
        "references": references,
        "frontier": on_line,
        "line": line,
        "x": {"range": list(x), "ticks": ticks(*x)},
        "y": {"range": list(y), "ticks": ticks(*y)},
    }


def _steps(points: list[tuple[float, float]], x: Range, y: Range) -> list[list[float]]:
    """Return the frontier as stairs from the bottom of the figure to its right edge."""
    if not points:
        return []
    line = [[points[0][0], y[0]]]
    for latency, recall in points:
        line += [[latency, line[-1][1]], [latency, recall]]
    line.append([x[1], points[-1][1]])
    return [one for row, one in enumerate(line) if row == 0 or one != line[row - 1]]


def _x_range(latencies: list[float]) -> Range:
    low, high = min([0.0, *latencies]), max([500.0, *latencies])
    margin = (high - low) * 0.08
    return low - margin, high + margin


def _y_range(recalls: list[float]) -> Range:
    low = min([0.9, *recalls])
    return max(-0.06, math.floor(low * 10) / 10 - 0.05), 1.06


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers within a range, about `TICKS` of them.

    Examples
    --------
    >>> ticks(-30.0, 1100.0), ticks(0.68, 1.03)
    ([0.0, 250.0, 500.0, 750.0, 1000.0], [0.7, 0.8, 0.9, 1.0])
    """
    raw = (high - low) / TICKS
    power = 10 ** math.floor(math.log10(raw))
    step = next(one * power for one in (1, 2, 2.5, 5, 10) if one * power >= raw * 0.999)
    count = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    return [round(one * step, 6) for one in count]


def _name(both: list[dict[str, Any]], line: list[list[float]], x: Range, y: Range) -> None:
    """Give every point the place of its name, or None where none is free."""

    def pixels(latency_ms: float, recall: float) -> tuple[float, float]:
        across = (latency_ms - x[0]) / (x[1] - x[0]) * WIDTH_PX
        return across, (y[1] - recall) / (y[1] - y[0]) * HEIGHT_PX

    points = [pixels(one["latency_ms"], one["recall"]) for one in both]
    corners = [pixels(*one) for one in line]
    places = place_labels(points, [one["title"] for one in both], (WIDTH_PX, HEIGHT_PX), corners)
    for one, place in zip(both, places, strict=True):
        one["label"] = None if place is None else asdict(place)
