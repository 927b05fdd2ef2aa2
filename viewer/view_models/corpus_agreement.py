"""The agreement table of the corpus page: every number with the moments in which annotators disagree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from viewer.corpus import PAIRS
from viewer.view_models.corpus_data import CorpusData
from viewer.view_models.corpus_tables import chosen_rows, decimal
from viewer.view_models.formats import DASH, clock, type_name
from viewer.view_models.moment_pick import MomentPick, to_text
from viewer.view_models.published_corpus import BOUNDARY_F1, COHEN_KAPPA, FLEISS_KAPPA
from viewer.workspace import SplitWork


@dataclass(frozen=True)
class AgreementColumn:
    """A measure of agreement: its name, its published value, which moments lower it, and how it is found."""

    key: str
    title: str
    published: str
    measure: str
    of: Callable[[Any], float | None]


def _agreement_columns() -> tuple[AgreementColumn, ...]:
    def pair(kind: str, name: str) -> Callable[[Any], float | None]:
        return lambda found: getattr(found, kind)[name]

    return (
        AgreementColumn("fleiss", "Fleiss κ", FLEISS_KAPPA, "differ_abc", lambda found: found.fleiss_kappa),
        *(
            AgreementColumn(
                f"cohen_{name}", f"Cohen {name}", COHEN_KAPPA, f"differ_{name}", pair("cohen_kappa", name)
            )
            for name in PAIRS
        ),
        *(
            AgreementColumn(
                f"f1_{name}", f"F1 {name}", BOUNDARY_F1, f"starts_{name}", pair("boundary_f1_mean", name)
            )
            for name in PAIRS
        ),
    )


AGREEMENT = _agreement_columns()


def agreement_table(work: SplitWork, data: CorpusData, filters: MomentPick) -> dict[str, Any]:
    """Return the agreement of annotators over the chosen dialogues, and of each of them."""
    rows = chosen_rows(data, filters)
    pooled = data.measures.pooled_agreement(rows)
    return {
        "columns": [{"key": one.key, "title": one.title} for one in AGREEMENT],
        "overall": [
            {
                "key": one.key,
                "title": one.title,
                "published": one.published,
                **_cell(data, one, filters, rows, one.of(pooled)),
            }
            for one in AGREEMENT
        ],
        "rows": [_agreement_row(work, data, row) for row in rows],
        "frames": pooled.frames,
        "note": (
            f"Kappas of {pooled.frames:,} pooled frames of 0.1 s, both speakers: 1 is complete agreement, 0 "
            "no more than chance. Boundary F1 says how many starts lie within 0.2 s, a mean over dialogues. "
            "A number lists where annotators differ, or which starts have no partner."
        ),
    }


def _agreement_row(work: SplitWork, data: CorpusData, row: int) -> dict[str, Any]:
    name = data.measures.conversation_ids[row]
    conversation = work.conversation(name)
    found = data.measures.pooled_agreement([row])
    values = [one.of(found) for one in AGREEMENT]
    return {
        "dialogue": name,
        "title": conversation.title,
        "type": type_name(conversation.conversation_type),
        "duration": clock(conversation.duration_s, 0),
        "duration_s": conversation.duration_s,
        "values": values,
        "cells": [
            _cell(data, one, MomentPick("events", dialogue=name), [row], value)
            for one, value in zip(AGREEMENT, values, strict=True)
        ],
    }


def _cell(
    data: CorpusData, column: AgreementColumn, scope: MomentPick, rows: list[int], value: float | None
) -> dict[str, Any]:
    count = int(data.counts[column.measure][rows].sum())
    pick = to_text(replace(scope, measure=column.measure)) if count else ""
    return {"text": _three(value), "count": count, "moments": pick}


def _three(value: float | None) -> str:
    return DASH if value is None else decimal(value, 3)
