"""The distributions of the corpus page: the same bins for every selection, each with its moments."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from viewer.corpus import Binning, median_s
from viewer.dialogue.segments import FloatArray
from viewer.view_models.corpus_data import BINNINGS, CorpusData
from viewer.view_models.corpus_tables import decimal, type_order
from viewer.view_models.formats import DASH, MINUS, plural, signed_ms, type_name
from viewer.view_models.moment_pick import DISTRIBUTIONS, MomentPick, to_text

SIGNED = ("transfers", "takes")
OVERLAP_TO_GAP = f"{MINUS} overlap, + gap"


@dataclass(frozen=True)
class Words:
    """How a distribution is named, what its axis shows, and what it is in a sentence."""

    title: str
    axis: str
    noun: str
    sentence: str


WORDS: dict[str, Words] = {
    "transfers": Words(
        "Floor-transfer offsets",
        f"offset, ms ({OVERLAP_TO_GAP})",
        "floor transfer",
        "Next start minus previous end where the floor changes hands, of each annotator.",
    ),
    "pauses": Words(
        "Pauses",
        "length of pause, ms",
        "pause",
        "From a turn to the same speaker's next in a row, of each annotator; fillers may lie within.",
    ),
    "turns": Words(
        "Turn lengths",
        "length of turn, s",
        "turn",
        "Normal Turn, Strong Floor Hold and Bounded Response segments, of each annotator.",
    ),
    "takes": Words(
        "Human reaction at gold EOTs",
        f"floor taken after turn end, ms ({OVERLAP_TO_GAP})",
        "reaction",
        "How long after a gold turn end the other takes the floor; lay a model's latency beside it.",
    ),
    "gold_pauses": Words(
        "Mid-turn pauses of the gold",
        "length of pause, ms",
        "pause",
        "The EOT negatives: pauses that are no turn end, cut short where something else begins.",
    ),
    "goes_on": Words(
        "Interrupted speaker goes on",
        "goes on after the interruption's start, ms",
        "interruption",
        "How long the interrupted speaker goes on after a gold INT.",
    ),
}


@dataclass(frozen=True)
class Distribution:
    """A histogram to draw.

    Parameters
    ----------
    measure, title, axis, sentence
        What it is, in words; ``axis`` with the unit.
    left, right
        Edges that are drawn: what lies beyond the bins is drawn as wide as a bin.
    counts
        Of the selection, by bin.
    outline
        The same of all dialogues, scaled to the selection's total; empty where everything is selected.
    labels, picks
        Each bin in words, and the pick of its moments ("" where there are none).
    median
        In the unit of the axis, None without moments.
    median_text, count, unit
        The median in words, how many moments there are, the unit.
    by_type
        One row per conversation type: its number, its median, its moments.
    rest
        What the gold positives without a value are: counts with moments.
    """

    measure: str
    title: str
    axis: str
    sentence: str
    left: tuple[float, ...]
    right: tuple[float, ...]
    counts: tuple[int, ...]
    outline: tuple[float, ...]
    labels: tuple[str, ...]
    picks: tuple[str, ...]
    median: float | None
    median_text: str
    count: int
    unit: str
    by_type: tuple[dict[str, Any], ...]
    rest: tuple[dict[str, Any], ...]


def distributions(data: CorpusData, filters: MomentPick) -> list[Distribution]:
    """Return every distribution of the dialogues that filters leave."""
    return [distribution(data, name, filters) for name in DISTRIBUTIONS]


def distribution(data: CorpusData, measure: str, filters: MomentPick) -> Distribution:
    """Return one distribution of the dialogues that filters leave."""
    bins, words, scope = BINNINGS[measure], WORDS[measure], replace(filters, measure=measure)
    values = _values(data, scope)
    counts = bins.histogram(values)
    left, right = drawn_edges(bins)
    middle = median_s(values)
    return Distribution(
        measure,
        words.title,
        words.axis,
        words.sentence,
        left,
        right,
        tuple(counts.tolist()),
        _outline(data, scope, len(values)),
        tuple(bin_text(bins, number, is_signed=measure in SIGNED) for number in range(bins.size)),
        tuple(
            to_text(replace(scope, bin=number)) if count else ""
            for number, count in enumerate(counts.tolist())
        ),
        None if middle is None else bins.in_unit(middle),
        value_text(measure, middle),
        len(values),
        bins.unit,
        tuple(_type_row(data, scope, name) for name in type_order(data.measures.conversation_types)),
        tuple(_rest(data, scope)),
    )


def medians_table(several: list[Distribution]) -> dict[str, Any]:
    """Return the medians by type side by side, and the positives that have no value."""
    rows = [
        {
            "type": of_type[0]["type"],
            "name": of_type[0]["name"],
            "is_chosen": of_type[0]["is_chosen"],
            "cells": [
                {name: cell[name] for name in ("text", "count", "moments", "median")} for cell in of_type
            ],
        }
        for of_type in zip(*(one.by_type for one in several), strict=True)
    ]
    return {
        "columns": [one.title for one in several],
        "rows": rows,
        "rest": [{"title": one.title, **part} for one in several for part in one.rest if part["count"]],
    }


def _values(data: CorpusData, scope: MomentPick) -> FloatArray:
    moments = data.moments[scope.measure]
    chosen = data.is_chosen(
        conversation_type=scope.conversation_type, pairing=scope.pairing, dialogue=scope.dialogue
    )
    values: FloatArray = moments.value_s[chosen[moments.dialogue]]
    return values


def _outline(data: CorpusData, scope: MomentPick, count: int) -> tuple[float, ...]:
    """Return the histogram of all dialogues, scaled to the number of moments that are selected."""
    if not (scope.conversation_type or scope.pairing or scope.dialogue):
        return ()
    every = BINNINGS[scope.measure].histogram(data.moments[scope.measure].value_s)
    share = count / max(1, int(every.sum()))
    return tuple(share * number for number in every.tolist())


def _type_row(data: CorpusData, scope: MomentPick, name: str) -> dict[str, Any]:
    of_type = MomentPick(scope.measure, conversation_type=name)
    values = _values(data, of_type)
    return {
        "type": name,
        "name": type_name(name),
        "is_chosen": name == scope.conversation_type,
        "median": value_text(scope.measure, median_s(values)),
        "text": f"{len(values):,}",
        "count": len(values),
        "moments": to_text(of_type) if len(values) else "",
    }


def _rest(data: CorpusData, scope: MomentPick) -> list[dict[str, Any]]:
    """Return what the positives of a reaction are that have no value."""
    kinds = {
        "takes": {
            "held": "the other already had the floor",
            "last": "the other does not speak again",
        },
        "goes_on": {"unopposed": "the other was not speaking"},
    }.get(scope.measure, {})
    found = []
    for name, words in kinds.items():
        count = len(_values(data, replace(scope, measure=name)))
        pick = to_text(replace(scope, measure=name)) if count else ""
        found.append({"text": f"{count:,}", "count": count, "moments": pick, "words": words})
    return found


def drawn_edges(bins: Binning) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the edges to draw of all bins: what lies beyond is drawn as wide as a bin.

    Examples
    --------
    >>> drawn_edges(Binning("ms", 0, 100, 1))
    ((0.0, 100.0), (100.0, 200.0))
    """
    edges = np.array(bins.edges)
    left = np.where(np.isinf(edges[:-1]), edges[1:] - bins.width, edges[:-1])
    right = np.where(np.isinf(edges[1:]), edges[:-1] + bins.width, edges[1:])
    return tuple(left.tolist()), tuple(right.tolist())


def bin_text(bins: Binning, number: int, *, is_signed: bool) -> str:
    """Return a bin in words.

    Examples
    --------
    >>> bin_text(Binning("ms", -100, 100, 2, has_below=True), 1, is_signed=True)
    '−100 to 0 ms'
    >>> bin_text(Binning("s", 0, 1, 30), 30, is_signed=False)
    '30 s and more'
    """
    low, high = bins.edges[number], bins.edges[number + 1]

    def text(edge: float) -> str:
        plain = f"{abs(edge):g}"
        return f"{MINUS}{plain}" if edge < 0 else f"+{plain}" if is_signed and edge else plain

    if math.isinf(low):
        return f"below {text(high)} {bins.unit}"
    if math.isinf(high):
        return f"{text(low)} {bins.unit} and more"
    return f"{text(low)} to {text(high)} {bins.unit}"


def value_text(measure: str, value_s: float | None) -> str:
    """Return a measured value with its unit, as lists and medians show it."""
    if value_s is None:
        return DASH
    bins = BINNINGS.get(measure)
    if bins is None or bins.unit == "s":
        return f"{decimal(value_s, 2)} s"
    value = bins.in_unit(value_s)
    return f"{signed_ms(value) if measure in SIGNED else signed_ms(value).removeprefix('+')} ms"


def summary(one: Distribution) -> str:
    """Return a distribution in a sentence, for who does not see it."""
    return f"{one.title}: {plural(one.count, WORDS[one.measure].noun)}, median {one.median_text}."
