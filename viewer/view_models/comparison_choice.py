"""Which models are compared: those that the address names, or the active one and the next best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from viewer.detectors.registry import ORACLE
from viewer.dialogue.protocol import FP_CEILING, Task
from viewer.view_models.formats import plural
from viewer.view_models.place import Place
from viewer.workspace import SplitWork

FEWEST = 2


@dataclass(frozen=True)
class Choice:
    """The models to compare, and why others of those asked for are not.

    Parameters
    ----------
    names
        The first is held against the others; the second is looked at closely.
    refused
        One sentence for each model that was asked for and cannot be compared.
    """

    names: tuple[str, ...]
    refused: tuple[str, ...]


def option_text(names: tuple[str, ...]) -> str:
    """Return names as the option ``compare`` holds them.

    Examples
    --------
    >>> option_text(("a", "b,c"))
    'a,b%2Cc'
    """
    return ",".join(quote(name, safe="") for name in names)


def names_of(text: str) -> tuple[str, ...]:
    """Return the names that the option ``compare`` holds, each once.

    Examples
    --------
    >>> names_of("a,b%2Cc,a,")
    ('a', 'b,c')
    """
    return tuple(dict.fromkeys(unquote(part) for part in text.split(",") if part))


def why_not(work: SplitWork, name: str, task: Task) -> str:
    """Return why a model cannot be compared on a task, as the end of a sentence; empty if it can."""
    model = work.models.get(name)
    if model is None:
        return "no model of this split has that name"
    if model.submission is None:
        return f"its file has {plural(len(model.problems), 'problem')}"
    if model.missing:
        return f"its file leaves out {plural(len(model.missing), 'dialogue')}, and silence there is no miss"
    if not model.submission.supports(task):
        return f"it commits no {task.upper()} event anywhere"
    return ""


def choose(work: SplitWork, place: Place) -> Choice:
    """Return the models that are compared at a place."""
    named = names_of(place.option("compare"))
    asked = named or ((place.model,) if place.model else ())
    reasons = {name: why_not(work, name, place.task) for name in asked}
    names = [name for name, reason in reasons.items() if not reason]
    if not named:
        names += [name for name in _by_recall(work, place) if name not in names][: FEWEST - len(names)]
    refused = [
        f"{_title(work, name)} is not compared: {reason}." for name, reason in reasons.items() if reason
    ]
    return Choice(tuple(names), tuple(refused))


def _by_recall(work: SplitWork, place: Place) -> list[str]:
    """Return what can be compared: within the ceiling first, by recall, in the split's order on a tie.

    The oracle replays the gold, and comes last: nobody asks what a detector lacks to it.
    """

    def key(name: str) -> tuple[bool, bool, float]:
        scored = work.scored(name, place.settings)
        score = scored.pooled(place.task) if scored else None
        fp_rate, recall = (score.fp_rate, score.recall) if score else (None, None)
        return name == ORACLE.name, (fp_rate or 0.0) > FP_CEILING, -(recall or 0.0)

    return sorted((name for name in work.models if not why_not(work, name, place.task)), key=key)


def menu(work: SplitWork, task: Task) -> list[dict[str, Any]]:
    """Return every model of the split with why it cannot be chosen, "" if it can."""
    return [
        {"name": name, "title": model.title, "note": why_not(work, name, task)}
        for name, model in work.models.items()
    ]


def _title(work: SplitWork, name: str) -> str:
    return work.models[name].title if name in work.models else name
