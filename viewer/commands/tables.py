"""Readable tables for the terminal, and how problems are told."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Mapping

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.errors import Problem, Severity
from viewer.scoring import Score

DASH = "–"
PIPED_WIDTH = 140
COLUMN_GAP = 3
"""Characters between two columns of a simple table, and around it."""
out = Console(highlight=False, width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPED_WIDTH)
notes = Console(stderr=True, highlight=False)


def number(value: float | None, decimals: int = 3) -> str:
    """Return a number with fixed decimals, a dash for what is undefined."""
    return DASH if value is None else f"{value:.{decimals}f}"


def tell_problems(problems: Iterable[Problem], console: Console = notes) -> None:
    """Print problems as plain text, errors first; to standard error unless they are what was asked for."""
    for problem in sorted(problems, key=lambda one: one.severity is not Severity.ERROR):
        style = "bold red" if problem.severity is Severity.ERROR else "yellow"
        console.print(Text(str(problem.severity), style=style), Text(str(problem)), soft_wrap=True)


def tell_settings(settings: ProtocolSettings) -> None:
    """Say so where numbers are not the benchmark's."""
    if not settings.is_benchmark:
        notes.print(Text("not the benchmark's settings", style="bold yellow"))


def note(text: str) -> None:
    """Print a line to standard error."""
    notes.print(Text(text), soft_wrap=True)


def print_rows(
    title: str, header: Iterable[str], rows: Iterable[Iterable[str]], *, texts: Collection[int] = (0,)
) -> None:
    """Print a table; the columns at ``texts`` are text, the others are numbers.

    Where a terminal is too narrow texts wrap first; what is still too wide runs over, nothing is cut.
    """
    table = Table(title=Text(title), box=box.SIMPLE_HEAD, title_justify="left")
    columns = list(zip(*[header, *rows], strict=True))
    least = [_least(cells, is_text=at in texts) for at, cells in enumerate(columns)]
    for position, ((name, *_), width) in enumerate(zip(columns, least, strict=True)):
        is_text = position in texts
        table.add_column(name, justify="left" if is_text else "right", no_wrap=not is_text, min_width=width)
    for row in zip(*(cells[1:] for cells in columns), strict=True):
        table.add_row(*(Text(cell) for cell in row))
    out.print(table, width=max(out.width, sum(least) + len(least) * COLUMN_GAP + COLUMN_GAP), crop=False)


def _least(cells: Iterable[str], *, is_text: bool) -> int:
    """Return the narrowest a column can be: its longest word, or its longest number."""
    parts = [part for cell in cells for part in (cell.split() if is_text else [cell])]
    return max((cell_len(part) for part in parts), default=1)


def print_scores(title: str, scores: Mapping[str, Mapping[Task, Score]]) -> None:
    """Print scores, one table for each task."""
    header = ("", "recall", "fp rate", "p10 ms", "p50 ms", "p90 ms", "tp", "fn", "fp", "tn")
    for task in TASKS:
        rows = [_score_row(name, by_task[task]) for name, by_task in scores.items()]
        print_rows(f"{title}, {task.upper()}", header, rows)


def _score_row(name: str, score: Score) -> list[str]:
    latency = score.latency
    percentiles = (None, None, None) if latency is None else (latency.p10, latency.p50, latency.p90)
    counts = (score.tp, score.fn, score.fp, score.tn)
    return [
        name,
        number(score.recall),
        number(score.fp_rate),
        *(number(value, 0) for value in percentiles),
        *(str(count) for count in counts),
    ]
