"""What models commit: decision times, and the frame probabilities that some of them come from.

PROTOCOL sections 2 and 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from viewer.dialogue.protocol import Task
from viewer.dialogue.segments import FloatArray

NO_TIMES: FloatArray = np.empty(0, dtype=np.float64)


@dataclass(frozen=True, eq=False, slots=True)
class SpeakerDecisions:
    """Commit times of one speaker's channel.

    Parameters
    ----------
    eot, interruption
        Seconds, float64, strictly increasing, shapes ``(n,)`` and ``(m,)``; empty by default.

    Examples
    --------
    >>> SpeakerDecisions(eot=np.array([1.5])).of(Task.EOT).tolist()
    [1.5]
    """

    eot: FloatArray = field(default_factory=lambda: NO_TIMES)
    interruption: FloatArray = field(default_factory=lambda: NO_TIMES)

    def of(self, task: Task) -> FloatArray:
        """Return the commit times of a task."""
        return self.eot if task is Task.EOT else self.interruption


NO_DECISIONS = SpeakerDecisions()


@dataclass(frozen=True, eq=False, slots=True)
class Submission:
    """One model's decisions.

    Parameters
    ----------
    entries
        ``conversation_id -> (speaker 1, speaker 2)``, in file order; one that is missing has none.

    Examples
    --------
    >>> submission = Submission({"7": (SpeakerDecisions(eot=np.array([1.5])), NO_DECISIONS)})
    >>> submission.supports(Task.EOT), submission.supports(Task.INT)
    (True, False)
    """

    entries: Mapping[str, tuple[SpeakerDecisions, SpeakerDecisions]]

    def decisions(self, conversation_id: str, speaker: int) -> SpeakerDecisions:
        """Return a speaker's decisions; none where the submission has no entry."""
        pair = self.entries.get(conversation_id)
        return NO_DECISIONS if pair is None else pair[speaker - 1]

    def supports(self, task: Task) -> bool:
        """Return whether the model commits any event of this task anywhere (section 6)."""
        return any(len(one.of(task)) for pair in self.entries.values() for one in pair)


@dataclass(frozen=True, eq=False, slots=True)
class Probabilities:
    """One probability per frame of one task.

    Parameters
    ----------
    task
        The task whose decisions the frames are about.
    frame_rate_hz
        Frames per second; frame ``i`` covers ``[i, i + 1) / frame_rate_hz`` seconds.
    entries
        ``conversation_id -> (speaker 1, speaker 2)``, each float64 in [0, 1], shape ``(frames,)``.
    """

    task: Task
    frame_rate_hz: float
    entries: Mapping[str, tuple[FloatArray, FloatArray]]


@dataclass(frozen=True, eq=False, slots=True)
class FrameTracks:
    """One task's probabilities on one dialogue: a value per frame for speakers 1 and 2."""

    frame_rate_hz: float
    speakers: tuple[FloatArray, FloatArray]


@dataclass(frozen=True, eq=False, slots=True)
class DetectedDialogue:
    """What a detector said on one dialogue.

    ``speakers`` are the decisions of speakers 1 and 2; ``eot_frames`` the probabilities behind their ends
    of turns, None for a detector that has none.
    """

    speakers: tuple[SpeakerDecisions, SpeakerDecisions]
    eot_frames: FrameTracks | None = None
