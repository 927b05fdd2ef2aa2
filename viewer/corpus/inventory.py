"""Which labels annotators used: how often, and for how many seconds, per speaker and annotator.

Labels stand as in the files: the alias "Regular Turn" is a row of its own, and so is every label that is not
in the taxonomy, and the empty one.

References
----------
PROTOCOL section 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.corpus.dynamics import WORD
from viewer.corpus.moments import Moments, moments_of, pool_moments
from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.segments import FloatArray, IntArray, Track
from viewer.dialogue.taxonomy import ALIASES, LABEL_CLASSES

_KNOWN = (*LABEL_CLASSES, *ALIASES)


@dataclass(frozen=True, eq=False, slots=True)
class Inventory:
    """All segments of a corpus with their labels, and how many there are.

    Parameters
    ----------
    labels
        The seventeen of the taxonomy, the aliases, then every other label in alphabetical order; a label
        that is nowhere is left out, but for the seventeen.
    segments
        Every segment, as long as it is, shape ``(n,)``.
    label
        Position of each segment's label in ``labels``, shape ``(n,)``.
    has_words
        Whether each segment's text holds a word as the dynamics count them, shape ``(n,)``.
    counts
        Segments, shape ``(dialogues, 2, 3, labels)``: by dialogue, speaker, annotator and label.
    seconds
        Their summed lengths, the same shape.
    """

    labels: tuple[str, ...]
    segments: Moments
    label: IntArray
    has_words: npt.NDArray[np.bool_]
    counts: IntArray
    seconds: FloatArray


def inventory(conversations: Sequence[Conversation]) -> Inventory:
    """List every segment of dialogues with its label, and count them.

    Parameters
    ----------
    conversations
        Dialogues, in the order in which they are numbered.

    Returns
    -------
    Inventory
        Segments in the order dialogue, speaker, annotator, file; counts and seconds.

    References
    ----------
    PROTOCOL section 1; decision 0013.

    Examples
    --------
    >>> from viewer.dialogue.segments import Segment, Track
    >>> track = Track.from_segments([Segment(0.0, 1.5, "Laughter"), Segment(2.0, 3.0, "Cough")])
    >>> found = inventory([Conversation("1", 60.0, {(2, "a"): track})])
    >>> found.labels[-1], found.counts[0, 1, 0, -1], found.seconds[0, 1, 0, found.labels.index("Laughter")]
    ('Cough', np.int64(1), np.float64(1.5))
    """
    used = {label for one in conversations for track in one.tracks.values() for label in track.labels}
    labels = (*_known(used), *sorted(used - set(_KNOWN)))
    place = {label: position for position, label in enumerate(labels)}
    segments = pool_moments([_segments(one) for one in conversations])
    texts = [track for one in conversations for track in _tracks(one)]
    label = np.array([place[name] for track in texts for name in track.labels], dtype=np.int64)
    has_words = np.array(
        [WORD.search(text) is not None for track in texts for text in track.texts], dtype=bool
    )
    shape = (len(conversations), len(SPEAKERS), len(ANNOTATORS), len(labels))
    cell = np.ravel_multi_index(
        (segments.dialogue, segments.speaker - SPEAKERS[0], segments.annotator, label), shape
    )
    size = int(np.prod(shape))
    return Inventory(
        labels,
        segments,
        label,
        has_words,
        np.bincount(cell, minlength=size).reshape(shape),
        np.bincount(cell, weights=segments.value_s, minlength=size).astype(np.float64).reshape(shape),
    )


def _known(used: set[str]) -> list[str]:
    """Return the labels of the taxonomy, and the aliases that are used."""
    return [label for label in _KNOWN if label in LABEL_CLASSES or label in used]


def _tracks(conversation: Conversation) -> list[Track]:
    return [conversation.track(speaker, annotator) for speaker in SPEAKERS for annotator in ANNOTATORS]


def _segments(conversation: Conversation) -> Moments:
    tracks = _tracks(conversation)
    sizes = [len(track) for track in tracks]
    start_s = np.concatenate([track.start_s for track in tracks])
    end_s = np.concatenate([track.end_s for track in tracks])
    return moments_of(
        np.repeat(np.repeat(SPEAKERS, len(ANNOTATORS)), sizes),
        np.repeat(np.tile(np.arange(len(ANNOTATORS)), len(SPEAKERS)), sizes),
        np.concatenate([np.arange(size, dtype=np.int64) for size in sizes]),
        start_s,
        end_s - start_s,
    )
