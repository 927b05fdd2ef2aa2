"""A split with several models that differ, for the tests of comparisons."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.corpora import split_of
from viewer.dialogue.decisions import NO_TIMES, SpeakerDecisions, Submission
from viewer.dialogue.protocol import Task
from viewer.dialogue.segments import FloatArray
from viewer.workspace import LoadedModel, SplitWork

Change = Callable[[FloatArray], FloatArray]


def _later(by_s: float) -> Change:
    return lambda times: times + by_s


def _every_second(times: FloatArray) -> FloatArray:
    return times[::2]


def _jittered(times: FloatArray) -> FloatArray:
    """Move every decision by its own eighths of a second, early and late."""
    return np.unique(np.maximum(times + np.arange(len(times)) % 5 * 0.125 - 0.25, 0.0))


CHANGES: dict[str, Change] = {
    "late": _later(0.375),
    "half": _every_second,
    "b,<i>&~": _jittered,
}
"""Models made of the split's own one; a hostile name among them."""


def compared_split(folder: Path) -> SplitWork:
    """Return a split with ``m`` and models made of it, one without EOT events, one broken, one partial."""
    shared = split_of(folder)
    submission = shared.model("m").submission
    if submission is None:
        raise AssertionError("the vectors' own model has decisions")
    extra = {name: _model(name, _changed(submission, change)) for name, change in CHANGES.items()}
    extra["no eot"] = _model("no eot", _without_eot(submission))
    extra["broken"] = LoadedModel("broken", "Broken", "", None)
    names = list(shared.conversations)
    partial = Submission({name: submission.entries[name] for name in names[1:]})
    extra["partial"] = LoadedModel("partial", "Partial", "", partial, missing=(names[0],))
    return shared.with_models(extra)


def _model(name: str, submission: Submission) -> LoadedModel:
    return LoadedModel(name, name.capitalize(), "", submission)


def _changed(submission: Submission, change: Change) -> Submission:
    def one(decisions: SpeakerDecisions) -> SpeakerDecisions:
        return SpeakerDecisions(*(change(decisions.of(task)) for task in Task))

    return Submission(
        {name: (one(first), one(second)) for name, (first, second) in submission.entries.items()}
    )


def _without_eot(submission: Submission) -> Submission:
    def one(decisions: SpeakerDecisions) -> SpeakerDecisions:
        return SpeakerDecisions(NO_TIMES, decisions.interruption)

    return Submission(
        {name: (one(first), one(second)) for name, (first, second) in submission.entries.items()}
    )
