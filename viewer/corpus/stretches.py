"""Stretches of sound and of silence: what segments cover together, and what lies between.

Conventions: seconds on the dialogue's clock. Segments that overlap or touch make one stretch.
"""

from __future__ import annotations

import numpy as np

from viewer.corpus.moments import NO_ROW, NOBODY, Moments, moments_of
from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.segments import FloatArray


def stretches(start_s: FloatArray, end_s: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Join segments that overlap or touch.

    ::

        segments  |-----|      |---|---|
                     |----|
        stretches |-------|    |-------|

    Parameters
    ----------
    start_s, end_s
        Seconds, shape ``(n,)``, in any order, no end before its start.

    Returns
    -------
    tuple of FloatArray
        Starts and ends of the stretches, ascending, shape ``(m,)`` each.

    Examples
    --------
    >>> [one.tolist() for one in stretches(np.array([4.0, 0.0, 1.0]), np.array([5.0, 2.0, 3.0]))]
    [[0.0, 4.0], [3.0, 5.0]]
    """
    if not len(start_s):
        return start_s, end_s
    order = np.argsort(start_s, kind="stable")
    start, reached = start_s[order], np.maximum.accumulate(end_s[order])
    begins = np.concatenate(([True], start[1:] > reached[:-1]))
    ends = np.concatenate((np.flatnonzero(begins)[1:] - 1, [len(start) - 1]))
    return start[begins], reached[ends]


def silences(conversation: Conversation) -> Moments:
    """Find the stretches in which an annotator heard no labelled segment of either speaker.

    Parameters
    ----------
    conversation
        The dialogue with its annotators' tracks.

    Returns
    -------
    Moments
        One per silence and annotator, nobody's, as long as the silence; within the dialogue's length.

    Notes
    -----
    Summed per annotator over the duration, and averaged over the three, they are the silence ratio of the
    dynamics, but where segments lie past the end of the dialogue.

    References
    ----------
    PROTOCOL section 7, "Dynamics": silence ratio.

    Examples
    --------
    >>> silences(Conversation("1", 60.0)).value_s.tolist()
    [60.0, 60.0, 60.0]
    """
    found = [_silences_of(conversation, annotator) for annotator in ANNOTATORS]
    annotator = np.repeat(np.arange(len(ANNOTATORS)), [len(start) for start, _ in found])
    start_s = np.concatenate([start for start, _ in found])
    end_s = np.concatenate([end for _, end in found])
    speaker = np.full(len(start_s), NOBODY)
    return moments_of(speaker, annotator, np.full(len(start_s), NO_ROW), start_s, end_s - start_s)


def _silences_of(conversation: Conversation, annotator: str) -> tuple[FloatArray, FloatArray]:
    tracks = [conversation.track(speaker, annotator) for speaker in SPEAKERS]
    has_label = np.array([bool(label) for track in tracks for label in track.labels], dtype=bool)
    start, end = stretches(
        np.concatenate([track.start_s for track in tracks])[has_label],
        np.concatenate([track.end_s for track in tracks])[has_label],
    )
    silent_from = np.clip(np.concatenate(([0.0], end)), 0.0, conversation.duration_s)
    silent_to = np.clip(np.concatenate((start, [conversation.duration_s])), 0.0, conversation.duration_s)
    is_silence = silent_to > silent_from
    return silent_from[is_silence], silent_to[is_silence]
