"""What the command palette can go to in a split; it filters in the browser, words are asked for."""

from __future__ import annotations

from typing import Any

from viewer.view_models.formats import clock, type_name
from viewer.view_models.page_options import PAGE_TITLES
from viewer.view_models.place import Place
from viewer.view_models.word_search import no_words
from viewer.workspace import SplitWork


def palette(work: SplitWork, place: Place) -> dict[str, Any]:
    """Return the pages, the conversations of a split, its models, and the corpus's splits."""
    return {
        "pages": [{"name": name, "title": title} for name, title in PAGE_TITLES.items()],
        "splits": [{"name": name, "is_open": name == work.name} for name in work.corpus.splits],
        "dialogues": [_dialogue(work, name) for name in work.split.conversation_ids],
        "models": [
            {"name": name, "title": model.title, "is_active": name == place.model}
            for name, model in work.models.items()
        ],
        "no_words": "" if _has_words(work) else no_words(work),
    }


def _dialogue(work: SplitWork, name: str) -> dict[str, Any]:
    conversation = work.conversations.get(name)
    if conversation is None:
        return {"id": name, "title": name, "type": "unreadable", "duration": ""}
    return {
        "id": name,
        "title": conversation.title,
        "type": type_name(conversation.conversation_type),
        "duration": clock(conversation.duration_s, 0),
    }


def _has_words(work: SplitWork) -> bool:
    """Return whether any dialogue has labels; whether they have texts, a search will tell."""
    return not work.is_hidden and any(one.has_labels for one in work.conversations.values())
