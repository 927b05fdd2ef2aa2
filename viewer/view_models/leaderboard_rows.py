"""The rows of a leaderboard, in the blocks in which they are listed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viewer.dialogue.protocol import FP_BUDGET, FP_CEILING, TASKS, Task
from viewer.scoring import Entry, Placed, Policy, Standing, rank
from viewer.view_models.formats import DASH, plain_ms, rate
from viewer.view_models.leaderboard_numbers import OUTCOMES, Numbers
from viewer.view_models.leaderboard_scores import TRAINED_ROLES, BoardQuery, ModelScores
from viewer.view_models.published import published
from viewer.view_models.score_card import fp_state

Row = dict[str, Any]
BUDGET_STATES = {
    "budget": "within budget",
    "ceiling": "over budget",
    "over": "over the ceiling",
    "none": "no fp rate",
}


def blocks(
    found: Sequence[ModelScores], entries: Sequence[Entry], query: BoardQuery, role: str
) -> list[dict[str, Any]]:
    """Return the blocks of a leaderboard: ``{name, title, rows}``, those without rows left out.

    The first is who is ranked; each other has a title that says why its rows are not.
    """
    by_name = {one.model.name: one for one in found}
    placed = rank(entries, query.policy, recall_floor=query.recall_floor)
    listed = [
        {
            "name": str(standing),
            "title": block_title(standing, query, role),
            "rows": [_row(by_name[one.entry.name], one, query) for one in placed if one.standing is standing],
        }
        for standing in Standing
    ]
    unscored = [_unscored_row(one, query) for one in found if one.why_none]
    listed.append({"name": "unscored", "title": "Not scored", "rows": unscored})
    return [block for block in listed if block["rows"]]


def block_title(standing: Standing, query: BoardQuery, role: str) -> str:
    """Return why the rows of a block are not ranked; empty for those that are."""
    on_dev = "" if role in TRAINED_ROLES or query.policy is not Policy.BUDGET else " on dev"
    over_budget = f"fp rate above {FP_BUDGET:.2f}{on_dev}"
    over = f"fp rate above {FP_CEILING:.2f}"
    return {
        Standing.RANKED: "",
        Standing.BELOW_FLOOR: f"Below the recall floor of {query.recall_floor:g}: listed but not ranked",
        Standing.OVER_BUDGET: f"Over the budget: {over_budget}, listed but not ranked",
        Standing.OVER_CEILING: f"Rejected: {over}"
        if query.policy is Policy.BUDGET
        else f"Over the ceiling: {over}, listed but not ranked",
        Standing.UNJUDGED: "Not judged: this selection has nothing to divide by, or nothing was hit",
        Standing.UNSUPPORTED: f"Not supported: commits no {query.task.upper()} event anywhere",
    }[standing]


def _row(scores: ModelScores, placed: Placed, query: BoardQuery) -> Row:
    state = fp_state(placed.entry.fp_rate)
    text = _status(placed, state, query)
    return _numbers(scores, query) | {
        "rank": DASH if placed.rank is None else str(placed.rank),
        "status": {"state": "none" if placed.standing is Standing.UNSUPPORTED else state, "text": text},
    }


def _status(placed: Placed, state: str, query: BoardQuery) -> str:
    """Return where an entry stands, in two or three words."""
    if placed.standing is Standing.UNSUPPORTED:
        return "not supported"
    if placed.standing is Standing.OVER_CEILING and query.policy is Policy.BUDGET:
        return "rejected"
    if placed.standing is Standing.OVER_BUDGET and state == "budget":
        return "over budget on dev"
    if placed.standing is Standing.BELOW_FLOOR:
        return "below the floor"
    if placed.entry.recall is None:
        return "no recall"
    if placed.standing is Standing.UNJUDGED and state != "none":
        return "no latency"
    return BUDGET_STATES[state]


def _unscored_row(scores: ModelScores, query: BoardQuery) -> Row:
    problems = [str(problem) for problem in scores.model.problems]
    if scores.model.missing:
        problems = [f"{scores.model.title} has no decisions for {name}" for name in scores.model.missing]
    return _numbers(scores, query) | {
        "rank": DASH,
        "status": {"state": "none", "text": "not scored"},
        "why": scores.why_none,
        "problems": problems,
    }


def _numbers(scores: ModelScores, query: BoardQuery) -> Row:
    """Return what every computed row shows."""
    own, other = (
        Numbers(
            scores.score(task),
            scores.model.name,
            task,
            conversation_type=query.conversation_type,
            pairing=query.pairing,
            recall_floor=query.recall_floor if query.policy is Policy.LATENCY else None,
        )
        for task in (query.task, other_task(query.task))
    )
    return {
        "model": scores.model.name,
        "title": scores.model.title,
        "version": scores.model.version,
        "is_own": scores.model.is_session_own,
        "is_active": scores.model.name == query.model,
        "recall": own.recall(),
        "fp_rate": own.fp_rate(),
        "latency": own.latency(),
        "other": other.recall(),
        "counts": {fate: own.outcome(fate) for fate, _ in OUTCOMES},
        "why": "",
        "problems": [],
    }


def other_task(task: Task) -> Task:
    """Return the other of the two tasks."""
    return TASKS[1 - TASKS.index(task)]


def reference_rows(task: Task) -> list[Row]:
    """Return the published results as texts: they open nothing, since their events are not here."""
    others = {row.system: row.recall for row in published(other_task(task))}
    return [
        {
            "title": row.system,
            "recall": rate(row.recall),
            "fp_rate": {"text": rate(row.fp_rate), "value": row.fp_rate, "state": fp_state(row.fp_rate)},
            "p50": plain_ms(row.p50_ms),
            "p50_ms": row.p50_ms,
            "other": rate(others[row.system]),
            "status": {"state": fp_state(row.fp_rate), "text": BUDGET_STATES[fp_state(row.fp_rate)]},
        }
        for row in published(task)
    ]
