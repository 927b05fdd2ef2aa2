"""Tables as CSV text: numbers in full, empty cells for what is undefined, none that a sheet would run."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

Cell = str | float | int | None
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    r"""Return a table as CSV with a head, rows ended by a line feed.

    Texts come from corpora and people: one that a spreadsheet would take for a formula gets an
    apostrophe before it.

    Examples
    --------
    >>> csv_text(["title", "latency_ms"], [["=1+1", -119.6], ["a, b", None]])
    'title,latency_ms\n\'=1+1,-119.6\n"a, b",\n'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def _safe(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell
