"""One sentence for every verdict: what happened, and the limit that decided it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.dialogue.gold_sets import TaskGold
from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring import MS_PER_S, Fate, TaskOutcomes
from viewer.view_models.event_ids import DECISION, NEGATIVE, POSITIVE, event_ids
from viewer.view_models.formats import clock, plain_ms, seconds
from viewer.view_models.words import GoldWords

NEARBY_S = 10.0
EVENT_NOUNS = {Task.EOT: "turn's end", Task.INT: "interruption's start"}


@dataclass(frozen=True)
class SpeakerView:
    """What one speaker's sentences are made from, all of one task."""

    task: Task
    speaker: int
    settings: ProtocolSettings
    positives_s: FloatArray
    window_ends_s: FloatArray
    claimed_s: FloatArray
    span_starts_s: FloatArray
    span_ends_s: FloatArray
    has_fired: IntArray
    decisions_s: FloatArray
    fates: IntArray
    masks: tuple[tuple[float, float], ...]
    words: GoldWords

    @classmethod
    def of(
        cls,
        task: Task,
        speaker: int,
        settings: ProtocolSettings,
        outcomes: TaskOutcomes,
        gold: TaskGold,
        words: GoldWords,
    ) -> SpeakerView:
        """Cut one speaker out of the outcomes of a task."""
        positives, negatives, decisions = outcomes.positives, outcomes.negatives, outcomes.decisions
        is_own = positives.speaker == speaker
        spans = np.flatnonzero(negatives.speaker == speaker)
        spans = spans[np.argsort(negatives.start_s[spans], kind="stable")]
        own = decisions.speaker == speaker
        masked = gold.excluded.speaker == speaker
        return cls(
            task, speaker, settings,
            positives.time_s[is_own], positives.window_end_s[is_own], positives.decision_s[is_own],
            negatives.start_s[spans], negatives.end_s[spans], negatives.has_fired[spans],
            decisions.time_s[own], decisions.fate[own],
            tuple(zip(gold.excluded.start_s[masked], gold.excluded.end_s[masked], strict=True)),
            words,
        )  # fmt: skip

    @property
    def noun(self) -> str:
        """What a positive of this task is."""
        return EVENT_NOUNS[self.task]

    def positive(self, row: int) -> str:
        """Return why a positive was hit or missed."""
        time, decision = float(self.positives_s[row]), float(self.claimed_s[row])
        if np.isnan(decision):
            return f"Miss: {self.why_missed(row)}."
        return f"Hit: {self._hit(time, decision)}."

    def _hit(self, time: float, decision: float) -> str:
        side = "before" if decision < time else "after"
        early, late = seconds(self.settings.tau_pre_s), seconds(self.settings.tau_max_s)
        limits = f"{early} early to {late} late counts"
        return f"decided {plain_ms(abs(decision - time) * MS_PER_S)} ms {side} the {self.noun}; {limits}"

    def why_missed(self, row: int) -> str:
        """Return what kept the nearest decision from counting; both numbers where there are two."""
        time = float(self.positives_s[row])
        first, end = time - self.settings.tau_pre_s, float(self.window_ends_s[row])
        inside = self._fates_between(first, end)
        if Fate.HIT in inside:
            return "the decision in its window was claimed by another event of this speaker"
        if Fate.MASKED in inside:
            return "its only decision lies where annotators disagree, and is masked"
        later = self.decisions_s[(self.decisions_s > end) & (self.fates != Fate.MASKED)]
        if len(later) and later[0] - time <= NEARBY_S:
            late = f"the first decision came {seconds(later[0] - time)} after the {self.noun}"
            return f"{late}; {self._limit(time, end)}"
        earlier = self.decisions_s[(self.decisions_s < first) & (self.fates != Fate.MASKED)]
        if len(earlier) and time - earlier[-1] <= NEARBY_S:
            early = f"the last decision came {seconds(time - earlier[-1])} before the {self.noun}"
            return f"{early}; at most {seconds(self.settings.tau_pre_s)} early counts"
        before = f"no decision from {seconds(self.settings.tau_pre_s)} before the {self.noun}"
        return f"{before} to {seconds(end - time)} after"

    def _limit(self, time: float, end: float) -> str:
        """Say what closed a positive's window."""
        if end - time < self.settings.tau_max_s and end in self.positives_s:
            return f"the next {self.noun} closes the window after {seconds(end - time)}"
        return f"the limit is {seconds(self.settings.tau_max_s)}"

    def _fates_between(self, first: float, last: float) -> set[int]:
        inside = (self.decisions_s >= first) & (self.decisions_s <= last)
        return set(self.fates[inside].tolist())

    def negative(self, row: int, *, has_fired: bool) -> str:
        """Return why a negative span fired or stayed quiet."""
        start, end = float(self.span_starts_s[row]), float(self.span_ends_s[row])
        span = f"this {self.words.span_noun(self.task, self.speaker, start)} of {seconds(end - start)}"
        if not has_fired:
            return f"Quiet: no decision was charged in {span}."
        first = start - self.settings.tau_pre_s
        is_charged = np.isin(self.fates, (int(Fate.FALSE_ALARM), int(Fate.REPEAT)))
        charged = self.decisions_s[is_charged & (self.decisions_s >= first) & (self.decisions_s <= end)]
        return f"False alarm: decided {self._into(float(charged[0]), start)} {span}."

    def _into(self, decision: float, start: float) -> str:
        if decision < start:
            limit = seconds(self.settings.tau_pre_s)
            return f"{seconds(start - decision)} before (within {limit} counts)"
        return f"{seconds(decision - start)} into"

    def claimed_rows(self) -> IntArray:
        """Return the row of the decision that claimed each positive, -1 for a miss."""
        rows = np.searchsorted(self.decisions_s, self.claimed_s)
        rows[np.isnan(self.claimed_s)] = -1
        return rows

    def owners(self) -> IntArray:
        """Return the row of the event that each decision belongs to, -1 where it belongs to none.

        A hit's is a row of the positives; that of a false alarm or a repeat is a row of the spans, the
        first that it fires.
        """
        owners = np.full(len(self.decisions_s), -1, dtype=np.int64)
        claimed = self.claimed_rows()
        owners[claimed[claimed >= 0]] = np.flatnonzero(claimed >= 0)
        is_charged = np.isin(self.fates, (int(Fate.FALSE_ALARM), int(Fate.REPEAT)))
        reached = np.maximum.accumulate(self.span_ends_s)
        owners[is_charged] = np.searchsorted(reached, self.decisions_s[is_charged])
        return owners

    def sentence(self, kind: str, row: int) -> str:
        """Return the sentence of an event: the row of a positive, a negative span or a decision."""
        if kind == POSITIVE:
            return self.positive(row)
        if kind == NEGATIVE:
            return self.negative(row, has_fired=bool(self.has_fired[row]))
        return self.decision(row)

    def ids(self, kind: str) -> list[str]:
        """Return the ids of all events of a kind, in the order of their rows."""
        times = {POSITIVE: self.positives_s, NEGATIVE: self.span_starts_s, DECISION: self.decisions_s}[kind]
        return event_ids(self.task, kind, [self.speaker] * len(times), times.tolist())

    def decision(self, row: int) -> str:
        """Return what became of a decision."""
        time, fate = float(self.decisions_s[row]), Fate(int(self.fates[row]))
        if fate is Fate.HIT:
            return self.positive(int(np.flatnonzero(self.claimed_s == time)[0]))
        if fate in (Fate.FALSE_ALARM, Fate.REPEAT):
            return self._charged(time, fate)
        if fate is Fate.MASKED:
            return f"Masked: {self._mask(time)}; decisions there do not count."
        if fate is Fate.REDUNDANT:
            return self._redundant(time)
        return f"Ignored: no {self.noun} is near, and no span that must stay quiet."

    def _charged(self, time: float, fate: Fate) -> str:
        rows = self._fired_spans(time)
        start, end = float(self.span_starts_s[rows[0]]), float(self.span_ends_s[rows[0]])
        noun = self.words.span_noun(self.task, self.speaker, start)
        what = f"{self._into(time, start)} a {noun} of {seconds(end - start)}"
        if fate is Fate.REPEAT:
            return f"Repeat: {what} that had fired before; charged once."
        twice = " It fires two spans." if len(rows) > 1 else ""
        return f"False alarm: decided {what}.{twice}"

    def _fired_spans(self, time: float) -> IntArray:
        """Return the rows of the negative spans that a decision at this time fires."""
        first = self.span_starts_s - self.settings.tau_pre_s
        return np.flatnonzero((first <= time) & (time <= self.span_ends_s))

    def _mask(self, time: float) -> str:
        start, end = next(span for span in self.masks if span[0] <= time <= span[1])
        return f"{clock(start, 2)} to {clock(end, 2)} is excluded, annotators disagree or nothing is asked"

    def _redundant(self, time: float) -> str:
        first = self.positives_s - self.settings.tau_pre_s
        row = int(np.flatnonzero((first <= time) & (time <= self.window_ends_s))[0])
        return (
            f"Redundant: {seconds(abs(time - float(self.positives_s[row])))} from the {self.noun} at "
            f"{clock(float(self.positives_s[row]))}, which an earlier decision had claimed."
        )
