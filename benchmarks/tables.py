"""How figures are told: what, how much, against what."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
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
    """

    what: str
    value: str
    bar: str = ""
    is_met: bool | None = None


def below(what: str, value: float, limit: float, unit: str = "ms") -> Figure:
    """Return a figure that must stay below a limit."""
    return Figure(what, f"{value:.2f} {unit}", f"under {limit:g} {unit}", value < limit)


def at_least(what: str, value: float, limit: float, unit: str = "times") -> Figure:
    """Return a figure that must reach a limit."""
    return Figure(what, f"{value:.1f} {unit}", f"at least {limit:g} {unit}", value >= limit)


def milliseconds(work: Callable[[], object], repeats: int) -> float:
    """Return the median time of a call, milliseconds, after one call to warm up."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return float(np.median(times)) * MS_PER_S


def print_figures(title: str, figures: Iterable[Figure]) -> None:
    """Print figures as a table, with date and machine."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    table = Table(title=f"{title} · {datetime.now(UTC):%Y-%m-%d} · {machine}", title_justify="left")
    for name in ("what", "measured", "bar", ""):
        table.add_column(name)
    for figure in figures:
        verdict = "" if figure.is_met is None else "met" if figure.is_met else "NOT MET"
        table.add_row(figure.what, figure.value, figure.bar, verdict)
    Console(width=120).print(table)
