"""Who holds the floor in one annotator's labels, and when it changes hands.

::

    1  |--- turn ---|   |-turn-|          |--- turn ---|
    2                              |------ turn ------|
                    <---> pause    <  > transfer (gap)
                                          <--------> transfer (overlap: negative)

The floor-holding segments of both speakers are put in one sequence. Each two consecutive ones are either of
different speakers, a floor transfer, or of the same speaker: with silence between them, a pause.

Conventions: fine labels as they stand in the file (the alias "Regular Turn" is not one of them); seconds on
the dialogue's clock.

References
----------
PROTOCOL section 7, "Dynamics"; decision 0013.
M. Heldner and J. Edlund, "Pauses, gaps and overlaps in conversations", Journal of Phonetics 38, 2010.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.dialogue.conversation import SPEAKERS, Conversation
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.dialogue.taxonomy import FLOOR_HOLDING_LABELS

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False, slots=True)
class FloorSequence:
    """One annotator's floor-holding segments of both speakers, sorted by ``(start, end, speaker)``.

    Parameters
    ----------
    speaker
        1 or 2, shape ``(n,)``.
    start_s, end_s
        Seconds, shape ``(n,)``.
    row
        Where each stands in its speaker's track, shape ``(n,)``.
    """

    speaker: IntArray
    start_s: FloatArray
    end_s: FloatArray
    row: IntArray

    @property
    def length_s(self) -> FloatArray:
        """How long each segment is, seconds."""
        return self.end_s - self.start_s

    @property
    def step_s(self) -> FloatArray:
        """From the end of each segment to the start of the next, shape ``(n - 1,)``."""
        return self.start_s[1:] - self.end_s[:-1]

    @property
    def is_transfer(self) -> BoolArray:
        """Whether the next segment is the other speaker's, shape ``(n - 1,)``."""
        changes: BoolArray = self.speaker[1:] != self.speaker[:-1]
        return changes

    @property
    def is_pause(self) -> BoolArray:
        """Whether the next segment is the same speaker's and begins later than this one ends."""
        return ~self.is_transfer & (self.start_s[1:] > self.end_s[:-1])


def floor_sequence(conversation: Conversation, annotator: str) -> FloorSequence:
    """Put one annotator's floor-holding segments in the order of the floor.

    A floor-holding segment is a Normal Turn, a Strong Floor Hold or a Bounded Response.

    Parameters
    ----------
    conversation
        The dialogue with its annotators' tracks.
    annotator
        a, b or c; a missing one has no segments.

    Returns
    -------
    FloorSequence
        Sorted by ``(start, end, speaker)``.

    References
    ----------
    PROTOCOL section 7, "Dynamics".

    Examples
    --------
    >>> from viewer.dialogue.segments import Segment, Track
    >>> asked = Track.from_segments([Segment(0.0, 2.0, "Normal Turn", "is it you?")])
    >>> answered = Track.from_segments([Segment(2.5, 3.0, "Bounded Response", "yes")])
    >>> found = floor_sequence(Conversation("1", 60.0, {(1, "a"): asked, (2, "a"): answered}), "a")
    >>> found.speaker.tolist(), found.step_s.tolist(), found.is_transfer.tolist()
    ([1, 2], [0.5], [True])
    """
    tracks = [conversation.track(speaker, annotator) for speaker in SPEAKERS]
    rows = [
        np.array(
            [row for row, label in enumerate(track.labels) if label in FLOOR_HOLDING_LABELS], dtype=np.int64
        )
        for track in tracks
    ]
    speaker = np.repeat(np.array(SPEAKERS, dtype=np.int64), [len(one) for one in rows])
    start_s = np.concatenate([track.start_s[one] for track, one in zip(tracks, rows, strict=True)])
    end_s = np.concatenate([track.end_s[one] for track, one in zip(tracks, rows, strict=True)])
    order = np.lexsort((speaker, end_s, start_s))
    return FloorSequence(speaker[order], start_s[order], end_s[order], np.concatenate(rows)[order])
