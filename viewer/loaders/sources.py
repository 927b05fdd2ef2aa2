"""What every layout of a corpus offers: ids, and one conversation at a time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from viewer.dialogue.conversation import Conversation
from viewer.errors import Problem
from viewer.loaders.audio import AudioSource
from viewer.loaders.problems import Report, has_errors, seconds, shown
from viewer.loaders.tracks import MAX_SECONDS


@dataclass(frozen=True)
class Loaded:
    """One conversation as far as it could be read, and all that is wrong with it.

    Parameters
    ----------
    conversation
        With the tracks that are good; None if not even its length is known.
    problems
        Errors and warnings of its files.
    audio
        Its sound, if it has any that can be read.
    """

    conversation: Conversation | None
    problems: tuple[Problem, ...] = ()
    audio: AudioSource | None = None

    @property
    def is_scorable(self) -> bool:
        """True if nothing of it is disabled: a score over half of it would mislead."""
        return self.conversation is not None and not has_errors(self.problems)


class ConversationSource(Protocol):
    """One split's conversations in one layout."""

    @property
    def conversation_ids(self) -> tuple[str, ...]:
        """The ids, in the corpus's order."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is known to be wrong without reading the conversations."""

    @property
    def label_files(self) -> tuple[Path, ...]:
        """The files that labels and metadata come from, in the corpus's order."""

    def load(self, conversation_id: str, *, with_labels: bool) -> Loaded:
        """Read one conversation; without labels, annotations are not even opened."""

    def file_of(self, conversation_id: str) -> str:
        """Return the file or folder that holds it, as a problem names it."""

    def duration_s(self, conversation_id: str) -> float | None:
        """Return its length in seconds, None if unknown; reads headers only."""

    def audio(self, conversation_id: str) -> AudioSource | None:
        """Return its sound, None if it has none or it cannot be read."""


def stated_duration(found: object, where: str, report: Report) -> float | None:
    """Return a stated length in seconds, or note why it is none."""
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        report.error(where, "a number of seconds", shown(found))
        return None
    try:
        length = float(found)
    except OverflowError:
        length = math.inf
    if not (math.isfinite(length) and length > 0) and not (isinstance(found, int) and found > 0):
        report.error(where, "a number of seconds above 0", shown(found))
        return None
    if length > MAX_SECONDS:
        report.error(where, f"a week at most, {seconds(MAX_SECONDS)}", shown(found))
        return None
    return length


def agreed_duration(
    stated: float | None, audio: AudioSource | None, where: str, report: Report
) -> float | None:
    """Return the length: the sound's own, else the stated one; note it if they differ.

    A stated ``duration_s`` may differ from the sound by one sample (DATA section 1).
    """
    if audio is None or stated is None:
        return stated if audio is None else audio.duration_s
    slack = 1.0 + 1e-6
    if abs(stated * audio.sample_rate - audio.samples) > slack:
        expected = f"{seconds(audio.duration_s)}, the length of the sound"
        report.error(where, expected, seconds(stated))
    return audio.duration_s
