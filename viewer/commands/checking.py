"""``check``: validate the manifest, the corpus, its checksums and every model file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import typer

from viewer import environment
from viewer.commands.documents import as_text, problem_row, stamped
from viewer.commands.options import AsJson, Data, Models, Owner, SplitName, open_from
from viewer.commands.tables import note, out, tell_problems
from viewer.errors import (
    HiddenLabelsError,
    InvalidDataError,
    MissingFileError,
    Problem,
    Severity,
    TurnBenchError,
)
from viewer.loaders import Model
from viewer.loaders.problems import plain
from viewer.workspace import SplitWork, Workspace


def check(
    data: Data = None,
    split: SplitName = None,
    model: Models = None,
    owner: Owner = False,
    as_json: AsJson = False,
) -> None:
    """Validate everything that the manifest names and list all problems."""
    try:
        workspace = open_from(data, split, model, owner=owner)
        problems = find_problems(workspace, split or environment.split_name())
        _tell_unread(workspace, split or environment.split_name())
    except InvalidDataError as error:
        problems = list(error.problems)
    except HiddenLabelsError:
        raise  # a wrong call, not a wrong corpus
    except TurnBenchError as error:
        problems = [Problem(Severity.ERROR, str(data or environment.data_path()), "", "a corpus", str(error))]
    is_ok = not any(problem.severity is Severity.ERROR for problem in problems)
    if as_json:
        print(as_text(stamped({"ok": is_ok, "problems": [problem_row(one) for one in problems]})))
    else:
        tell_problems(problems, out)
        warnings = sum(problem.severity is Severity.WARNING for problem in problems)
        counts = f"errors: {len(problems) - warnings}, warnings: {warnings}"
        out.print(f"{'ok' if is_ok else 'not ok'} ({counts})")
    if not is_ok:
        raise typer.Exit(1)


def find_problems(workspace: Workspace, split: str | None) -> list[Problem]:
    """Return every problem of a corpus, or of one split of it, each once."""
    problems = list(workspace.corpus.problems)
    for name in (split,) if split else workspace.split_names:
        work = workspace.split(name)
        problems += work.all_problems
        problems += work.split.verify_checksums()
        problems += work.split.verify_sound()
        for model in workspace.corpus.models:
            problems += _model_problems(work, model)
    return list(dict.fromkeys(problems))


def _tell_unread(workspace: Workspace, split: str | None) -> None:
    """Note the splits whose labels are hidden: they have not been opened, so nothing is known of them."""
    for name in (split,) if split else workspace.split_names:
        if workspace.split(name).is_hidden:
            note(f"{plain(name)}: its labels are hidden and were not checked; --owner checks them")


def _model_problems(work: SplitWork, model: Model) -> list[Problem]:
    """Return what a strict reading of a model's files for a split finds."""
    problems = list(model.problems)
    if work.name in model.predictions:
        problems += _problems_of(lambda: model.load_submission(work.name, work.durations))
    for task in model.probabilities.get(work.name, {}):
        problems += _problems_of(partial(model.load_probabilities, work.name, task, work.durations))
    return problems


def _problems_of(read: Callable[[], object]) -> tuple[Problem, ...]:
    try:
        read()
    except InvalidDataError as error:
        return error.problems
    except MissingFileError:
        return ()  # the model's own problems name the file
    return ()
