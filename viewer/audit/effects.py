"""What corrections move: gold and every model's scores before and after, in a dialogue and over the split.

Only the dialogues that corrections touch are built and scored anew; the rest of the split's counts and
latencies are the source's. So the numbers are those of scoring the corrected split whole, at a fraction of
the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from viewer.audit.queues import scored_models
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.gold import build_gold
from viewer.scoring import Score, pack_gold, pool, score_submission
from viewer.workspace import SplitWork

POSITIVES, NEGATIVES, EXCLUDED = SETS = ("positives", "negatives", "excluded")
_Scores = Mapping[tuple[str, Task], Score]


@dataclass(frozen=True, slots=True)
class GoldChange:
    """One event or span that gold gained or lost.

    ``part`` is ``positives``, ``negatives`` or ``excluded``; a positive ends where it starts; ``is_gained``
    is False for what was lost.
    """

    task: Task
    part: str
    speaker: int
    start_s: float
    end_s: float
    is_gained: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """A score before and after."""

    before: Score
    after: Score


@dataclass(frozen=True, eq=False, slots=True)
class Effect:
    """What a set of corrections moves.

    Parameters
    ----------
    changes
        ``conversation_id -> what its gold gained and lost``, of the dialogues that corrections touch.
    split
        ``model -> task -> scores over the split``; models whose file is partial have none.
    dialogues
        ``conversation_id -> model -> task -> its own scores``, of the dialogues that corrections touch.
    """

    changes: Mapping[str, tuple[GoldChange, ...]]
    split: Mapping[str, Mapping[Task, Moved]]
    dialogues: Mapping[str, Mapping[str, Mapping[Task, Moved]]]


@dataclass(frozen=True, eq=False, slots=True)
class _Dialogue:
    """What was worked out of a corrected conversation."""

    conversation: Conversation
    changes: tuple[GoldChange, ...]
    scores: Mapping[str, Mapping[Task, Moved]]


class Effects:
    """Works out effects on one split; keeps what it has worked out of each dialogue last.

    Parameters
    ----------
    work
        The source.
    settings
        Those of gold and windows.
    """

    def __init__(self, work: SplitWork, settings: ProtocolSettings) -> None:
        self._work = work
        self._settings = settings
        self._scored = scored_models(work, settings)
        self._tasks = {name: [t for t in TASKS if work.supports(name, t)] for name in self._scored}
        self._rows = {name: row for row, name in enumerate(work.golds(settings))}
        self._before = {
            (name, task): [self._scored[name].score(row, task) for row in self._rows.values()]
            for name, tasks in self._tasks.items()
            for task in tasks
        }
        self._pooled = {key: pool(scores) for key, scores in self._before.items()}
        self._last: dict[str, _Dialogue] = {}

    def of(self, corrected: Mapping[str, Conversation]) -> Effect:
        """Return what it moves if these conversations stand instead of the source's.

        Parameters
        ----------
        corrected
            ``conversation_id -> conversation``; those that have no gold in the source are passed over.
        """
        after = {name: self._of_dialogue(name, one) for name, one in corrected.items() if name in self._rows}
        return Effect(
            {name: one.changes for name, one in after.items()},
            {
                name: {task: self._of_split(name, task, after) for task in tasks}
                for name, tasks in self._tasks.items()
            },
            {name: one.scores for name, one in after.items()},
        )

    def _of_split(self, name: str, task: Task, after: Mapping[str, _Dialogue]) -> Moved:
        if not after:
            return Moved(self._pooled[name, task], self._pooled[name, task])
        scores = list(self._before[name, task])
        for conversation_id, one in after.items():
            scores[self._rows[conversation_id]] = one.scores[name][task].after
        return Moved(self._pooled[name, task], pool(scores))

    def _of_dialogue(self, name: str, conversation: Conversation) -> _Dialogue:
        last = self._last.get(name)
        if last is None or last.conversation is not conversation:
            gold = build_gold(conversation, self._settings)
            changes = gold_changes(self._work.golds(self._settings)[name], gold)
            after, row = self._scores(name, gold), self._rows[name]
            scores = {
                model: {task: Moved(self._before[model, task][row], after[model, task]) for task in tasks}
                for model, tasks in self._tasks.items()
            }
            last = self._last[name] = _Dialogue(conversation, changes, scores)
        return last

    def _scores(self, conversation_id: str, gold: Gold) -> _Scores:
        pack = pack_gold([(conversation_id, gold)])
        found = {}
        for name, tasks in self._tasks.items():
            submission = self._work.model(name).submission
            if submission is not None:
                scored = score_submission(pack, submission, self._settings)
                found.update({(name, task): scored.score(0, task) for task in tasks})
        return found


def gold_changes(before: Gold, after: Gold) -> tuple[GoldChange, ...]:
    """Return what gold gained and lost, by task, set, speaker and time.

    Parameters
    ----------
    before, after
        Gold of one conversation. Of equal events each counts.

    Returns
    -------
    tuple of GoldChange
        Empty if every set holds the same, in whatever order.
    """
    found = []
    for task in TASKS:
        for part in SETS:
            had, has = (Counter(_members(gold, task, part)) for gold in (before, after))
            for is_gained, members in ((False, had - has), (True, has - had)):
                found += [GoldChange(task, part, *one, is_gained) for one in sorted(members.elements())]
    return tuple(found)


def _members(gold: Gold, task: Task, part: str) -> list[tuple[int, float, float]]:
    sets = gold.of(task)
    if part == POSITIVES:
        times = sets.positives.time_s.tolist()
        return list(zip(sets.positives.speaker.tolist(), times, times, strict=True))
    spans = sets.negatives if part == NEGATIVES else sets.excluded
    return list(zip(spans.speaker.tolist(), spans.start_s.tolist(), spans.end_s.tolist(), strict=True))
