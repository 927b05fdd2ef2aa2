"""Everything that the Explore page shows at a place, as JSON texts for its components."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from viewer.signals.peaks import FINE_SAMPLES_PER_BIN
from viewer.view_models.dialogue_rows import dialogue_list
from viewer.view_models.json_text import JsonText, as_text
from viewer.view_models.palette import palette
from viewer.view_models.place import Place
from viewer.view_models.playlist import playlist
from viewer.view_models.score_card import score_card
from viewer.view_models.timeline_rows import decisions_row, dialogue_row, gold_row
from viewer.view_models.verdicts import verdicts
from viewer.workspace import SplitWork


def text_of(make: Callable[..., object], *arguments: object) -> str:
    """Make content and return it as text."""
    return as_text(make(*arguments))


def header(work: SplitWork, sentence: str, pages: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the header: the corpus, its split, its pages, the notice that must stay visible."""
    return {
        "corpus": work.corpus.title,
        "split": work.name,
        "conversations": len(work.split.conversation_ids),
        "splits": [{"name": name, "is_open": name == work.name} for name in work.corpus.splits],
        "notice": " ".join(part for part in (work.split.notice, _licence(work)) if part),
        "sentence": sentence,
        "pages": pages,
    }


def _licence(work: SplitWork) -> str:
    return f"Licence: {work.split.licence}." if work.split.licence else ""


def dialogue(work: SplitWork, place: Place) -> JsonText:
    """Return the dialogue of a place with its sound and what is wrong with its files."""
    return work.kept(("dialogue", place.dialogue), lambda: as_text(_dialogue(work, place)))


def _dialogue(work: SplitWork, place: Place) -> dict[str, Any] | None:
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


def early_media(work: SplitWork, place: Place) -> list[str]:
    """Return what the timeline asks for first, so that the page's head can ask for it while scripts load."""
    media = _media(work, place.dialogue) if place.dialogue in work.conversations else None
    if media is None:
        return []
    return [f"{media['peaks']}/growing?first=0", f"{media['peaks']}?bin={FINE_SAMPLES_PER_BIN}"]


def gold(work: SplitWork, place: Place) -> JsonText:
    """Return the gold of the dialogue of a place, null where it has none."""
    key = ("gold", place.dialogue, *place.consensus)
    return work.kept(key, lambda: as_text(_gold(work, place)))


def _gold(work: SplitWork, place: Place) -> dict[str, Any] | None:
    if work.row(place.dialogue) is None:
        return None
    return gold_row(work.conversation(place.dialogue), work.golds(place.settings)[place.dialogue])


def decisions(work: SplitWork, place: Place) -> JsonText:
    """Return every model of the split in its order: its decisions in the dialogue of a place."""
    return JsonText(f"[{','.join(_decisions(work, name, place.dialogue) for name in work.models)}]")


def _decisions(work: SplitWork, name: str, conversation_id: str) -> str:
    model = work.model(name)

    def make() -> str:
        heard = model.submission is not None and conversation_id not in model.missing
        return as_text(
            {
                "model": name,
                "title": model.title,
                "has_lane": heard,
                "tasks": decisions_row(model.submission, conversation_id),
            }
        )

    return work.kept(("decisions", conversation_id), make, model=name)


@dataclass(frozen=True)
class Content:
    """One text of the page: what it is made from, and how."""

    depends_on: tuple[str, ...]
    make: Callable[[SplitWork, Place], object]
    is_judged: bool = False
    """Whether it is gold, or follows from gold, on the timeline: there corrections can be looked at."""


_DIALOGUE = ("split", "dialogue")
_SCORED = (*_DIALOGUE, "model", "settings")

CONTENTS: dict[str, Content] = {
    "dialogue": Content(_DIALOGUE, dialogue),
    "gold": Content((*_DIALOGUE, "consensus"), gold, is_judged=True),
    "decisions": Content(_DIALOGUE, decisions),
    "verdicts": Content((*_DIALOGUE, "settings"), verdicts, is_judged=True),
    "dialogues": Content((*_SCORED, "task"), dialogue_list),
    "card": Content((*_SCORED, "task", "scope"), score_card),
    "playlist": Content((*_SCORED, "scope", "list_task", "fate", "pick"), playlist),
    "palette": Content(("split", "model"), palette),
}
"""Every text that follows from the place alone, and the fields of the place that it depends on.

A selected event is not among them: the browser marks it before the server knows.
"""
