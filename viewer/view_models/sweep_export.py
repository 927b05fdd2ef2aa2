"""A sweep as a file to take away: the rows that the command ``sweep`` writes, as CSV."""

from __future__ import annotations

from dataclasses import astuple, fields

from viewer.exports.csv_text import csv_text
from viewer.scoring.sweep import SweepRow
from viewer.view_models.model_sweep import ModelSweep


def sweep_csv(sweep: ModelSweep) -> str:
    """Return every candidate's row, its columns named as in the command's JSON.

    A cell is empty where there is no value; a threshold that somebody kept and that is no candidate has
    no row.
    """
    rows = [row for row, is_one in zip(sweep.rows, sweep.is_candidate, strict=True) if is_one]
    return csv_text([field.name for field in fields(SweepRow)], [astuple(row) for row in rows])
