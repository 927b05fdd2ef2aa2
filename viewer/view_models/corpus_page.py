"""The corpus page: what annotators labelled in a split, every number with the moments it counts."""

from __future__ import annotations

from typing import Any

from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings
from viewer.view_models.corpus_agreement import agreement_table
from viewer.view_models.corpus_data import CorpusData
from viewer.view_models.corpus_tables import (
    dynamics_table,
    label_table,
    scope_text,
    type_order,
)
from viewer.view_models.formats import plural, type_name
from viewer.view_models.moment_pick import MomentPick
from viewer.workspace import SplitWork


def filters_of(work: SplitWork, conversation_type: str, pairing: str, dialogue: str) -> MomentPick:
    """Return the dialogues that the page narrows to; what the split does not have narrows nothing."""
    conversations = work.conversations.values()
    kind = (
        conversation_type if any(one.conversation_type == conversation_type for one in conversations) else ""
    )
    genders = pairing if any(one.pairing == pairing for one in conversations) else ""
    only = work.conversations.get(dialogue)
    is_among = only is not None and kind in ("", only.conversation_type) and genders in ("", only.pairing)
    return MomentPick("events", kind, genders, dialogue if is_among else "")


def hidden_page(work: SplitWork) -> dict[str, Any]:
    """Return the page of a split with hidden labels: why there is nothing."""
    return {
        "is_hidden": True,
        "message": (
            f"The labels of {work.name} are hidden. Dynamics, agreement, labels and reaction times are made "
            "of labels, so they are off for this split: nothing is computed and nothing is sent."
        ),
    }


def corpus_page(
    work: SplitWork, data: CorpusData, filters: MomentPick, settings: ProtocolSettings
) -> dict[str, Any]:
    """Return the tables of the page, at its filters."""
    return {
        "is_hidden": False,
        "message": _message(work),
        "settings_note": _settings_note(settings),
        "scope": scope_text(work, data, filters),
        "filters": _filters(work, data, filters),
        "dynamics": dynamics_table(work, data, filters),
        "agreement": agreement_table(work, data, filters),
        "labels": label_table(data, filters),
    }


def _message(work: SplitWork) -> str:
    """Return what is missing in the split, in words."""
    unread = len(work.split.conversation_ids) - len(work.conversations)
    parts = [f"{plural(unread, 'dialogue')} cannot be read and is left out."] if unread == 1 else []
    parts += [f"{plural(unread, 'dialogue')} cannot be read and are left out."] if unread > 1 else []
    if not any(one.has_labels for one in work.conversations.values()):
        parts.append("No annotator labelled anything in this split.")
    return " ".join(parts)


def _settings_note(settings: ProtocolSettings) -> str:
    if (settings.tolerance_s, settings.min_agree) == (BENCHMARK.tolerance_s, BENCHMARK.min_agree):
        return ""
    return (
        f"Reactions rest on gold with a tolerance of {settings.tolerance_s:g} s and {settings.min_agree} "
        "agreeing annotators: not the benchmark's."
    )


def _filters(work: SplitWork, data: CorpusData, filters: MomentPick) -> dict[str, Any]:
    types = data.measures.conversation_types
    chosen = data.is_chosen(conversation_type=filters.conversation_type, pairing=filters.pairing)
    return {
        "type": filters.conversation_type,
        "pairing": filters.pairing,
        "dialogue": filters.dialogue,
        "types": [
            {"name": name, "title": type_name(name), "dialogues": types.count(name)}
            for name in type_order(types)
        ],
        "pairings": [
            {"name": name, "title": name, "dialogues": data.pairings.count(name)}
            for name in ("FF", "MM", "mixed", "unknown")
            if name in data.pairings
        ],
        "dialogues": [
            {"name": name, "title": work.conversation(name).title}
            for name, is_chosen in zip(data.measures.conversation_ids, chosen.tolist(), strict=True)
            if is_chosen or name == filters.dialogue
        ],
    }
