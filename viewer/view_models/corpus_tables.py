"""The tables of the corpus page: dynamics by type, labels; every number with its moments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from viewer.corpus import Dynamics
from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS
from viewer.dialogue.taxonomy import ALIASES, CLASS_NAMES, UNMAPPED, LabelClass, label_view_code
from viewer.view_models.corpus_data import BoolArray, CorpusData
from viewer.view_models.formats import DASH, MINUS, TYPE_NAMES, signed_ms, type_name
from viewer.view_models.moment_pick import LABEL, MomentPick, to_text
from viewer.view_models.published_corpus import TABLE, published_note
from viewer.workspace import SplitWork

MS_PER_S = 1000
ALL = ""
MOST_LABELS = 200
"""A corpus may hold as many labels as it likes; the export has them all."""
NO_LABEL = "(no label)"


@dataclass(frozen=True)
class Column:
    """A column of the dynamics table: a field of `Dynamics`, how it is written, which moments it counts."""

    field: str
    title: str
    unit: str
    measure: str
    decimals: int = 1

    def text(self, value: float | None) -> str:
        """Return a value as the table shows it."""
        if value is None:
            return DASH
        is_offset = self.unit == "ms"
        return signed_ms(value * MS_PER_S) if is_offset else decimal(value, self.decimals)


COLUMNS = (
    Column("events_per_min", "events", "per min", "events"),
    Column("turn_length_mean_s", "turn length", "s", "turns"),
    Column("backchannels_per_min", "backchannels", "per min", "backchannels", 2),
    Column("interruptions_per_min", "interruptions", "per min", "interruptions", 2),
    Column("overlap_s", "overlap", "s per dialogue", "overlap"),
    Column("speaker_changes", "speaker changes", "per dialogue", "transfers"),
    Column("floor_transfer_offset_median_s", "floor-transfer offset", "ms", "transfers"),
    Column("laughter_per_min", "laughter", "per min", "laughter", 2),
    Column("words_per_min", "words", "per min", "words", 0),
    Column("silence_ratio", "silence", "share", "silences", 3),
)


def decimal(value: float, decimals: int) -> str:
    """Return a number with so many decimals and a true minus.

    Examples
    --------
    >>> decimal(-0.25, 1), decimal(-0.04, 1)
    ('−0.2', '0.0')
    """
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if not float(text) else text.replace("-", MINUS)


def with_sign(value: float, decimals: int) -> str:
    """Return a difference with its sign; none where it vanishes."""
    text = decimal(value, decimals)
    return text if text.startswith(MINUS) or not float(text) else f"+{text}"


def type_order(types: Sequence[str]) -> list[str]:
    """Return the conversation types that occur, the published ones first and in their order."""
    present = dict.fromkeys(types)
    return [name for name in TYPE_NAMES if name in present] + [
        name for name in present if name not in TYPE_NAMES
    ]


def dynamics_table(work: SplitWork, data: CorpusData, filters: MomentPick) -> dict[str, Any]:
    """Return the dynamics by type, for all dialogues, and for a chosen one, beside what is published."""
    types = data.measures.conversation_types
    scopes = [MomentPick("events", conversation_type=name) for name in type_order(types)]
    scopes.append(MomentPick("events"))
    if filters.dialogue or filters.pairing:
        scopes.append(filters)
    return {
        "columns": [{"title": one.title, "unit": one.unit, "field": one.field} for one in COLUMNS],
        "rows": [_dynamics_row(data, one, is_scope=one is filters) for one in scopes],
        "note": f"Means over dialogues, in each over the three annotators. {published_note(work)}",
    }


def chosen_rows(data: CorpusData, scope: MomentPick) -> list[int]:
    """Return the positions of the dialogues that a pick narrows to."""
    chosen = data.is_chosen(
        conversation_type=scope.conversation_type, pairing=scope.pairing, dialogue=scope.dialogue
    )
    rows: list[int] = np.flatnonzero(chosen).tolist()
    return rows


def _dynamics_row(data: CorpusData, scope: MomentPick, *, is_scope: bool) -> dict[str, Any]:
    rows = chosen_rows(data, scope)
    mean = data.measures.mean_dynamics(rows)
    published = {} if is_scope else TABLE.get(scope.conversation_type, {})
    name = "chosen" if is_scope else type_name(scope.conversation_type) or "All"
    return {
        "type": scope.conversation_type,
        "name": name,
        "is_all": not (is_scope or scope.conversation_type),
        "is_chosen": is_scope,
        "dialogues": len(rows),
        "cells": [_dynamics_cell(data, scope, rows, column, mean, published) for column in COLUMNS],
    }


def _dynamics_cell(
    data: CorpusData,
    scope: MomentPick,
    rows: list[int],
    column: Column,
    mean: Dynamics,
    published: dict[str, float],
) -> dict[str, Any]:
    value: float | None = getattr(mean, column.field)
    counts = data.counts[column.measure]
    count = int(counts[rows].sum())
    cell = {
        "text": column.text(value),
        "count": count,
        "moments": to_text(replace(scope, measure=column.measure)) if count else "",
    }
    if column.field in published:
        other = published[column.field]
        cell["published"] = decimal(other, column.decimals)
        cell["difference"] = DASH if value is None else with_sign(value - other, column.decimals)
    return cell


def label_table(data: CorpusData, filters: MomentPick) -> dict[str, Any]:
    """Return how often each label was used and for how long, by annotator and speaker."""
    every = data.measures.inventory
    chosen = chosen_rows(data, filters)
    counts, seconds = every.counts[chosen].sum(axis=0), every.seconds[chosen].sum(axis=0)
    places = list(range(len(every.labels)))
    rows = [
        _label_row(every.labels[place], counts[:, :, place], seconds[:, :, place], filters)
        for place in places[:MOST_LABELS]
    ]
    left_out = len(places) - len(rows)
    return {
        "columns": [{"annotator": annotator, "speaker": speaker} for annotator, speaker in _CELLS],
        "rows": rows,
        "total": _cells(counts.sum(axis=2), seconds.sum(axis=2), replace(filters, measure="events")),
        "note": f"{left_out} more labels are in the export." if left_out else "",
    }


_CELLS = tuple((annotator, speaker) for annotator in ANNOTATORS for speaker in SPEAKERS)


def _label_row(label: str, counts: Any, seconds: Any, filters: MomentPick) -> dict[str, Any]:
    code = label_view_code(label)
    return {
        "label": label or NO_LABEL,
        "class": code,
        "class_name": label_kind(label),
        **_cells(counts, seconds, replace(filters, measure=LABEL, label=label)),
    }


def label_kind(label: str) -> str:
    """Return what a label is: its class, an alias, or none of the taxonomy."""
    code = label_view_code(label)
    if code == UNMAPPED:
        return "not in the taxonomy" if label else "shown, takes no part in gold"
    kind = CLASS_NAMES[LabelClass(code)]
    return f"{kind}, alias of {ALIASES[label]}" if label in ALIASES else kind


def _cells(counts: Any, seconds: Any, pick: MomentPick) -> dict[str, Any]:
    """Return the six cells of a row and their sum; counts and seconds have shape (2, 3)."""
    cells = [
        _count_cell(
            int(counts[speaker - 1, ANNOTATORS.index(annotator)]),
            float(seconds[speaker - 1, ANNOTATORS.index(annotator)]),
            replace(pick, annotator=annotator, speaker=speaker),
        )
        for annotator, speaker in _CELLS
    ]
    return {"cells": cells, "all": _count_cell(int(counts.sum()), float(seconds.sum()), pick)}


def _count_cell(count: int, seconds: float, pick: MomentPick) -> dict[str, Any]:
    return {
        "text": f"{count:,}" if count else DASH,
        "count": count,
        "seconds": f"{seconds:,.1f} s" if count else "",
        "moments": to_text(pick) if count else "",
    }


def scope_text(work: SplitWork, data: CorpusData, scope: MomentPick) -> str:
    """Return in words which dialogues a pick narrows to."""
    if scope.dialogue:
        found = work.conversations.get(scope.dialogue)
        return found.title if found else scope.dialogue
    rows: BoolArray = data.is_chosen(conversation_type=scope.conversation_type, pairing=scope.pairing)
    kinds = [type_name(scope.conversation_type)] if scope.conversation_type else []
    kinds += [scope.pairing] if scope.pairing else []
    count = int(rows.sum())
    noun = "dialogue" if count == 1 else "dialogues"
    return f"{', '.join(kinds)}: {count} {noun}" if kinds else f"all {count} {noun}"
