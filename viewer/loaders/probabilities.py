"""Frame probabilities of one task: one value in [0, 1] per frame and speaker, exact float64."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from viewer.dialogue.decisions import Probabilities
from viewer.dialogue.protocol import Task
from viewer.dialogue.segments import FloatArray
from viewer.loaders.model_files import Entry, ModelFile, number_list
from viewer.loaders.problems import Finding, Report, shown

_SHAPE = ModelFile(
    entries_key="probs",
    keys=("schema_version", "task", "frame_rate_hz", "probs"),
    speaker_keys=("prob",),
)
_RULE = "a value from 0 to 1"


def load_probabilities(
    path: Path,
    durations: Mapping[str, float],
    *,
    task: Task | None = None,
    partial: bool = False,
    name: str | None = None,
) -> Probabilities:
    """Load one model's frame probabilities on one split.

    Parameters
    ----------
    path
        The probabilities file.
    durations
        Every conversation of the split and its length in seconds; infinity where it is unknown
        (the number of frames is then not checked).
    task
        The task that the file must be for; any if None.
    partial
        True: conversations may be missing.
    name
        The file as problems name it; the path as given if None.

    Returns
    -------
    Probabilities
        The very doubles of the file: a threshold equal to a value must stay equal to it.

    Raises
    ------
    InvalidDataError
        With every problem of the file.
    """
    report = Report(str(path) if name is None else name)
    content = _SHAPE.read(path, report)
    found_task = _task(content, task, report)
    rate = _frame_rate(content, report)
    entries = {
        entry.conversation_id: _frames(entry, durations[entry.conversation_id], rate, report)
        for entry in _SHAPE.entries(content, durations, report, allow_missing=partial)
    }
    report.raise_errors()
    return Probabilities(found_task, rate, entries)


def frame_count(duration_s: float, frame_rate_hz: float) -> int | None:
    """Return ``floor(duration * rate)`` of the float product; None for an unknown length."""
    frames = duration_s * frame_rate_hz
    return math.floor(frames) if math.isfinite(frames) else None


def _task(content: Mapping[str, object], wanted: Task | None, report: Report) -> Task:
    found = content.get("task", "eot")
    choices = [wanted] if wanted is not None else list(Task)
    for one in choices:
        if found == one.value:
            return one
    expected = " or ".join(f'"{one.value}"' for one in choices)
    if "task" in content:
        report.error("task", expected, shown(found))
    return choices[0]


def _frame_rate(content: Mapping[str, object], report: Report) -> float:
    """Return the frame rate, NaN if it cannot be used."""
    found = content.get("frame_rate_hz", 1.0)
    is_number = not isinstance(found, bool) and isinstance(found, (int, float))
    if is_number and isinstance(found, (int, float)) and 0 < found < math.inf:
        try:
            return float(found)
        except OverflowError:
            found = math.inf
    report.error("frame_rate_hz", "a finite number above 0", shown(found))
    return math.nan


def _frames(entry: Entry, duration_s: float, rate: float, report: Report) -> tuple[FloatArray, FloatArray]:
    first, second = (
        _values(entry.speakers[i].get("prob", []), f"{entry.where}.speaker_{i + 1}.prob", report)
        for i in (0, 1)
    )
    wanted = frame_count(duration_s, rate)
    for number, speaker in enumerate(entry.speakers, 1):
        found = speaker.get("prob")
        if wanted is not None and isinstance(found, list) and len(found) != wanted:
            where = f"{entry.where}.speaker_{number}.prob"
            rule = f"{wanted} frames, floor of {duration_s!r} s x {rate!r} Hz"
            report.error(where, rule, f"{len(found)}")
    return first, second


def _values(value: object, where: str, report: Report) -> FloatArray:
    numbers = number_list(value, where, report, _RULE)
    outside = np.flatnonzero((numbers < 0) | (numbers > 1)).tolist()
    found = [Finding(f"{where}[{i}]", _RULE, shown(float(numbers[i]))) for i in outside]
    report.errors(where, _RULE, found)
    return numbers
