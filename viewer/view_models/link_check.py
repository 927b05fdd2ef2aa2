"""What a link names and the split does not have: replaced by what is usual there, and said."""

from __future__ import annotations

from dataclasses import replace

from viewer.view_models.detector_run import RUN_MARK
from viewer.view_models.hidden_split import LOCKED, locked
from viewer.view_models.opening import default_place
from viewer.view_models.picks import known_pick, to_text
from viewer.view_models.place import Place
from viewer.view_models.playlist_rows import has_event
from viewer.workspace import SplitWork

LONGEST_QUOTE = 160


def checked(place: Place, work: SplitWork, sentence: str) -> tuple[Place, str]:
    """Replace names that the split does not have, and say so."""
    usual = default_place(work)
    lost = []
    if place.dialogue not in work.conversations:
        lost.append(f"dialogue {place.dialogue}")
        place = replace(place, dialogue=usual.dialogue, event="", view=None)
    if place.model and place.model not in work.models:
        is_run = place.model.endswith(RUN_MARK)
        note = " (a run that is not kept here: run the detector again)" if is_run else ""
        lost.append(f"model {place.model}{note}")
        place = replace(place, model=usual.model)
    if place.event and not has_event(work, place):
        lost.append(f"event {place.event}")
        place = replace(place, event="")
    if place.pick is not None and known_pick(work, to_text(place.pick)) is None:
        lost.append("events of a model or dialogue")
        place = replace(place, pick=None)
    if place != locked(work, place):
        place, sentence = locked(work, place), f"{sentence} {LOCKED}".strip()
    if lost:
        sentence = f"{sentence} The link names what is not here: {cut(lost)}.".strip()
    return place, sentence


def cut(names: list[str]) -> str:
    """Return names in one short line; a link can be as long as it likes."""
    text = ", ".join(names)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]} …"
