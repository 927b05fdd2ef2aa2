"""The playlist: the events behind a number, in the order in which they are heard."""

from __future__ import annotations

from typing import Any

from viewer.view_models.formats import clock, plural, type_name
from viewer.view_models.picks import Pick, picked_events, to_text
from viewer.view_models.place import Place
from viewer.view_models.playlist_rows import ListedEvent, dialogue_events, is_listed
from viewer.workspace import SplitWork

FATE_NOUNS = {
    "hit": "hit",
    "miss": "miss",
    "false_alarm": "false alarm",
    "quiet": "quiet span",
    "errors": "error",
    "positive": "event",
    "negative": "negative span",
}
DONE = {
    "hit": "hits",
    "miss": "misses",
    "positive": "hits or misses",
    "false_alarm": "fires falsely",
    "quiet": "stays quiet",
    "negative": "fires or stays quiet",
}
"""What a model does, in a sentence about several."""


def playlist(work: SplitWork, place: Place) -> dict[str, Any]:
    """Return the playlist of a place: what was picked, or its dialogue's or split's events as filtered."""
    rows = [_row(work, name, event) for name, event in listed_events(work, place)]
    noun = FATE_NOUNS.get(place.pick.fates[0][1] if place.pick else place.fate, "event")
    return {
        "scope": "split" if place.pick else place.scope,
        "task": place.list_task,
        "fate": place.fate,
        "pick": {"text": to_text(place.pick), "words": pick_words(work, place.pick)} if place.pick else None,
        "dialogue": place.dialogue,
        "title": plural(len(rows), noun),
        "rows": rows,
        "selected": place.event,
    }


def listed_events(work: SplitWork, place: Place) -> list[tuple[str, ListedEvent]]:
    """Return the playlist's events with their dialogues."""
    if place.pick:
        return [(one.dialogue, one.event) for one in picked_events(work, place.pick, place.settings)]
    names = work.scorable_ids if place.scope == "split" else (place.dialogue,)
    if place.model not in work.models:
        return []
    return [
        (name, event)
        for name in names
        for event in dialogue_events(work, name, place.model, place.settings)
        if is_listed(event, place)
    ]


def pick_words(work: SplitWork, pick: Pick) -> str:
    """Return in words which events a pick has: task, models, and what narrows it."""
    titles = [(work.models[model].title, DONE[fate]) for model, fate in pick.fates]
    models = titles[0][0] if len(titles) == 1 else ", ".join(f"{title} {done}" for title, done in titles)
    parts = [str(pick.task).upper(), models]
    parts += [type_name(pick.conversation_type)] if pick.conversation_type else []
    parts += [f"pairing {pick.pairing}"] if pick.pairing else []
    parts += [", ".join(work.conversations[name].title for name in pick.dialogues)] if pick.dialogues else []
    parts += [f"latency {_range_words(pick.latency_ms)}"] if pick.latency_ms else []
    parts += [f"difference {_range_words(pick.difference_ms)}"] if pick.difference_ms else []
    parts += ["where the two differ"] if pick.differs else []
    return " · ".join(parts)


def _range_words(one: tuple[float, float]) -> str:
    return f"{one[0]:.0f} to {one[1]:.0f} ms".replace("-", "\u2212").replace("inf", "\u221e")


def _row(work: SplitWork, conversation_id: str, event: ListedEvent) -> dict[str, Any]:
    return {
        "id": event.id,
        "dialogue": conversation_id,
        "dialogue_title": work.conversations[conversation_id].title,
        "time_s": event.time_s,
        "clock": clock(event.time_s),
        "task": str(event.task),
        "speaker": event.speaker,
        "fate": event.fate,
        "latency": event.latency,
        "words": event.words,
    }
