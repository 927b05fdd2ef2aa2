"""Conversations for tests: from vector cases, or drawn by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from viewer.dialogue.conversation import Conversation
from viewer.dialogue.decisions import SpeakerDecisions, Submission
from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings
from viewer.dialogue.segments import Segment, Track

Rows = Sequence[tuple[float, float, str, str]]


def submission_of(cases: Sequence[dict[str, Any]]) -> Submission:
    """Return the decisions of vector cases, as one submission."""

    def one(lists: dict[str, list[float]]) -> SpeakerDecisions:
        return SpeakerDecisions(
            np.array(lists["eot"], dtype=float), np.array(lists["interruption"], dtype=float)
        )

    return Submission(
        {
            case["conversation_id"]: (
                one(case["decisions"]["speaker_1"]),
                one(case["decisions"]["speaker_2"]),
            )
            for case in cases
        }
    )


def settings_of(case: dict[str, Any]) -> ProtocolSettings:
    """Return the protocol settings of a vector case, the benchmark's if it names none."""
    parameters = case.get("parameters")
    return ProtocolSettings(**parameters) if parameters else BENCHMARK


def agreed(first: Rows, second: Rows = (), duration_s: float = 60.0, name: str = "7") -> Conversation:
    """Return a conversation that annotators a and b label alike: ``(start, end, label, text)`` rows."""
    tracks = {
        (speaker, annotator): Track.from_segments(Segment(*row) for row in rows)
        for speaker, rows in ((1, first), (2, second))
        for annotator in ("a", "b")
    }
    return Conversation(name, duration_s, tracks)


def decided(
    eot: tuple[list[float], list[float]] = ([], []),
    interruption: tuple[list[float], list[float]] = ([], []),
    name: str = "7",
) -> Submission:
    """Return the decisions of one conversation, per task for speakers 1 and 2."""
    first, second = (
        SpeakerDecisions(np.array(eot[row], dtype=float), np.array(interruption[row], dtype=float))
        for row in (0, 1)
    )
    return Submission({name: (first, second)})
