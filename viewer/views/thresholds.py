"""A session's thresholds: which are kept (they stand in the address), which is tried on the sweep page.

A kept threshold is the model's in this session, on every page: its decisions are committed anew. A tried one
is seen on the sweep page alone, until it is kept or dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar
from weakref import WeakSet

from viewer.dialogue.decisions import Probabilities
from viewer.dialogue.protocol import Task
from viewer.scoring import Scored, score_submission
from viewer.view_models.model_sweep import (
    ModelSweep,
    committed_theta,
    model_at,
    probabilities_job,
    submission_at,
    sweep_job,
    swept_tasks,
)
from viewer.view_models.page_options import THETA_OPTIONS, Options
from viewer.view_models.place import Place
from viewer.view_models.shared_job import SharedJob
from viewer.view_models.sweep_timeline import runs_job
from viewer.views.detecting import Later, at_once
from viewer.workspace import LoadedModel, SplitWork

SWEEP_PAGE = "sweep"
_SCORES = 8
_VIEWS = 4
"""Splits with a model at a threshold that are kept: a step back shows what was there."""

Result = TypeVar("Result")
_ModelKey = tuple[str, str]


class SessionThresholds:
    """The thresholds of one session.

    Parameters
    ----------
    on_change
        Told, on the session's event loop, when what was waited for is there.
    later
        Runs an act on that loop: jobs report from threads.
    """

    def __init__(self, *, on_change: Callable[[], None], later: Later = at_once) -> None:
        self._on_change, self._later = on_change, later
        self._tried: dict[tuple[_ModelKey, Task], float] = {}
        self._kept: dict[_ModelKey, Options] = {}
        self._views: dict[tuple[object, ...], SplitWork] = {}
        self._scores: dict[tuple[object, ...], Scored] = {}
        self._heard: WeakSet[SharedJob[Any]] = WeakSet()

    def over(self, base: SplitWork, place: Place) -> SplitWork:
        """Return a split with the active model at its thresholds; the split itself where none is moved."""
        if base.is_hidden:
            return base
        thetas = {
            task: (found, theta)
            for task in swept_tasks(base, place.model)
            if (theta := self.shown(base, place, task)) is not None
            and (found := self.probabilities(base, place, task)) is not None
        }
        if not thetas:
            return base
        key = (base, place.model, *((task, theta) for task, (_, theta) in thetas.items()))
        if key not in self._views:
            self._views[key] = base.with_models({place.model: model_at(base, place.model, thetas)})
            while len(self._views) > _VIEWS:
                self._views.pop(next(iter(self._views)))
        return self._views[key]

    def shown(self, base: SplitWork, place: Place, task: Task) -> float | None:
        """Return the threshold that decisions are committed at; None: those of the model's file stand."""
        if place.page != SWEEP_PAGE:
            return self.kept(place, task)
        tried = self._tried.get((_key(place), task))
        return tried if tried is not None else self.saved(base, place, task)

    def kept(self, place: Place, task: Task) -> float | None:
        """Return the threshold that was kept, None if none was."""
        text = place.option(THETA_OPTIONS[task])
        return float(text) if text else None

    def saved(self, base: SplitWork, place: Place, task: Task) -> float | None:
        """Return what a threshold is compared with: the kept one, the manifest's, or the operating point."""
        for theta in (self.kept(place, task), committed_theta(base, place.model, task)):
            if theta is not None:
                return theta
        sweep = self.sweep(base, place, task)
        if sweep is None or sweep.best is None:
            return None
        return sweep.rows[sweep.best].theta

    def try_(self, place: Place, task: Task, theta: float | None, *, rests: bool = True) -> None:
        """Try a threshold on the sweep page; None is the saved one.

        Until the hand rests, nothing is drawn for it; what is drawn for another reason has it.
        """
        self._tried.pop((_key(place), task), None)
        if theta is not None:
            self._tried[_key(place), task] = theta
        if rests:
            self._on_change()

    def keep(self, base: SplitWork, place: Place, task: Task, theta: float) -> str:
        """Try no other threshold any more; return the value of its option, none for the manifest's own."""
        self._tried.pop((_key(place), task), None)
        return "" if theta == committed_theta(base, place.model, task) else repr(theta)

    def placed(self, before: Place, after: Place) -> Place:
        """Return a place with the thresholds that were kept of its model: another model has its own."""
        self._kept[_key(before)] = _thetas(before.options)
        was_carried = _thetas(before.options) == _thetas(after.options)
        if _key(before) != _key(after) and was_carried:
            others = tuple(one for one in after.options if one[0] not in THETA_OPTIONS.values())
            own = self._kept.get(_key(after), ())
            after = replace(after, options=tuple(sorted((*others, *own))))
        self._kept[_key(after)] = _thetas(after.options)
        return after

    def probabilities(self, base: SplitWork, place: Place, task: Task) -> Probabilities | None:
        """Return the active model's probabilities; None while they are read, or if they cannot be."""
        return self._heard_of(probabilities_job(base, place.model, task)).result

    def sweep(self, base: SplitWork, place: Place, task: Task) -> ModelSweep | None:
        """Return the active model's sweep; None while it is made, or if it cannot be."""
        return self.sweep_job(base, place, task).result

    def sweep_job(self, base: SplitWork, place: Place, task: Task) -> SharedJob[ModelSweep]:
        """Return the sweep under way; the thresholds that somebody chose have rows of their own in it."""
        chosen = (self.kept(place, task), committed_theta(base, place.model, task))
        known = frozenset(theta for theta in chosen if theta is not None)
        return self._heard_of(sweep_job(base, place.model, task, place.settings, known))

    def runs(self, base: SplitWork, place: Place) -> str | None:
        """Return every threshold's decisions of the open dialogue as text; None while they are made."""
        sweep = self.sweep(base, place, place.task)
        if sweep is None:
            return None
        return self._heard_of(runs_job(base, sweep, place.model, place.dialogue, place.settings)).result

    def scored(self, base: SplitWork, place: Place, sweep: ModelSweep, theta: float) -> Scored:
        """Return a split scored at a threshold of the active model's task, and of nothing else."""
        key = (base, place.model, place.settings, sweep, theta)
        if key not in self._scores:
            thetas = {sweep.probabilities.task: (sweep.probabilities, theta)}
            submission = submission_at(LoadedModel("", "", "", None), thetas, base.split.conversation_ids)
            self._scores[key] = score_submission(base.pack(place.settings), submission, place.settings)
            while len(self._scores) > _SCORES:
                self._scores.pop(next(iter(self._scores)))
        self._scores[key] = self._scores.pop(key)
        return self._scores[key]

    def _heard_of(self, job: SharedJob[Result]) -> SharedJob[Result]:
        """Have the session hear of a job's end, once."""
        if not job.is_done and job not in self._heard:
            self._heard.add(job)
            job.listen(partial(self._later, self._on_change))
        return job


def _key(place: Place) -> _ModelKey:
    return place.split, place.model


def _thetas(options: Options) -> Options:
    return tuple(one for one in options if one[0] in THETA_OPTIONS.values())
