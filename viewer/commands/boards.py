"""``leaderboard``: every model of a split, ranked; as a table or as a file to publish."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from viewer.commands import tables
from viewer.commands.options import (
    DEFAULTS,
    Data,
    MinAgree,
    Models,
    Owner,
    SplitName,
    TauMax,
    TauPre,
    Tolerance,
    open_from,
    require_scorable,
    settings_from,
)
from viewer.commands.writing import require_places, write_file
from viewer.dialogue.protocol import TASKS
from viewer.errors import InvalidDataError, Problem, Severity
from viewer.scoring import RECALL_FLOOR, Policy
from viewer.view_models.leaderboard import policies
from viewer.view_models.leaderboard_document import leaderboard_document
from viewer.view_models.leaderboard_exports import HEADER, TASK_TITLES, export, text_blocks
from viewer.view_models.leaderboard_scores import BoardQuery, dev_split
from viewer.workspace import SplitWork, Workspace


class Form(StrEnum):
    """What a leaderboard is written as."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    LATEX = "latex"
    SVG = "svg"
    HTML = "html"


def leaderboard(
    data: Data = None,
    split: SplitName = None,
    model: Models = None,
    policy: Annotated[
        Policy,
        typer.Option(
            help="ceiling: recall, fp rate up to 0.15; budget: recall, fp rate up to 0.10 on dev; "
            "latency: p50, fp rate up to 0.10 and a recall floor."
        ),
    ] = Policy.CEILING,
    recall_floor: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Least recall that the policy latency ranks.")
    ] = RECALL_FLOOR,
    conversation_type: Annotated[str, typer.Option("--type", help="Only dialogues of this type.")] = "",
    pairing: Annotated[
        str, typer.Option(help="Only dialogues of this pairing: FF, MM, mixed, unknown.")
    ] = "",
    form: Annotated[Form, typer.Option("--format", help="svg: the trade-off figure of EOT.")] = Form.TABLE,
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of standard output.")] = None,
    tau_pre: TauPre = DEFAULTS.tau_pre_s,
    tau_max: TauMax = DEFAULTS.tau_max_s,
    tolerance: Tolerance = DEFAULTS.tolerance_s,
    min_agree: MinAgree = DEFAULTS.min_agree,
    owner: Owner = False,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Rank every model of a split; a model file with an error stops it."""
    settings = settings_from(tau_pre, tau_max, tolerance, min_agree)
    form = Form.JSON if as_json else form
    if form is Form.TABLE and out is not None:
        raise typer.BadParameter("a table is for the terminal; add --format", param_hint="--out")
    require_places(out)
    workspace = open_from(data, split, model, owner=owner)
    work = require_scorable(workspace, split)
    query = BoardQuery(
        policy=policy,
        recall_floor=recall_floor,
        conversation_type=_known(conversation_type, "type", _values(work, "conversation_type"), "--type"),
        pairing=_known(pairing, "pairing", _values(work, "pairing"), "--pairing"),
        settings=settings,
    )
    _require_models(work)
    tables.tell_settings(settings)
    if form is Form.TABLE:
        _print(workspace, work, query)
        return
    found = export(form, work, query, dev=dev_split(workspace, work, query.policy))
    if out is None:
        print(found.text, end="" if found.text.endswith("\n") else "\n")
    else:
        write_file(out, found.text)


def _values(work: SplitWork, name: str) -> list[str]:
    return sorted({getattr(one, name) for one in work.conversations.values()})


def _known(value: str, what: str, known: list[str], option: str) -> str:
    """Return a filter's value, refused if no dialogue has it: an empty table would pass for a result."""
    if value and value not in known:
        raise typer.BadParameter(f"expected a {what} of the split: {', '.join(known)}", param_hint=option)
    return value


def _require_models(work: SplitWork) -> None:
    """Raise with everything that is wrong with the models' files: none is left out in silence."""
    problems = [problem for model in work.models.values() for problem in model.problems]
    problems += [
        Problem(Severity.ERROR, model.name, f"conversation {name}", "an entry", "none")
        for model in work.models.values()
        for name in model.missing
    ]
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        raise InvalidDataError(errors)


def _print(workspace: Workspace, work: SplitWork, query: BoardQuery) -> None:
    """Print a table for each task."""
    document = leaderboard_document(work, query, dev=dev_split(workspace, work, query.policy))
    note = next(one["note"] for one in policies(query, work.split.role) if one["name"] == query.policy)
    tables.note(note)
    for task in TASKS:
        rows = []
        for block in text_blocks(document, query, task):
            if block["title"]:
                rows.append(["", block["title"], *[""] * (len(HEADER) - 2)])
            rows += block["rows"]
        tables.print_rows(f"{work.name}, {TASK_TITLES[task]}", HEADER, rows, texts=(1, len(HEADER) - 1))
