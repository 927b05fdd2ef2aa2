"""The dynamics of a dialogue: how often, how long, how fast its speakers take turns.

The task: describe a dialogue by ten numbers that need no model, from what three annotators labelled.

Conventions: fine labels as they stand in the file (the alias "Regular Turn" is not one of them); seconds and
minutes on the dialogue's clock. Rates, sums and changes are means over the three annotators, where an empty
or missing track counts as one with no segments. Turn lengths and floor-transfer offsets are pooled over the
annotators instead, since an annotator without any has none to average. What has no value is None.

References
----------
PROTOCOL section 7, "Dynamics".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np

from viewer.corpus.floor import floor_sequence
from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.segments import FloatArray
from viewer.dialogue.taxonomy import LABEL_CLASSES, LabelClass

WORD = re.compile(r"[A-Za-z][A-Za-z'\-]*")
"""What the words per minute count."""
_SECONDS_PER_MINUTE = 60.0
_INTERRUPTIONS = (LabelClass.INTERRUPTION, LabelClass.NON_FLOOR_TAKING_INTERRUPTION)


@dataclass(frozen=True, slots=True)
class Dynamics:
    """Ten numbers of one dialogue, or their means over several.

    Parameters
    ----------
    events_per_min, backchannels_per_min, interruptions_per_min, laughter_per_min, words_per_min
        Segments (all; backchannels; interruptions of all four kinds; laughter) and words per minute.
    turn_length_mean_s
        Mean length of the floor-holding segments in seconds, 0.0 if there is none.
    speaker_changes
        How often the floor-holding segments change speaker.
    overlap_s
        Summed seconds labelled Overlap.
    silence_ratio
        Share of the dialogue in which no segment with a label stands, 0.0 to 1.0.
    floor_transfer_offset_median_s
        Median of next start minus previous end at the changes, negative for overlaps; None without changes.
    """

    events_per_min: float | None
    turn_length_mean_s: float | None
    speaker_changes: float | None
    backchannels_per_min: float | None
    interruptions_per_min: float | None
    overlap_s: float | None
    laughter_per_min: float | None
    silence_ratio: float | None
    words_per_min: float | None
    floor_transfer_offset_median_s: float | None


@dataclass(frozen=True, slots=True)
class _Heard:
    """Both speakers' segments of one annotator, speaker 1 before speaker 2."""

    start_s: FloatArray
    end_s: FloatArray
    labels: tuple[str, ...]
    texts: tuple[str, ...]

    def count(self, *classes: LabelClass) -> int:
        """Count the segments of these classes."""
        return sum(LABEL_CLASSES.get(label) in classes for label in self.labels)

    def words(self) -> int:
        """Count the words of all texts."""
        return sum(len(WORD.findall(text)) for text in self.texts)

    def overlap_s(self) -> float:
        """Sum the seconds labelled Overlap."""
        is_overlap = np.array([label == "Overlap" for label in self.labels], dtype=bool)
        return float((self.end_s - self.start_s)[is_overlap].sum())


def dynamics(conversation: Conversation) -> Dynamics:
    """Measure the dynamics of one dialogue.

    ::

        1  |--- turn ---|          |BC|        |--- turn ---|
        2                  |------ turn ------|
                        <--> offset            > offset (negative if they overlap)

    A floor-holding segment is a Normal Turn, a Strong Floor Hold or a Bounded Response. Both speakers' are
    sorted by ``(start, end, speaker)``; a change is two consecutive ones of different speakers, its offset
    the second's start minus the first's end.

    Parameters
    ----------
    conversation
        The dialogue with its annotators' tracks.

    Returns
    -------
    Dynamics
        Means over the three annotators; turn length and offset pooled over them.

    Notes
    -----
    Without labels: rates and changes 0.0, silence 1.0, turn length 0.0, no offset. In a dialogue of no length
    rates and silence have no value. Segments past the end count whole, so the silence is cut off at 0.0.

    References
    ----------
    PROTOCOL section 7, "Dynamics".

    Examples
    --------
    >>> from viewer.dialogue.segments import Segment, Track
    >>> asked = Track.from_segments([Segment(0.0, 2.0, "Normal Turn", "is it you?")])
    >>> answered = Track.from_segments([Segment(2.5, 3.0, "Bounded Response", "yes")])
    >>> tracks = {(1, name): asked for name in "abc"} | {(2, name): answered for name in "abc"}
    >>> found = dynamics(Conversation("1", 60.0, tracks))
    >>> found.events_per_min, found.words_per_min, found.speaker_changes
    (2.0, 4.0, 1.0)
    >>> found.turn_length_mean_s, found.floor_transfer_offset_median_s
    (1.25, 0.5)
    """
    heard = [_heard_by(conversation, annotator) for annotator in ANNOTATORS]
    minutes = conversation.duration_s / _SECONDS_PER_MINUTE
    floors = [floor_sequence(conversation, annotator) for annotator in ANNOTATORS]
    turns = np.concatenate([floor.length_s for floor in floors])
    transfers = np.concatenate([floor.step_s[floor.is_transfer] for floor in floors])

    def per_minute(counts: Iterable[int]) -> float | None:
        return sum(counts) / len(heard) / minutes if minutes > 0 else None

    return Dynamics(
        events_per_min=per_minute(len(one.labels) for one in heard),
        turn_length_mean_s=float(turns.mean()) if len(turns) else 0.0,
        speaker_changes=len(transfers) / len(heard),
        backchannels_per_min=per_minute(one.count(LabelClass.BACKCHANNEL) for one in heard),
        interruptions_per_min=per_minute(one.count(*_INTERRUPTIONS) for one in heard),
        overlap_s=sum(one.overlap_s() for one in heard) / len(heard),
        laughter_per_min=per_minute(one.count(LabelClass.LAUGHTER) for one in heard),
        silence_ratio=_silence_ratio(heard, conversation.duration_s),
        words_per_min=per_minute(one.words() for one in heard),
        floor_transfer_offset_median_s=float(np.median(transfers)) if len(transfers) else None,
    )


def mean_dynamics(several: Iterable[Dynamics]) -> Dynamics:
    """Average each number over the dialogues that have it.

    Parameters
    ----------
    several
        One `Dynamics` per dialogue.

    Returns
    -------
    Dynamics
        Per field the mean of the values that are not None; None where no dialogue has one.

    References
    ----------
    PROTOCOL section 7, the published table; DATA section 3, ``dynamics``.

    Examples
    --------
    >>> mean_dynamics([]).events_per_min is None
    True
    """
    rows = list(several)
    means: dict[str, float | None] = {}
    for field in fields(Dynamics):
        values = [value for row in rows if (value := getattr(row, field.name)) is not None]
        means[field.name] = sum(values) / len(values) if values else None
    return Dynamics(**means)


def dynamics_by_type(conversations: Iterable[Conversation]) -> dict[str, Dynamics]:
    """Average the dynamics over the dialogues of each conversation type.

    Parameters
    ----------
    conversations
        Dialogues; one without a type counts as "unknown".

    Returns
    -------
    dict of str to Dynamics
        In the order in which the types first appear.

    References
    ----------
    PROTOCOL section 7, the published table.

    Examples
    --------
    >>> list(dynamics_by_type([Conversation("1", 60.0)]))
    ['unknown']
    """
    groups: dict[str, list[Dynamics]] = {}
    for conversation in conversations:
        groups.setdefault(conversation.conversation_type, []).append(dynamics(conversation))
    return {name: mean_dynamics(group) for name, group in groups.items()}


def _heard_by(conversation: Conversation, annotator: str) -> _Heard:
    tracks = [conversation.track(speaker, annotator) for speaker in SPEAKERS]
    return _Heard(
        np.concatenate([track.start_s for track in tracks]),
        np.concatenate([track.end_s for track in tracks]),
        tuple(label for track in tracks for label in track.labels),
        tuple(text for track in tracks for text in track.texts),
    )


def _silence_ratio(heard: list[_Heard], duration_s: float) -> float | None:
    if duration_s <= 0:
        return None
    return sum(max(0.0, 1.0 - _covered_s(one) / duration_s) for one in heard) / len(heard)


def _covered_s(heard: _Heard) -> float:
    """Return the length of the union of all segments with a label."""
    has_label = np.array([bool(label) for label in heard.labels], dtype=bool)
    if not has_label.any():
        return 0.0
    order = np.argsort(heard.start_s[has_label], kind="stable")
    start, end = heard.start_s[has_label][order], heard.end_s[has_label][order]
    reached = np.maximum.accumulate(end)
    # Each segment adds what lies beyond everything before it.
    before = np.concatenate(([-np.inf], reached[:-1]))
    return float(np.maximum(0.0, end - np.maximum(start, before)).sum())
