"""``audit why`` and ``audit roles``: looking things up."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from viewer import environment
from viewer.audit import require_writable_mode
from viewer.commands import documents, tables
from viewer.commands.auditing import open_labels
from viewer.commands.options import AsJson, Data, Owner, SplitName
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.errors import SettingsError
from viewer.loaders.problems import plain
from viewer.loaders.roles import read_roles
from viewer.view_models.why_gold import why_gold


class Part(StrEnum):
    """A set of gold."""

    POSITIVES = "positives"
    NEGATIVES = "negatives"
    EXCLUDED = "excluded"


def why(
    dialogue: Annotated[str, typer.Argument(help="The conversation's id.")],
    task: Annotated[Task, typer.Argument(help="eot or int.")],
    part: Annotated[Part, typer.Argument(help="Which set of gold.")],
    speaker: Annotated[int, typer.Argument(min=1, max=2, help="1 or 2.")],
    start: Annotated[float, typer.Argument(help="Its time or start as `gold --json` has it, seconds.")],
    data: Data = None,
    split: SplitName = None,
    owner: Owner = False,
    as_json: AsJson = False,
) -> None:
    """Explain one event, pause or excluded interval: who heard what, and what cut a pause."""
    work = open_labels(data, split, None, owner=owner)
    conversation = work.conversation(dialogue)
    gold = work.golds(BENCHMARK)[dialogue]
    found = why_gold(conversation, gold, BENCHMARK, task=task, part=str(part), speaker=speaker, start_s=start)
    if as_json:
        print(documents.as_text(documents.stamped(found, BENCHMARK)))
        return
    tables.note(found["sentence"])
    rows = [
        [one["annotator"], plain(one["label"]), f"{one['start_s']:.3f}", f"{one['end_s']:.3f}", one["role"]]
        for one in found["heard"]
    ]
    tables.print_rows(f"{found['view']} view", ("annotator", "label", "from s", "to s", "role"), rows)


def roles(
    file: Annotated[Path | None, typer.Argument(help="A file of roles; TURNBENCH_ROLES by default.")] = None,
    as_json: AsJson = False,
) -> None:
    """Read a file of roles strictly, and list who may do what at a team's desk."""
    require_writable_mode()
    path = file or environment.roles_file()
    if path is None:
        raise SettingsError("TURNBENCH_ROLES: expected a file of roles, found none named")
    people = read_roles(path).people
    if as_json:
        print(
            documents.as_text(documents.stamped({"people": {name: str(one) for name, one in people.items()}}))
        )
        return
    tables.print_rows("Roles", ("login", "role"), [[plain(name), str(one)] for name, one in people.items()])
