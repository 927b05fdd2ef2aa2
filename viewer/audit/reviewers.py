"""How far reviewers agree with each other, and how far each has come.

Agreement as between annotators (PROTOCOL section 7), on the frames that both have judged: inside the spans
of their standing verdicts, "cannot tell" left out. What a reviewer says of a frame is what was decided for
it; nothing decided is silence.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from viewer.audit.questions import Question
from viewer.corpus.agreement import FRAME_S, boundary_f1, frame_symbols
from viewer.corpus.kappa import cohen_kappa, fleiss_kappa
from viewer.corrections import Choice
from viewer.dialogue.conversation import SPEAKERS, Conversation
from viewer.dialogue.segments import FloatArray, IntArray, Track
from viewer.dialogue.taxonomy import LabelClass
from viewer.journal import Entry

_UNJUDGED = -1
_SYMBOLS = 1 + len(LabelClass)
_Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class ReviewerAgreement:
    """Agreement of the people at the desk.

    Parameters
    ----------
    fleiss_kappa
        Of all of them, over the frames that every one judged; None with fewer than two, or without such
        frames.
    cohen_kappa, boundary_f1_mean, frames
        Per pair of names: kappa over the frames that both judged, mean F1 over the dialogues in which either
        decided a start there, number of frames.
    """

    fleiss_kappa: float | None
    cohen_kappa: Mapping[tuple[str, str], float | None]
    boundary_f1_mean: Mapping[tuple[str, str], float | None]
    frames: Mapping[tuple[str, str], int]


def reviewer_agreement(
    verdicts: Iterable[Entry], conversations: Mapping[str, Conversation]
) -> ReviewerAgreement:
    """Measure how far reviewers agree.

    Parameters
    ----------
    verdicts
        Those that stand, in the journal's order: of two by one person the later one counts.
    conversations
        The dialogues that they are about, for their lengths.

    Returns
    -------
    ReviewerAgreement
        Names in the order of their first verdict. A pair that judged nothing in common has no values.

    References
    ----------
    PROTOCOL section 7, "Agreement"; ``docs/decisions/0014-audit-desk.md``.
    """
    judged: dict[str, dict[_Key, IntArray]] = {}
    starts: dict[str, dict[_Key, list[float]]] = {}
    for one in verdicts:
        if one.choice is Choice.CANNOT_TELL:
            continue
        conversation = conversations[one.channel.conversation_id]
        key = (one.channel.conversation_id, one.channel.speaker)
        frames = judged.setdefault(one.reviewer, {}).setdefault(key, _blank(conversation))
        _judge(frames, one, conversation)
        kept = starts.setdefault(one.reviewer, {}).setdefault(key, [])
        kept[:] = [time for time in kept if not one.start_s <= time < one.end_s]
        kept += [segment.start_s for segment in one.segments if one.start_s <= segment.start_s < one.end_s]
    pairs = list(combinations(judged, 2))
    return ReviewerAgreement(
        _fleiss(list(judged.values())),
        {pair: cohen_kappa(_confusion(judged[pair[0]], judged[pair[1]])) for pair in pairs},
        {pair: _f1_mean(judged, starts, *pair) for pair in pairs},
        {pair: int(_confusion(judged[pair[0]], judged[pair[1]]).sum()) for pair in pairs},
    )


def progress(asked: Iterable[Question], verdicts: Iterable[Entry]) -> dict[str, Counter[str]]:
    """Count the questions that each reviewer has answered, by queue.

    Parameters
    ----------
    asked
        Every question, spot checks included if they shall count.
    verdicts
        Those that stand.

    Returns
    -------
    dict
        ``reviewer -> queue -> questions``; each question once for each who answered it.
    """
    queues = {(one.conversation_id, one.id): one.queue for one in asked}
    answered = {
        (one.reviewer, key) for one in verdicts if (key := (one.channel.conversation_id, one.item)) in queues
    }
    found: dict[str, Counter[str]] = {}
    for reviewer, key in sorted(answered):
        found.setdefault(reviewer, Counter())[str(queues[key])] += 1
    return found


def _blank(conversation: Conversation) -> IntArray:
    return np.full(math.ceil(conversation.duration_s / FRAME_S), _UNJUDGED, dtype=np.int64)


def _judge(frames: IntArray, verdict: Entry, conversation: Conversation) -> None:
    """Write what a verdict says into the frames of its span."""
    said = frame_symbols(Track.from_segments(verdict.segments), conversation.duration_s)
    span = slice(max(int(verdict.start_s / FRAME_S), 0), math.ceil(verdict.end_s / FRAME_S))
    frames[span] = said[span]


def _confusion(first: Mapping[_Key, IntArray], second: Mapping[_Key, IntArray]) -> IntArray:
    """Count the frames that both judged by what each said."""
    counts = np.zeros(_SYMBOLS * _SYMBOLS, dtype=np.int64)
    for key in first.keys() & second.keys():
        is_both = (first[key] >= 0) & (second[key] >= 0)
        said = first[key][is_both] * _SYMBOLS + second[key][is_both]
        counts += np.bincount(said, minlength=len(counts))
    return counts.reshape(_SYMBOLS, _SYMBOLS)


def _fleiss(judged: Sequence[Mapping[_Key, IntArray]]) -> float | None:
    if len(judged) <= 1:
        return None
    votes = []
    for key in set.intersection(*(set(one) for one in judged)):
        said = np.stack([one[key] for one in judged])
        said = said[:, (said >= 0).all(axis=0)]
        votes.append((said[:, :, None] == np.arange(_SYMBOLS)).sum(axis=0))
    if not votes:
        return None
    patterns, items = np.unique(np.concatenate(votes), axis=0, return_counts=True)
    return fleiss_kappa(patterns, items) if len(patterns) else None


def _f1_mean(
    judged: Mapping[str, Mapping[_Key, IntArray]],
    starts: Mapping[str, Mapping[_Key, Sequence[float]]],
    first_name: str,
    second_name: str,
) -> float | None:
    """Return the mean boundary F1 over dialogues, of the starts in frames that both judged."""
    first, second = judged[first_name], judged[second_name]
    found = []
    for name in sorted({name for name, _ in first.keys() & second.keys()}):
        keys = [(name, speaker) for speaker in SPEAKERS if (name, speaker) in first.keys() & second.keys()]
        both = {key: (first[key] >= 0) & (second[key] >= 0) for key in keys}
        found.append(boundary_f1(_inside(starts[first_name], both), _inside(starts[second_name], both)))
    values = [value for value in found if value is not None]
    return sum(values) / len(values) if values else None


def _inside(starts: Mapping[_Key, Sequence[float]], both: Mapping[_Key, npt.NDArray[np.bool_]]) -> FloatArray:
    times = [time for key, is_both in both.items() for time in starts[key] if is_both[int(time / FRAME_S)]]
    return np.sort(np.array(times, dtype=np.float64))
