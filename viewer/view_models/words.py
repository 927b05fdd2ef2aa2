"""The words of gold events, taken from the first annotator of their consensus."""

from __future__ import annotations

from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.gold_sets import ConsensusEvents, Gold
from viewer.dialogue.protocol import Task
from viewer.dialogue.taxonomy import CLASS_NAMES, LabelClass

SHOWN_WORDS = 6
ELLIPSIS = "…"


def consensus_texts(conversation: Conversation, events: ConsensusEvents) -> list[str]:
    """Return the words of each consensus event."""
    texts = []
    for speaker, members in zip(events.speaker.tolist(), events.members.tolist(), strict=True):
        annotator, row = next(
            (annotator, row) for annotator, row in zip(ANNOTATORS, members, strict=True) if row >= 0
        )
        texts.append(conversation.track(speaker, annotator).texts[row])
    return texts


def last_words(text: str) -> str:
    """Return the end of a text: what was said before a turn's end.

    Examples
    --------
    >>> last_words("so then we could just take the cabin")
    '… we could just take the cabin'
    """
    words = text.split()
    return " ".join([ELLIPSIS, *words[-SHOWN_WORDS:]] if len(words) > SHOWN_WORDS else words)


def first_words(text: str) -> str:
    """Return the beginning of a text: what an interruption starts with."""
    words = text.split()
    return " ".join([*words[:SHOWN_WORDS], ELLIPSIS] if len(words) > SHOWN_WORDS else words)


class GoldWords:
    """Words to show beside the events of one conversation's gold."""

    def __init__(self, conversation: Conversation, gold: Gold) -> None:
        self._turn_ends: dict[tuple[int, float], str] = {}
        self._interruptions: dict[tuple[int, float], str] = {}
        self._spans: dict[tuple[int, float], tuple[str, LabelClass]] = {}
        turn_texts = consensus_texts(conversation, gold.turn_events)
        for speaker, end, text in zip(
            gold.turn_events.speaker.tolist(), gold.turn_events.end_s.tolist(), turn_texts, strict=True
        ):
            self._turn_ends[(speaker, end)] = text
        for speaker, start, code, text in zip(
            gold.label_events.speaker.tolist(),
            gold.label_events.start_s.tolist(),
            gold.label_events.label_class.tolist(),
            consensus_texts(conversation, gold.label_events),
            strict=True,
        ):
            if code == LabelClass.INTERRUPTION:
                self._interruptions[(speaker, start)] = text
            elif code in (LabelClass.BACKCHANNEL, LabelClass.NON_CONTENT):
                self._spans[(speaker, start)] = (text, LabelClass(code))

    def of_positive(self, task: Task, speaker: int, time_s: float) -> str:
        """Return the last words of a turn, or the first of an interruption."""
        if task is Task.EOT:
            return last_words(self._turn_ends.get((speaker, time_s), ""))
        return first_words(self._interruptions.get((speaker, time_s), ""))

    def of_negative(self, task: Task, speaker: int, start_s: float) -> str:
        """Return ``(pause)``, or the words or the class of what must not be taken for an interruption."""
        if task is Task.EOT:
            return "(pause)"
        text, found = self._spans[(speaker, start_s)]
        return first_words(text) or f"({CLASS_NAMES[found].lower()})"

    def span_noun(self, task: Task, speaker: int, start_s: float) -> str:
        """Return what a negative span is, as sentences call it."""
        if task is Task.EOT:
            return "pause"
        found = self._spans[(speaker, start_s)][1]
        return "backchannel" if found is LabelClass.BACKCHANNEL else "stretch of non-content"
