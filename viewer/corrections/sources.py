"""Which labels a verdict was given on: a digest of one speaker's tracks as they were read."""

from __future__ import annotations

import hashlib
import json

from viewer.dialogue.conversation import ANNOTATORS, Conversation

_DIGITS = 32


def source_digest(conversation: Conversation, speaker: int) -> str:
    """Return a digest of what three annotators wrote about a speaker.

    Parameters
    ----------
    conversation
        The source, without any verdict.
    speaker
        1 or 2.

    Returns
    -------
    str
        32 hex digits of a SHA-256; the same however the labels are stored (folders, parquet, JSON), another
        as soon as one time, label, word or the order of the segments is another.

    Examples
    --------
    >>> len(source_digest(Conversation("7", 10.0), 1))
    32
    """
    tracks = [
        [
            name,
            track.start_s.tolist(),
            track.end_s.tolist(),
            track.labels,
            track.texts,
        ]
        for name in ANNOTATORS
        if len(track := conversation.track(speaker, name))
    ]
    return hashlib.sha256(json.dumps(tracks).encode()).hexdigest()[:_DIGITS]
