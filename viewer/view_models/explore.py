"""Everything that the Explore page shows at a place, as JSON texts for its components."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from viewer.dialogue.decisions import Submission
from viewer.dialogue.protocol import TASKS, ProtocolSettings
from viewer.view_models.dialogue_rows import dialogue_list
from viewer.view_models.palette import palette
from viewer.view_models.place import Place
from viewer.view_models.playlist_rows import playlist
from viewer.view_models.score_card import score_card, why_unscored
from viewer.view_models.timeline_rows import (
    EMPTY_UNITS,
    dialogue_row,
    gold_row,
    unscored_units,
    verdict_units,
)
from viewer.view_models.words import GoldWords
from viewer.workspace import SplitWork

CACHED_VERDICTS = 64


def as_text(content: object) -> str:
    """Return content as the JSON text that a component parses."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def text_of(make: Callable[..., object], *arguments: object) -> str:
    """Make content and return it as text."""
    return as_text(make(*arguments))


def header(work: SplitWork, sentence: str) -> dict[str, Any]:
    """Return the header: the corpus, its split, the notice that must stay visible."""
    return {
        "corpus": work.corpus.title,
        "split": work.name,
        "conversations": len(work.split.conversation_ids),
        "splits": [{"name": name, "is_open": name == work.name} for name in work.corpus.splits],
        "notice": " ".join(part for part in (work.split.notice, _licence(work)) if part),
        "sentence": sentence,
    }


def _licence(work: SplitWork) -> str:
    return f"Licence: {work.split.licence}." if work.split.licence else ""


def dialogue(work: SplitWork, place: Place) -> dict[str, Any] | None:
    """Return the dialogue of a place with its sound and what is wrong with its files."""
    conversation = work.conversations.get(place.dialogue)
    if conversation is None:
        return None
    problems = [
        {"severity": str(problem.severity), "text": str(problem)}
        for problem in work.problems.get(place.dialogue, ())
    ]
    return dialogue_row(conversation, _media(work, place.dialogue), problems)


def _media(work: SplitWork, conversation_id: str) -> dict[str, Any] | None:
    source = work.audio(conversation_id)
    if source is None:
        return None
    return {
        "audio": f"media/{source.key}/audio.wav",
        "peaks": f"media/{source.key}/peaks",
        "pcm": f"media/{source.key}/pcm",
        "signals": f"media/{source.key}/signals",
        "sample_rate": source.sample_rate,
        "samples": source.samples,
    }


def gold(work: SplitWork, place: Place) -> dict[str, Any] | None:
    """Return the gold of the dialogue of a place, None where it has none."""
    if work.row(place.dialogue) is None:
        return None
    return gold_row(work.conversation(place.dialogue), work.golds(place.settings)[place.dialogue])


def verdicts(work: SplitWork, place: Place) -> list[dict[str, Any]]:
    """Return the verdicts of the active model, then of every other that heard the dialogue of a place."""
    names = sorted(work.models, key=lambda name: name != place.model)
    return [
        {
            "model": name,
            "title": work.model(name).title,
            "is_active": name == place.model,
            "tasks": _units(work, place.dialogue, name, place.settings),
        }
        for name in names
        if _has_lane(work, name, place)
    ]


def _has_lane(work: SplitWork, name: str, place: Place) -> bool:
    """Return whether a model is active or heard the dialogue."""
    model = work.model(name)
    return name == place.model or (model.submission is not None and place.dialogue not in model.missing)


@lru_cache(maxsize=CACHED_VERDICTS)
def _units(work: SplitWork, conversation_id: str, model: str, settings: ProtocolSettings) -> dict[str, Any]:
    """Return one model's verdicts on a dialogue; sentences are the costly part, so they are kept."""
    submission = work.model(model).submission
    scored, row = work.scored(model, settings), work.decided_row(model, conversation_id)
    if scored is None or row is None:
        reason = why_unscored(work, conversation_id)
        return unscored_units(submission or Submission({}), conversation_id, reason)
    found = work.golds(settings)[conversation_id]
    outcomes = {task: scored.outcomes(row, task) for task in TASKS}
    units = verdict_units(outcomes, found, GoldWords(work.conversation(conversation_id), found), settings)
    # No event anywhere is no model of this task: a dash, not a row of misses.
    return units | {str(task): EMPTY_UNITS for task in TASKS if not work.supports(model, task)}


@dataclass(frozen=True)
class Content:
    """One text of the page: what it is made from, and how."""

    depends_on: tuple[str, ...]
    make: Callable[[SplitWork, Place], object]


_DIALOGUE = ("split", "dialogue")
_SCORED = (*_DIALOGUE, "model", "settings")

CONTENTS: dict[str, Content] = {
    "dialogue": Content(_DIALOGUE, dialogue),
    "gold": Content((*_DIALOGUE, "settings"), gold),
    "verdicts": Content(_SCORED, verdicts),
    "dialogues": Content((*_SCORED, "task"), dialogue_list),
    "card": Content((*_SCORED, "task", "scope"), score_card),
    "playlist": Content((*_SCORED, "scope", "list_task", "fate"), playlist),
    "palette": Content(("split", "model"), palette),
}
"""Every text that follows from the place alone, and the fields of the place that it depends on.

A selected event is not among them: the browser marks it before the server knows.
"""
