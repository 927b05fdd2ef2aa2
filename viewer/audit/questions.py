"""A question of the desk: a span of one speaker that somebody should listen to, and why."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.protocol import Task
from viewer.dialogue.segments import FloatArray, IntArray

PAIRS = {"ab": ("a", "b"), "ac": ("a", "c"), "bc": ("b", "c")}


class Queue(StrEnum):
    """Where questions come from."""

    DISPUTE = "dispute"
    TWO_TO_ONE = "two-to-one"
    ALL_MISS = "all-miss"
    ALL_FIRE = "all-fire"
    EDGE = "edge"
    SPOT = "spot"


class Kind(StrEnum):
    """What is in question.

    Of annotators: floor (one heard the floor taken, another not), label (another class), boundary (the same
    class at other times), missing (one of three heard nothing), extra (one alone heard something). Of
    rules: boundary, and window (a decision near the end of a positive's window). Of models and spot checks:
    event.
    """

    FLOOR = "floor"
    LABEL = "label"
    BOUNDARY = "boundary"
    MISSING = "missing"
    EXTRA = "extra"
    WINDOW = "window"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Question:
    """One entry of a queue.

    Parameters
    ----------
    queue, kind
        Why it is asked.
    conversation_id, speaker
        Where.
    start_s, end_s
        The span to judge, seconds.
    pairs
        The annotators that differ, ``"ab"``, ``"ac"``, ``"bc"``; of a consensus of two the pair that agreed.
    task
        The task whose event it is about; None for what concerns both.
    heard
        What annotators a, b and c wrote there: their labels, joined; empty for nothing.
    models
        The models concerned: those that miss, fire or decide near the edge.
    moves
        How far recall and fp rate could move by it, see `viewer.audit.stakes`.
    id
        A name within the dialogue that stays as long as the source's gold does; what a verdict answers.
    """

    queue: Queue
    kind: Kind
    conversation_id: str
    speaker: int
    start_s: float
    end_s: float
    pairs: tuple[str, ...] = ()
    task: Task | None = None
    heard: tuple[str, str, str] = ("", "", "")
    models: tuple[str, ...] = ()
    moves: float = 0.0
    id: str = field(init=False)

    def __post_init__(self) -> None:
        task = f"-{self.task}" if self.task else ""
        name = f"{self.queue}{task}-{self.speaker}-{self.start_s!r}-{self.end_s!r}"
        object.__setattr__(self, "id", name)


@dataclass(frozen=True, eq=False, slots=True)
class HeardTrack:
    """One annotator's segments of one speaker with a label that the taxonomy knows, in file order."""

    start_s: FloatArray
    end_s: FloatArray
    label_codes: IntArray
    turn_codes: IntArray
    labels: tuple[str, ...]

    def rows(self, start_s: float, end_s: float) -> IntArray:
        """Return the rows that overlap a span strictly."""
        return np.flatnonzero((self.start_s < end_s) & (start_s < self.end_s))


def heard_tracks(conversation: Conversation, speaker: int) -> dict[str, HeardTrack]:
    """Return what each annotator heard of a speaker."""
    found = {}
    for name in ANNOTATORS:
        track = conversation.track(speaker, name)
        known = np.flatnonzero(track.label_view_codes >= 0)
        found[name] = HeardTrack(
            track.start_s[known],
            track.end_s[known],
            track.label_view_codes[known],
            track.turn_view_codes[known],
            tuple(track.labels[row] for row in known.tolist()),
        )
    return found


def with_labels(question: Question, tracks: dict[str, HeardTrack]) -> Question:
    """Return a question with what the annotators wrote into its span."""
    a, b, c = (
        " + ".join(track.labels[row] for row in track.rows(question.start_s, question.end_s).tolist())
        for track in tracks.values()
    )
    return replace(question, heard=(a, b, c))
