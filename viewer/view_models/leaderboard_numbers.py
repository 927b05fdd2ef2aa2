"""Numbers of the leaderboard, each with the pick of exactly the events that it counts."""

from __future__ import annotations

from typing import Any

from viewer.dialogue.protocol import Task
from viewer.scoring import Score
from viewer.view_models.formats import DASH, plain_ms, rate
from viewer.view_models.picks import Pick, to_text
from viewer.view_models.score_card import fp_state

Number = dict[str, Any]
"""``{"text", "count", "pick"}``: what is shown, how many events stand behind it, and which ones."""

OUTCOMES = (("hit", "tp"), ("miss", "fn"), ("false_alarm", "fp"), ("quiet", "tn"))
"""The fate of each outcome, and the count of a `Score` that it is."""

PERCENTILES = ("p10", "p50", "p90")


def plain(text: str) -> Number:
    """Return a number that opens nothing."""
    return {"text": text, "count": 0, "pick": ""}


class Numbers:
    """The numbers of one model's score of one task, within a filter.

    Parameters
    ----------
    score
        The pooled score; None if there is none: every number is a dash then.
    model, task
        Whose score it is.
    conversation_type, pairing
        The filter that it is pooled over; empty: any.
    recall_floor
        A recall is written so that it does not read like this floor unless it is on it.
    """

    def __init__(
        self,
        score: Score | None,
        model: str,
        task: Task,
        *,
        conversation_type: str = "",
        pairing: str = "",
        recall_floor: float | None = None,
    ) -> None:
        self.score = score
        self._model, self._task = model, task
        self._filter = (conversation_type, pairing)
        self._limits = () if recall_floor is None else (recall_floor,)

    def _number(self, text: str, count: int, fate: str) -> Number:
        if not count:
            return plain(text)
        return {
            "text": text,
            "count": count,
            "pick": to_text(Pick(self._task, ((self._model, fate),), *self._filter)),
        }

    def recall(self) -> Number:
        """Return the recall; it opens the positives."""
        if self.score is None:
            return plain(DASH)
        return self._number(rate(self.score.recall, *self._limits), self.score.tp + self.score.fn, "positive")

    def fp_rate(self) -> Number:
        """Return the fp rate, its value and where it stands; it opens the negative spans."""
        if self.score is None:
            return plain(DASH) | {"value": None, "state": "none"}
        value = self.score.fp_rate
        number = self._number(rate(value), self.score.fp + self.score.tn, "negative")
        return number | {"value": value, "state": fp_state(value)}

    def outcome(self, fate: str) -> Number:
        """Return how often an outcome came; it opens exactly those events."""
        if self.score is None:
            return plain(DASH)
        count: int = getattr(self.score, dict(OUTCOMES)[fate])
        return self._number(str(count), count, fate)

    def latency(self) -> Number:
        """Return the percentiles; each opens the hits."""
        score, found = self.score, None if self.score is None else self.score.latency
        if score is None or found is None:
            return {"ms": None} | {name: plain(DASH) for name in PERCENTILES}
        ms = [found.p10, found.p50, found.p90]
        texts = zip(PERCENTILES, ms, strict=True)
        return {"ms": ms} | {name: self._number(plain_ms(value), score.tp, "hit") for name, value in texts}
