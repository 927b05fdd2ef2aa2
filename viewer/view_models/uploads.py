"""Files that were sent from the browser: how far each is, what is wrong with it, how it scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from viewer.dialogue.decisions import Submission
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.hidden import HiddenReply, HiddenScore, least_decisions
from viewer.scoring import Score
from viewer.uploads import Limits, megabytes
from viewer.view_models.formats import DASH, plain_ms, plural, rate
from viewer.workspace import SplitWork

LONGEST_NAME = 60
LONGEST_TITLE = 80
HIDDEN_NOTE = (
    "The labels of this split are hidden. A predictions.json of the whole split can be scored on them: "
    "pooled and rounded, one reply for each task. Each different file counts as one of few scorings."
)
OPEN_NOTE = (
    "A predictions.json or a probabilities file of this split. It is scored in this session only and is gone "
    "when this page closes{saved}."
)
NOTHING_SUPPORTED = "not supported: no decision anywhere"
NO_SWEEP = (
    "Not taken: on hidden labels thresholds are not tried, since each would be a scoring. "
    "Send the predictions.json that your threshold commits."
)


class Stage(StrEnum):
    """How far a file is."""

    SENDING = "sending"
    READING = "reading"
    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = (Stage.FAILED, Stage.REFUSED, Stage.CANCELLED)
MOST_ENDED = 20
"""Files that became nothing and are still listed."""


@dataclass(frozen=True, kw_only=True)
class Upload:
    """One file of a session.

    Parameters
    ----------
    nonce
        The number under which the page knows it.
    id
        The upload's id once there is room for it; the saved model's for one that was found saved.
    file, size_bytes, split
        What was sent, for which split.
    stage
        How far it is.
    message
        Why it is not taken, or what there is to know of it.
    problems
        What is wrong with it, every one.
    model, title
        The session's own model that it became.
    task, theta
        Of a probabilities file: its task, and where its decisions are committed.
    saved_id
        The saved model that it is, or empty.
    asks_hidden
        Whether it is being scored on hidden labels.
    reply, reply_error
        What hidden labels told, or why they did not.
    """

    nonce: int
    file: str
    split: str
    size_bytes: int = 0
    id: str = ""
    stage: Stage = Stage.SENDING
    message: str = ""
    problems: tuple[str, ...] = ()
    model: str = ""
    title: str = ""
    task: Task | None = None
    theta: float | None = None
    saved_id: str = ""
    asks_hidden: bool = False
    reply: HiddenReply | None = None
    reply_error: str = ""


@dataclass(frozen=True)
class ChangedFile:
    """A model whose file is another than the one that is shown."""

    model: str
    title: str
    is_reading: bool = False
    problems: tuple[str, ...] = ()


def uploads(
    work: SplitWork,
    settings: ProtocolSettings,
    files: Sequence[Upload],
    changed: Sequence[ChangedFile],
    *,
    key: str,
    limits: Limits,
    can_save: bool,
) -> dict[str, Any]:
    """Return the panel of files that were sent, and of model files that changed."""
    saved = " unless you save it" if can_save else ""
    return {
        "key": key,
        "max_bytes": limits.file_bytes,
        "max_text": megabytes(limits.file_bytes),
        "split": work.name,
        "note": HIDDEN_NOTE if work.is_hidden else OPEN_NOTE.format(saved=saved),
        "rows": [_row(work, settings, one, can_save=can_save) for one in files],
        "changed": [_changed_row(one) for one in changed],
    }


def _row(work: SplitWork, settings: ProtocolSettings, file: Upload, *, can_save: bool) -> dict[str, Any]:
    is_done, is_here = file.stage is Stage.DONE, file.split == work.name
    is_scored_here = is_done and is_here and not work.is_hidden
    return {
        "nonce": file.nonce,
        "id": file.id,
        "file": file.file,
        "size": megabytes(file.size_bytes) if file.size_bytes else "",
        "size_bytes": file.size_bytes,
        "stage": str(file.stage),
        "text": _sentence(work, file),
        "problems": list(file.problems),
        "model": file.model,
        "title": file.title,
        "is_here": is_here,
        "scores": [_score_text(work, settings, file, task) for task in TASKS] if is_scored_here else [],
        "can_save": can_save and is_done and not work.is_hidden,
        "is_saved": bool(file.saved_id),
        "can_score": is_done and is_here and work.is_hidden and not file.asks_hidden,
        "hidden": [] if file.reply is None else [_hidden_row(file.reply, task) for task in TASKS],
        "hidden_text": _hidden_text(work, file),
    }


def _sentence(work: SplitWork, file: Upload) -> str:
    if file.stage is Stage.SENDING:
        return "Sending"
    if file.stage is Stage.READING:
        return "Checking every value"
    if file.stage is Stage.CANCELLED:
        return "Cancelled."
    if file.stage is Stage.REFUSED:
        return f"Not scored: {plural(len(file.problems), 'problem')} in the file. {file.message}".strip()
    if file.stage is Stage.FAILED or file.split == work.name:
        return file.message
    return f"It stands beside the models of {file.split}. {file.message}".strip()


def theta_sentence(task: Task, theta: float, *, is_dev: bool, is_operating_point: bool) -> str:
    """Return how the decisions of a probabilities file came about."""
    at = f"{task.upper()} committed at theta {theta:.4g}"
    if is_operating_point:
        return f"{at}, its operating point: the highest recall with an fp rate of at most 0.10."
    if is_dev:
        return f"{at}: no threshold keeps the fp rate within 0.10 with any hit."
    return f"{at}: an operating point is chosen on dev labels alone, and this split is none."


def _score_text(
    work: SplitWork, settings: ProtocolSettings, file: Upload, task: Task
) -> dict[str, str | None]:
    name = task.upper()
    if file.model not in work.models or not work.supports(file.model, task):
        return {"task": name, "text": NOTHING_SUPPORTED}
    scored = work.scored(file.model, settings)
    return {"task": name, "text": "" if scored is None else _numbers(scored.pooled(task))}


def _numbers(score: Score) -> str:
    latency = score.latency
    middle = DASH if latency is None else f"{plain_ms(latency.p50)} ms"
    return f"recall {rate(score.recall)}, fp rate {rate(score.fp_rate)}, latency p50 {middle}"


def _hidden_row(reply: HiddenReply, task: Task) -> dict[str, str]:
    score: HiddenScore = reply.tasks[task]
    latency = score.latency
    p10, p50, p90 = (
        (DASH, DASH, DASH)
        if latency is None
        else tuple(plain_ms(one) for one in (latency.p10, latency.p50, latency.p90))
    )
    return {
        "task": task.upper(),
        "recall": _told(score.recall),
        "fp_rate": _told(score.fp_rate),
        "p10": p10,
        "p50": p50,
        "p90": p90,
    }


def _told(value: float | None) -> str:
    """Return a rate as it was told: to three decimals, and no more."""
    return DASH if value is None else f"{value:.3f}"


def _hidden_text(work: SplitWork, file: Upload) -> str:
    if file.asks_hidden:
        return "Scoring"
    if file.reply is None:
        return file.reply_error
    reply = file.reply
    left = reply.scorings_limit - reply.scorings_used
    text = (
        f"{plural(left, 'scoring')} of {reply.scorings_limit} left on this split; the same file costs none."
    )
    if not reply.untold:
        return text
    least = least_decisions(len(work.split.conversation_ids))
    names = " and ".join(task.upper() for task in reply.untold)
    return f"{text} {names} is not told: fewer than {least} decisions."


def _changed_row(changed: ChangedFile) -> dict[str, Any]:
    what = f"{changed.title}'s file has changed"
    if changed.is_reading:
        text = f"{what}. It is being read."
    elif changed.problems:
        count = plural(len(changed.problems), "problem")
        text = f"{what}, but cannot be taken: {count}. The earlier one stays."
    else:
        text = f"{what}."
    return {
        "model": changed.model,
        "title": changed.title,
        "text": text,
        "is_reading": changed.is_reading,
        "problems": list(changed.problems),
    }


def without_oldest(files: Sequence[Upload]) -> tuple[Upload, ...]:
    """Return files with room for one more among those that became nothing: the oldest of them go."""
    ended = [one.nonce for one in files if one.stage in ENDED]
    gone = set(ended[: max(0, len(ended) + 1 - MOST_ENDED)])
    return tuple(one for one in files if one.nonce not in gone or one.stage not in ENDED)


def decision_count(submission: Submission) -> int:
    """Return how many decisions a submission has."""
    return sum(len(one.of(task)) for pair in submission.entries.values() for one in pair for task in TASKS)
