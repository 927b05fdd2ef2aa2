"""How far three annotators agree: Fleiss' and Cohen's kappa on frames, and F1 of starts.

The task: three annotators labelled the same two channels. On frames of 0.1 s each of them says one of
eight symbols, silence or one of the seven classes of the label view; kappa asks how often they say the
same beyond chance. Boundary F1 asks whether they put the starts of segments in the same places.

Conventions: times are float seconds on the dialogue's clock; frame ``i`` begins at ``0.1 * i``. Speaker 1's
frames come before speaker 2's, dialogues in the order given; a missing track is silence. Frames of all
dialogues are pooled as counts, boundary F1 is a mean over dialogues. What has no value is None.

References
----------
PROTOCOL section 7.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from viewer.corpus.kappa import cohen_kappa, fleiss_kappa
from viewer.corpus.moments import Moments, moments_of
from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.segments import FloatArray, IntArray, Track
from viewer.dialogue.taxonomy import UNMAPPED, LabelClass

FRAME_S = 0.1
BOUNDARY_TOLERANCE_S = 0.2
PAIRS = {"ab": (0, 1), "ac": (0, 2), "bc": (1, 2)}
"""The three pairs of annotators, as indices into ``ANNOTATORS``."""

_SILENCE = 0
_SYMBOLS = 1 + len(LabelClass)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of three annotators over any number of dialogues.

    Parameters
    ----------
    fleiss_kappa
        Of all three; None without frames, or where chance alone would agree always.
    cohen_kappa
        Per pair ``"ab"``, ``"ac"``, ``"bc"``; None as above.
    boundary_f1_mean
        Per pair, mean over dialogues in which either of the two labelled anything; None if there is none.
    frames
        How many frames of 0.1 s the kappas rest on, both speakers.
    """

    fleiss_kappa: float | None
    cohen_kappa: Mapping[str, float | None]
    boundary_f1_mean: Mapping[str, float | None]
    frames: int


@dataclass(frozen=True, eq=False, slots=True)
class AgreementCounts:
    """What the agreement of any set of dialogues is pooled from, counted in one dialogue.

    Parameters
    ----------
    joint
        Frames by the symbols that a, b and c gave, shape ``(8, 8, 8)``.
    boundary_f1
        Per pair; None where both labelled nothing.
    """

    joint: IntArray
    boundary_f1: Mapping[str, float | None]


def agreement(conversations: Iterable[Conversation]) -> Agreement:
    """Measure the agreement of annotators a, b and c over dialogues.

    ::

        a  |TTTTTTTTTTTT|        |B|          kappa: the same symbol in the same frame?
        b   |TTTTTTTTTTT|        |B|
        c  |TTTTTTTTTTTTTT|                   F1: starts within 0.2 s of each other?

    Parameters
    ----------
    conversations
        Dialogues to pool; the order makes no difference to the kappas.

    Returns
    -------
    Agreement
        Kappas of the pooled frames, mean boundary F1 per pair, number of frames.

    Notes
    -----
    No dialogue, or dialogues of no length: no frames, every value None. All three silent throughout: chance
    agrees always, and kappa has no value either.

    References
    ----------
    PROTOCOL section 7, "Agreement".

    Examples
    --------
    >>> from viewer.dialogue.segments import Segment
    >>> turn = Track.from_segments([Segment(0.0, 0.5, "Normal Turn")])
    >>> both = Conversation("1", 1.0, {(1, "a"): turn, (1, "b"): turn})
    >>> found = agreement([both])
    >>> found.frames, found.cohen_kappa["ab"], round(found.cohen_kappa["ac"], 3)
    (20, 1.0, 0.0)
    >>> found.boundary_f1_mean
    {'ab': 1.0, 'ac': 0.0, 'bc': 0.0}
    """
    return pool_agreement(count_agreement(one) for one in conversations)


def count_agreement(conversation: Conversation) -> AgreementCounts:
    """Count what annotators a, b and c gave in one dialogue.

    Parameters
    ----------
    conversation
        The dialogue with its annotators' tracks.

    Returns
    -------
    AgreementCounts
        To be pooled with those of other dialogues by `pool_agreement`.

    References
    ----------
    PROTOCOL section 7, "Agreement".

    Examples
    --------
    >>> count_agreement(Conversation("1", 1.0)).joint[0, 0, 0]
    np.int64(20)
    """
    starts = [labelled_starts(conversation, annotator).start_s for annotator in ANNOTATORS]
    scores = {pair: boundary_f1(starts[first], starts[second]) for pair, (first, second) in PAIRS.items()}
    return AgreementCounts(_joint_counts(conversation), scores)


def pool_agreement(counts: Iterable[AgreementCounts]) -> Agreement:
    """Pool the agreement of dialogues that were counted one by one.

    Parameters
    ----------
    counts
        One entry per dialogue.

    Returns
    -------
    Agreement
        The same as `agreement` of these dialogues.

    References
    ----------
    PROTOCOL section 7, "Agreement".

    Examples
    --------
    >>> pool_agreement([]).frames
    0
    """
    several = list(counts)
    joint = sum((one.joint for one in several), np.zeros((_SYMBOLS,) * len(ANNOTATORS), dtype=np.int64))
    scores = {
        pair: [score for one in several if (score := one.boundary_f1[pair]) is not None] for pair in PAIRS
    }
    return Agreement(
        fleiss_kappa(_votes(), joint.ravel()),
        {pair: cohen_kappa(_confusion(joint, *both)) for pair, both in PAIRS.items()},
        {pair: sum(found) / len(found) if found else None for pair, found in scores.items()},
        int(joint.sum()),
    )


def frame_symbols(track: Track, duration_s: float) -> IntArray:
    """Turn a track into one symbol per frame of 0.1 s.

    A segment covers the frames ``int(start / 0.1)`` up to, not including, ``ceil(end / 0.1)``, as far as they
    exist; where segments overlap the later one in file order counts. Labels outside the taxonomy are skipped.

    Parameters
    ----------
    track
        One annotator's segments of one speaker, in file order.
    duration_s
        Length of the dialogue, seconds, at least 0.

    Returns
    -------
    IntArray
        Shape ``(ceil(duration / 0.1),)``: 0 for silence, else 1 + the code of the `LabelClass`.

    References
    ----------
    PROTOCOL section 7, "Agreement".

    Examples
    --------
    >>> from viewer.dialogue.segments import Segment
    >>> frame_symbols(Track.from_segments([Segment(0.1, 0.25, "Laughter")]), 0.5)
    array([0, 6, 6, 0, 0])
    """
    symbols = np.full(math.ceil(duration_s / FRAME_S), _SILENCE, dtype=np.int64)
    first = (track.start_s / FRAME_S).astype(np.int64)
    stop = np.ceil(track.end_s / FRAME_S).astype(np.int64)
    codes = track.label_view_codes
    for row in np.flatnonzero(codes != UNMAPPED).tolist():
        symbols[max(first[row], 0) : max(stop[row], 0)] = codes[row] + 1
    return symbols


def boundary_f1(first_s: FloatArray, second_s: FloatArray) -> float | None:
    """Return the F1 of two annotators' starts.

    Each start ``x`` of the first, in order, takes the first start ``y`` of the second that is not yet taken
    and has ``x - 0.2 <= y <= x + 0.2``. F1 is the harmonic mean of the shares of taken starts on both sides.

    Parameters
    ----------
    first_s, second_s
        Starts in seconds, ascending, shapes ``(n,)`` and ``(m,)``.

    Returns
    -------
    float or None
        0.0 to 1.0; 0.0 if exactly one is empty, None if both are.

    References
    ----------
    PROTOCOL section 7, "Boundary F1".

    Examples
    --------
    >>> boundary_f1(np.array([1.0, 5.0]), np.array([1.125, 9.0]))
    0.5
    >>> boundary_f1(np.array([1.0]), np.array([])), boundary_f1(np.array([]), np.array([]))
    (0.0, None)
    """
    if not len(first_s) and not len(second_s):
        return None
    first, _ = matched_starts(first_s, second_s)
    return _f1(len(first), len(first_s), len(second_s))


def matched_starts(first_s: FloatArray, second_s: FloatArray) -> tuple[IntArray, IntArray]:
    """Pair the starts of two annotators, as boundary F1 does.

    Parameters
    ----------
    first_s, second_s
        Starts in seconds, ascending, shapes ``(n,)`` and ``(m,)``.

    Returns
    -------
    tuple of IntArray
        Positions in the first and in the second list, one of each for every pair, ascending.

    References
    ----------
    PROTOCOL section 7, "Boundary F1".

    Examples
    --------
    >>> [rows.tolist() for rows in matched_starts(np.array([1.0, 5.0]), np.array([1.125, 9.0]))]
    [[0], [0]]
    """
    lowest = (first_s - BOUNDARY_TOLERANCE_S).tolist()
    highest = (first_s + BOUNDARY_TOLERANCE_S).tolist()
    others = second_s.tolist()
    pairs: list[tuple[int, int]] = []
    # Both lists ascend, so a start that was passed over is too early for every later one as well.
    position = 0
    for row, (low, high) in enumerate(zip(lowest, highest, strict=True)):
        while position < len(others) and others[position] < low:
            position += 1
        if position < len(others) and others[position] <= high:
            pairs.append((row, position))
            position += 1
    found = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _f1(taken: int, first_count: int, second_count: int) -> float:
    if taken == 0:
        return 0.0
    recall, precision = taken / first_count, taken / second_count
    return 2 * precision * recall / (precision + recall)


def labelled_starts(conversation: Conversation, annotator: str) -> Moments:
    """Return all segments with a label, known or not, of both speakers, by their starts, ascending.

    Parameters
    ----------
    conversation
        The dialogue with its annotators' tracks.
    annotator
        a, b or c.

    Returns
    -------
    Moments
        Each at its start, as long as it is.

    References
    ----------
    PROTOCOL section 7, "Boundary F1".

    Examples
    --------
    >>> len(labelled_starts(Conversation("1", 60.0), "a"))
    0
    """
    parts = []
    for speaker in SPEAKERS:
        track = conversation.track(speaker, annotator)
        rows = np.array([row for row, label in enumerate(track.labels) if label], dtype=np.int64)
        start_s = track.start_s[rows]
        parts.append((np.full(len(rows), speaker), rows, start_s, track.end_s[rows] - start_s))
    speakers, rows, starts, lengths = (
        np.concatenate([part[column] for part in parts]) for column in range(4)
    )
    found = moments_of(speakers, ANNOTATORS.index(annotator), rows, starts, lengths)
    return found.take(np.argsort(starts, kind="stable"))


def _joint_counts(conversation: Conversation) -> IntArray:
    """Count frames by the symbols that a, b and c gave, shape ``(8, 8, 8)``."""
    shape = (_SYMBOLS,) * len(ANNOTATORS)
    joint = np.zeros(shape, dtype=np.int64)
    for speaker in SPEAKERS:
        tracks = (conversation.track(speaker, annotator) for annotator in ANNOTATORS)
        a, b, c = (frame_symbols(track, conversation.duration_s) for track in tracks)
        joint += np.bincount((a * _SYMBOLS + b) * _SYMBOLS + c, minlength=joint.size).reshape(shape)
    return joint


def _votes() -> IntArray:
    """Return the votes of every pattern of three symbols, shape ``(8 * 8 * 8, 8)``."""
    patterns = np.indices((_SYMBOLS,) * len(ANNOTATORS)).reshape(len(ANNOTATORS), -1)
    votes: IntArray = (patterns[:, :, None] == np.arange(_SYMBOLS)).sum(axis=0)
    return votes


def _confusion(joint: IntArray, first: int, second: int) -> IntArray:
    (other,) = set(range(len(ANNOTATORS))) - {first, second}
    confusion: IntArray = joint.sum(axis=other)
    return confusion
