"""What a file that was read becomes on a split: decisions, perhaps with the probabilities behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from viewer.dialogue.decisions import Probabilities, Submission
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.errors import TurnBenchError, UploadError
from viewer.loaders.problems import plain
from viewer.scoring import operating_point, sweep
from viewer.scoring.sweep import decisions_at
from viewer.uploads import Limits, ReadFile
from viewer.view_models.uploads import LONGEST_TITLE, NO_SWEEP, Upload, decision_count, theta_sentence
from viewer.workspace import LoadedModel, SplitWork

FALLBACK_THETA = 0.5
VALUE_BYTES = 8
BUG = "The viewer met an error of its own; the server's log has the details."


@dataclass(frozen=True)
class Made:
    """What a file became: decisions, perhaps with the probabilities and threshold behind them."""

    submission: Submission
    note: str = ""
    probabilities: Probabilities | None = None
    theta: float | None = None


def made_of(work: SplitWork, read: ReadFile, limits: Limits) -> Made | ReadFile:
    """Return what a file becomes on a split.

    Raises
    ------
    UploadError
        If it holds more than can be shown, or thresholds are not tried on this split.
    """
    if read.submission is not None:
        count = decision_count(read.submission)
        if count > limits.decisions:
            raise UploadError(
                f"expected at most {limits.decisions} decisions, found {count} "
                "(`python -m viewer score` has no such limit)"
            )
        return Made(read.submission)
    if read.probabilities is None:
        return read
    if work.is_hidden:
        raise UploadError(NO_SWEEP)
    count = value_count(read.probabilities)
    if count > limits.values:
        raise UploadError(f"expected at most {limits.values} values, found {count}")
    return _committed(work, read.probabilities)


def _committed(work: SplitWork, found: Probabilities) -> Made:
    """Return what probabilities commit at their operating point on dev labels."""
    is_dev = work.split.role == "dev"
    point = operating_point(sweep(found, list(work.golds(BENCHMARK).items()))) if is_dev else None
    theta = FALLBACK_THETA if point is None else point.theta
    note = theta_sentence(found.task, theta, is_dev=is_dev, is_operating_point=point is not None)
    return Made(decisions_at(found, theta), note, found, theta)


def model_of(one: Upload, made: Made) -> LoadedModel:
    """Return a file as a model that one session has for itself."""
    tasks: Mapping[Task, Probabilities] = {}
    if made.probabilities is not None:
        tasks = {made.probabilities.task: made.probabilities}
    theta = {one.task: one.theta} if one.task is not None and one.theta is not None else {}
    return LoadedModel(
        one.model, one.title, "", made.submission, is_session_own=True, probabilities=tasks, theta=theta
    )


def value_count(found: Probabilities) -> int:
    """Return how many values probabilities have."""
    return sum(len(track) for pair in found.entries.values() for track in pair)


def said(error: TurnBenchError) -> str:
    """Return an error as a sentence of the page."""
    text = plain(str(error))
    return text if text[:1].isupper() else f"Not taken: {text}."


def file_name(text: str) -> str:
    """Return a file's name as problems name it: its last part, printable, short."""
    name = text.replace("\\", "/").rsplit("/", 1)[-1]
    return plain(name).strip()[:LONGEST_TITLE] or "file.json"


def is_text(text: str, longest: int) -> bool:
    """Return whether a text can be a name: there, short, printable."""
    return 0 < len(text) <= longest and text.isprintable()
