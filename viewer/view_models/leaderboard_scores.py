"""What a leaderboard is made from: every model's pooled scores over the dialogues that a filter leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from viewer.dialogue.protocol import BENCHMARK, TASKS, ProtocolSettings, Task
from viewer.scoring import RECALL_FLOOR, Entry, Policy, Score
from viewer.view_models.formats import plural
from viewer.view_models.place import Place
from viewer.workspace import LoadedModel, SplitWork, Workspace

TRAINED_ROLES = ("train", "dev")
"""Roles whose own fp rate the dev budget is held against."""


@dataclass(frozen=True)
class BoardQuery:
    """What a leaderboard is asked for.

    Parameters
    ----------
    task
        The task that is ranked.
    policy, recall_floor
        How it is ranked; see `viewer.scoring.ranking`.
    conversation_type, pairing
        Filters; empty: any. ``unknown`` where a dialogue has none.
    model
        The model whose numbers are told by type and pairing.
    settings
        Protocol parameters.
    has_published
        Whether published results are shown as references.
    """

    task: Task = Task.EOT
    policy: Policy = Policy.CEILING
    recall_floor: float = RECALL_FLOOR
    conversation_type: str = ""
    pairing: str = ""
    model: str = ""
    settings: ProtocolSettings = field(default=BENCHMARK)
    has_published: bool = True


def query_at(place: Place) -> BoardQuery:
    """Return what the leaderboard shows at a place."""
    return BoardQuery(
        task=place.task,
        policy=Policy(place.option("policy")),
        recall_floor=float(place.option("floor")),
        conversation_type=place.option("type"),
        pairing=place.option("pairing"),
        model=place.model,
        settings=place.settings,
        has_published=place.option("published") == "shown",
    )


@dataclass(frozen=True, eq=False)
class ModelScores:
    """One model's pooled scores; ``why_none`` says why it has none."""

    model: LoadedModel
    scores: dict[Task, Score] = field(default_factory=dict)
    why_none: str = ""

    def score(self, task: Task) -> Score | None:
        """Return the score of a task; None if the model has none, or does not support it."""
        return self.scores.get(task)


def positions(work: SplitWork, conversation_type: str = "", pairing: str = "") -> list[int]:
    """Return the positions of the scorable dialogues of a type and a pairing, in the split's order."""
    return [
        row
        for row, name in enumerate(work.scorable_ids)
        if conversation_type in ("", work.conversations[name].conversation_type)
        and pairing in ("", work.conversations[name].pairing)
    ]


def model_scores(work: SplitWork, name: str, settings: ProtocolSettings, rows: Sequence[int]) -> ModelScores:
    """Return a model's scores pooled over some dialogues, or why it has none.

    A file that is broken, or leaves dialogues out, has no score of a split, and so none of a part of it.
    """
    model = work.model(name)
    if model.submission is None:
        return ModelScores(model, why_none=f"{plural(len(model.problems), 'problem')} in its file")
    if model.missing:
        return ModelScores(model, why_none=f"Its file leaves {plural(len(model.missing), 'dialogue')} out")
    scored = work.scored(name, settings)
    if scored is None or not rows:
        return ModelScores(model, why_none="No dialogue of this selection can be scored")
    supported = [task for task in TASKS if work.supports(name, task)]
    return ModelScores(model, {task: scored.pooled(task, rows) for task in supported})


def all_scores(work: SplitWork, query: BoardQuery) -> list[ModelScores]:
    """Return every model's scores over the dialogues that the filters leave, in the split's order."""
    rows = positions(work, query.conversation_type, query.pairing)
    return [model_scores(work, name, query.settings, rows) for name in work.models]


def entries_of(
    found: Sequence[ModelScores], task: Task, *, role: str, dev: SplitWork | None, settings: ProtocolSettings
) -> list[Entry]:
    """Return what is ranked: one entry for each model that has scores.

    Parameters
    ----------
    found
        From `all_scores`.
    task
        The task that is ranked.
    role
        The split's role: on train and dev the budget is held against an entry's own fp rate.
    dev
        The corpus's dev split with public labels, for the budget on a test split; None if there is none.
    settings
        Protocol parameters, for the scores on dev.
    """
    budget_rate = partial(_dev_fp_rate, dev, task, settings)
    entries = []
    for one in found:
        score = one.score(task)
        if one.why_none:
            continue
        if score is None:
            entries.append(Entry(one.model.name, None, None, None, is_supported=False))
            continue
        p50_ms = None if score.latency is None else score.latency.p50
        rate = score.fp_rate if role in TRAINED_ROLES else budget_rate(one.model.name)
        entries.append(Entry(one.model.name, score.recall, score.fp_rate, p50_ms, rate))
    return entries


def _dev_fp_rate(dev: SplitWork | None, task: Task, settings: ProtocolSettings, name: str) -> float | None:
    """Return a model's fp rate on the whole dev split, None if it cannot be told."""
    if dev is None or name not in dev.models:
        return None
    score = model_scores(dev, name, settings, range(len(dev.scorable_ids))).score(task)
    return None if score is None else score.fp_rate


def dev_split(workspace: Workspace, work: SplitWork, policy: Policy) -> SplitWork | None:
    """Return the dev split that the budget on a test split is held against; None if it is not asked for."""
    if policy is not Policy.BUDGET or work.is_hidden or work.split.role in TRAINED_ROLES:
        return None
    splits = workspace.corpus.splits.values()
    name = next((one.name for one in splits if one.role == "dev" and not one.is_hidden), None)
    return None if name is None else workspace.split(name)


def gold_counts(
    work: SplitWork, settings: ProtocolSettings, rows: Sequence[int], task: Task
) -> tuple[int, int]:
    """Return how many positives and negative spans of a task some dialogues have."""
    pack = work.pack(settings)
    units = [(row * len(TASKS) + TASKS.index(task)) * 2 + speaker for row in rows for speaker in (0, 1)]
    positives, negatives = np.diff(pack.positive_offsets), np.diff(pack.negative_offsets)
    return int(positives[units].sum()), int(negatives[units].sum())
