"""Three simulated annotators: each hears the truth, reacts late, and errs in its own way.

What is simulated, in this order: pauses bridged (two segments merged), pauses inside a segment
heard as borders (a split), soft events missed, labels taken for their neighbours, borders moved
by a reaction bias and jitter, ends that drag on, and now and then a noise that nobody else heard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from scripts.demo_corpus.timeline import Truth

_LONGEST_BRIDGED_PAUSE_S = 1.3
_SHORTEST_S = 0.12
_DRAG_S = (0.35, 0.9)


@dataclass(frozen=True, kw_only=True)
class Annotator:
    """How one annotator errs; probabilities are per segment, biases and jitter in seconds."""

    name: str
    start_bias_s: float
    end_bias_s: float
    jitter_s: float
    merge: float
    split: float
    miss: float
    confuse: float
    drag: float
    invent: float


ANNOTATORS = (
    Annotator(
        name="a", start_bias_s=-0.02, end_bias_s=0.03, jitter_s=0.025,
        merge=0.10, split=0.20, miss=0.6, confuse=0.13, drag=0.05, invent=0.02,
    ),
    Annotator(
        name="b", start_bias_s=0.01, end_bias_s=-0.01, jitter_s=0.035,
        merge=0.15, split=0.10, miss=0.8, confuse=0.17, drag=0.06, invent=0.02,
    ),
    Annotator(
        name="c", start_bias_s=0.04, end_bias_s=0.06, jitter_s=0.040,
        merge=0.20, split=0.15, miss=1.1, confuse=0.20, drag=0.09, invent=0.03,
    ),
)  # fmt: skip

# Share of a label's events that an ordinary annotator (miss = 1) leaves out.
MISSED: Mapping[str, float] = {
    "Acknowledgement Backchannel": 0.07,
    "Continuer Backchannel": 0.09,
    "Reaction Backchannel": 0.06,
    "Laughter": 0.06,
    "Filler": 0.05,
    "Speech, Non-Linguistic": 0.30,
    "Non-Speech Noise": 0.30,
    "Channel Bleed": 0.40,
    "Awkward Silence": 0.45,
}

# What a label is taken for, with weights.
CONFUSED_WITH: Mapping[str, Mapping[str, float]] = {
    "Normal Turn": {
        "Strong Floor Hold": 0.45,
        "Bounded Response": 0.25,
        "Floor-taking Cooperative Interruption": 0.3,
    },
    "Strong Floor Hold": {
        "Normal Turn": 0.5,
        "Floor-taking Competitive Interruption": 0.5,
    },
    "Bounded Response": {
        "Normal Turn": 0.45,
        "Acknowledgement Backchannel": 0.3,
        "Floor-taking Cooperative Interruption": 0.25,
    },
    "Filler": {"Normal Turn": 0.6, "Speech, Non-Linguistic": 0.4},
    "Overlap": {"Normal Turn": 0.4, "Non-floor Taking Competitive Interruption": 0.6},
    "Floor-taking Competitive Interruption": {
        "Floor-taking Cooperative Interruption": 0.5,
        "Normal Turn": 0.5,
    },
    "Floor-taking Cooperative Interruption": {
        "Floor-taking Competitive Interruption": 0.4,
        "Normal Turn": 0.6,
    },
    "Non-floor Taking Competitive Interruption": {
        "Non-floor Taking Cooperative Interruption": 0.5,
        "Overlap": 0.5,
    },
    "Non-floor Taking Cooperative Interruption": {
        "Non-floor Taking Competitive Interruption": 0.4,
        "Reaction Backchannel": 0.6,
    },
    "Acknowledgement Backchannel": {"Continuer Backchannel": 0.8, "Bounded Response": 0.2},
    "Continuer Backchannel": {"Acknowledgement Backchannel": 1.0},
    "Reaction Backchannel": {"Acknowledgement Backchannel": 0.6, "Laughter": 0.4},
    "Laughter": {"Speech, Non-Linguistic": 0.6, "Reaction Backchannel": 0.4},
    "Speech, Non-Linguistic": {"Non-Speech Noise": 1.0},
    "Non-Speech Noise": {"Speech, Non-Linguistic": 1.0},
    "Channel Bleed": {"Non-Speech Noise": 1.0},
}


def annotate(
    truth: Sequence[Truth], *, annotator: Annotator, duration_s: float, rng: np.random.Generator
) -> tuple[Truth, ...]:
    """Return the track that one annotator writes for one speaker.

    Parameters
    ----------
    truth
        The speaker's true segments by start.
    annotator
        How this annotator errs.
    duration_s
        End of the recording; no segment reaches past it.
    rng
        Source of all chance: the same state gives the same track.

    Returns
    -------
    tuple of Truth
        Segments by start, without breaks, times on whole milliseconds, not overlapping unless the
        truth does.
    """
    track = _with_merges(truth, annotator=annotator, rng=rng)
    track = [part for item in track for part in _with_splits(item, annotator=annotator, rng=rng)]
    track = [item for item in track if not _is_missed(item, annotator=annotator, rng=rng)]
    track = [_relabelled(item, annotator=annotator, rng=rng) for item in track]
    track = [_moved(item, annotator=annotator, rng=rng) for item in track]
    track += _inventions(truth, annotator=annotator, rng=rng)
    return _tidied(track, duration_s=duration_s)


def _with_merges(truth: Sequence[Truth], *, annotator: Annotator, rng: np.random.Generator) -> list[Truth]:
    merged: list[Truth] = []
    for item in truth:
        chance = rng.random()
        before = merged[-1] if merged else None
        if (
            before is not None
            and before.label == item.label == "Normal Turn"
            and 0 <= item.start_s - before.end_s <= _LONGEST_BRIDGED_PAUSE_S
            and chance < annotator.merge
        ):
            merged[-1] = replace(before, end_s=item.end_s, text=f"{before.text} {item.text}", breaks=())
        else:
            merged.append(item)
    return merged


def _with_splits(item: Truth, *, annotator: Annotator, rng: np.random.Generator) -> tuple[Truth, ...]:
    if not item.breaks or rng.random() >= annotator.split:
        return (item,)
    begin, end, words = item.breaks[0]
    heard = item.text.split()
    return (
        replace(item, end_s=begin, text=" ".join(heard[:words]), breaks=()),
        replace(item, start_s=end, text=" ".join(heard[words:]), breaks=()),
    )


def _is_missed(item: Truth, *, annotator: Annotator, rng: np.random.Generator) -> bool:
    return bool(rng.random() < MISSED.get(item.label, 0.0) * annotator.miss)


def _relabelled(item: Truth, *, annotator: Annotator, rng: np.random.Generator) -> Truth:
    chance = rng.random()
    neighbours = CONFUSED_WITH.get(item.label)
    if neighbours is None or chance >= annotator.confuse:
        return item
    return replace(item, label=str(rng.choice(list(neighbours), p=list(neighbours.values()))))


def _moved(item: Truth, *, annotator: Annotator, rng: np.random.Generator) -> Truth:
    start_shift, end_shift = map(float, rng.normal(0.0, annotator.jitter_s, size=2))
    drag = float(rng.uniform(*_DRAG_S)) if rng.random() < annotator.drag else 0.0
    start = max(0.0, item.start_s + annotator.start_bias_s + start_shift)
    end = item.end_s + annotator.end_bias_s + end_shift + drag
    return replace(item, start_s=start, end_s=max(start + _SHORTEST_S, end), breaks=())


def _inventions(truth: Sequence[Truth], *, annotator: Annotator, rng: np.random.Generator) -> list[Truth]:
    """Return breaths and noises that only this annotator hears, each in a gap of the speaker's."""
    found = []
    for before, after in pairwise(truth):
        chance, share = map(float, rng.random(2))
        room = after.start_s - before.end_s - 1.4
        if room > 0 and chance < annotator.invent:
            start = before.end_s + 0.5 + share * room
            label = "Non-Speech Noise" if share < 0.5 else "Speech, Non-Linguistic"
            text = "(noise)" if share < 0.5 else "(breathes)"
            found.append(Truth(start_s=start, end_s=start + 0.4, label=label, text=text))
    return found


def _tidied(track: Sequence[Truth], *, duration_s: float) -> tuple[Truth, ...]:
    tidy: list[Truth] = []
    for item in sorted(track, key=lambda each: each.start_s):
        start, end = round(item.start_s, 3), round(min(item.end_s, duration_s), 3)
        if tidy and tidy[-1].end_s > start:
            tidy[-1] = replace(tidy[-1], end_s=start)
        tidy.append(replace(item, start_s=start, end_s=end))
    return tuple(item for item in tidy if item.end_s - item.start_s >= _SHORTEST_S / 2)
