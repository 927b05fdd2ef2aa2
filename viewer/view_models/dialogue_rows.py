"""The list of dialogues, each with the active model's counts at a glance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from viewer.errors import Severity
from viewer.view_models.formats import clock, type_name
from viewer.view_models.place import Place
from viewer.view_models.score_card import counts_of, score_at
from viewer.workspace import SplitWork


def dialogue_list(work: SplitWork, place: Place) -> dict[str, Any]:
    """Return every dialogue of a split, unreadable ones included."""
    model = work.models.get(place.model)
    return {
        "splits": [
            {"name": name, "notice": split.notice, "is_open": name == work.name}
            for name, split in work.corpus.splits.items()
        ],
        "task": str(place.task),
        "model_title": model.title if model else "",
        "rows": [_row(work, name, place) for name in work.split.conversation_ids],
    }


def _row(work: SplitWork, conversation_id: str, place: Place) -> dict[str, Any]:
    conversation = work.conversations.get(conversation_id)
    score, _ = score_at(work, replace(place, dialogue=conversation_id), "dialogue")
    return {
        "id": conversation_id,
        "title": conversation.title if conversation else conversation_id,
        "type": type_name(conversation.conversation_type) if conversation else "unknown",
        "duration": clock(conversation.duration_s, 0) if conversation else "",
        "problem": _problem(work, conversation_id),
        "is_open": conversation_id == place.dialogue,
        "is_scored": score is not None,
        **counts_of(score),
    }


def _problem(work: SplitWork, conversation_id: str) -> str | None:
    """Return one line on a dialogue's errors, None if its files have none."""
    errors = [one for one in work.problems.get(conversation_id, ()) if one.severity is Severity.ERROR]
    if not errors:
        return None
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{errors[0]}{more}"
