"""What was said in a dialogue: both speakers' turns with their words, in time order."""

from __future__ import annotations

from bisect import bisect_left
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
    out, the segments of the first annotator that lie in consensus events of their speaker by half at most.
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
        events = sorted((turn.start_s, turn.end_s) for turn in agreed if turn.speaker == speaker)
        reach = list(accumulate((end for _, end in events), max))
        others += [
            SpokenTurn(speaker, one.start_s, one.end_s, _plain(one.text))
            for one in conversation.track(speaker, annotator)
            if not _is_covered(one.start_s, one.end_s, events, reach)
        ]
    return others


def _is_covered(start_s: float, end_s: float, events: list[tuple[float, float]], reach: list[float]) -> bool:
    """Return whether more than half of a stretch lies in events; ``reach`` is their ends' running maximum."""
    covered_s = 0.0
    at = bisect_left(events, (end_s, 0.0)) - 1
    while at >= 0 and reach[at] > start_s:
        covered_s += max(0.0, min(end_s, events[at][1]) - max(start_s, events[at][0]))
        at -= 1
    return covered_s > (end_s - start_s) / 2


def _plain(text: str) -> str:
    return " ".join(text.split())
