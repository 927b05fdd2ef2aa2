"""A dyadic conversation: its length, who speaks, and what three annotators heard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from viewer.dialogue.segments import EMPTY_TRACK, FloatArray, IntArray, Track

SPEAKERS = (1, 2)
ANNOTATORS = ("a", "b", "c")
UNKNOWN = "unknown"
_PAIRINGS = {("female", "female"): "FF", ("male", "male"): "MM", ("female", "male"): "mixed"}


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a corpus says about a conversation; None where it says nothing."""

    conversation_type: str | None = None
    speaker_1_actor_id: str | None = None
    speaker_2_actor_id: str | None = None
    speaker_1_actor_gender: str | None = None
    speaker_2_actor_gender: str | None = None
    title: str | None = None


@dataclass(frozen=True, eq=False, slots=True)
class AnnotatorColumns:
    """The three tracks of one speaker end to end, in the order a, b, c.

    ``offsets`` has shape ``(4,)``: annotator ``k`` owns rows ``offsets[k]`` up to ``offsets[k + 1]``.
    """

    start_s: FloatArray
    end_s: FloatArray
    label_codes: IntArray
    turn_codes: IntArray
    offsets: IntArray


@dataclass(frozen=True)
class Conversation:
    """One conversation without its sound.

    Parameters
    ----------
    conversation_id
        The corpus's name for it; hostile text, never part of a path.
    duration_s
        Samples over sample rate, float64 seconds.
    tracks
        ``(speaker, annotator) -> Track``; a missing annotator has no entry.
    metadata
        Type, speakers and title, where known.

    References
    ----------
    PROTOCOL section 1.

    Examples
    --------
    >>> genders = {"speaker_1_actor_gender": "male", "speaker_2_actor_gender": "female"}
    >>> conversation = Conversation("7", 60.0, metadata=Metadata(**genders))
    >>> conversation.pairing, conversation.conversation_type, conversation.has_labels
    ('mixed', 'unknown', False)
    """

    conversation_id: str
    duration_s: float
    tracks: Mapping[tuple[int, str], Track] = field(default_factory=dict)
    metadata: Metadata = field(default_factory=Metadata)

    def track(self, speaker: int, annotator: str) -> Track:
        """Return one annotator's track of one speaker; a missing one is empty."""
        return self.tracks.get((speaker, annotator), EMPTY_TRACK)

    @cached_property
    def columns(self) -> tuple[AnnotatorColumns, AnnotatorColumns]:
        """Both speakers' tracks as columns, for the compiled kernels."""
        return (self._columns_of(1), self._columns_of(2))

    def _columns_of(self, speaker: int) -> AnnotatorColumns:
        tracks = [self.track(speaker, annotator) for annotator in ANNOTATORS]
        return AnnotatorColumns(
            np.concatenate([track.start_s for track in tracks]),
            np.concatenate([track.end_s for track in tracks]),
            np.concatenate([track.label_view_codes for track in tracks]),
            np.concatenate([track.turn_view_codes for track in tracks]),
            np.cumsum([0, *(len(track) for track in tracks)], dtype=np.int64),
        )

    @property
    def has_labels(self) -> bool:
        """True if any annotator labelled anything."""
        return any(len(track) for track in self.tracks.values())

    @property
    def conversation_type(self) -> str:
        """The conversation type, ``"unknown"`` where the corpus gives none."""
        return self.metadata.conversation_type or UNKNOWN

    @property
    def pairing(self) -> str:
        """The speakers' genders: FF, MM, mixed or unknown."""
        genders = (self.metadata.speaker_1_actor_gender, self.metadata.speaker_2_actor_gender)
        known = tuple(sorted((gender or "").strip().lower() for gender in genders))
        return _PAIRINGS.get((known[0], known[1]), UNKNOWN)

    @property
    def title(self) -> str:
        """The title to show: the corpus's own, else the id."""
        return self.metadata.title or self.conversation_id
