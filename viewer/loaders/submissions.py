"""Predictions: the benchmark's submission format, held to the letter.

One entry per conversation of the split, per speaker and task a strictly increasing list of times.
Every problem of a file is reported at once, with its JSON path.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from viewer.dialogue.decisions import SpeakerDecisions, Submission
from viewer.dialogue.segments import FloatArray
from viewer.loaders.model_files import Entry, ModelFile, number_list
from viewer.loaders.problems import Finding, Report, seconds
from viewer.loaders.tracks import SLACK_S

_SHAPE = ModelFile(
    entries_key="predictions",
    keys=("schema_version", "predictions"),
    speaker_keys=("eot", "interruption"),
)


def load_submission(
    path: Path,
    durations: Mapping[str, float],
    *,
    partial: bool = False,
    name: str | None = None,
) -> Submission:
    """Load one model's decisions on one split.

    Parameters
    ----------
    path
        The predictions file.
    durations
        Every conversation of the split and its length in seconds; infinity where it is unknown.
    partial
        True: conversations may be missing (for viewing; see `missing_conversations`). Everything
        else stays strict.
    name
        The file as problems name it; the path as given if None.

    Returns
    -------
    Submission
        Decisions in file order, float64 seconds.

    Raises
    ------
    InvalidDataError
        With every problem of the file.
    """
    report = Report(str(path) if name is None else name)
    content = _SHAPE.read(path, report)
    entries = {
        entry.conversation_id: _decisions(entry, durations[entry.conversation_id], report)
        for entry in _SHAPE.entries(content, durations, report, allow_missing=partial)
    }
    report.raise_errors()
    return Submission(entries)


def missing_conversations(submission: Submission, durations: Mapping[str, float]) -> tuple[str, ...]:
    """Return the conversations of a split for which a partial submission has no entry."""
    return tuple(one for one in durations if one not in submission.entries)


def _decisions(entry: Entry, duration_s: float, report: Report) -> tuple[SpeakerDecisions, SpeakerDecisions]:
    speakers = []
    for number in (1, 2):
        lists = entry.speakers[number - 1]
        where = f"{entry.where}.speaker_{number}"
        eot, interruption = (
            _times(lists.get(key, []), f"{where}.{key}", duration_s, report) for key in _SHAPE.speaker_keys
        )
        speakers.append(SpeakerDecisions(eot, interruption))
    return speakers[0], speakers[1]


def _times(value: object, where: str, duration_s: float, report: Report) -> FloatArray:
    times = number_list(value, where, report, "a finite time in seconds")
    _check_range(times, where, duration_s, report)
    falling = np.flatnonzero(np.diff(times) <= 0) + 1
    rule = "strictly increasing times"
    report.errors(
        where,
        rule,
        [
            Finding(f"{where}[{i}]", f"a time after {seconds(times[i - 1])}", seconds(times[i]))
            for i in falling.tolist()
        ],
    )
    return times


def _check_range(times: FloatArray, where: str, duration_s: float, report: Report) -> None:
    low = "a time at or after 0.000 s"
    early = np.flatnonzero(times < 0).tolist()
    report.errors(where, low, [Finding(f"{where}[{i}]", low, seconds(times[i])) for i in early])
    high = f"a time within the conversation, {seconds(duration_s)}"
    late = np.flatnonzero(times > duration_s + SLACK_S).tolist()
    report.errors(where, high, [Finding(f"{where}[{i}]", high, seconds(times[i])) for i in late])
