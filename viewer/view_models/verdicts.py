"""What became of every decision at a place's settings, and the sentences that say why, on demand.

Sentences are many times longer than verdicts and few of them are ever read: the page asks for those
it shows. A version ties a sentence to the verdict it explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from viewer.dialogue.conversation import SPEAKERS
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.view_models.event_ids import DECISION, EventName, parse_event_id
from viewer.view_models.json_text import JsonText, as_text
from viewer.view_models.place import Place
from viewer.view_models.playlist_rows import gold_words
from viewer.view_models.reasons import SpeakerView
from viewer.view_models.score_card import why_unscored
from viewer.view_models.timeline_rows import (
    NO_UNIT,
    decisions_row,
    unscored_units,
    verdict_units,
    windows_row,
)
from viewer.workspace import SplitWork

MOST_SENTENCES = 500
_VERSION_BYTES = 8


def verdicts(work: SplitWork, place: Place) -> JsonText:
    """Return the windows of the dialogue of a place, and every model's verdicts on it."""
    models = ",".join(f"{as_text(name)}:{_model_text(work, name, place)}" for name in work.models)
    return JsonText(f'{{"windows":{_windows_text(work, place)},"models":{{{models}}}}}')


def _windows_text(work: SplitWork, place: Place) -> str:
    def make() -> str:
        if work.row(place.dialogue) is None:
            return "null"
        return as_text(windows_row(work.golds(place.settings)[place.dialogue], place.settings))

    return work.kept(("windows", place.dialogue, place.settings), make)


def _model_text(work: SplitWork, name: str, place: Place) -> str:
    """Return one model's verdicts with their version; kept, as sessions often look at the same."""

    def make() -> str:
        units = as_text(_units(work, name, place))
        return f'{{"version":"{_version(units, place.settings)}","tasks":{units}}}'

    return work.kept(("verdicts", place.dialogue, place.settings), make, model=name)


def _version(units: str, settings: ProtocolSettings) -> str:
    """Return what tells these verdicts from any others."""
    return blake2b(f"{settings}{units}".encode(), digest_size=_VERSION_BYTES).hexdigest()


def _units(work: SplitWork, name: str, place: Place) -> dict[str, Any]:
    if work.scored(name, place.settings) is None or work.decided_row(name, place.dialogue) is None:
        return unscored_units(decisions_row(work.model(name).submission, place.dialogue))
    units = verdict_units({task: _views(work, name, place, task) for task in TASKS})
    # No event anywhere is no model of this task: a dash, not a row of misses.
    return units | {str(task): [NO_UNIT, NO_UNIT] for task in TASKS if not work.supports(name, task)}


def _views(work: SplitWork, name: str, place: Place, task: Task) -> list[SpeakerView]:
    """Return what both speakers' verdicts and sentences are made from, where there are verdicts."""
    scored, row = work.scored(name, place.settings), work.decided_row(name, place.dialogue)
    if scored is None or row is None:
        raise ValueError(f"model {name}, dialogue {place.dialogue}: expected verdicts, found none")
    outcomes, gold = scored.outcomes(row, task), work.golds(place.settings)[place.dialogue].of(task)
    words = gold_words(work, place.dialogue, place.settings)
    return [SpeakerView.of(task, speaker, place.settings, outcomes, gold, words) for speaker in SPEAKERS]


def sentences(
    work: SplitWork, place: Place, model: str, version: str, events: Sequence[str]
) -> dict[str, str]:
    """Return why events of a model are judged as they are, by their ids.

    Parameters
    ----------
    work, place
        What is shown now.
    model
        The model whose verdicts are asked about.
    version
        The version of the verdicts that are asked about; of any others nothing is said.
    events
        Ids; one that is no event of the dialogue has no sentence, and neither have those beyond
        `MOST_SENTENCES`.
    """
    is_here = model in work.models and place.dialogue in work.conversations
    if not is_here or f'{{"version":"{version}",' not in _model_text(work, model, place)[:64]:
        return {}
    names = {event: parse_event_id(event) for event in events[:MOST_SENTENCES]}
    if work.scored(model, place.settings) is None or work.decided_row(model, place.dialogue) is None:
        reason = why_unscored(work, place.dialogue)
        text = f"A decision; {reason[0].lower()}{reason[1:]}"
        return {event: text for event, name in names.items() if name is not None and name.kind == DECISION}
    return _scored_sentences(work, place, model, {event: name for event, name in names.items() if name})


def _scored_sentences(
    work: SplitWork, place: Place, model: str, names: dict[str, EventName]
) -> dict[str, str]:
    found = {}
    for task, speaker, kind in {(name.task, name.speaker, name.kind) for name in names.values()}:
        view = _views(work, model, place, task)[speaker - 1]
        for row, event in enumerate(view.ids(kind)):
            if event in names:
                found[event] = view.sentence(kind, row)
    return found
