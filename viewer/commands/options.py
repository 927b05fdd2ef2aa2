"""Options that several commands share, and what they open."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from viewer import environment
from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings
from viewer.hidden import for_owner
from viewer.workspace import SplitWork, Workspace, open_workspace

Data = Annotated[
    Path | None,
    typer.Option(
        "--data", help="Manifest, folder of folders, folder of parquet shards, or conversation JSON."
    ),
]
SplitName = Annotated[str | None, typer.Option("--split", help="Split; the first by default.")]
Models = Annotated[
    list[str] | None, typer.Option("--model", help="A further model, NAME=predictions.json. Repeatable.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]
Owner = Annotated[
    bool, typer.Option("--owner", help="Work on labels that are hidden; only where TURNBENCH_MODE is local.")
]
TauPre = Annotated[float, typer.Option("--tau-pre", help="How early a decision may come, seconds.")]
TauMax = Annotated[float, typer.Option("--tau-max", help="How late a decision may come, seconds.")]
Tolerance = Annotated[
    float, typer.Option("--tolerance", help="Largest spread within a consensus, 0 to 0.5 seconds.")
]
MinAgree = Annotated[int, typer.Option("--min-agree", help="Annotators that must agree, 2 or 3.")]

DEFAULTS = BENCHMARK


def open_from(
    data: Path | None, split: str | None, models: list[str] | None, *, owner: bool = False
) -> Workspace:
    """Open the corpus that the options name; for its owner, nothing of it is hidden."""
    found = open_workspace(data, models=tuple(models or ()) or environment.model_arguments(), split=split)
    return Workspace(for_owner(found.corpus)) if owner else found


def labelled_split(data: Path | None, split: str | None, *, owner: bool = False) -> SplitWork:
    """Open a split whose every conversation can be scored, or raise as `require_scorable`."""
    return require_scorable(open_from(data, split, None, owner=owner), split)


def require_scorable(workspace: Workspace, split: str | None) -> SplitWork:
    """Return a split whose every conversation can be scored, or raise with all that is wrong.

    Raises
    ------
    InvalidDataError
        If any file of the split breaks a rule.
    HiddenLabelsError
        If the split's labels are hidden, and it is not their owner who asks.
    """
    work = workspace.split(split or environment.split_name())
    work.require_labels()
    work.raise_errors()
    return work


def settings_from(tau_pre: float, tau_max: float, tolerance: float, min_agree: int) -> ProtocolSettings:
    """Return the protocol settings that the options name."""
    return ProtocolSettings(tau_pre, tau_max, tolerance, min_agree)
