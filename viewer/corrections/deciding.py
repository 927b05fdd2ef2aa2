"""What a choice means: the segments that are written if an annotator, the consensus or nobody is right."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

from viewer.corrections.layer import overlapping
from viewer.corrections.verdicts import MS_DIGITS, Choice
from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.segments import Segment
from viewer.dialogue.taxonomy import ALIASES

_MS_PER_S = 1000


def decided_segments(
    conversation: Conversation, gold: Gold, speaker: int, start_s: float, end_s: float, choice: Choice
) -> tuple[Segment, ...]:
    """Return what a choice writes into the span.

    - a, b, c: that annotator's segments which overlap the span, whole, in file order.
    - consensus: the label view's consensus events which overlap the span, at their times; the fine label is
      the one most of the members give, on a tie the first annotator's; the words are the first member's.
    - own, cannot tell: nothing; a reviewer's own segment comes from `own_segment`.

    Parameters
    ----------
    conversation, gold
        As the reviewer sees them; the gold is that conversation's.
    speaker
        1 or 2.
    start_s, end_s
        The span, seconds.
    choice
        Who is right.

    Returns
    -------
    tuple of Segment
        Times rounded to whole milliseconds, never past the dialogue's end by rounding.

    References
    ----------
    PROTOCOL section 3.
    """
    if choice in (Choice.A, Choice.B, Choice.C):
        found = overlapping(conversation, speaker, choice.value, start_s, end_s)
    elif choice is Choice.CONSENSUS:
        found = tuple(sorted(_consensus(conversation, gold, speaker, start_s, end_s), key=_by_start))
    else:
        return ()
    return tuple(_in_ms(one, conversation.duration_s) for one in found)


def own_segment(
    conversation: Conversation, speaker: int, label: str, start_s: float, end_s: float
) -> Segment:
    """Return a reviewer's own segment: times to 1 ms, with the words that annotators wrote there.

    Parameters
    ----------
    conversation, speaker
        The channel.
    label
        One of the 17 labels; `require_sound` refuses others.
    start_s, end_s
        Seconds.

    Returns
    -------
    Segment
        The words are those of the first annotator who wrote any in that stretch.
    """
    words = words_of(conversation, speaker, start_s, end_s)
    return _in_ms(Segment(start_s, end_s, label, words), conversation.duration_s)


def words_of(conversation: Conversation, speaker: int, start_s: float, end_s: float) -> str:
    """Return the words of the first annotator, a to c, who wrote any into a stretch.

    Parameters
    ----------
    conversation, speaker
        The channel.
    start_s, end_s
        The stretch, seconds.

    Returns
    -------
    str
        The texts of the segments that overlap it, in file order, with spaces between; else empty.
    """
    for annotator in ANNOTATORS:
        texts = [row.text for row in overlapping(conversation, speaker, annotator, start_s, end_s)]
        if any(texts):
            return " ".join(text for text in texts if text)
    return ""


def _by_start(segment: Segment) -> float:
    return segment.start_s


def _consensus(
    conversation: Conversation, gold: Gold, speaker: int, start_s: float, end_s: float
) -> list[Segment]:
    events = gold.label_events
    is_met = (events.speaker == speaker) & (events.start_s < end_s) & (start_s < events.end_s)
    found = []
    for row in is_met.nonzero()[0].tolist():
        heard = [
            (track.labels[member], track.texts[member])
            for annotator, member in zip(ANNOTATORS, events.members[row].tolist(), strict=True)
            if member >= 0
            for track in (conversation.track(speaker, annotator),)
        ]
        label = Counter(ALIASES.get(one, one) for one, _ in heard).most_common(1)[0][0]
        found.append(Segment(float(events.start_s[row]), float(events.end_s[row]), label, heard[0][1]))
    return found


def _in_ms(segment: Segment, duration_s: float) -> Segment:
    """Round a segment's times; a time within the dialogue is not rounded out of it."""
    times = [_rounded(time, duration_s) for time in (segment.start_s, segment.end_s)]
    return replace(segment, start_s=times[0], end_s=times[1])


def _rounded(time_s: float, duration_s: float) -> float:
    rounded = round(time_s, MS_DIGITS)
    if time_s <= duration_s < rounded:
        return math.floor(duration_s * _MS_PER_S) / _MS_PER_S
    return rounded
