"""One model's sweep over a split: read, ranked and swept once for all sessions of a process.

What costs time is a `SharedJob` kept with the split's other results; a model of a session's own keeps its
jobs there too, where no other session looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from viewer.dialogue.decisions import NO_DECISIONS, Probabilities, SpeakerDecisions, Submission
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray
from viewer.errors import UnknownNameError
from viewer.scoring.sweep import (
    SweepRow,
    candidate_thresholds,
    commit_times,
    operating_point,
    sweep_rows,
)
from viewer.scoring.sweep_curve import plan_sweep, rank_probabilities, sweep_curve
from viewer.view_models.shared_job import SharedJob, Tell
from viewer.workspace import LoadedModel, SplitWork

_READ, _RANKED, _PLANNED = 0.6, 0.8, 0.9


@dataclass(frozen=True, eq=False)
class ModelSweep:
    """Every threshold's results of one model on one task.

    Parameters
    ----------
    probabilities
        The model's, of this task.
    thresholds
        The candidates, and further ones that somebody chose; ascending.
    is_candidate
        Which of them are candidates of PROTOCOL section 6, shape of ``thresholds``.
    rows
        One for each threshold.
    negatives
        How many negative spans of the task there are.
    """

    probabilities: Probabilities
    thresholds: FloatArray
    is_candidate: npt.NDArray[np.bool_]
    rows: tuple[SweepRow, ...]
    negatives: int

    @cached_property
    def best(self) -> int | None:
        """The row of the operating point, chosen among the candidates; None without one."""
        rows = [row for row, is_one in zip(self.rows, self.is_candidate, strict=True) if is_one]
        found = operating_point(rows)
        return None if found is None else self.row_of(found.theta)

    def row_of(self, theta: float) -> int | None:
        """Return the row of a threshold, None if it is none of them."""
        row = int(np.searchsorted(self.thresholds, theta))
        is_there = row < len(self.thresholds) and self.thresholds[row] == theta
        return row if is_there else None


def swept_tasks(work: SplitWork, name: str) -> tuple[Task, ...]:
    """Return the tasks for which a model has probabilities on a split."""
    return work.probability_tasks(name) if name in work.models else ()


def committed_theta(work: SplitWork, name: str, task: Task) -> float | None:
    """Return the threshold that a model commits to, None if none is named."""
    if name not in work.models:
        return None
    model = work.model(name)
    return (model.theta if model.is_session_own else work.corpus.model(name).theta).get(task)


def probabilities_job(work: SplitWork, name: str, task: Task) -> SharedJob[Probabilities]:
    """Return the reading of a model's probabilities, begun when it is first asked for.

    Parameters
    ----------
    work
        The split as its models' files have it, without thresholds of a session over them.
    name, task
        The model, and the task that its probabilities are about.
    """
    make = partial(_load, work, name, task)
    return work.kept(("probabilities", task), lambda: SharedJob(make), model=name)


def _load(work: SplitWork, name: str, task: Task, _: Tell) -> Probabilities:
    found = work.probabilities(name, task)
    if found is None:
        raise UnknownNameError(f"model {name}: expected {task} probabilities on {work.name}, found none")
    return found


def sweep_job(
    work: SplitWork, name: str, task: Task, settings: ProtocolSettings, chosen: frozenset[float]
) -> SharedJob[ModelSweep]:
    """Return the sweep of a model's task, begun when it is first asked for.

    Parameters
    ----------
    work, name, task
        As for `probabilities_job`.
    settings
        Protocol parameters.
    chosen
        Thresholds that need a row of their own beside the candidates.

    Raises
    ------
    HiddenLabelsError
        If the split's labels are hidden.
    """
    work.require_labels()
    make = partial(_sweep, work, name, task, settings, chosen)
    return work.kept(("sweep", task, settings, chosen), lambda: SharedJob(make), model=name)


def _sweep(
    work: SplitWork, name: str, task: Task, settings: ProtocolSettings, chosen: frozenset[float], tell: Tell
) -> ModelSweep:
    reading = probabilities_job(work, name, task)
    reading.join()
    if reading.result is None:
        raise UnknownNameError(reading.problem)
    tell(_READ)
    return sweep_probabilities(work, reading.result, settings, chosen, tell)


def sweep_probabilities(
    work: SplitWork,
    probabilities: Probabilities,
    settings: ProtocolSettings,
    chosen: frozenset[float] = frozenset(),
    tell: Tell = lambda _: None,
) -> ModelSweep:
    """Sweep probabilities over the scorable conversations of a split; as `sweep_job`, at once."""
    candidates = candidate_thresholds(probabilities)
    thresholds = np.union1d(candidates, np.array(sorted(chosen), dtype=np.float64))
    ranked = rank_probabilities(probabilities, thresholds)
    tell(_RANKED)
    plan = plan_sweep(ranked, list(work.golds(settings).items()), settings)
    tell(_PLANNED)
    curve = sweep_curve(ranked, plan)
    is_candidate = np.isin(thresholds, candidates)
    return ModelSweep(probabilities, thresholds, is_candidate, tuple(sweep_rows(curve)), curve.negatives)


def submission_at(
    base: LoadedModel, thetas: Mapping[Task, tuple[Probabilities, float]], names: tuple[str, ...]
) -> Submission:
    """Return a model's decisions with some tasks committed at thresholds.

    Parameters
    ----------
    base
        The model as its file has it: whatever task has no threshold stays.
    thetas
        For each task that has one: the probabilities and the threshold.
    names
        The conversations of the split, in its order.
    """
    found = base.submission or Submission({})
    times = {
        task: {
            name: tuple(commit_times(track, probabilities.frame_rate_hz, theta) for track in pair)
            for name, pair in probabilities.entries.items()
        }
        for task, (probabilities, theta) in thetas.items()
    }

    def of(name: str, speaker: int) -> SpeakerDecisions:
        own = found.decisions(name, speaker)
        none = (NO_DECISIONS.eot, NO_DECISIONS.eot)
        eot, interruption = (
            times[task].get(name, none)[speaker - 1] if task in times else own.of(task) for task in TASKS
        )
        return SpeakerDecisions(eot, interruption)

    return Submission({name: (of(name, 1), of(name, 2)) for name in names})


def model_at(work: SplitWork, name: str, thetas: Mapping[Task, tuple[Probabilities, float]]) -> LoadedModel:
    """Return a model at thresholds, as what a session alone has."""
    base = work.model(name)
    return replace(
        base,
        submission=submission_at(base, thetas, work.split.conversation_ids),
        is_session_own=True,
        probabilities={task: found for task, (found, _) in thetas.items()},
        theta={task: theta for task, (_, theta) in thetas.items()},
    )
