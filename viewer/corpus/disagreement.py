"""Where annotators disagree: the moments behind kappas and boundary F1.

::

    a  |TTTTTTTTTTTT|        |BB|
    b   |TTTTTTTTTTT|    |BB|
       ^            differ   ^^^^    and both starts of |BB| have no partner within 0.2 s

References
----------
PROTOCOL section 7, "Agreement"; decision 0013.
"""

from __future__ import annotations

import numpy as np

from viewer.corpus.agreement import FRAME_S, PAIRS, frame_symbols, labelled_starts, matched_starts
from viewer.corpus.moments import NO_ROW, Moments, moments_of, pool_moments
from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.segments import IntArray

ALL = "abc"
GROUPS = {ALL: (0, 1, 2), **PAIRS}
"""All three annotators, and each pair, as indices into ``ANNOTATORS``."""


def disagreements(conversation: Conversation) -> dict[str, Moments]:
    """Find the stretches in which annotators gave different symbols.

    A stretch is a run of frames of 0.1 s of one speaker in which not all annotators of a group gave the same
    symbol, whatever they gave.

    Parameters
    ----------
    conversation
        The dialogue with its annotators' tracks; a missing one is silence.

    Returns
    -------
    dict of str to Moments
        For ``"abc"``, ``"ab"``, ``"ac"`` and ``"bc"``: each stretch where it begins; it has no words.

    Notes
    -----
    The summed lengths of a pair over those of all frames are what the pair's kappa calls disagreement, before
    chance is counted out.

    References
    ----------
    PROTOCOL section 7, "Agreement": frames.

    Examples
    --------
    >>> from viewer.dialogue.segments import Segment, Track
    >>> laugh = Track.from_segments([Segment(0.5, 0.75, "Laughter")])
    >>> found = disagreements(Conversation("1", 2.0, {(2, "a"): laugh, (2, "b"): laugh}))
    >>> found["bc"].speaker.tolist(), found["bc"].start_s.tolist(), len(found["ab"])
    ([2], [0.5], 0)
    """
    parts: dict[str, list[tuple[IntArray, IntArray, IntArray]]] = {group: [] for group in GROUPS}
    for speaker in SPEAKERS:
        symbols = [
            frame_symbols(conversation.track(speaker, annotator), conversation.duration_s)
            for annotator in ANNOTATORS
        ]
        for group, members in GROUPS.items():
            differs = np.zeros(len(symbols[0]), dtype=bool)
            for other in members[1:]:
                differs |= symbols[members[0]] != symbols[other]
            edges = np.flatnonzero(np.diff(np.concatenate(([False], differs, [False])).astype(np.int8)))
            first, stop = edges[::2], edges[1::2]
            parts[group].append((np.full(len(first), speaker), first, stop))
    return {group: _stretches(found) for group, found in parts.items()}


def _stretches(parts: list[tuple[IntArray, IntArray, IntArray]]) -> Moments:
    speaker, first, stop = (np.concatenate([part[column] for part in parts]) for column in range(3))
    no_row = np.full(len(first), NO_ROW)
    return moments_of(speaker, 0, no_row, first * FRAME_S, (stop - first) * FRAME_S)


def unmatched_starts(conversation: Conversation) -> dict[str, Moments]:
    """Find the segments whose start no segment of the other annotator has beside it.

    Parameters
    ----------
    conversation
        The dialogue with its annotators' tracks.

    Returns
    -------
    dict of str to Moments
        Per pair: the starts that boundary F1 leaves without a partner, of both annotators, as long as their
        segments are.

    References
    ----------
    PROTOCOL section 7, "Boundary F1".

    Examples
    --------
    >>> from viewer.dialogue.segments import Segment, Track
    >>> laugh = Track.from_segments([Segment(0.5, 0.75, "Laughter")])
    >>> found = unmatched_starts(Conversation("1", 2.0, {(2, "a"): laugh, (2, "b"): laugh}))
    >>> len(found["ab"]), found["bc"].annotator.tolist()
    (0, [1])
    """
    heard = [labelled_starts(conversation, annotator) for annotator in ANNOTATORS]
    found = {}
    for pair, (first, second) in PAIRS.items():
        taken = matched_starts(heard[first].start_s, heard[second].start_s)
        alone = [
            np.setdiff1d(np.arange(len(heard[one])), rows)
            for one, rows in zip((first, second), taken, strict=True)
        ]
        both = pool_moments([heard[one].take(rows) for one, rows in zip((first, second), alone, strict=True)])
        found[pair] = moments_of(both.speaker, both.annotator, both.row, both.start_s, both.value_s)
    return found
