"""Examples of gold and of verdicts: turn ends, interruptions, pauses, spans, and each fate.

The first that is easy to hear is taken, and the search for its term ends there: sentences are costly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from viewer.dialogue.conversation import SPEAKERS
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import BENCHMARK, TASKS, Task
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring import FATE_NAMES, Fate, TaskOutcomes
from viewer.view_models.event_ids import DECISION, NEGATIVE, POSITIVE, event_ids
from viewer.view_models.example_rows import Example, fitness
from viewer.view_models.reasons import SpeakerView
from viewer.view_models.words import GoldWords
from viewer.workspace import SplitWork

BEFORE_S, AFTER_S = 1.5, 1.0
"""What belongs to a moment: the speech before it, and a little after."""
OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "eot": ("positive", "window"),
    "pause": ("hold", "negative"),
    "turn": ("gold", "consensus"),
}
"""Terms that are shown by the example of another one."""


def event_examples(work: SplitWork) -> dict[str, Example]:
    """Return examples of gold and of every fate that occurs, by the glossary's id."""
    found = _Found()
    golds = work.golds(BENCHMARK)
    heard = [name for name in work.scorable_ids if work.audio(name) is not None]
    for name in heard:
        _look_in_gold(found, work, name, golds[name])
    for model in work.models:
        scored = work.scored(model, BENCHMARK)
        if scored is None:
            continue
        for name in heard:
            row = work.decided_row(model, name)
            for task in TASKS:
                if row is not None and work.supports(model, task):
                    _Verdicts(work, name, model, task, scored.outcomes(row, task)).look(found)
    return found.by_term()


class _Found:
    """The best example of each term so far."""

    def __init__(self) -> None:
        self._best: dict[str, tuple[float, Example]] = {}

    def offer(self, term: str, length_s: float, make: Callable[[], Example]) -> None:
        """Take an example if it can be heard better than the one there is."""
        rank = fitness(length_s)
        if term not in self._best or rank > self._best[term][0]:
            self._best[term] = (rank, make())

    def by_term(self) -> dict[str, Example]:
        """Return what was found, under every term that it is an example of."""
        found = {term: example for term, (_, example) in self._best.items()}
        for term, others in OTHER_NAMES.items():
            found.update({other: found[term] for other in others if term in found})
        return found


def _look_in_gold(found: _Found, work: SplitWork, name: str, gold: Gold) -> None:
    words = GoldWords(work.conversation(name), gold)
    turns, masks = gold.turn_events, gold.eot.excluded
    for speaker, start, end in _rows(turns.speaker, turns.start_s, turns.end_s):
        found.offer("turn", end - start, partial(_turn, name, speaker, (start, end), words))
    for speaker, start, end in _rows(masks.speaker, masks.start_s, masks.end_s):
        note = "The annotators do not agree about this stretch."
        make = partial(Example, name, speaker, start, end, note=note, task=str(Task.EOT))
        found.offer("excluded", end - start, make)
    for task in TASKS:
        positives, spans = gold.of(task).positives, gold.of(task).negatives
        told = "Speaker {} ends a turn." if task is Task.EOT else "Speaker {} takes the floor."
        for speaker, time in zip(positives.speaker.tolist(), positives.time_s.tolist(), strict=True):
            make = partial(_moment, name, task, speaker, time, told.format(speaker), words)
            found.offer(str(task), BEFORE_S + AFTER_S, make)
        told = "Speaker {} keeps the floor." if task is Task.EOT else "Speaker {} takes no floor here."
        for speaker, start, end in _rows(spans.speaker, spans.start_s, spans.end_s):
            make = partial(_span, name, task, speaker, (start, end), told.format(speaker), words)
            found.offer("pause" if task is Task.EOT else "listening_span", end - start, make)


def _turn(name: str, speaker: int, span: tuple[float, float], words: GoldWords) -> Example:
    said = words.of_positive(Task.EOT, speaker, span[1])
    note = "A stretch of turn on which at least two annotators agree."
    return Example(name, speaker, *span, words=said, note=note)


def _rows(speakers: IntArray, starts: FloatArray, ends: FloatArray) -> Iterator[tuple[int, float, float]]:
    yield from zip(speakers.tolist(), starts.tolist(), ends.tolist(), strict=True)


def _moment(name: str, task: Task, speaker: int, time: float, note: str, words: GoldWords) -> Example:
    event = event_ids(task, POSITIVE, [speaker], [time])[0]
    said = words.of_positive(task, speaker, time)
    around = _around(name, task, speaker, time, note)
    return replace(around, words=said, event=event)


def _around(name: str, task: Task, speaker: int, time: float, note: str) -> Example:
    start, end = max(0.0, time - BEFORE_S), time + AFTER_S
    return Example(name, speaker, start, end, note=note, task=str(task), at_s=time)


def _span(
    name: str, task: Task, speaker: int, span: tuple[float, float], note: str, words: GoldWords
) -> Example:
    said = words.of_negative(task, speaker, span[0])
    event = event_ids(task, NEGATIVE, [speaker], [span[0]])[0]
    return Example(name, speaker, *span, words=said, note=note, task=str(task), event=event)


class _Verdicts:
    """What became of everything of one model's task in one dialogue."""

    def __init__(self, work: SplitWork, name: str, model: str, task: Task, outcomes: TaskOutcomes) -> None:
        gold = work.golds(BENCHMARK)[name]
        self.words = GoldWords(work.conversation(name), gold)
        self.name, self.task, self.outcomes = name, task, outcomes
        self.model, self.title = model, work.model(model).title
        self.views = {
            speaker: SpeakerView.of(task, speaker, BENCHMARK, outcomes, gold.of(task), self.words)
            for speaker in SPEAKERS
        }

    def look(self, found: _Found) -> None:
        """Offer hits and misses, spans that fired or stayed quiet, and the other fates of decisions."""
        for speaker, view in self.views.items():
            is_missed = np.isnan(view.claimed_s)
            for row, has_missed in enumerate(is_missed.tolist()):
                make = partial(self._positive, speaker, view, row)
                found.offer("miss" if has_missed else "hit", BEFORE_S + AFTER_S, make)
            fired = self.outcomes.negatives.has_fired[self.outcomes.negatives.speaker == speaker]
            lengths = (view.span_ends_s - view.span_starts_s).tolist()
            for row, (has_fired, length) in enumerate(zip(fired.tolist(), lengths, strict=True)):
                make = partial(self._negative, speaker, view, row, has_fired=bool(has_fired))
                found.offer("false_alarm" if has_fired else "quiet", length, make)
            for row, fate in enumerate(view.fates.tolist()):
                if fate not in (Fate.HIT, Fate.FALSE_ALARM):
                    make = partial(self._decision, speaker, view, row)
                    found.offer(FATE_NAMES[Fate(fate)], BEFORE_S + AFTER_S, make)

    def _positive(self, speaker: int, view: SpeakerView, row: int) -> Example:
        time, note = float(view.positives_s[row]), self._told(view.positive(row))
        return self._of_model(_moment(self.name, self.task, speaker, time, note, self.words))

    def _negative(self, speaker: int, view: SpeakerView, row: int, *, has_fired: bool) -> Example:
        span = float(view.span_starts_s[row]), float(view.span_ends_s[row])
        note = self._told(view.negative(row, has_fired=has_fired))
        return self._of_model(_span(self.name, self.task, speaker, span, note, self.words))

    def _decision(self, speaker: int, view: SpeakerView, row: int) -> Example:
        time = float(view.decisions_s[row])
        event = event_ids(self.task, DECISION, [speaker], [time])[0]
        around = _around(self.name, self.task, speaker, time, self._told(view.decision(row)))
        return self._of_model(replace(around, event=event))

    def _of_model(self, example: Example) -> Example:
        return replace(example, model=self.model)

    def _told(self, reason: str) -> str:
        return f"{self.title}. {reason}"
