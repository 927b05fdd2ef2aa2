"""One example to hear: what it is, where it is, and how it is sent to the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewer.view_models.formats import clock
from viewer.view_models.words import last_words
from viewer.workspace import SplitWork

AROUND_S = 1.0
"""What is heard before and after."""
LONGEST_S = 8.0
"""A longer one is cut: enough to hear what it is."""
EASY_S = (1.0, 6.0)
"""Lengths that are easy to hear."""


@dataclass(frozen=True, slots=True)
class Example:
    """A stretch of one speaker's channel that shows a term.

    Parameters
    ----------
    dialogue, speaker, start_s, end_s
        Where it is.
    words
        What is said there, if anything.
    note
        One or two sentences on why it is an example.
    label, agreeing
        The fine label, and how many annotators gave it; empty and 0 for other examples.
    model, task, event
        What to choose so that the timeline shows it; empty where nothing needs to be chosen.
    at_s
        The moment that it is about, None for a stretch.
    """

    dialogue: str
    speaker: int
    start_s: float
    end_s: float
    words: str = ""
    note: str = ""
    label: str = ""
    agreeing: int = 0
    model: str = ""
    task: str = ""
    event: str = ""
    at_s: float | None = None


def fitness(length_s: float) -> float:
    """Return how well a stretch of this length can be heard: 0 where it is easy, less the further off.

    Examples
    --------
    >>> fitness(2.0), fitness(0.5), fitness(9.0)
    (0.0, -0.5, -3.0)
    """
    low, high = EASY_S
    return min(length_s - low, high - length_s, 0.0)


def example_row(work: SplitWork, example: Example) -> dict[str, Any]:
    """Return an example as the page plays and shows it."""
    conversation = work.conversation(example.dialogue)
    end_s = min(example.end_s, example.start_s + LONGEST_S)
    return {
        "split": work.name,
        "dialogue": example.dialogue,
        "title": conversation.title,
        "clock": clock(example.start_s if example.at_s is None else example.at_s),
        "speaker": example.speaker,
        "start_s": example.start_s,
        "end_s": end_s,
        "at_s": example.at_s,
        "from_s": max(0.0, example.start_s - AROUND_S),
        "to_s": min(conversation.duration_s, end_s + AROUND_S),
        "words": last_words(example.words),
        "note": example.note,
        "model": example.model,
        "task": example.task,
        "event": example.event,
        "media": _media(work, example.dialogue),
    }


def _media(work: SplitWork, dialogue: str) -> dict[str, Any] | None:
    source = work.audio(dialogue)
    if source is None:
        return None
    return {"pcm": f"media/{source.key}/pcm", "sample_rate": source.sample_rate, "samples": source.samples}
