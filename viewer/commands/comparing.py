"""``compare``: submissions laid beside each other, event by event."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from viewer.commands import comparison_documents, documents, tables
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
    settings_from,
)
from viewer.dialogue.protocol import TASKS
from viewer.loaders import load_submission
from viewer.scoring import Difference, Joint, score_submission

FEWEST = 2


def compare(
    predictions: Annotated[
        list[Path],
        typer.Argument(help="Two or more predictions.json; the first is compared with the others."),
    ],
    data: Data = None,
    split: SplitName = None,
    tau_pre: TauPre = DEFAULTS.tau_pre_s,
    tau_max: TauMax = DEFAULTS.tau_max_s,
    tolerance: Tolerance = DEFAULTS.tolerance_s,
    min_agree: MinAgree = DEFAULTS.min_agree,
    owner: Owner = False,
    as_json: AsJson = False,
) -> None:
    """Compare submissions event by event: what only one has right, paired latencies, how sure it is."""
    if len(predictions) < FEWEST:
        raise typer.BadParameter("expected at least two files, found one", param_hint="PREDICTIONS")
    settings = settings_from(tau_pre, tau_max, tolerance, min_agree)
    work = labelled_split(data, split, owner=owner)
    submissions = [load_submission(path, work.durations) for path in predictions]
    scored = [score_submission(work.pack(settings), one, settings) for one in submissions]
    compared = {task: comparison_documents.compared(submissions, scored, task) for task in TASKS}
    if as_json:
        document = comparison_documents.comparison_document(work, list(map(str, predictions)), compared)
        print(documents.as_text(documents.stamped(document, settings)))
        return
    tables.tell_settings(settings)
    names = [f"{row + 1}" for row in range(len(predictions))]
    tables.print_rows("Compared", ("", "file"), zip(names, map(str, predictions), strict=True))
    for task, one in compared.items():
        for row in one.unsupported:
            tables.note(f"{predictions[row]} commits no {task.upper()} event anywhere: not supported")
        _print_task(f"{work.name}, {task.upper()}", names, one)


def _print_task(title: str, names: list[str], compared: comparison_documents.Compared) -> None:
    header = ("", "first", "other", "Δ", "from", "to", "p", "only 1", "only it")
    rows = []
    for second, one in compared.pairs.items():
        name = f"{names[0]}−{names[second]}"
        rows += [
            [f"{name} recall", *_side(one.pair.hits, one.recall)],
            [f"{name} fp rate", *_side(one.pair.fires, one.fp_rate)],
            [f"{name} p50 ms", "", "", _signed(one.latency.p50 if one.latency else None, 0), *[""] * 5],
        ]
    tables.print_rows(title, header, rows)


def _side(table: Joint, found: Difference) -> list[str]:
    low, high = found.interval or (None, None)
    return [
        tables.number(table.first_rate),
        tables.number(table.second_rate),
        _signed(found.point),
        _signed(low),
        _signed(high),
        tables.DASH if found.p is None else f"{found.p:.2g}",
        str(table.first),
        str(table.second),
    ]


def _signed(value: float | None, decimals: int = 3) -> str:
    return tables.DASH if value is None else f"{value:+.{decimals}f}"
