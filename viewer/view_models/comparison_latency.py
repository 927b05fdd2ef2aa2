"""The distribution of paired latency differences: bins that open their events."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from viewer.dialogue.segments import FloatArray
from viewer.scoring import percentiles_ms
from viewer.view_models.comparison_numbers import PairNumbers, opens, thousands
from viewer.view_models.formats import plural, signed_ms

WIDTHS_MS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_BINS = 48
LEAST_MS = math.nextafter(0.0, 1.0)
"""The least difference that is none of equal times."""


def latency_bins(differences_ms: FloatArray, numbers: PairNumbers) -> dict[str, Any]:
    """Return equal bins over all differences, with the percentiles and the counts on either side of 0.

    Parameters
    ----------
    differences_ms
        Latency of the first model minus that of the second, one for each positive that both hit.
    numbers
        Names the two models, the task, and what the dialogues are narrowed to.
    """
    edges = bin_edges(differences_ms)
    both = numbers.pick("hit", "hit")
    counts = np.histogram(differences_ms, edges)[0].tolist() if len(edges) else []
    bins = [
        {
            "low": low,
            "high": high,
            **opens(
                f"{signed_ms(low)} to {signed_ms(high)} ms: {plural(count, 'turn')}",
                count,
                replace(both, difference_ms=(low, high)),
            ),
        }
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
    ]
    found = percentiles_ms(differences_ms)
    sides = {
        "earlier": (differences_ms < 0, (-math.inf, 0.0)),
        "equal": (differences_ms == 0, (0.0, LEAST_MS)),
        "later": (differences_ms > 0, (LEAST_MS, math.inf)),
    }
    return {
        "bins": bins,
        "percentiles": numbers.latencies(found, len(differences_ms)),
        "percentiles_ms": None if found is None else [found.p10, found.p50, found.p90],
        "pairs": opens(thousands(len(differences_ms)), len(differences_ms), both),
        **{
            name: opens(
                thousands(int(np.count_nonzero(is_so))),
                int(np.count_nonzero(is_so)),
                replace(both, difference_ms=bounds),
            )
            for name, (is_so, bounds) in sides.items()
        },
    }


def latency_head(latency: dict[str, Any]) -> dict[str, Any]:
    """Return the head of the distribution's chart: its numbers, and its bins for who does not see them."""
    names = ("p10", "p50", "p90")
    sides = (("A earlier", "earlier"), ("equal", "equal"), ("A later", "later"))
    return {
        "title": "Paired latency, A − B",
        "note": "Over the events that both hit; negative: A was earlier. Click a bin to open its events.",
        "legend": [],
        "numbers": [
            *(
                {"label": name, "number": one}
                for name, one in zip(names, latency["percentiles"], strict=True)
            ),
            *({"label": label, "number": latency[side]} for label, side in sides),
        ],
        "bins": latency["bins"],
    }


def bin_edges(differences_ms: FloatArray) -> list[float]:
    """Return the edges of at most `MOST_BINS` bins of a round width that hold every difference.

    The lower end of a bin belongs to it, the upper end does not: the last edge lies beyond the largest
    difference.

    Examples
    --------
    >>> bin_edges(np.array([-15.0, 20.0]))
    [-20.0, -10.0, 0.0, 10.0, 20.0, 30.0]
    >>> bin_edges(np.empty(0))
    []
    """
    if not len(differences_ms):
        return []
    low, high = float(differences_ms.min()), float(differences_ms.max())
    for width in WIDTHS_MS:
        first, last = math.floor(low / width), math.floor(high / width) + 1
        first -= first * width > low  # a quotient may be rounded up to a whole one
        if last - first <= MOST_BINS:
            break
    return [float(step * width) for step in range(first, last + 1)]
