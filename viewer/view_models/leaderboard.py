"""The leaderboard page: table, references, figure and heat map of one split, as plain rows."""

from __future__ import annotations

from typing import Any

from viewer.dialogue.conversation import UNKNOWN
from viewer.dialogue.protocol import FP_BUDGET, FP_CEILING, Task
from viewer.scoring import Policy
from viewer.view_models.formats import plural, type_name
from viewer.view_models.leaderboard_figure import figure
from viewer.view_models.leaderboard_heat import heat_map, pairings_of, types_of
from viewer.view_models.leaderboard_numbers import Number, Numbers, plain
from viewer.view_models.leaderboard_rows import blocks, other_task, reference_rows
from viewer.view_models.leaderboard_scores import (
    TRAINED_ROLES,
    BoardQuery,
    all_scores,
    entries_of,
    gold_counts,
    model_scores,
    positions,
)
from viewer.view_models.published import TEST_DIALOGUES
from viewer.workspace import SplitWork

Board = dict[str, Any]
HIDDEN = (
    "The labels of this split are hidden, so no row is computed here: a number by model, type or event would "
    "tell of single labels. The published results are references from elsewhere."
)
NO_HEAT = "Nothing is told by type or pairing: the labels of this split are hidden."
NO_MODEL = "Choose a model in the table to see it by type and pairing."
NO_MODELS = "This split has no models yet: name some in the manifest, or add one with TURNBENCH_MODELS."
NOUNS = {Task.EOT: ("turn end", "pause"), Task.INT: ("interruption", "backchannel or noise")}


def leaderboard(work: SplitWork, query: BoardQuery, *, dev: SplitWork | None = None) -> Board:
    """Return everything that the leaderboard page shows.

    Parameters
    ----------
    work
        The split.
    query
        Task, policy, filters and the chosen model.
    dev
        The corpus's dev split with public labels, which the dev budget on a test split is held against.
    """
    found = [] if work.is_hidden else all_scores(work, query)
    role = work.split.role
    entries = entries_of(found, query.task, role=role, dev=dev, settings=query.settings)
    titles = {one.model.name: one.model.title for one in found}
    references = {"note": reference_note(work), "rows": reference_rows(query.task)}
    has_heat = not work.is_hidden and query.model in work.models
    return {
        "split": work.name,
        "task": str(query.task),
        "other_task": str(other_task(query.task)).upper(),
        "why_none": _why_none(work),
        "summary": _summary(work, query),
        "policies": policies(query, role),
        "policy": str(query.policy),
        "floor": {"value": query.recall_floor, "is_used": query.policy is Policy.LATENCY},
        "filters": _filters(work, query),
        "budget": FP_BUDGET,
        "ceiling": FP_CEILING,
        "is_benchmark": query.settings.is_benchmark,
        "blocks": blocks(found, entries, query, role),
        "references": references if query.has_published else None,
        "figure": figure(entries, titles, query),
        "heat": heat_map(work, query) if has_heat else None,
        "why_no_heat": NO_HEAT if work.is_hidden else "" if has_heat else NO_MODEL,
        "models": [{"name": one.name, "title": one.title} for one in work.models.values()],
    }


def _why_none(work: SplitWork) -> str:
    """Return why there is no computed row; empty if there may be some."""
    if work.is_hidden:
        return HIDDEN
    return "" if work.models else NO_MODELS


def policies(query: BoardQuery, role: str) -> list[dict[str, str]]:
    """Return the ranking policies with what each means on a split of this role."""
    on_dev = "on dev" if role not in TRAINED_ROLES else "here"
    return [
        {
            "name": str(Policy.CEILING),
            "title": "Recall, ceiling 0.15",
            "note": f"Ranked by recall; an fp rate above {FP_CEILING:.2f} is listed below, without a rank. "
            "The benchmark's own order.",
        },
        {
            "name": str(Policy.BUDGET),
            "title": "Recall, dev budget 0.10",
            "note": f"Ranked by recall among models with an fp rate of at most {FP_BUDGET:.2f} {on_dev}; "
            f"above {FP_CEILING:.2f} a model is rejected.",
        },
        {
            "name": str(Policy.LATENCY),
            "title": "Latency p50",
            "note": "Ranked by latency p50, fastest first, among models with an fp rate of at most "
            f"{FP_BUDGET:.2f} and a recall of at least {query.recall_floor:g}: without a floor, a model that "
            "only answers the easy turns would win.",
        },
    ]


def _summary(work: SplitWork, query: BoardQuery) -> list[Number]:
    """Return how much is counted: dialogues, positives, negative spans; the latter open as the model's."""
    if work.is_hidden:
        return [plain(plural(len(work.split.conversation_ids), "dialogue"))]
    rows = positions(work, query.conversation_type, query.pairing)
    total = len(work.split.conversation_ids)
    dialogues = (
        plural(total, "dialogue") if len(rows) == total else f"{len(rows)} of {plural(total, 'dialogue')}"
    )
    has_model = query.model in work.models
    scores = model_scores(work, query.model, query.settings, rows) if has_model else None
    numbers = Numbers(
        None if scores is None else scores.score(query.task),
        query.model,
        query.task,
        conversation_type=query.conversation_type,
        pairing=query.pairing,
    )
    positives, negatives = gold_counts(work, query.settings, rows, query.task)
    one, many = NOUNS[query.task]
    return [
        plain(dialogues),
        numbers.recall() | {"text": plural(positives, one)},
        numbers.fp_rate() | {"text": _spans(negatives, many)},
    ]


def _spans(count: int, noun: str) -> str:
    return plural(count, noun) if noun == "pause" else f"{plural(count, 'span')} of {noun}"


def _filters(work: SplitWork, query: BoardQuery) -> dict[str, Any]:
    """Return the filters with how many dialogues each choice leaves."""

    def choice(value: str, text: str, rows: list[int]) -> dict[str, str]:
        return {"value": value, "text": f"{text} ({len(rows)})"}

    kind, pairing = query.conversation_type, query.pairing
    types = [choice(name, type_name(name), positions(work, name, pairing)) for name in types_of(work)]
    pairings = [choice(name, name, positions(work, kind, name)) for name in pairings_of(work)]
    return {
        "type": kind,
        "pairing": pairing,
        "types": [{"value": "", "text": "All types"}, *types],
        "pairings": [{"value": "", "text": "All pairings"}, *pairings],
        "is_filtered": bool(kind or pairing),
        "is_known": types_of(work) != [UNKNOWN],
    }


def reference_note(work: SplitWork) -> str:
    """Return what the published rows are, and that they were not measured on this corpus."""
    text = (
        f"Published results of the benchmark's test split ({TEST_DIALOGUES} dialogues), as reported; they "
        "open no events and take no part in ranks or in the frontier."
    )
    if work.split.role == "test" and len(work.split.conversation_ids) == TEST_DIALOGUES:
        return text
    dialogues = plural(len(work.split.conversation_ids), "dialogue")
    return (
        f"{text} They were measured on another corpus than this one ({work.corpus.title}, {work.name}, "
        f"{dialogues}): the two do not compare directly."
    )
