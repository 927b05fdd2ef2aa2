"""A second, plain implementation of PROTOCOL sections 3 to 6, to be believed by reading it.

It was written from the protocol's text alone, on lists and dictionaries, without a thought of speed, and
shares nothing with ``viewer``: not even the table of labels. Where the two differ, one misreads the protocol.

A conversation is a dictionary as in ``vectors/score.json``: ``annotations.speaker_1.a = [{"start_s", "end_s",
"label"}]`` and ``decisions.speaker_1 = {"eot": [...], "interruption": [...]}``.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Case = dict[str, Any]
Span = tuple[float, float]

SPEAKERS = (1, 2)
DECISION_KEYS = {"eot": "eot", "int": "interruption"}
CLASSES = {
    "Turn": ["Normal Turn", "Regular Turn", "Strong Floor Hold", "Bounded Response", "Filler", "Overlap"],
    "Interruption": ["Floor-taking Competitive Interruption", "Floor-taking Cooperative Interruption"],
    "NonFloorTakingInterruption": [
        "Non-floor Taking Competitive Interruption",
        "Non-floor Taking Cooperative Interruption",
    ],
    "Backchannel": ["Acknowledgement Backchannel", "Continuer Backchannel", "Reaction Backchannel"],
    "NonContent": ["Non-Speech Noise", "Channel Bleed", "Speech, Non-Linguistic"],
    "Laughter": ["Laughter"],
    "AwkwardSilence": ["Awkward Silence"],
}


@dataclass(frozen=True)
class Parameters:
    tau_pre_s: float = 0.25
    tau_max_s: float = 3.0
    tolerance_s: float = 0.2
    min_agree: int = 2


BENCHMARK = Parameters()


def label_view(label: str) -> str | None:
    return next((name for name, labels in CLASSES.items() if label in labels), None)


def turn_view(label: str) -> str | None:
    return "Turn" if label_view(label) in ("Turn", "Interruption") else None


# -- section 3: consensus ------------------------------------------------------------------------


@dataclass
class Heard:
    """One annotator's segment in one view."""

    start: float
    end: float
    label: str
    is_used: bool = False


@dataclass
class View:
    """What the annotators of one speaker agree on, in the order of making, and what they dispute."""

    events: list[tuple[float, float, str]] = field(default_factory=list)
    disputed: list[Span] = field(default_factory=list)


def consensus(
    annotations: dict[str, list[Case]], view: Callable[[str], str | None], parameters: Parameters
) -> View:
    tracks = [
        [
            Heard(row["start_s"], row["end_s"], label)
            for row in annotations.get(annotator) or []
            if (label := view(row["label"])) is not None
        ]
        for annotator in "abc"
    ]
    found = View()
    for number, track in enumerate(tracks):
        for anchor in track:
            if anchor.is_used:
                continue
            candidates = [nearest(anchor, later) for later in tracks[number + 1 :]]
            members = largest_agreeing(anchor, [one for one in candidates if one], parameters.tolerance_s)
            if len(members) >= parameters.min_agree:
                for member in members:
                    member.is_used = True
                start = round(statistics.median(member.start for member in members), 4)
                end = round(statistics.median(member.end for member in members), 4)
                found.events.append((start, end, anchor.label))
    unused = [(one.start, one.end) for track in tracks for one in track if not one.is_used]
    alone = [span for span in unused if not any(overlaps(event[0], event[1], span) for event in found.events)]
    found.disputed = [(round(start, 4), round(end, 4)) for start, end in merged(alone)]
    return found


def nearest(anchor: Heard, track: list[Heard]) -> Heard | None:
    best = None
    for one in track:
        if one.is_used or one.label != anchor.label or abs(one.start - anchor.start) > 0.5:
            continue
        if best is None or abs(one.start - anchor.start) < abs(best.start - anchor.start):
            best = one
    return best


def largest_agreeing(anchor: Heard, candidates: list[Heard], tolerance_s: float) -> list[Heard]:
    for size in range(len(candidates), 0, -1):
        for chosen in itertools.combinations(candidates, size):
            members = [anchor, *chosen]
            starts = [member.start for member in members]
            ends = [member.end for member in members]
            if max(starts) - min(starts) <= tolerance_s and max(ends) - min(ends) <= tolerance_s:
                return members
    return [anchor]


def overlaps(start: float, end: float, span: Span) -> bool:
    return start < span[1] and span[0] < end


def merged(spans: Iterable[Span]) -> list[Span]:
    result: list[Span] = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], end))
        else:
            result.append((start, end))
    return result


# -- section 4: gold -----------------------------------------------------------------------------


def build_gold(case: Case, parameters: Parameters = BENCHMARK) -> dict[str, list[list[float]]]:
    """Return the six sets as the vectors list them: ``[speaker, time]``, ``[speaker, start, end]``."""
    tracks = {speaker: case["annotations"][f"speaker_{speaker}"] for speaker in SPEAKERS}
    labels = {speaker: consensus(tracks[speaker], label_view, parameters) for speaker in SPEAKERS}
    turns = {speaker: consensus(tracks[speaker], turn_view, parameters) for speaker in SPEAKERS}
    gold: dict[str, list[list[float]]] = {"eot_positives": [], "eot_negatives": []}
    for speaker in SPEAKERS:
        add_turn_ends(gold, speaker, labels, turns)

    def extents(*names: str) -> list[list[float]]:
        return [
            [speaker, start, end]
            for speaker in SPEAKERS
            for start, end, label in labels[speaker].events
            if label in names
        ]

    def disputed(views: dict[int, View]) -> list[list[float]]:
        return [[speaker, start, end] for speaker in SPEAKERS for start, end in views[speaker].disputed]

    gold["eot_excluded"] = disputed(turns)
    gold["int_positives"] = [[speaker, start] for speaker, start, _ in extents("Interruption")]
    gold["int_negatives"] = extents("Backchannel", "NonContent")
    gold["int_excluded"] = disputed(labels) + extents("NonFloorTakingInterruption")
    return gold


def add_turn_ends(
    gold: dict[str, list[list[float]]], speaker: int, labels: dict[int, View], turns: dict[int, View]
) -> None:
    other = 3 - speaker
    own = sorted(turns[speaker].events, key=lambda event: event[0])
    others = turns[other].events
    for number, (_, t, _) in enumerate(own):
        if any(start < t < end for k, (start, end, _) in enumerate(own) if k != number):
            continue
        next_self = min((start for start, _, _ in own if start > t), default=math.inf)
        next_other = min((start for start, _, _ in others if start > t), default=math.inf)
        other_speaking = any(start < t < end for start, end, _ in others)
        if next_self == math.inf or next_other < next_self or other_speaking:
            add_once(gold["eot_positives"], [speaker, t])
            continue
        end = min([next_self, *cuts((t, next_self), speaker, labels, turns)])
        if end > t:
            add_once(gold["eot_negatives"], [speaker, t, end])


def cuts(span: Span, speaker: int, labels: dict[int, View], turns: dict[int, View]) -> list[float]:
    masks = [mask for views in (labels, turns) for view in views.values() for mask in view.disputed]
    found = [start for start, end in masks if start < span[1] and end > span[0]]
    for start, _, label in labels[speaker].events:
        if label != "Turn" and span[0] < start < span[1]:
            found.append(start)
    for start, _, label in labels[3 - speaker].events:
        if label in ("Interruption", "NonFloorTakingInterruption") and span[0] < start < span[1]:
            found.append(start)
    return found


def add_once(rows: list[list[float]], row: list[float]) -> None:
    if row not in rows:
        rows.append(row)


# -- section 5: scores ---------------------------------------------------------------------------


def score(
    gold: dict[str, list[list[float]]],
    decisions: Mapping[int, Sequence[float]],
    task: str,
    parameters: Parameters = BENCHMARK,
) -> Case:
    """Return one task's outcomes of one conversation, as in ``vectors/score.json`` under ``expected``.

    Positives stand in time order, which is the order of claiming; negatives as in gold; decisions by speaker.
    """
    positives = sorted(gold[f"{task}_positives"], key=lambda row: row[1])
    negatives = gold[f"{task}_negatives"]
    windows = [window(positive, positives, parameters) for positive in positives]
    claimed: list[float | None] = [None] * len(positives)
    fates = {
        speaker: masked_fates(gold[f"{task}_excluded"], speaker, decisions[speaker]) for speaker in SPEAKERS
    }
    latencies = []
    for k, (who, t) in enumerate(positives):
        speaker = int(who)
        for number, decision in enumerate(decisions[speaker]):
            if fates[speaker][number] is None and windows[k][0] <= decision <= windows[k][1]:
                fates[speaker][number] = "claimed"
                claimed[k] = decision
                latencies.append((decision - t) * 1000)
                break
    for speaker in SPEAKERS:
        own = [one for one, positive in zip(windows, positives, strict=True) if positive[0] == speaker]
        for number, decision in enumerate(decisions[speaker]):
            if fates[speaker][number] is None and any(low <= decision <= high for low, high in own):
                fates[speaker][number] = "redundant"
    fired = [fire(span, decisions, fates, parameters) for span in negatives]
    return {
        "positives": [
            {"speaker": row[0], "time_s": row[1], "decision_s": decision}
            for row, decision in zip(positives, claimed, strict=True)
        ],
        "negatives": [
            {"speaker": row[0], "start_s": row[1], "end_s": row[2], "fired": is_fired}
            for row, is_fired in zip(negatives, fired, strict=True)
        ],
        "decisions": [
            {"speaker": speaker, "time_s": decision, "fate": fate or "ignored"}
            for speaker in SPEAKERS
            for decision, fate in zip(decisions[speaker], fates[speaker], strict=True)
        ],
        **rates(claimed, fired, latencies),
    }


def window(positive: list[float], positives: list[list[float]], parameters: Parameters) -> Span:
    speaker, t = positive
    following = min(
        (other[1] for other in positives if other[0] == speaker and other[1] > t), default=math.inf
    )
    return t - parameters.tau_pre_s, min(t + parameters.tau_max_s, following)


def masked_fates(excluded: list[list[float]], speaker: int, decisions: Sequence[float]) -> list[str | None]:
    own = [(start, end) for who, start, end in excluded if who == speaker]
    return ["masked" if any(start <= one <= end for start, end in own) else None for one in decisions]


def fire(
    span: list[float],
    decisions: Mapping[int, Sequence[float]],
    fates: dict[int, list[str | None]],
    parameters: Parameters,
) -> bool:
    """Return whether a span fired; its first decision becomes a false alarm, any further one a repeat."""
    speaker, start, end = int(span[0]), span[1], span[2]
    is_fired = False
    for number, decision in enumerate(decisions[speaker]):
        is_free = fates[speaker][number] in (None, "false_alarm", "repeat")
        if is_free and start - parameters.tau_pre_s <= decision <= end:
            if not is_fired:
                fates[speaker][number] = "false_alarm"
            elif fates[speaker][number] is None:
                fates[speaker][number] = "repeat"
            is_fired = True
    return is_fired


def rates(claimed: Sequence[float | None], fired: Sequence[bool], latencies: Sequence[float]) -> Case:
    hits, alarms = sum(one is not None for one in claimed), sum(fired)
    return {
        "counts": {"tp": hits, "fn": len(claimed) - hits, "fp": alarms, "tn": len(fired) - alarms},
        "latencies_ms": list(latencies),
        "recall": hits / len(claimed) if claimed else None,
        "fp_rate": alarms / len(fired) if fired else None,
        "latency_ms": percentiles(latencies),
    }


def percentiles(values: Sequence[float]) -> dict[str, float] | None:
    if not values:
        return None
    ordered = sorted(values)
    found = {}
    for percent in (10, 50, 90):
        position = (len(ordered) - 1) * percent / 100
        below = math.floor(position)
        above = min(below + 1, len(ordered) - 1)
        found[f"p{percent}"] = ordered[below] + (ordered[above] - ordered[below]) * (position - below)
    return found


def decisions_of(case: Case, task: str) -> dict[int, list[float]]:
    return {speaker: case["decisions"][f"speaker_{speaker}"][DECISION_KEYS[task]] for speaker in SPEAKERS}


def pooled(outcomes: Iterable[Case]) -> Case:
    """Pool one task's outcomes of several conversations: counts are added, latencies concatenated."""
    several = list(outcomes)
    claimed = [one["decision_s"] for outcome in several for one in outcome["positives"]]
    fired = [one["fired"] for outcome in several for one in outcome["negatives"]]
    result = rates(claimed, fired, [one for outcome in several for one in outcome["latencies_ms"]])
    return {**result.pop("counts"), **{key: result[key] for key in ("recall", "fp_rate", "latency_ms")}}


# -- section 6: sweep ----------------------------------------------------------------------------


def thresholds(probabilities: Iterable[Sequence[float]]) -> list[float]:
    values = [value for channel in probabilities for value in channel if value > 0]
    fixed = {round(0.01 * k, 2) for k in range(1, 100)}
    drawn = np.quantile(np.array(values), np.linspace(0, 1, 512)).tolist() if values else []
    return sorted(fixed | set(drawn))


def commits(probabilities: Sequence[float], rate_hz: float, theta: float) -> list[float]:
    spacing = max(1, round(2.0 * rate_hz))
    frames: list[int] = []
    for i, value in enumerate(probabilities):
        is_rising = value > theta and not (i > 0 and probabilities[i - 1] > theta)
        if is_rising and not (frames and i - frames[-1] < spacing):
            frames.append(i)
    return [(i + 1) / rate_hz for i in frames]


def sweep_row(
    golds: Sequence[dict[str, list[list[float]]]],
    channels: Sequence[Mapping[int, Sequence[float]]],
    task: str,
    rate_hz: float,
    theta: float,
    parameters: Parameters = BENCHMARK,
) -> Case:
    outcomes, heard, spans = [], 0, 0
    for gold, probabilities in zip(golds, channels, strict=True):
        decisions = {speaker: commits(probabilities[speaker], rate_hz, theta) for speaker in SPEAKERS}
        outcomes.append(score(gold, decisions, task, parameters))
        for speaker, start, end in gold["int_negatives"]:
            masks = masked_fates(gold["int_excluded"], int(speaker), decisions[int(speaker)])
            open_ones = [
                one for one, mask in zip(decisions[int(speaker)], masks, strict=True) if mask is None
            ]
            heard += any(start - parameters.tau_pre_s <= one <= end for one in open_ones)
            spans += 1
    total = pooled(outcomes)
    return {
        "theta": theta,
        "recall": total["recall"],
        "fp_rate": total["fp_rate"],
        "backchannel_fire_rate": heard / spans if spans else None,
        **(total["latency_ms"] or {"p10": None, "p50": None, "p90": None}),
        **{key: total[key] for key in ("tp", "fp", "fn")},
    }


def operating_point(rows: Iterable[Case], fp_budget: float = 0.10) -> Case | None:
    best: Case | None = None
    for row in rows:
        if row["fp_rate"] is None or row["fp_rate"] > fp_budget or row["recall"] is None:
            continue
        if best is None or row["recall"] > best["recall"]:
            best = row
    return best
