"""The Compare page: models laid beside each other, event by event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewer.dialogue.protocol import Task
from viewer.scoring import (
    RESAMPLES,
    Aligned,
    Difference,
    Joint,
    Scored,
    align,
    differences,
    pair,
    percentiles_ms,
)
from viewer.view_models.comparison_choice import FEWEST, choose, menu, option_text
from viewer.view_models.comparison_joint import joint_outcomes
from viewer.view_models.comparison_latency import latency_bins, latency_head
from viewer.view_models.comparison_numbers import (
    FIRES,
    HITS,
    Kind,
    PairNumbers,
    interval_text,
    p_text,
    signed_rate,
)
from viewer.view_models.comparison_types import by_group
from viewer.view_models.formats import plural
from viewer.view_models.place import Place
from viewer.workspace import SplitWork

Content = dict[str, Any]
HIDDEN = (
    "The labels of this split are hidden, so comparison is off: which events a model hits would tell where "
    "they are."
)
NOTHING = "No dialogue of this split can be scored, so there is nothing to compare."
ONE = "Choose at least two models to compare."
NOUNS = {Task.EOT: ("turn end", "pause"), Task.INT: ("interruption", "negative span")}
FEW_DIALOGUES = 10
INTERVAL_HEAD: Content = {
    "title": "How sure the differences are",
    "note": "Point and 95 % interval, A minus the other; click a point to look at its model closely.",
    "legend": [{"mark": "recall", "text": "recall"}, {"mark": "fp_rate", "text": "fp rate"}],
    "numbers": [],
    "bins": [],
}
METHOD = (
    f"Differences are A minus the other. Intervals: 95 % percentile bootstrap, {RESAMPLES:,} resamples of "
    "whole dialogues. p: exact two-sided sign-flip test over dialogues, for one pair and one rate; nothing "
    "is corrected for looking at many."
)


@dataclass(frozen=True, eq=False)
class Compared:
    """The chosen models and their outcomes on the same events."""

    names: tuple[str, ...]
    titles: tuple[str, ...]
    task: Task
    aligned: Aligned


def comparison(work: SplitWork, place: Place) -> Content:
    """Return everything that the Compare page shows at a place; ``compared`` is None where nothing is.

    The first model is A; every other is held against it, B (the second) closely.
    """
    content: Content = {
        "task": str(place.task),
        "is_benchmark": place.settings.is_benchmark,
        "models": [],
        "chosen": [],
        "refused": [],
        "compared": None,
        "message": HIDDEN,
    }
    if work.is_hidden:
        return content
    choice = choose(work, place)
    titles = tuple(work.models[name].title for name in choice.names)
    content |= {
        "models": menu(work, place.task),
        "chosen": [
            {"name": name, "title": title, "letter": letter(row)}
            for row, (name, title) in enumerate(zip(choice.names, titles, strict=True))
        ],
        "refused": list(choice.refused),
    }
    if len(choice.names) < FEWEST:
        return content | {"message": ONE}
    if all(work.row(name) is None for name in work.scorable_ids):
        return content | {"message": NOTHING}
    compared = Compared(
        choice.names, titles, place.task, align(_scored(work, choice.names, place), place.task)
    )
    return content | {"message": "", "compared": _compared(work, compared)}


def _scored(work: SplitWork, names: tuple[str, ...], place: Place) -> list[Scored]:
    found = [work.scored(name, place.settings) for name in names]
    return [one for one in found if one is not None]


def letter(row: int) -> str:
    """Return the letter of a model: A, B, … Z, then numbers.

    Examples
    --------
    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', '27')
    """
    return chr(ord("A") + row) if row < 26 else str(row + 1)


def _compared(work: SplitWork, compared: Compared) -> Content:
    aligned, names, task = compared.aligned, compared.names, compared.task
    recalls, fp_rates = (
        differences(marks, aligned.conversation_ids) for marks in (aligned.hits, aligned.fires)
    )
    rows = []
    for other in range(1, len(names)):
        both, numbers = pair(aligned, 0, other), PairNumbers(task, names[0], names[other])
        latency = percentiles_ms(both.differences_ms)
        rows.append(
            {
                "name": names[other],
                "title": compared.titles[other],
                "letter": letter(other),
                "compare": option_text(_second(names, other)),
                "recall": _side(numbers, HITS, both.hits, recalls[other]),
                "fp_rate": _side(numbers, FIRES, both.fires, fp_rates[other]),
                "latency": numbers.latencies(latency, len(both.differences_ms)),
            }
        )
    focus = pair(aligned, 0, 1)
    spread = latency_bins(focus.differences_ms, PairNumbers(task, names[0], names[1]))
    return {
        "events": _events(focus.hits, focus.fires, task, recalls[1], fp_rates[1]),
        "sentences": _sentences(compared, focus.hits, focus.fires, recalls[1], fp_rates[1]),
        "method": _method(recalls[1], fp_rates[1]),
        "rows": rows,
        "joint": joint_outcomes(compared.aligned, names, compared.titles, task),
        "latency": spread,
        "heads": {"intervals": INTERVAL_HEAD, "latency": latency_head(spread)},
        "groups": by_group(work, aligned, names, task),
    }


def _second(names: tuple[str, ...], row: int) -> tuple[str, ...]:
    """Return the names with one of them second: looked at closely."""
    return (names[0], names[row], *(name for name in names[1:] if name != names[row]))


def _side(numbers: PairNumbers, kind: Kind, table: Joint, found: Difference) -> Content:
    first, second = numbers.rates(kind, table)
    only_first, only_second = numbers.only(kind, table)
    low, high = found.interval or (None, None)
    return {
        "first": first,
        "second": second,
        "difference": numbers.difference(kind, table),
        "interval": interval_text(found.interval),
        "point": found.point,
        "low": low,
        "high": high,
        "p": p_text(found.p),
        "only_first": only_first,
        "only_second": only_second,
    }


def _events(hits: Joint, fires: Joint, task: Task, recall: Difference, fp_rate: Difference) -> str:
    positive, negative = NOUNS[task]
    dialogues = max(recall.dialogues, fp_rate.dialogues)
    return f"{plural(hits.total, positive)}, {plural(fires.total, negative)}, {plural(dialogues, 'dialogue')}"


def _sentences(
    compared: Compared, hits: Joint, fires: Joint, recall: Difference, fp_rate: Difference
) -> list[str]:
    """Return what the two models in focus differ in, in words."""
    positive, negative = NOUNS[compared.task]
    first, second = compared.titles[:2]
    of_hits = (
        f"{first} hits {plural(hits.first, positive)} that {second} misses, and misses {hits.second:,} that "
        f"it hits: recall {_how_sure(recall)}."
    )
    of_fires = (
        f"{first} fires in {plural(fires.first, negative)} where {second} stays quiet, and stays quiet in "
        f"{fires.second:,} where it fires: fp rate {_how_sure(fp_rate)}."
    )
    return [of_hits, of_fires]


def _how_sure(found: Difference) -> str:
    if found.point is None:
        return "undefined, as there is no such event"
    interval = interval_text(found.interval) if found.interval else "none with one dialogue"
    return f"{signed_rate(found.point)}, interval {interval}, p {p_text(found.p)}"


def _method(recall: Difference, fp_rate: Difference) -> list[str]:
    """Return how sure the differences are made to be, and what they do not say."""
    dialogues = min(recall.dialogues, fp_rate.dialogues)
    notes = [METHOD]
    if dialogues < FEW_DIALOGUES:
        notes.append(
            f"Only {plural(dialogues, 'dialogue')}: intervals are too narrow and p cannot fall far: for B it "
            f"is never below {_least_p(recall)} in recall and {_least_p(fp_rate)} in fp rate."
        )
    return notes


def _least_p(found: Difference) -> str:
    """Return the least p that dialogues that differ can give."""
    return p_text(min(1.0, 2 / 2**found.differing))
