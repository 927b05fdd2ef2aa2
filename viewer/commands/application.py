"""``python -m viewer COMMAND``: everything that the page computes, as tables or documents.

Documents go to standard output, everything else to standard error. Exit status: 0 all is well, 1 an
error or a gate that was not met, 2 a wrong call.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.text import Text

from viewer.commands import (
    audit_reading,
    audit_verdicts,
    auditing,
    boards,
    checking,
    comparing,
    detecting,
    measures,
    scores,
)
from viewer.commands.tables import notes, tell_problems
from viewer.environment import version
from viewer.errors import InvalidDataError, TurnBenchError
from viewer.loaders.files import give_up
from viewer.loaders.problems import plain

application = typer.Typer(
    name="turnbench-viewer",
    help="Validate, score and measure turn-taking corpora and submissions.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
application.command("check")(checking.check)
application.command("gold")(scores.gold)
application.command("score")(scores.score)
application.command("compare")(comparing.compare)
application.command("sweep")(scores.sweep)
application.command("leaderboard")(boards.leaderboard)
application.command("agreement")(measures.agreement)
application.command("dynamics")(measures.dynamics)
application.command("detect")(detecting.detect)
for command in (
    audit_verdicts.verdict,
    audit_verdicts.undo,
    audit_verdicts.redo,
    audit_reading.why,
    audit_reading.roles,
):
    auditing.application.command()(command)
application.add_typer(auditing.application, name="audit")


def _print_version(is_asked: bool) -> None:
    if is_asked:
        print(version())
        raise typer.Exit


@application.callback()
def main(
    is_asked: Annotated[
        bool,
        typer.Option("--version", help="Print the version and stop.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    """Validate, score and measure turn-taking corpora and submissions."""
    del is_asked  # its callback has answered already


def run() -> None:
    """Run the command line; a known error is told in full and ends with status 1."""
    try:
        try:
            application()
        finally:
            sys.stdout.flush()  # now, while what goes wrong can still be told
    except InvalidDataError as error:
        tell_problems(error.problems)
        sys.exit(1)
    except TurnBenchError as error:
        notes.print(Text("error", style="bold red"), Text(str(error)), soft_wrap=True)
        sys.exit(1)
    except OSError as error:
        _tell_system_error(error)
        sys.exit(1)


def _tell_system_error(error: OSError) -> None:
    """Say what the system refused: a disk that is full, standard output that nobody takes."""
    place = "standard output" if error.filename is None else plain(str(error.filename))
    text = f"{place}: expected a place that can be read and written, found {error.strerror}"
    notes.print(Text("error", style="bold red"), Text(text), soft_wrap=True)
    give_up(sys.stdout)
