"""How figures are told: what, how much, against what."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np
from rich.console import Console
from rich.table import Table

MS_PER_S = 1000


@dataclass(frozen=True)
class Figure:
    """One measured figure.

    Parameters
    ----------
    what
        What was measured.
    value
        The figure, with its unit.
    bar
        What it is held against, or empty.
    is_met
        Whether it meets the bar; None without one.
    size
        How long the dialogue was, where the same is measured at several lengths.
    """

    what: str
    value: str
    bar: str = ""
    is_met: bool | None = None
    size: str = ""

    def of(self, size: str) -> Figure:
        """Return the figure as one of a length of dialogue."""
        return replace(self, size=size)

    @property
    def verdict(self) -> str:
        """Whether the bar is met, in a word."""
        return "" if self.is_met is None else "met" if self.is_met else "NOT MET"


def below(what: str, value: float, limit: float, unit: str = "ms") -> Figure:
    """Return a figure that must stay below a limit."""
    return Figure(what, f"{value:.2f} {unit}", f"under {limit:g} {unit}", value < limit)


def at_least(what: str, value: float, limit: float, unit: str = "times") -> Figure:
    """Return a figure that must reach a limit."""
    return Figure(what, f"{value:.1f} {unit}", f"at least {limit:g} {unit}", value >= limit)


def measured(
    what: str,
    values: Sequence[float],
    bars: Sequence[float] = (),
    *,
    unit: str = "ms",
    times: float | None = None,
) -> Figure:
    """Return one or more numbers of the same thing, each held against a bar that it may reach.

    Parameters
    ----------
    what, unit
        What was measured, and in what.
    values, bars
        The numbers and their bars, of the same length unless there are no bars.
    times
        The ratio to the same on an empty page in the same run: what a busy machine does not change.
    """
    value = f"{', '.join(f'{one:.1f}' for one in values)} {unit}".strip()
    if times is not None:
        value += f" ({times:.1f} times the empty page)"
    if not bars:
        return Figure(what, value)
    bar = f"{', '.join(f'{one:g}' for one in bars)} {unit}".strip()
    return Figure(what, value, bar, all(one <= limit for one, limit in zip(values, bars, strict=True)))


def milliseconds(work: Callable[[], object], repeats: int) -> float:
    """Return the median time of a call, milliseconds, after one call to warm up."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return float(np.median(times)) * MS_PER_S


def told(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Say each figure as soon as it is there, on standard error: a run takes minutes."""
    for figure in figures:
        bar = f" ({figure.bar}: {figure.verdict})" if figure.bar else ""
        size = f", {figure.size}" if figure.size else ""
        print(f"{figure.what}{size}: {figure.value}{bar}", file=sys.stderr, flush=True)
        yield figure


def title_of(name: str) -> str:
    """Return what figures were measured, when and where."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    return f"{name} · {datetime.now(UTC):%Y-%m-%d} · {machine}"


def rows_of(figures: Iterable[Figure]) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table; what was measured at several lengths stands in one row."""
    found = list(figures)
    sizes = list(dict.fromkeys(figure.size for figure in found))
    head = ["what"]
    for size in sizes:
        head += [f"measured, {size}", "bar", ""] if size else ["measured", "bar", ""]
    by_place = {(figure.what, figure.size): figure for figure in found}
    rows = []
    for what in dict.fromkeys(figure.what for figure in found):
        row = [what]
        for size in sizes:
            figure = by_place.get((what, size))
            row += ["", "", ""] if figure is None else [figure.value, figure.bar, figure.verdict]
        rows.append(row)
    return head, rows


def print_figures(name: str, figures: Iterable[Figure]) -> None:
    """Print figures as a table, with date and machine."""
    head, rows = rows_of(figures)
    table = Table(title=title_of(name), title_justify="left")
    for column in head:
        table.add_column(column)
    for row in rows:
        table.add_row(*row)
    Console(width=180).print(table)


def markdown(name: str, figures: Iterable[Figure]) -> str:
    """Return figures as a Markdown table, with date and machine."""
    head, rows = rows_of(figures)
    lines = [title_of(name), "", f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])
