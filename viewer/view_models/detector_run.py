"""Running a detector on the open dialogue: what can be run, and how far a run is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from viewer.detectors import DETECTORS, DetectorSetting
from viewer.view_models.place import Place
from viewer.workspace import SplitWork

RUN_SUFFIX = " (run here)"
RUN_MARK = "@here"
"""What the name of a session's own run ends in."""
NO_SOUND = "This dialogue has no sound to listen to."
NO_LABELS = "The oracle has no labels here to replay."
NOT_INSTALLED = "Not installed: run “make detectors” once."


class Stage(StrEnum):
    """How far a run is."""

    IDLE = "idle"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class RunStatus:
    """A session's last run.

    Parameters
    ----------
    stage
        How far it is.
    detector, split, dialogue
        What runs on what; empty as long as nothing has run.
    share
        The share that is done, 0 to 1.
    message
        Why it failed.
    """

    stage: Stage = Stage.IDLE
    detector: str = ""
    split: str = ""
    dialogue: str = ""
    share: float = 0.0
    message: str = ""

    @property
    def is_running(self) -> bool:
        """True from the start of a run to its end."""
        return self.stage is Stage.RUNNING


def run_name(setting: DetectorSetting) -> str:
    """Return the name under which a session has the decisions of its own run."""
    return f"{setting.name}{RUN_MARK}"


def why_not(work: SplitWork, conversation_id: str, setting: DetectorSetting) -> str:
    """Return why a detector cannot run on a dialogue, in one sentence; empty if it can."""
    if work.audio(conversation_id) is None:
        return NO_SOUND
    if setting.needs_gold and work.row(conversation_id) is None:
        return NO_LABELS
    return NOT_INSTALLED if setting.why_missing() else ""


def detector_run(work: SplitWork, place: Place, status: RunStatus, *, is_on: bool) -> dict[str, Any] | None:
    """Return the row under the score card, None where detectors are off."""
    if not is_on:
        return None
    reasons = {one.name: why_not(work, place.dialogue, one) for one in DETECTORS.values()}
    return {
        "detectors": [
            {"name": one.name, "title": one.title, "problem": reasons[one.name]} for one in DETECTORS.values()
        ],
        "is_running": status.is_running,
        "detector": status.detector,
        "share": status.share,
        "text": _sentence(work, place, status),
        "notes": _notes(reasons),
    }


def _notes(reasons: Mapping[str, str]) -> list[str]:
    """Return each reason once; what is not installed is named."""
    absent = [DETECTORS[name].title for name, reason in reasons.items() if reason == NOT_INSTALLED]
    named = f"{NOT_INSTALLED.removesuffix('.')} to add {', '.join(absent)}."
    return [named if one == NOT_INSTALLED else one for one in dict.fromkeys(reasons.values()) if one]


def _sentence(work: SplitWork, place: Place, status: RunStatus) -> str:
    """Return how far the last run is; silent once another dialogue is open and nothing runs."""
    is_here = (status.split, status.dialogue) == (place.split, place.dialogue)
    setting = DETECTORS.get(status.detector)
    if setting is None or not (is_here or status.is_running):
        return ""
    known = work.conversations.get(status.dialogue)
    where = "" if is_here else f" on {known.title if known else status.dialogue}"
    if status.is_running:
        percent = int(100 * status.share)
        return f"{setting.title} listens{where}: {percent} %"
    if status.stage is Stage.DONE:
        return f"{setting.title} has run on this dialogue. Its decisions are seen here and by a link."
    if status.stage is Stage.CANCELLED:
        return f"{setting.title} was cancelled."
    return f"{setting.title} failed. {status.message}"
