"""The curves of a sweep and the operating-point card: numbers to draw, and every text for every threshold.

All thresholds' texts are sent at once: a dragged threshold then moves no byte between server and browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any

from viewer.dialogue.protocol import FP_BUDGET, FP_CEILING, Task
from viewer.scoring.sweep import SweepRow
from viewer.view_models.formats import DASH, MINUS, plain_ms, plural, rate
from viewer.view_models.model_sweep import ModelSweep
from viewer.view_models.score_card import fp_state

Row = dict[str, Any]
CURVES = ("recall", "fp_rate", "backchannel_fire_rate", "p10", "p50", "p90")
_RATES = ("recall", "fp_rate", "backchannel_fire_rate")
_LATENCIES = ("p10", "p50", "p90")
_MORE_IS_BETTER = frozenset({"recall"})
_COUNTS = ("tp", "fp", "fn", "tn")
_THETA_DECIMALS = 4
_MOST_DECIMALS = 12
_MARGIN = 0.06


def theta_text(theta: float) -> str:
    """Return a threshold: two decimals on the grid of hundredths, else four, or what tells it from 0 and 1.

    Examples
    --------
    >>> theta_text(0.48), theta_text(0.4837261), theta_text(0.99999871)
    ('0.48', '0.4837', '0.999999')
    """
    if theta == round(theta, 2):
        return f"{theta:.2f}"
    for decimals in range(_THETA_DECIMALS, _MOST_DECIMALS):
        text = f"{theta:.{decimals}f}"
        if 0 < float(text) < 1 or not 0 < theta < 1:
            return text
    return repr(theta)


def curves(sweep: ModelSweep, *, task: Task, saved: int | None, dialogues: int) -> Row:
    """Return a sweep as the page draws it.

    Parameters
    ----------
    sweep
        The model's sweep.
    task
        The task.
    saved
        The row of the saved threshold; None: there is none.
    dialogues
        How many were scored.
    """
    rows = sweep.rows
    counts = [_counts(row, sweep.negatives) for row in rows]
    positives = rows[0].tp + rows[0].fn
    return {
        "facts": _facts(task, len(rows), dialogues, positives, sweep.negatives),
        "theta": [row.theta for row in rows],
        "is_candidate": sweep.is_candidate.tolist(),
        "curves": {name: [getattr(row, name) for row in rows] for name in CURVES},
        "latency_range": latency_range(rows),
        "regions": regions(rows),
        "budget": FP_BUDGET,
        "ceiling": FP_CEILING,
        "saved": saved,
        "best": sweep.best,
        "texts": [_texts(row, sweep.negatives) for row in rows],
        "counts": counts,
        "changes": [_changes(row, None if saved is None else rows[saved], sweep.negatives) for row in rows],
    }


def _facts(task: Task, thresholds: int, dialogues: int, positives: int, negatives: int) -> str:
    nouns = ("turn end", "pause") if task is Task.EOT else ("interruption", "quiet span")
    found = (positives, negatives)
    parts = [f"{count:,} {noun}{'' if count == 1 else 's'}" for count, noun in zip(found, nouns, strict=True)]
    return f"{thresholds} thresholds scored on {plural(dialogues, 'conversation')}, {', '.join(parts)}"


def _counts(row: SweepRow, negatives: int) -> list[int]:
    return [row.tp, row.fp, row.fn, negatives - row.fp]


def _texts(row: SweepRow, negatives: int) -> list[str]:
    """Return threshold, verdict on the false alarm rate and its state, then the six numbers."""
    return [
        theta_text(row.theta),
        budget_sentence(row.fp_rate),
        fp_state(row.fp_rate),
        *(rate(getattr(row, name)) for name in _RATES),
        *(plain_ms(getattr(row, name)) for name in _LATENCIES),
        *(f"{count:,}" for count in _counts(row, negatives)),
    ]


def budget_sentence(fp_rate: float | None) -> str:
    """Return where a false alarm rate stands.

    Examples
    --------
    >>> budget_sentence(0.136), budget_sentence(0.0986)
    ('Over budget by 0.036, under the ceiling', 'Within the budget')
    """
    if fp_rate is None:
        return "Nothing to stay quiet in: no false alarm rate"
    if fp_rate <= FP_BUDGET:
        return "Within the budget"
    if fp_rate <= FP_CEILING:
        return f"Over budget by {_least(fp_rate - FP_BUDGET)}, under the ceiling"
    return f"Over the ceiling by {_least(fp_rate - FP_CEILING)}"


def _least(excess: float) -> str:
    return f"{excess:.3f}" if excess >= 0.0005 else "less than 0.001"


def _changes(row: SweepRow, saved: SweepRow | None, negatives: int) -> list[str]:
    """Return the changes from the saved row: six numbers as `_change` has them, then four counts."""
    if saved is None:
        return [""] * (len(CURVES) + len(_COUNTS))
    numbers = [_change(name, getattr(row, name), getattr(saved, name)) for name in CURVES]
    before, after = _counts(saved, negatives), _counts(row, negatives)
    return [*numbers, *(_signed(now - then) for then, now in zip(before, after, strict=True))]


def _change(name: str, now: float | None, then: float | None) -> str:
    """Return a change with a letter for what it is: ``b`` better, ``w`` worse, ``s`` the same."""
    if now is None or then is None:
        return f"s{DASH}"
    difference = now - then
    is_latency = name in _LATENCIES
    text = _signed(round(difference)) if is_latency else _signed_rate(difference)
    if difference == 0:
        return f"s{text}"
    is_better = (difference > 0) == (name in _MORE_IS_BETTER)
    return f"{'b' if is_better else 'w'}{text}"


def _signed(count: int) -> str:
    return f"+{count:,}" if count > 0 else f"{MINUS}{-count:,}" if count < 0 else "0"


def _signed_rate(difference: float) -> str:
    text = f"{abs(difference):.3f}"
    if float(text) == 0:
        return "0.000"
    return f"{'+' if difference > 0 else MINUS}{text}"


def latency_range(rows: Sequence[SweepRow]) -> tuple[float, float]:
    """Return the range of an axis that holds every percentile, milliseconds."""
    found = [value for row in rows for value in (row.p10, row.p50, row.p90) if value is not None]
    if not found:
        return 0.0, 1.0
    margin = max((max(found) - min(found)) * _MARGIN, 1.0)
    return min(found) - margin, max(found) + margin


def regions(rows: Sequence[SweepRow]) -> Row:
    """Return where the false alarm rate is over the ceiling and within the budget, as spans of theta."""
    spans: dict[str, list[list[float]]] = {"budget": [], "over": []}
    edges = [0.0, *((a.theta + b.theta) / 2 for a, b in pairwise(rows)), 1.0]
    for state, members in groupby(range(len(rows)), key=lambda at: fp_state(rows[at].fp_rate)):
        own = list(members)
        if state in spans:
            spans[state].append([edges[own[0]], edges[own[-1] + 1]])
    return {
        "within": spans["budget"],
        "over": spans["over"],
        "within_text": _from_text(spans["budget"], rows),
        "over_text": "over the ceiling" if spans["over"] else "",
    }


def _from_text(spans: list[list[float]], rows: Sequence[SweepRow]) -> str:
    if not spans:
        return ""
    first = next(row.theta for row in rows if row.theta >= spans[-1][0])
    is_to_the_end = len(spans) == 1 and spans[0][1] == 1.0
    return f"within budget from {theta_text(first)}" if is_to_the_end else "within budget"
