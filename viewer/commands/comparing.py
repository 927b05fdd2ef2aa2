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
from viewer.scoring import Difference, score_submission

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
    side = ("95 %", "p", "only first", "only other")
    header = ("", "recall", *side, "fp rate", *side, "p50 ms")
    rows = [
        [
            f"{names[0]} − {names[second]}",
            *_side(one.recall, one.pair.hits.first, one.pair.hits.second),
            *_side(one.fp_rate, one.pair.fires.first, one.pair.fires.second),
            _signed(None if one.latency is None else one.latency.p50, 0),
        ]
        for second, one in compared.pairs.items()
    ]
    tables.print_rows(title, header, rows)


def _side(difference: Difference, first: int, second: int) -> list[str]:
    interval = difference.interval
    spread = tables.DASH if interval is None else f"{_signed(interval[0])} … {_signed(interval[1])}"
    p = tables.DASH if difference.p is None else f"{difference.p:.3g}"
    return [_signed(difference.point), spread, p, str(first), str(second)]


def _signed(value: float | None, decimals: int = 3) -> str:
    return tables.DASH if value is None else f"{value:+.{decimals}f}"
