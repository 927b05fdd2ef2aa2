"""``gold``, ``score`` and ``sweep``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from viewer import environment
from viewer.commands import documents, tables
from viewer.commands.hidden_scores import print_reply, reply_of
from viewer.commands.options import (
    DEFAULTS,
    AsJson,
    Data,
    MinAgree,
    Owner,
    SplitName,
    TauMax,
    TauPre,
    Tolerance,
    labelled_split,
    open_from,
    require_scorable,
    settings_from,
)
from viewer.dialogue.protocol import FP_BUDGET, TASKS, Task
from viewer.hidden import HiddenScore
from viewer.loaders import load_probabilities, load_submission
from viewer.scoring import Score, operating_point, pool_by, score_submission
from viewer.scoring import sweep as sweep_thresholds

Gate = Annotated[
    list[str] | None,
    typer.Option(help="TASK=VALUE, or VALUE for both tasks; not met: exit status 1. Repeatable."),
]


def gold(
    data: Data = None,
    split: SplitName = None,
    tau_pre: TauPre = DEFAULTS.tau_pre_s,
    tau_max: TauMax = DEFAULTS.tau_max_s,
    tolerance: Tolerance = DEFAULTS.tolerance_s,
    min_agree: MinAgree = DEFAULTS.min_agree,
    owner: Owner = False,
    as_json: AsJson = False,
) -> None:
    """Build the gold sets of every conversation."""
    settings = settings_from(tau_pre, tau_max, tolerance, min_agree)
    golds = labelled_split(data, split, owner=owner).golds(settings)
    if as_json:
        content = {"conversations": {name: documents.gold_document(one) for name, one in golds.items()}}
        print(documents.as_text(documents.stamped(content, settings)))
        return
    tables.tell_settings(settings)
    header = (
        "conversation",
        *(f"{task.upper()} {part}" for task in TASKS for part in ("+", "−", "excluded")),
    )
    rows = [
        [
            name,
            *(
                str(len(part))
                for task in TASKS
                for part in (one.of(task).positives, one.of(task).negatives, one.of(task).excluded)
            ),
        ]
        for name, one in golds.items()
    ]
    tables.print_rows("Gold", header, rows)


def score(
    predictions: Annotated[Path, typer.Argument(help="predictions.json of the whole split.")],
    data: Data = None,
    split: SplitName = None,
    tau_pre: TauPre = DEFAULTS.tau_pre_s,
    tau_max: TauMax = DEFAULTS.tau_max_s,
    tolerance: Tolerance = DEFAULTS.tolerance_s,
    min_agree: MinAgree = DEFAULTS.min_agree,
    outcomes: Annotated[bool, typer.Option(help="List the outcome of every event (JSON).")] = False,
    min_recall: Gate = None,
    max_fp_rate: Gate = None,
    owner: Owner = False,
    as_json: AsJson = False,
) -> None:
    """Score a submission, strictly; where labels are hidden, one pooled and rounded reply for each task."""
    settings = settings_from(tau_pre, tau_max, tolerance, min_agree)
    if outcomes and not as_json:
        raise typer.BadParameter(
            "lists every event in the JSON document; add --json", param_hint="--outcomes"
        )
    gates = (_gates(min_recall, "--min-recall"), _gates(max_fp_rate, "--max-fp-rate"))
    workspace = open_from(data, split, None, owner=owner)
    chosen = workspace.corpus.split(split or environment.split_name())
    if chosen.is_hidden:
        told = reply_of(chosen, predictions, settings, with_outcomes=outcomes)
        print_reply(chosen.name, told, as_json=as_json)
        _exit_unless_met(told.tasks, *gates)
        return
    work = require_scorable(workspace, split)
    submission = load_submission(predictions, work.durations)
    scored = score_submission(work.pack(settings), submission, settings)
    pooled = {task: scored.pooled(task) for task in TASKS}
    if as_json:
        document = documents.scored_document(scored, work.conversations, with_outcomes=outcomes)
        print(documents.as_text(documents.stamped(document, settings)))
    else:
        tables.tell_settings(settings)
        types = [work.conversations[name].conversation_type for name in scored.conversation_ids]
        tables.print_scores(work.name, pool_by(scored, types) | {"All": pooled})
    _exit_unless_met(pooled, *gates)


def _gates(texts: list[str] | None, option: str) -> dict[Task, float]:
    """Parse ``TASK=VALUE`` and ``VALUE`` gates."""
    gates: dict[Task, float] = {}
    for text in texts or ():
        name, _, value = text.rpartition("=")
        try:
            limit = float(value)
            tasks = (Task(name.lower()),) if name else TASKS
        except ValueError as error:
            raise typer.BadParameter(
                f"expected eot=VALUE, int=VALUE or VALUE, found {text!r}", param_hint=option
            ) from error
        if not (math.isfinite(limit) and 0 <= limit <= 1):
            raise typer.BadParameter(f"expected a rate of 0 to 1, found {text!r}", param_hint=option)
        gates |= dict.fromkeys(tasks, limit)
    return gates


def _exit_unless_met(
    pooled: Mapping[Task, Score] | Mapping[Task, HiddenScore],
    recall: dict[Task, float],
    fp_rate: dict[Task, float],
) -> None:
    """Tell every gate that is not met and exit with status 1; an undefined rate meets no gate."""
    missed = [
        f"{task.upper()} recall {tables.number(pooled[task].recall)}, expected at least {limit:g}"
        for task, limit in recall.items()
        if not (pooled[task].recall or 0.0) >= limit or pooled[task].recall is None
    ]
    missed += [
        f"{task.upper()} fp rate {tables.number(found)}, expected at most {limit:g}"
        for task, limit in fp_rate.items()
        if (found := pooled[task].fp_rate) is None or found > limit
    ]
    for line in missed:
        tables.notes.print(Text("gate not met", style="bold red"), Text(line))
    if missed:
        raise typer.Exit(1)


def sweep(
    probabilities: Annotated[
        Path, typer.Argument(help="probs-eot.json or probs-int.json of the whole split.")
    ],
    data: Data = None,
    split: SplitName = None,
    fp_budget: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Largest fp rate of the operating point.")
    ] = FP_BUDGET,
    tau_pre: TauPre = DEFAULTS.tau_pre_s,
    tau_max: TauMax = DEFAULTS.tau_max_s,
    tolerance: Tolerance = DEFAULTS.tolerance_s,
    min_agree: MinAgree = DEFAULTS.min_agree,
    owner: Owner = False,
    as_json: AsJson = False,
) -> None:
    """Sweep the threshold of a probabilities file and choose the operating point."""
    settings = settings_from(tau_pre, tau_max, tolerance, min_agree)
    work = labelled_split(data, split, owner=owner)
    loaded = load_probabilities(probabilities, work.durations)
    rows = sweep_thresholds(loaded, list(work.golds(settings).items()), settings)
    point = operating_point(rows, fp_budget)
    if as_json:
        document = documents.sweep_document(loaded.task, rows, point, fp_budget)
        print(documents.as_text(documents.stamped(document, settings)))
        return
    tables.tell_settings(settings)
    header = ("theta", "recall", "fp rate", "bc fire rate", "p50 ms")
    chosen = [point] if point else []
    tables.print_rows(
        f"{loaded.task.upper()}: operating point within an fp rate of {fp_budget:g} ({len(rows)} candidates)",
        header,
        [
            [
                f"{row.theta:.6g}",
                tables.number(row.recall),
                tables.number(row.fp_rate),
                tables.number(row.backchannel_fire_rate),
                tables.number(row.p50, 0),
            ]
            for row in chosen
        ],
    )
