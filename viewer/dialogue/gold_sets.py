"""What gold is made of: per task the events to detect, the spans to stay quiet in, and the masks.

All sets list speaker 1 before speaker 2, in the order of PROTOCOL section 4.
"""

from __future__ import annotations

from dataclasses import dataclass

from viewer.dialogue.protocol import Task
from viewer.dialogue.segments import FloatArray, IntArray


@dataclass(frozen=True, eq=False, slots=True)
class Events:
    """Points in time: ``speaker`` (1 or 2) and ``time_s``, both shape ``(n,)``."""

    speaker: IntArray
    time_s: FloatArray

    def __len__(self) -> int:
        return len(self.speaker)


@dataclass(frozen=True, eq=False, slots=True)
class Spans:
    """Intervals: ``speaker``, ``start_s`` and ``end_s``, all shape ``(n,)``."""

    speaker: IntArray
    start_s: FloatArray
    end_s: FloatArray

    def __len__(self) -> int:
        return len(self.speaker)


@dataclass(frozen=True, eq=False, slots=True)
class ConsensusEvents:
    """Events that annotators agree on, in the order in which they were made.

    ``label_class`` is a `LabelClass` code; ``members`` has shape ``(n, 3)``: the index of the
    member segment in each annotator's track (a, b, c), -1 where the annotator is no member.
    """

    speaker: IntArray
    start_s: FloatArray
    end_s: FloatArray
    label_class: IntArray
    members: IntArray

    def __len__(self) -> int:
        return len(self.speaker)


@dataclass(frozen=True, eq=False, slots=True)
class TaskGold:
    """Gold of one task of one conversation."""

    positives: Events
    negatives: Spans
    excluded: Spans


@dataclass(frozen=True, eq=False, slots=True)
class Gold:
    """Gold of one conversation: both tasks, and the consensus behind them."""

    eot: TaskGold
    interruption: TaskGold
    label_events: ConsensusEvents
    turn_events: ConsensusEvents
    label_disputed: Spans
    turn_disputed: Spans

    def of(self, task: Task) -> TaskGold:
        """Return the gold of a task."""
        return self.eot if task is Task.EOT else self.interruption
