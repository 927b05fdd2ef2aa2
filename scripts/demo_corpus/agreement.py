"""How well the simulated annotators agree: PROTOCOL sections 3 and 7, written plainly.

A second implementation on purpose: the corpus is checked without the viewer's own code.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scripts.demo_corpus.script import FLOOR_LABELS, TURN_LABELS
from scripts.demo_corpus.timeline import Truth

FRAME_S = 0.1
SEARCH_S = 0.5
TOLERANCE_S = 0.2

Track = Sequence[Truth]
Labelled = tuple[float, float, str]


@dataclass(frozen=True, kw_only=True)
class Tracks:
    """One speaker of one dialogue: three tracks in the order a, b, c."""

    duration_s: float
    tracks: tuple[Track, Track, Track]


@dataclass(frozen=True, kw_only=True)
class ConsensusView:
    """What annotators agree on in one view of one speaker, and the spans they dispute."""

    events: tuple[Labelled, ...]
    disputed: tuple[tuple[float, float], ...]
    members: int
    segments: int


def label_class(label: str) -> str | None:
    """Return the class of a fine label in the label view."""
    if label in TURN_LABELS:
        return "Turn"
    if label in ("Laughter", "Awkward Silence"):
        return label
    if "Interruption" in label:
        return "Interruption" if label in FLOOR_LABELS else "NonFloorTakingInterruption"
    return "Backchannel" if "Backchannel" in label else "NonContent"


def turn_class(label: str) -> str | None:
    """Return ``Turn`` for what the turn view keeps, else None."""
    return "Turn" if label in FLOOR_LABELS else None


def fleiss_kappa(speakers: Sequence[Tracks]) -> float:
    """Return Fleiss' kappa over 0.1 s frames, pooled over speakers and dialogues."""
    rows = [[symbol for speaker in speakers for symbol in _frames(speaker, k)] for k in range(3)]
    symbols = sorted({symbol for row in rows for symbol in row})
    counts = np.array([[frame.count(symbol) for symbol in symbols] for frame in zip(*rows, strict=True)])
    observed = float(np.mean((np.sum(counts**2, axis=1) - 3) / 6))
    chance = float(np.sum((counts.sum(axis=0) / counts.sum()) ** 2))
    return (observed - chance) / (1 - chance)


def boundary_f1(dialogues: Sequence[Sequence[Tracks]]) -> Mapping[str, float]:
    """Return the mean boundary F1 of each pair of annotators; a dialogue is its two speakers."""
    pairs = {"ab": (0, 1), "ac": (0, 2), "bc": (1, 2)}
    return {
        name: statistics.fmean(
            _f1(*(sorted(s.start_s for d in dialogue for s in d.tracks[k]) for k in pair))
            for dialogue in dialogues
        )
        for name, pair in pairs.items()
    }


def consensus(speaker: Tracks, *, view: Callable[[str], str | None]) -> ConsensusView:
    """Return the consensus events and disputed spans of one speaker (PROTOCOL section 3)."""
    kept = [_viewed(track, view) for track in speaker.tracks]
    used: set[tuple[int, int]] = set()
    events: list[Labelled] = []
    for who, track in enumerate(kept):
        for index, anchor in enumerate(track):
            if (who, index) in used:
                continue
            chosen = _largest_agreeing(kept, who=who, index=index, used=used)
            if len(chosen) >= 2:
                used |= set(chosen)
                found = [kept[k][i] for k, i in chosen]
                start = round(statistics.median(s[0] for s in found), 4)
                end = round(statistics.median(s[1] for s in found), 4)
                events.append((start, end, anchor[2]))
    left = [s for k, t in enumerate(kept) for i, s in enumerate(t) if (k, i) not in used]
    lone = [s[:2] for s in left if not any(e[0] < s[1] and s[0] < e[1] for e in events)]
    return ConsensusView(
        events=tuple(events),
        disputed=tuple(_merged(lone)),
        members=len(used),
        segments=sum(map(len, kept)),
    )


def _viewed(track: Track, view: Callable[[str], str | None]) -> list[Labelled]:
    seen = ((segment, view(segment.label)) for segment in track)
    return [(s.start_s, s.end_s, label) for s, label in seen if label is not None]


def _largest_agreeing(
    kept: Sequence[Sequence[Labelled]],
    *,
    who: int,
    index: int,
    used: set[tuple[int, int]],
) -> tuple[tuple[int, int], ...]:
    anchor = kept[who][index]
    candidates = []
    for later in range(who + 1, 3):
        near = [
            (abs(s[0] - anchor[0]), i)
            for i, s in enumerate(kept[later])
            if (later, i) not in used and s[2] == anchor[2] and abs(s[0] - anchor[0]) <= SEARCH_S
        ]
        if near:
            candidates.append((later, min(near)[1]))
    for size in range(len(candidates), 0, -1):
        for others in combinations(candidates, size):
            members = ((who, index), *others)
            starts = [kept[k][i][0] for k, i in members]
            ends = [kept[k][i][1] for k, i in members]
            if max(_spread(starts), _spread(ends)) <= TOLERANCE_S:
                return members
    return ((who, index),)


def _spread(times: Sequence[float]) -> float:
    return max(times) - min(times)


def _merged(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return [(round(start, 4), round(end, 4)) for start, end in merged]


def _frames(speaker: Tracks, annotator: int) -> list[str]:
    frames = ["silence"] * math.ceil(speaker.duration_s / FRAME_S)
    for segment in speaker.tracks[annotator]:
        first = int(segment.start_s / FRAME_S)
        last = min(math.ceil(segment.end_s / FRAME_S), len(frames))
        symbol = label_class(segment.label)
        if symbol is not None:
            frames[first:last] = [symbol] * max(0, last - first)
    return frames


def _f1(first: Sequence[float], second: Sequence[float]) -> float:
    taken: set[int] = set()
    for x in first:
        free = (i for i, y in enumerate(second) if i not in taken and x - 0.2 <= y <= x + 0.2)
        taken |= {next(free, -1)} - {-1}
    if not first or not second or not taken:
        return 0.0
    precision, recall = len(taken) / len(second), len(taken) / len(first)
    return 2 * precision * recall / (precision + recall)
