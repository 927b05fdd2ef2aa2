"""The sweep page: curves over the threshold, the operating point, the events that a threshold changes.

The numbers of all thresholds are in the browser as soon as they are known, and so are the open dialogue's
decisions: a hand on the threshold waits for no server. What follows through here is the list of the whole
split, the newest threshold first, and once the hand rests everything else of the session.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import panel as pn
import param

from viewer.dialogue.protocol import Task
from viewer.scoring import Scored
from viewer.view_models.json_text import as_text
from viewer.view_models.model_sweep import ModelSweep
from viewer.view_models.page_options import THETA_OPTIONS
from viewer.view_models.place import Place
from viewer.view_models.shared_job import SharedJob
from viewer.view_models.sweep_events import CHANGED, LISTS, sweep_list
from viewer.view_models.sweep_page import sweep_page, why_no_sweep
from viewer.views import exporting
from viewer.views.charts import FORMS
from viewer.views.component import Component, Message, module_source
from viewer.views.state import State
from viewer.views.sweep_charts import SweepCharts
from viewer.workspace import SplitWork

# As the page's grid has it: the timeline lies below the curves, the side is as high as both.
_TOP = """
:host {
  position: relative; flex: none !important; height: var(--sweep-top) !important; max-height: none !important;
}
"""
_LEFT = """
:host {
  flex: var(--sweep-left) !important; width: auto !important; min-width: 0; max-height: none !important;
  overflow: hidden;
}
"""
_RIGHT = """
:host {
  flex: none !important; width: var(--right) !important; height: var(--sweep-side) !important; min-width: 0;
  max-height: none !important;
}
"""
_ROW = """
:host {
  flex: var(--sweep-whole) !important; flex-direction: var(--sweep-flow) !important;
  max-height: none !important;
}
"""
ROWS_WHILE_DRAGGED = 120
CHARTS = "sweep-charts"
LONGEST_NONCE = 2**53


class SweepCurves(Component):
    """The slider, and what lies over the curves: the threshold's line, its values, the saved one's.

    Parameters
    ----------
    at
        JSON of the threshold that is shown, and the nonce of the last move that came to rest.
    """

    at = param.String(default="", doc="The threshold that is shown.")

    _esm = module_source("sweep/curves.js", "rails/rails.css", "sweep/sweep.css", "page/access.css")


class SweepSide(Component):
    """The operating-point card, and the list of events."""

    _esm = module_source("sweep/side.js", "rails/rails.css", "sweep/sweep.css", "page/access.css")


class SweepPage(pn.viewable.Viewer):
    """The sweep page of one session.

    Parameters
    ----------
    state
        The session's state.
    """

    def __init__(self, state: State, **params: Any) -> None:
        super().__init__(**params)
        self._state = state
        self._texts: dict[str, object] = {}
        self._nonce = self._rested = 0
        self._shown = CHANGED
        self.curves = SweepCurves(on_message=self._hear, styles={"position": "absolute", "inset": "0"})
        self.side = SweepSide(on_message=self._hear)
        self.charts = SweepCharts()
        top = pn.Column(
            self.charts,
            self.curves,
            sizing_mode="stretch_both",
            margin=0,
            stylesheets=[_TOP],
        )
        left = pn.Column(top, sizing_mode="stretch_both", margin=0, stylesheets=[_LEFT])
        right = pn.Column(self.side, sizing_mode="stretch_both", margin=0, stylesheets=[_RIGHT])
        self._layout = pn.Row(left, right, sizing_mode="stretch_both", margin=0, stylesheets=[_ROW])

    def __panel__(self) -> pn.Row:
        return self._layout

    def draw(self, place: Place) -> None:
        """Show the sweep of a place's model and task."""
        job, saved = self._job(place), self._saved(place)
        stage = None if job is None else (job.result or job.problem or job.share)
        key = (self._base, place.model, place.task, place.settings, saved, stage)
        self._set("curves", key, self.curves, "content", partial(self._page_text, place, job, saved))
        sweep = job.result if job else None
        self.charts.draw(sweep)
        theta = self._theta(place)
        self._set("at", (theta, self._rested), self.curves, "at", partial(self._at_text, theta))
        listed = (key, theta, place.dialogue, place.scope, self._shown, self._nonce)
        self._set("list", listed, self.side, "content", partial(self._list_text, place, sweep, theta))

    def _set(self, name: str, key: object, face: Component, parameter: str, make: Callable[[], str]) -> None:
        if name not in self._texts or self._texts[name] != key:
            self._texts[name] = key
            face.param.update({parameter: make()})

    @property
    def _base(self) -> SplitWork:
        return self._state.base

    def _job(self, place: Place) -> SharedJob[ModelSweep] | None:
        if why_no_sweep(self._base, place):
            return None
        return self._state.thresholds.sweep_job(self._base, place, place.task)

    def _saved(self, place: Place) -> float | None:
        is_there = not why_no_sweep(self._base, place)
        return self._state.thresholds.saved(self._base, place, place.task) if is_there else None

    def _theta(self, place: Place) -> float | None:
        is_there = not why_no_sweep(self._base, place)
        return self._state.thresholds.shown(self._base, place, place.task) if is_there else None

    def _page_text(self, place: Place, job: SharedJob[ModelSweep] | None, saved: float | None) -> str:
        return as_text(sweep_page(self._base, place, job, saved))

    def _at_text(self, theta: float | None) -> str:
        return as_text({"theta": theta, "nonce": self._rested})

    def _list_text(
        self, place: Place, sweep: ModelSweep | None, theta: float | None, limit: int | None = None
    ) -> str:
        if sweep is None or theta is None:
            return ""
        saved = self._saved(place)
        content = sweep_list(
            self._base,
            place.task,
            place.settings,
            self._scored(place, sweep, theta),
            None if saved is None else self._scored(place, sweep, saved),
            dialogue=place.dialogue,
            scope=place.scope,
            shown=self._shown,
            limit=limit,
        )
        return as_text(content | {"nonce": self._nonce, "selected": place.event})

    def _scored(self, place: Place, sweep: ModelSweep, theta: float) -> Scored:
        return self._state.thresholds.scored(self._base, place, sweep, theta)

    # --- what the page says -------------------------------------------------------------------------

    def _hear(self, message: Message) -> None:
        """Act on what concerns the threshold; pass on the rest."""
        acts: dict[str, Callable[[Message], None]] = {
            "theta": self._move_theta,
            "keep": self._keep,
            "sweep-list": self._list,
            exporting.PREDICTIONS: self._download,
            exporting.SWEEP: self._download_rows,
            CHARTS: self._save_charts,
        }
        act = acts.get(str(message["type"]))
        if act is None:
            self._state.receive(message)
        elif not why_no_sweep(self._base, self._state.place):
            self._note(message)
            act(message)

    def _note(self, message: Message) -> None:
        """Remember which move of the threshold this is: what is drawn from now on has heard of it."""
        nonce = message.get("nonce")
        if message.get("task") is not None and isinstance(nonce, int) and 0 <= nonce < LONGEST_NONCE:
            self._nonce = nonce
            # While a hand moves, what is shown here is older than what it shows.
            self._rested = nonce if message.get("rests") else self._rested

    def _move_theta(self, message: Message) -> None:
        """Follow a hand: the list at once, everything else of the session when it rests."""
        place = self._state.place
        job = self._job(place)
        theta = _theta_of(message, place.task)
        if job is None or job.result is None or theta is None or job.result.row_of(theta) is None:
            return
        rests = bool(message.get("rests"))
        tried = None if theta == self._saved(place) else theta
        self._state.thresholds.try_(place, place.task, tried, rests=rests)
        if rests:
            return
        self._texts["list"] = None
        self.side.content = self._list_text(place, job.result, theta, ROWS_WHILE_DRAGGED)

    def _keep(self, message: Message) -> None:
        place = self._state.place
        theta = _theta_of(message, place.task)
        if theta is not None:
            value = self._state.thresholds.keep(self._base, place, place.task, theta)
            self._state.receive({"type": "option", "name": THETA_OPTIONS[place.task], "value": value})

    def _list(self, message: Message) -> None:
        if message.get("shown") in LISTS:
            self._shown = str(message["shown"])
            self.draw(self._state.place)

    def _download(self, message: Message) -> None:
        """Answer ``{type: "predictions", nonce}`` with the model's decisions as they are seen."""
        make = partial(exporting.predictions_answer, self._state.work, self._state.place, message)
        exporting.answer_later(make, send=self.side.answer, later=self._state.later)

    def _download_rows(self, message: Message) -> None:
        """Answer ``{type: "sweep-rows", nonce}`` with the rows of every candidate as CSV."""
        job = self._job(self._state.place)
        if job is not None and job.result is not None:
            make = partial(exporting.sweep_answer, job.result, message)
            exporting.answer_later(make, send=self.side.answer, later=self._state.later)

    def _save_charts(self, message: Message) -> None:
        """Have the browser save the curves, a picture of each."""
        if message.get("form") in FORMS:
            self.charts.save(message["form"])


def _theta_of(message: Message, task: Task) -> float | None:
    """Return a message's threshold if it is one of this task."""
    theta = message.get("theta")
    if isinstance(theta, bool) or not isinstance(theta, int | float) or not math.isfinite(theta):
        return None
    return float(theta) if message.get("task") == str(task) else None
