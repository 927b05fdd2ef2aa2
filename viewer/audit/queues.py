"""The queues of a split: every question, sorted by how far scores could move by it.

Questions are about the source's gold, so that they and their names stay while verdicts come and go.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

import numpy as np

from viewer.audit.disputes import disputes, two_to_one
from viewer.audit.doubtful import Outcomes, fired_by_all, missed_by_all
from viewer.audit.edges import near_boundaries, near_windows
from viewer.audit.questions import Kind, Question, Queue, heard_tracks, with_labels
from viewer.audit.stakes import Stakes, stakes
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.scoring import Scored
from viewer.workspace import SplitWork

SPOT_CHECKS = 60


def questions(
    work: SplitWork, settings: ProtocolSettings, *, without: Collection[str] = ()
) -> tuple[Question, ...]:
    """Return every question of a split but the spot checks, the one that could move scores furthest first.

    Parameters
    ----------
    work
        The source: a split whose labels may be read.
    settings
        Those of the gold and the windows.
    without
        Models that have no say: one that replays the gold misses nothing, so that no event would be missed by
        every model.

    Returns
    -------
    tuple of Question
        On a tie in the split's order, then by time.

    Raises
    ------
    HiddenLabelsError
        If the split's labels are hidden.
    """
    work.require_labels()
    heard = tuple(name for name in work.models if name not in without)
    return work.kept(("audit questions", settings, heard), lambda: _questions(work, settings, heard))


def spot_checks(
    work: SplitWork, settings: ProtocolSettings, *, seed: int, count: int = SPOT_CHECKS
) -> tuple[Question, ...]:
    """Draw consensus events at random, in turn from every kind of conversation and every class.

    Parameters
    ----------
    work, settings
        As for `questions`.
    seed
        The same seed draws the same events.
    count
        How many; fewer if there are no more.

    Returns
    -------
    tuple of Question
        In the order drawn: one of each stratum (conversation type, class), then a second of each, and so
        on, so that any beginning of the list is as even as it can be.

    Raises
    ------
    HiddenLabelsError
        If the split's labels are hidden.
    """
    work.require_labels()
    generator = np.random.default_rng(seed)
    strata: dict[tuple[str, int], list[tuple[str, int]]] = {}
    golds = work.golds(settings)
    for name, gold in golds.items():
        kind = work.conversations[name].conversation_type
        for row, code in enumerate(gold.label_events.label_class.tolist()):
            strata.setdefault((kind, code), []).append((name, row))
    shuffled = [[rows[at] for at in generator.permutation(len(rows))] for _, rows in sorted(strata.items())]
    drawn = [one for one in chain.from_iterable(zip_longest(*shuffled)) if one is not None][:count]
    found = []
    for name, row in drawn:
        events = golds[name].label_events
        speaker = int(events.speaker[row])
        times = (float(events.start_s[row]), float(events.end_s[row]))
        question = Question(Queue.SPOT, Kind.EVENT, name, speaker, *times)
        found.append(with_labels(question, heard_tracks(work.conversations[name], speaker)))
    return tuple(_weighed(work, settings, tuple(work.models), found))


def narrowed(
    found: Iterable[Question],
    *,
    queue: Queue | None = None,
    kind: Kind | None = None,
    pair: str = "",
    conversation_id: str = "",
    task: Task | None = None,
) -> list[Question]:
    """Return the questions that fit every condition given, in their order."""
    return [
        one
        for one in found
        if (queue is None or one.queue is queue)
        and (kind is None or one.kind is kind)
        and (not pair or pair in one.pairs)
        and (not conversation_id or one.conversation_id == conversation_id)
        and (task is None or one.task is task)
    ]


def _questions(work: SplitWork, settings: ProtocolSettings, heard: Sequence[str]) -> tuple[Question, ...]:
    scored = _heard(work, settings, heard)
    found: list[Question] = []
    for name, gold in work.golds(settings).items():
        conversation = work.conversations[name]
        outcomes = _outcomes(work, scored, name)
        found += disputes(conversation, gold, settings)
        found += two_to_one(conversation, gold, settings)
        found += missed_by_all(conversation, gold, outcomes)
        found += fired_by_all(conversation, gold, outcomes)
        found += near_boundaries(conversation, settings)
        found += near_windows(conversation, gold, outcomes, settings)
    return tuple(sorted(_weighed(work, settings, heard, found), key=lambda one: -one.moves))


def scored_models(work: SplitWork, settings: ProtocolSettings) -> dict[str, Scored]:
    """Return the outcomes of every model that has a score over the whole split."""
    found = {}
    for name, model in work.models.items():
        scored = None if model.missing else work.scored(name, settings)
        if scored is not None:
            found[name] = scored
    return found


def _outcomes(work: SplitWork, scored: dict[str, Scored], name: str) -> Outcomes:
    row = work.row(name)
    if row is None:
        return {task: {} for task in TASKS}
    return {
        task: {model: one.outcomes(row, task) for model, one in scored.items() if work.supports(model, task)}
        for task in TASKS
    }


def _heard(work: SplitWork, settings: ProtocolSettings, heard: Sequence[str]) -> dict[str, Scored]:
    return {name: one for name, one in scored_models(work, settings).items() if name in heard}


def _weighed(
    work: SplitWork, settings: ProtocolSettings, heard: Sequence[str], found: Sequence[Question]
) -> list[Question]:
    key = ("audit stakes", settings, tuple(heard))
    by_dialogue = work.kept(key, lambda: _stakes(work, settings, heard))
    return [
        replace(one, moves=by_dialogue[one.conversation_id].of_span(one.speaker, one.start_s, one.end_s))
        for one in found
    ]


def _stakes(work: SplitWork, settings: ProtocolSettings, heard: Sequence[str]) -> dict[str, Stakes]:
    scored = _heard(work, settings, heard)
    pooled = {
        model: {task: one.pooled(task) for task in TASKS if work.supports(model, task)}
        for model, one in scored.items()
    }
    submissions = {
        model: submission for model in scored if (submission := work.model(model).submission) is not None
    }
    return {
        name: stakes(work.conversations[name], gold, pooled, submissions, settings)
        for name, gold in work.golds(settings).items()
    }
