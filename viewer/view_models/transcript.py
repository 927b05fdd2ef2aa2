"""What was said in a dialogue: both speakers' turns with their words, in time order."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.protocol import BENCHMARK
from viewer.view_models.words import consensus_texts
from viewer.workspace import SplitWork


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """A stretch of one speaker with its words; white space in them is one blank each."""

    speaker: int
    start_s: float
    end_s: float
    text: str

    def time_at(self, character: int) -> float:
        """Return about when the word that holds a character begins, seconds.

        Words have no times of their own in the data: the turn's length is shared out by their letters.

        Examples
        --------
        >>> turn = SpokenTurn(1, 10.0, 12.0, "four more")
        >>> turn.time_at(0), turn.time_at(5), turn.time_at(8)
        (10.0, 11.0, 11.0)
        """
        before = self.text[: self.text.rfind(" ", 0, character + 1) + 1]
        share = _letters(before) / max(1, _letters(self.text))
        return self.start_s + (self.end_s - self.start_s) * share


def _letters(text: str) -> int:
    return len(text) - text.count(" ")


def spoken_turns(work: SplitWork, conversation_id: str) -> list[SpokenTurn]:
    """Return the turns of a dialogue that have words, in time order.

    They are the consensus of the benchmark's settings, and between them, so that nothing heard is left
    out, the segments of the first annotator whose middle lies in no consensus event of their speaker.
    A split with hidden labels has no words at all.
    """
    conversation = work.conversations.get(conversation_id)
    if conversation is None or work.is_hidden:
        return []
    agreed = _agreed_turns(work, conversation)
    found = [*agreed, *_other_turns(conversation, agreed)]
    return sorted((turn for turn in found if turn.text), key=lambda turn: (turn.start_s, turn.speaker))


def _agreed_turns(work: SplitWork, conversation: Conversation) -> list[SpokenTurn]:
    gold = work.golds(BENCHMARK).get(conversation.conversation_id)
    if gold is None:
        return []
    events = gold.label_events
    columns = (events.speaker.tolist(), events.start_s.tolist(), events.end_s.tolist())
    texts = [_plain(text) for text in consensus_texts(conversation, events)]
    return [SpokenTurn(*row) for row in zip(*columns, texts, strict=True)]


def _other_turns(conversation: Conversation, agreed: list[SpokenTurn]) -> list[SpokenTurn]:
    """Return what the first annotator heard where there is no consensus."""
    annotator = next(
        (one for one in ANNOTATORS if any(len(conversation.track(s, one)) for s in SPEAKERS)), ""
    )
    others = []
    for speaker in SPEAKERS:
        events = sorted((turn for turn in agreed if turn.speaker == speaker), key=lambda turn: turn.start_s)
        starts = [event.start_s for event in events]
        reach = list(accumulate((event.end_s for event in events), max))
        for segment in conversation.track(speaker, annotator):
            before = bisect_right(starts, (segment.start_s + segment.end_s) / 2) - 1
            if before < 0 or reach[before] < (segment.start_s + segment.end_s) / 2:
                turn = SpokenTurn(speaker, segment.start_s, segment.end_s, _plain(segment.text))
                others.append(turn)
    return others


def _plain(text: str) -> str:
    return " ".join(text.split())
